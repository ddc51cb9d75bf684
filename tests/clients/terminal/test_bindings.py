"""The rows of all screens: what the bar shows works, what works is shown or told, and clicks do something."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from clients.language import Language
from clients.language.voice import mark
from clients.model import Seen
from clients.news import Ended, How, LinkChanged, LinkStage
from clients.terminal.bindings import (
    INTERRUPT,
    KEY_NAMES,
    LINE,
    NAMED,
    NAMED_KEYS,
    SAME,
    Binding,
    ScreenDef,
    keys_of,
    meaning,
    rows_in_bar,
    rows_told,
    works,
)
from clients.terminal.frame import Frame, Settings
from clients.terminal.screens import ask, lesson
from clients.terminal.screens.index import (
    OVERLAYS,
    SCREENS,
    compose,
    intent_of,
    screen_with_keys,
    shown_keys,
    update,
)
from clients.terminal.state import Choose, Do, Effect, Intent, Mode, Screen, SendPart, Type, Ui, screen_of
from odin_net.errors import english_of
from odin_net.game.events import Presence
from odin_net.game.state import Phase, State
from protocol.errors import Hint
from protocol.messages import Back
from tests.clients.language.written import template
from tests.clients.terminal.moments import Moment, ended, in_lobby, moments, with_company, with_covered
from tests.clients.terminal.staging import frame_of

if TYPE_CHECKING:
    from odin_net.errors import Context

SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789+-? "
PAGES = (Mode.HELP, Mode.LOG, Mode.VALHALLA)


def states() -> dict[str, tuple[Seen, Ui]]:
    """Every picture, also for others than who it was made for, and in every line of the lobby."""
    found = {name: (moment.seen, moment.ui) for name, moment in moments().items()}
    for name, (seen, ui) in list(found.items()):
        if seen.state is not None:
            for other, changed in variations(seen):
                found[f"{name}, {other}"] = changed, ui
    lobby = with_company(in_lobby())
    found |= {f"line {line} of the lobby": (lobby, Ui(line=line)) for line in range(17)}
    found |= {f"line {line} of a guest's lobby": (in_lobby(owner=False), Ui(line=line)) for line in range(3)}
    found["alone in the lobby"] = in_lobby(players=1), Ui()
    found["a full lobby"] = in_lobby(players=6), Ui()
    found["an unknown seat"] = Seen(link=LinkChanged(LinkStage.WAITING, 1, hint=Hint.UNKNOWN_SEAT)), Ui()
    found["ready for the next hand"] = ended(), Ui(is_ready=True)
    for mode in (Mode.QUITTING, *PAGES):
        for name in ("table", "lobby", "hand end", "game end", "watching", "connecting", "ended"):
            found[f"{mode.name} over {name}"] = found[name][0], replace(found[name][1], mode=mode)
    # A mode that news would have closed is no state at all.
    return {name: (seen, ui) for name, (seen, ui) in found.items() if is_open(seen, ui)}


def variations(seen: Seen) -> Iterator[tuple[str, Seen]]:
    yield "a guest", replace(seen, owner=False, code=None)
    yield "a spectator", replace(seen, owner=False, code=None, seat=None, watching=0)
    yield "guessed at", replace(seen, is_guessed_at=True)
    yield "cut off", replace(seen, link=LinkChanged(LinkStage.WAITING, 4, 12.0), caught_up=False)
    yield "the end", replace(seen, ended=Ended(How.KICKED))
    yield "others covered", with_covered(seen, 2, 3)
    assert seen.state is not None
    board = seen.state.board
    yield "another's turn", replace(seen, state=State(board._replace(turn=len(board.game.seats) - 1), seen.state.hands))
    if seen.seat is not None:
        seats = list(board.game.seats)
        seats[seen.seat] = seats[seen.seat]._replace(presence=Presence.COVERED)
        game = board.game._replace(seats=tuple(seats))
        yield "covered", replace(seen, state=State(board._replace(game=game), seen.state.hands))


def is_open(seen: Seen, ui: Ui) -> bool:
    over, screen = OVERLAYS[ui.mode], screen_of(seen, ui)
    if screen in (Screen.NAME, Screen.ROLLED_BACK) or (screen is Screen.ENDED and ui.mode is Mode.QUITTING):
        return ui.mode is Mode.PLAY
    return over is None or over.is_open(ui, seen)


STATES = states()


def frames(name: str) -> Iterator[Frame]:
    """At once, and when somebody has kept all waiting."""
    seen, ui = STATES[name]
    yield frame_of(Moment(seen, ui, ""))
    if seen.phase is Phase.PLAYING and not seen.my_turn:
        yield replace(frame_of(Moment(seen, ui, "")), now=seen.cover_at + 1)


def after(frame: Frame, intent: Intent) -> tuple[Ui, list[Effect]]:
    """The screen after this, and what is to be done; that somebody is back they would be with any key."""
    ui, effects = update(frame.ui, intent, frame.seen, frame.now)
    return ui, [effect for effect in effects if effect != SendPart(Back())]


def is_heard(frame: Frame, intent: Intent) -> bool:
    return after(frame, intent) != (replace(frame.ui, notice=None), [])


def does_something(frame: Frame, intent: Intent) -> bool:
    """More than to say why nothing can be done."""
    ui, effects = after(frame, intent)
    return bool(effects) or replace(ui, notice=None) != replace(frame.ui, notice=None)


def shown_of(row: Binding, frame: Frame) -> tuple[str, ...]:
    """The keys of a row that its name in the bar tells."""
    return keys_of(row.shown(frame) if callable(row.shown) else row.shown or row.keys)


def intents_of(rows: list[Binding]) -> set[Intent]:
    return {intent for row in rows for key in keys_of(row.keys) if (intent := meaning(row, key)) is not None}


def press(frame: Frame, key: str) -> Intent | None:
    return intent_of(frame, key, "" if key in NAMED_KEYS else key)


def helped(screen: ScreenDef, frame: Frame) -> list[Binding]:
    return [row for section in screen.sections for row in rows_told(screen, section, frame)]


def test_there_is_a_screen_for_every_screen_and_mode() -> None:
    assert set(SCREENS) == set(Screen)
    assert set(OVERLAYS) == set(Mode)
    reached = {(screen_of(seen, ui), ui.mode) for seen, ui in STATES.values()}
    assert {screen for screen, _ in reached} == set(Screen)
    assert {mode for _, mode in reached} == set(Mode)


def test_every_row_names_keys_that_there_are() -> None:
    everything = [*SCREENS.values(), *filter(None, OVERLAYS.values())]
    for screen in everything:
        for row in (*screen.bindings, *screen.common):
            keys = keys_of(row.keys)
            assert all(key in NAMED_KEYS or len(key) == 1 for key in keys), row
            assert not row.each or len(row.each) == len(keys), row
            assert not isinstance(row.shown, str) or set(keys_of(row.shown or row.keys)) <= set(keys), row


@pytest.mark.parametrize("name", STATES)
def test_every_key_in_the_bar_works(name: str) -> None:
    for frame in frames(name):
        own, common = rows_in_bar(screen_with_keys(frame.seen, frame.ui), frame)
        assert own or common
        for row in (*own, *common):
            intents = [press(frame, key) for key in shown_of(row, frame)]
            assert intents == [meaning(row, key) for key in shown_of(row, frame)], row
            assert any(intent is not None and is_heard(frame, intent) for intent in intents), row


@pytest.mark.parametrize("name", STATES)
def test_every_key_that_does_something_is_in_the_bar_or_in_the_help(name: str) -> None:
    for frame in frames(name):
        screen, below = screen_with_keys(frame.seen, frame.ui), SCREENS[screen_of(frame.seen, frame.ui)]
        told = [INTERRUPT, *(row for rows in rows_in_bar(screen, frame) for row in rows)]
        if screen.common or frame.ui.mode is Mode.HELP:
            # A question about a move is asked in a picture whose own bar was there just before.
            told += [*helped(below, frame), *(row for rows in rows_in_bar(below, frame) for row in rows)]
        if screen.is_typed:
            told.append(LINE)
        known = intents_of(told)
        for key in (*NAMED.values(), *SAME, *SIGNS):
            intent = press(frame, key)
            if intent is not None and not isinstance(intent, Type) and does_something(frame, intent):
                # A question is closed by what means nothing, too.
                meant = Do.BACK if intent is Do.NOTHING and after(frame, intent) == after(frame, Do.BACK) else intent
                assert meant in known, (key, intent)


@pytest.mark.parametrize("name", STATES)
def test_what_the_help_tells_works_on_the_screen_below_or_on_the_one_that_its_heading_names(name: str) -> None:
    elsewhere = [row for screen in (Screen.TABLE, Screen.HAND_END) for row in SCREENS[screen].bindings]
    taking = OVERLAYS[Mode.TAKING]
    assert taking is not None
    elsewhere += taking.bindings
    for frame in frames(name):
        screen = SCREENS[screen_of(frame.seen, frame.ui)]
        here = [row for row in (*screen.bindings, *screen.common) if works(row, frame)]
        assert all(row in here or row in elsewhere for row in helped(screen, frame))


@pytest.mark.parametrize("name", STATES)
def test_whatever_can_be_clicked_does_something(name: str) -> None:
    for frame in frames(name):
        for row in compose(frame).rows:
            for intent in {fragment.click for fragment in row} - {None}:
                is_chosen = isinstance(intent, Choose) and intent.line == frame.ui.line
                assert intent is not None
                assert is_chosen or is_heard(frame, intent), intent


@pytest.mark.parametrize("name", STATES)
def test_a_click_on_a_key_of_the_bar_is_what_the_key_means(name: str) -> None:
    for frame in frames(name):
        rows = [row for part in rows_in_bar(screen_with_keys(frame.seen, frame.ui), frame) for row in part]
        clicks = {shown.intent for shown in shown_keys(frame)} - {None}
        assert clicks <= intents_of(rows)


def test_a_key_that_means_nothing_here_shows_that_somebody_is_there() -> None:
    frame = frame_of(Moment(moments()["table"].seen, Ui(), ""))
    assert press(frame, "up") is Do.NOTHING
    assert press(frame, "n") is Do.NOTHING, "it would be a new code if somebody had guessed"
    assert press(frame, "z") is None
    assert is_heard(frame, Do.NOTHING) is False


# --- words ---


class Overheard(Language):
    """English that notes which sentences it said, by what came of them."""

    def __init__(self) -> None:
        super().__init__("en")
        self.said: dict[str, set[str]] = {}

    def __call__(self, text: str, context: "Context | None" = None, /, **values: object) -> str:
        told = super().__call__(text, context, **values)
        self.said.setdefault(told, set()).add(mark(text, context))
        return told


def all_rows() -> set[Binding]:
    """Those of every screen, and of the scenes that come before a table or in its place."""
    screens = [*SCREENS.values(), *filter(None, OVERLAYS.values())]
    rows = {row for screen in screens for row in (*screen.bindings, *screen.common)}
    return rows | {INTERRUPT, *ask.CHOOSE, *ask.LOOKING, *lesson.END}


async def rows_of_questions() -> set[Binding]:
    """What a question with one line to type has, whether somebody may go back from it or leaves."""
    found: set[Binding] = set()
    for goes_back in (True, False):
        question = ask.code_question(Language("en"), "host:9054")
        scene = ask.AskScene(Language("en"), Settings(), question, goes_back=goes_back)
        for intent in (Type("a"), Do.BACK):
            scene.click(intent)
            found |= {*scene.bindings()}
    return found


def labels_of(rows: set[Binding]) -> set[str]:
    """The sentences that are labels, in the bar and in the help; those of functions in every state."""
    found = {words for row in rows for words in (row.label, row.help) if words and isinstance(words, str)}
    functions = [row for row in rows if callable(row.label)]
    for name in STATES:
        for frame in frames(name):
            overheard = Overheard()
            for row in functions:
                if callable(row.label) and works(row, frame):
                    found |= overheard.said[row.label(replace(frame, language=overheard))]
    return found


async def test_a_label_whose_word_has_another_job_is_told_apart() -> None:
    """A command, a state or a title may need another word than a key, in some language."""
    jobs: dict[str, set[str | None]] = {}
    for sentence in template():
        for text in [sentence.id] if isinstance(sentence.id, str) else sentence.id:
            jobs.setdefault(text, set()).add(sentence.context)
    labels = labels_of(all_rows() | await rows_of_questions())
    assert {mark("complete"), mark("stay", "key"), mark("auto-pass: {state}")} <= labels
    shared = {label for label in labels if len(jobs[english_of(label)]) > 1}
    assert mark("leave", "key") in shared
    assert shared == {mark(english_of(label), "key") for label in shared}


async def test_a_key_that_has_a_name_is_shown_by_the_name_of_the_language() -> None:
    rows = [row for row in all_rows() | await rows_of_questions() if row.label or row.help]
    words = {row.told or row.shown or row.keys for row in rows}
    shown = {key for keys in words if isinstance(keys, str) for key in keys.split(" ")}
    assert {key for key in shown if len(key) > 1 and "–" not in key} == {*KEY_NAMES}
