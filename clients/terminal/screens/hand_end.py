"""The end of a hand: everybody's cards and points, what came of the check, and who is ready for the next one."""

from msgspec.structs import replace

from clients.language.voice import mark
from clients.model import HandResult, Seen, middle_of
from clients.sentences import shown_name
from clients.terminal.bindings import Binding, ScreenDef, Shown
from clients.terminal.drawing.cards import inline
from clients.terminal.drawing.rows import Fragment, Picture, Row, left, plain, right
from clients.terminal.frame import Frame
from clients.terminal.screens import chat, common, parts
from clients.terminal.state import Do, FindWords, Intent, SayReady, Ui, Updated
from odin_net.game.cards import format_cards, in_reading_order
from odin_net.game.state import Phase
from protocol.audit import Result, Verdict

NAME = 16
# Where the cards stand in a sentence; no name has it.
CARDS = "\0"
STYLES = {Result.CHECKED: "class:good", Result.NOT_CHECKED: "class:mark", Result.WRONG: "class:alarm"}

# --- its keys ---


def _is_last(seen: Seen) -> bool:
    """Whether no other hand of this game follows: Enter then only closes this screen."""
    return seen.over is not None or seen.ended is not None or seen.phase is Phase.LOBBY


def _awaits_us(frame: Frame) -> bool:
    return not _is_last(frame.seen) and not (frame.ui.is_ready or frame.seen.i_am_ready)


def _go_on(frame: Frame) -> str:
    return frame.language("go on", "key") if frame.seen.over is None else frame.language("final standing")


def _four_words(frame: Frame) -> str:
    return frame.language("four words") if frame.ui.words is None else frame.language("hide the words")


BINDINGS = (
    Binding("Enter Space", Do.ENTER, _go_on, lambda frame: _is_last(frame.seen), shown="Enter", help=None),
    Binding(
        "Enter Space", Do.ENTER, mark("ready", "key"), lambda frame: frame.seen.seat is not None,
        shown="Enter", bar=_awaits_us, in_lesson=False,
    ),
    Binding("W", Do.WORDS, _four_words, help=mark("four words"), in_lesson=False),
)  # fmt: skip


# --- what they do ---


def _update(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    result = seen.result
    if intent is Do.WORDS and result is not None:
        return (replace(ui, words=None), ()) if ui.words is not None else (ui, (FindWords(result.digest),))
    if intent is not Do.ENTER or result is None:
        return ui, ()
    if _is_last(seen):
        return replace(ui, read_hand=(result.state.board.game.id, result.number), words=None), ()
    if seen.seat is None or ui.is_ready or (seen.phase is Phase.DEALING and seen.i_am_ready):
        return ui, ()
    return replace(ui, is_ready=True), (SayReady(),)


# --- how it is drawn ---


def _draw(frame: Frame, keys: list[Shown]) -> Picture:
    """Hands, points, the way to the target, and what came of the check."""
    result = frame.seen.result
    if result is None:
        return Picture(())
    language, game = frame.language, result.state.board.game
    head = [parts.title(frame, language("Hand {number} is over", number=result.number), parts.target(frame)), ()]
    head += [*_who_went_out(frame, result), *_last_hand(frame), *([()] if frame.is_tall else []), _header(frame)]
    for seat in _order(result.seat, len(game.seats)):
        head += _seat(frame, result, seat)
    below = [*head, (), *_checked(frame, result), *_words(frame), *_next(frame)]
    return chat.filled(frame, below, keys)


def _order(mine: int | None, seats: int) -> list[int]:
    first = mine if mine is not None and mine < seats else 0
    return [(first + step) % seats for step in range(seats)]


def _who_went_out(frame: Frame, result: HandResult) -> list[Row]:
    """Who, and with which set: nobody saw it lie in the middle. In the cards' colours where they stay in one line."""
    cards = middle_of(result.state.board)
    text = _going_out(frame, result, format_cards(cards))
    # What is read from the right is turned piece by piece: the sentence would fall apart.
    if frame.language.is_rtl or len(frame.lines(text)) > 1:
        return frame.paragraph(text, "class:strong")
    before, after = _going_out(frame, result, CARDS).split(CARDS)
    row = [Fragment("class:strong", f" {before}")]
    for card in cards:
        row += [inline(card), Fragment("", " ")]
    return [(*row[:-1], Fragment("class:strong", after))]


def _going_out(frame: Frame, result: HandResult, cards: str) -> str:
    language, board = frame.language, result.state.board
    # The value of one card is written on it.
    what = cards if len(board.middle) == 1 else language("{value} with {cards}", value=board.value, cards=cards)
    if board.game.went_out == result.seat:
        return language("You play {what} and go out!", what=what)
    name = shown_name(board.game.seats[board.game.went_out].name)
    return language("{name} plays {what} and goes out.", name=name, what=what)


def _last_hand(frame: Frame) -> list[Row]:
    over = frame.seen.over
    if over is None:
        return []
    if over.stopped:
        return frame.paragraph(frame.language("The game stops here; nobody wins."), "class:strong")
    return frame.paragraph(frame.language("That was the last hand: the game is over."), "class:strong")


def _header(frame: Frame) -> Row:
    language = frame.language
    # Room for 6 cells.
    points, total = right(language("points", "column"), 6), right(language("total", "column"), 6)
    # Room for 27 cells.
    return plain(f" {left('', NAME)} {left(language('cards left'), 27)} {points} {total}", "class:faint")


def _seat(frame: Frame, result: HandResult, seat: int) -> list[Row]:
    game = result.state.board.game
    row: list[Fragment] = [
        Fragment("class:turn" if seat == game.went_out else "", f" {left(shown_name(game.seats[seat].name), NAME)} ")
    ]
    hand = in_reading_order(result.state.hands[seat] or 0)
    for card in hand:
        row += [inline(card), Fragment("", " ")]
    row.append(Fragment("", " " * (28 - 3 * len(hand))))
    points, total = game.scores[-1][seat], game.totals[seat]
    # Where there is no room for a bar the target stands beside the total.
    total_text = str(total) if frame.is_wide else f"{total}/{game.options.points}"
    row.append(Fragment("", f"{right(f'+{points}', 6)} {right(total_text, 6)}"))
    if frame.is_wide:
        row += [Fragment("", "  "), *_progress(frame, total, game.options.points)]
    return [tuple(row)]


def _progress(frame: Frame, total: int, target: int) -> list[Fragment]:
    """How far it is to the end of the game."""
    room = frame.size.columns - 62
    done = min(room, round(room * total / target))
    style = "class:bad" if total >= target else ""
    return [Fragment(style, frame.glyphs.bar * done), Fragment("class:faint", frame.glyphs.dot * (room - done))]


def _checked(frame: Frame, result: HandResult) -> list[Row]:
    language = frame.language
    if frame.settings.remote:
        return frame.paragraph(language("Not checked: your screen runs on the host, so a check would prove nothing."))
    verdict: Verdict | None = result.verdict
    if verdict is None:
        return []
    return frame.paragraph(language.verdict(verdict), STYLES[verdict.result])


def _words(frame: Frame) -> list[Row]:
    language, words = frame.language, frame.ui.words
    if words is None:
        return []
    text = language(
        "Read them aloud: whoever has the same four words saw the same game. The host's computer can see all hands."
    )
    return [(), plain(f"   {words}", "class:big"), *frame.paragraph(text, "class:faint")]


def _next(frame: Frame) -> list[Row]:
    language, seen = frame.language, frame.seen
    trouble = parts.trouble(frame)
    if trouble is not None and trouble[1] != "class:alarm":
        return [(), *frame.paragraph(*trouble)]
    said = parts.said(frame)
    if said:
        return [(), *frame.paragraph(said, "class:mark")]
    if seen.over is not None:
        return [(), *frame.paragraph(language("Enter: the final standing."), "class:mark")]
    if seen.ended is not None:
        return []
    if seen.seat is None:
        text, style = language("The next hand comes when the players are ready."), "class:faint"
    elif frame.ui.is_ready or seen.i_am_ready:
        text = language("You are ready. The next hand comes when all are, 20 seconds after the first at the latest.")
        style = "class:faint"
    else:
        text, style = language("Enter: ready for the next hand."), "class:mark"
    return [(), *frame.paragraph(text, style), *_missing(frame)]


def _missing(frame: Frame) -> list[Row]:
    names = [frame.name(seat) for seat in frame.seen.awaited]
    if not names:
        return []
    return frame.paragraph(
        frame.language("Not ready yet: {names}.", names=frame.language.enumerated(names)), "class:faint"
    )


HAND_END = ScreenDef(BINDINGS, _update, _draw, common=common.BINDINGS)
