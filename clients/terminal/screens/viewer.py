"""A recorded game on the screen: the very pictures of the table, one step after another, and what each was worth."""

import asyncio
from collections.abc import Callable
from enum import Enum, auto

from clients.language import Language
from clients.language.choices import move_in_words, weighed_in_words, worth_in_words
from clients.language.voice import mark
from clients.model import Seen
from clients.terminal import bindings
from clients.terminal.bindings import Binding, ScreenDef, Section, Shown, shown_rows
from clients.terminal.drawing.rows import Fragment, Picture, Row, Size, left, plain, right, width_of
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import GOOD, Frame, Settings, is_too_small
from clients.terminal.screens import parts
from clients.terminal.screens.help import draw_pages, help_pages
from clients.terminal.screens.steps import draw_position, step, step_keys
from clients.terminal.state import Do, Intent, PickNumber, Ui, Updated
from clients.viewing import Viewing, through
from odin_net.bots.pool import weigh_turn
from odin_net.bots.worth import Weighed
from odin_net.workers import Callers

# Seconds from one step to the next while it goes by itself.
PACES = (8.0, 4.0, 2.0, 1.0, 0.5, 0.25)
USUAL_PACE = 2
# Whoever leafs through a game waits for no bot: it thinks about a position that was looked at for so long.
THINK_AFTER = 0.2
# Of a number that is typed.
MOST_DIGITS = 4
BAR = 24

# --- its keys ---

BINDINGS = (
    *step_keys(),
    Binding("0–9", None, each=tuple(map(PickNumber, range(10))), help=mark("a number to go to, then one of these:")),
    Binding(
        "H R T", None, each=(Do.TO_HAND, Do.TO_ROUND, Do.TO_TURN), help=mark("the hand, round or turn of that number"),
    ),
    Binding(
        "Space", Do.TOGGLE,
        # Translators: a recorded game goes on by itself, or stops. Room for 14 cells.
        mark("play/stop"),
        help=mark("let it go by itself, or stop it"), needed=1,
    ),
    Binding("+ -", None, each=(Do.FASTER, Do.SLOWER), help=mark("faster or slower")),
    Binding(
        "E", Do.EYES,
        # Translators: whose eyes a recorded game is seen with. Room for 10 cells.
        mark("eyes"),
        help=mark("all hands, or only what one player saw"), needed=2,
    ),
    Binding(
        "C", Do.CHOICES,
        # Translators: the moves that somebody could choose. Room for 12 cells.
        mark("choices"),
        help=mark("what each choice was worth"), needed=3,
    ),
    Binding("Esc", Do.BACK, help=mark("back")),
    Binding("?", Do.HELP, mark("help", "key"), help=None, needed=6),
    Binding("Q", Do.QUIT, mark("leave", "key"), needed=6),
)  # fmt: skip
HELP_KEYS = (Binding("← → ↑ ↓ PgUp PgDn", Do.RIGHT, mark("next page"), shown="← →"), Binding("Esc", None, mark("back")))


def _unused(ui: Ui, _intent: Intent, _seen: Seen, _now: float) -> Updated:
    return ui, ()


SCREEN = ScreenDef(BINDINGS, _unused, sections=(Section(mark("A recorded game"), BINDINGS),))


class Page(Enum):
    """What is looked at."""

    GAME = auto()
    CHOICES = auto()
    HELP = auto()


class ViewerScene:
    """A scene for a stage: it holds the index of `Viewing`, lets the time go on, and asks a worker for estimates."""

    def __init__(
        self, language: Language, settings: Settings, viewing: Viewing, redraw: Callable[[], None], callers: Callers
    ) -> None:
        self.viewing, self.page, self.is_playing = viewing, Page.GAME, False
        self.eyes: int | None = None
        """Whose hand is seen; None: all are."""
        self.weighed: dict[int, Weighed | None] = {}
        """What was computed, by position; None: it could not be."""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._language = language.spelled_out() if settings.ascii else language
        self._settings = settings
        self._redraw, self._callers = redraw, callers
        self._loop = asyncio.get_running_loop()
        self._pace, self._typed, self._notice, self._help_page = USUAL_PACE, "", "", 0
        self._keys_for: tuple[Size, list[Shown]] = (Size(0, 0), [])
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None
        self._think_soon()

    @property
    def theme(self) -> Theme:
        return self._settings.theme

    def wake_at(self) -> float | None:
        return None

    def close(self) -> None:
        """Stop all that goes by itself."""
        for timer in (self._timer, self._thinking, self._task):
            if timer is not None:
                timer.cancel()

    def finish(self) -> None:
        """End this scene."""
        if not self.done.done():
            self.done.set_result(None)

    # --- keys ---

    def press(self, key: str, text: str) -> None:
        """A key."""
        if self.page is Page.HELP:
            self._press_in_help(key, text)
            return
        intent = bindings.intent_of(BINDINGS, self._frame(GOOD), key, text)
        if intent is not None:
            self.click(intent)

    def _press_in_help(self, key: str, text: str) -> None:
        intent = bindings.intent_of(HELP_KEYS, self._frame(GOOD), key, text)
        if intent is Do.INTERRUPT:
            self.finish()
        elif intent is Do.RIGHT:
            self._help_page += 1
        else:
            self.page, self._help_page = Page.GAME, 0

    def click(self, intent: Intent) -> None:
        """What somebody wants."""
        before, self._notice = self.viewing.at, ""
        match intent:
            case Do.QUIT | Do.INTERRUPT:
                self.finish()
            case PickNumber(digit):
                self._typed = (self._typed + str(digit))[-MOST_DIGITS:]
                return
            case Do.TO_HAND | Do.TO_ROUND | Do.TO_TURN:
                self._jump(intent)
            case Do.BACK:
                self.page = Page.GAME
            case Do.TOGGLE:
                self.is_playing = not self.is_playing and not self.viewing.is_last
            case Do.FASTER | Do.SLOWER:
                self._pace = max(0, min(self._pace + (1 if intent is Do.FASTER else -1), len(PACES) - 1))
            case Do.EYES:
                seats = [None, *range(self.viewing.seats)]
                self.eyes = seats[(seats.index(self.eyes) + 1) % len(seats)]
                self._notice = self._whose_eyes()
            case Do.CHOICES:
                self.page = Page.GAME if self.page is Page.CHOICES else Page.CHOICES
            case Do.HELP:
                self.page = Page.HELP
            case _:
                step(self.viewing, intent)
        self._typed = ""
        if self.viewing.at != before:
            self._think_soon()
        self._set_timer()

    def _jump(self, intent: Intent) -> None:
        language, viewing = self._language, self.viewing
        if not self._typed:
            self._notice = language("Type a number first, then H for the hand, R for the round or T for the turn.")
            return
        number = int(self._typed)
        match intent:
            case Do.TO_HAND:
                if not viewing.to_hand(number):
                    self._notice = language("This game has no hand {number}.", number=number)
            case Do.TO_ROUND:
                if not viewing.to_round(number):
                    self._notice = language("This hand has no round {number}.", number=number)
            case _:
                if not viewing.to_turn(number):
                    self._notice = language("There is no turn {number} here.", number=number)

    # --- by itself ---

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(PACES[self._pace], self._go_on) if self.is_playing else None

    def _go_on(self) -> None:
        self.viewing.go(self.viewing.at + 1)
        self.is_playing = not self.viewing.is_last
        self._think_soon()
        self._set_timer()
        self._redraw()

    def _think_soon(self) -> None:
        for former in (self._thinking, self._task):
            if former is not None:
                former.cancel()
        self._thinking = self._task = None
        if self.viewing.at not in self.weighed and self.viewing.view() is not None:
            self._thinking = self._loop.call_later(THINK_AFTER, self._think)

    def _think(self) -> None:
        self._task = asyncio.create_task(self._weigh(self.viewing.at))

    async def _weigh(self, at: int) -> None:
        view = self.viewing.view()
        assert view is not None
        try:
            found: Weighed | None = await self._callers.call(weigh_turn, view, self.viewing.played(), str(at))
        except Exception:
            found = None  # The game can be watched without it.
        self.weighed[at] = found
        self._redraw()

    # --- how it is drawn ---

    def draw(self, size: Size) -> Picture:
        """The picture of now."""
        frame = self._frame(size)
        return parts.fitted(frame, Picture(()) if is_too_small(size) else self._picture(frame))

    def _picture(self, frame: Frame) -> Picture:
        if self.page is Page.HELP:
            pages = help_pages(frame, SCREEN)
            return draw_pages(frame, pages, shown_rows(HELP_KEYS if len(pages) > 1 else HELP_KEYS[1:], frame))
        keys, position = self._keys(frame), self.viewing.position
        if self.page is Page.CHOICES:
            return self._choices(frame, keys)
        return draw_position(frame, position, keys)

    def _keys(self, frame: Frame) -> list[Shown]:
        """Those that have room in one row: the same at every step, and found only once."""
        if self._keys_for[0] != frame.size:
            self._keys_for = frame.size, parts.fitting_keys(frame, shown_rows(BINDINGS, frame), 1)
        return self._keys_for[1]

    def _frame(self, size: Size) -> Frame:
        seen = through(self.viewing.position.seen, self.eyes)
        ui = Ui(sort=self._settings.sort, scroll=self._help_page)
        return Frame(
            seen, ui, size, self._language, 0.0, self._settings, progress=self._progress(size), watched=self._sentence()
        )

    def _progress(self, size: Size) -> str:
        language, viewing = self._language, self.viewing
        facts = [language("{number} of {count}", number=viewing.at + 1, count=len(viewing.positions))]
        if self.is_playing:
            # Translators: how long each step of a recorded game is shown. Room for 16 cells.
            facts.append(language("every {seconds} s", seconds=f"{PACES[self._pace]:g}"))
        if size.columns >= GOOD.columns:
            facts.append(self._whose_eyes())
        return " · ".join(facts)

    def _whose_eyes(self) -> str:
        if self.eyes is None:
            # Translators: a recorded game is watched. Room for 20 cells.
            return self._language("all hands open")
        # Translators: a recorded game is watched as one player saw it. A name may have 16 cells.
        # Room for 20 cells.
        return self._language("as {name} saw it", name=self._name(self.eyes))

    def _name(self, seat: int) -> str:
        return Frame(self.viewing.position.seen, Ui(), GOOD, self._language).name(seat)

    def _sentence(self) -> str:
        """What there is to say: about keys first, then about this turn."""
        if self._typed:
            return self._language("Go to {number}. H: hand, R: round, T: turn.", number=self._typed)
        return self._notice or self._about_turn()

    def _about_turn(self) -> str:
        weighed = self._shown_estimate()
        if weighed is None:
            return ""
        if not isinstance(weighed, Weighed):
            return weighed
        turn = self._turn()
        return weighed_in_words(self._language, weighed, self._name(turn), self.viewing.played())

    def _turn(self) -> int:
        board = self.viewing.position.seen.board
        return -1 if board is None else board.turn

    def _shown_estimate(self) -> Weighed | str | None:
        """What is known of this turn, why not, or None where there is nothing to know.

        With one player's eyes nothing is said about the cards of the others.
        """
        at = self.viewing.at
        if self.viewing.view() is None or self.eyes not in (None, self._turn()):
            return None
        if at not in self.weighed:
            # Translators: below a recorded game: the strongest bot computes what it would do.
            return self._language("The hard bot thinks about this turn.")
        return self.weighed[at]

    def _choices(self, frame: Frame, keys: list[Shown]) -> Picture:
        """What each choice of this turn was worth."""
        language, weighed = self._language, self._shown_estimate()
        rows: list[Row] = [parts.headline(frame, language("What each choice was worth"), frame.progress), ()]
        if not isinstance(weighed, Weighed):
            text = weighed or language("Here is nothing to choose, or nothing that these eyes may see.")
            return parts.filled(frame, [*rows, *frame.paragraph(self._notice or text)], keys)
        rows += [*frame.paragraph(self._sentence(), "class:mark"), (), *_choice_rows(frame, weighed)]
        text = language(
            "In points, against the mean of the others; going out counts 10 more. {sign} is the standard error. Only "
            "what {name} could know was used.",
            sign="±",
            name=self._name(self._turn()),
        )
        return parts.filled(frame, [*rows, (), *frame.paragraph(text, "class:faint")], keys)


def _choice_rows(frame: Frame, weighed: Weighed) -> list[Row]:
    """One below the other, the best first, each with a bar."""
    words = [move_in_words(frame.language, choice.move) for choice in weighed.choices]
    first = max(map(width_of, words)) + 2
    best, worst = weighed.choices[0].worth, weighed.choices[-1].worth
    room = max(0, min(BAR, frame.size.columns - first - 20))
    rows: list[Row] = []
    for word, choice in zip(words, weighed.choices, strict=True):
        share = (choice.worth - worst) / (best - worst) if best > worst else 1.0
        is_best = choice.move == weighed.best
        style = "class:turn" if is_best else ""
        text = f" {left(word, first)}{right(worth_in_words(frame.language, choice), 13)}  "
        rows.append((Fragment(style, text), *plain(frame.glyphs.bar * max(1, round(room * share)), "class:back")))
    return rows
