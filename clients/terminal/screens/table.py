"""The table: everybody's seat, the middle, what was just done, one's own hand, and one line about what is picked."""

from typing import Literal, assert_never

from msgspec.structs import replace

from clients.language.voice import mark
from clients.model import Seen, middle_of
from clients.news import CaughtUp, News
from clients.terminal.bindings import Binding, ScreenDef, Shown, never, while_it_lasts
from clients.terminal.drawing.rows import Picture
from clients.terminal.frame import Frame
from clients.terminal.screens import common, overlays
from clients.terminal.screens.table_picture import draw_table
from clients.terminal.screens.table_taking import TAKING_LETTERS
from clients.terminal.selection import (
    Sort,
    in_order,
    judge,
    legal_plays,
    next_play,
    pick_number,
    whole_hand,
)
from clients.terminal.state import (
    Do,
    Intent,
    Mode,
    NotHeld,
    Notice,
    PassMove,
    PassSoon,
    PickCard,
    PickNumber,
    PlayMove,
    Ring,
    SendPart,
    Take,
    Ui,
    Updated,
    is_sent,
)
from odin_net.game.cards import NUMBER_MASKS, Card, Mask
from odin_net.game.rules import refuse_pass
from odin_net.game.state import Phase, PlayerView
from protocol.messages import Cover, Reason, reason_of

# To pick, the next play, to play, to pass, the hint.
MAIN_KEYS = 5
NAME = 16
ACT_SEPARATOR = " · "
# Between what stands at both sides of a row.
GAP = 3
LEAST_NEWS = 4

# --- its keys ---


def _has_cards(frame: Frame) -> bool:
    """Whether somebody has a hand here, or is about to get one."""
    return frame.seen.seat is not None and frame.seen.phase in (Phase.PLAYING, Phase.DEALING)


def _is_playing(frame: Frame) -> bool:
    """Whether there is something to play, and a host who hears it."""
    return frame.seen.view is not None and frame.seen.phase is Phase.PLAYING and not frame.seen.is_cut_off


def _is_my_turn(frame: Frame) -> bool:
    return _is_playing(frame) and frame.seen.my_turn


def _may_pass(frame: Frame) -> bool:
    view = frame.seen.view
    return view is not None and _is_my_turn(frame) and refuse_pass(view) is None


def _auto_pass(frame: Frame) -> str:
    state = frame.language("on" if frame.ui.auto_pass else "off", "auto-pass")
    return frame.language("auto-pass: {state}", state=state)


def _letters_to_take(frame: Frame) -> str:
    board = frame.seen.board
    last = TAKING_LETTERS[len(board.middle) - 1] if board is not None else "b"
    return f"A–{last.upper()}"


# A row of `TAKING` only, since letters mean other things while one plays; the help lists it with the keys of the hand.
TAKE = Binding(
    "A–I", None, mark("take that card"), _has_cards, tuple(map(Take, range(len(TAKING_LETTERS)))),
    shown=_letters_to_take, told="a b c",
)  # fmt: skip
HAND = (
    Binding(
        "1–9", None, mark("pick"), _has_cards, tuple(map(PickNumber, range(1, 10))),
        # Room for 24 cells.
        bar=_is_playing, help=mark("next card of that number"), needed=2,
    ),
    Binding(
        "← → Space", None, mark("pick"), _has_cards, (Do.LEFT, Do.RIGHT, Do.TOGGLE),
        bar=_is_playing, help=mark("pick a card"), needed=2,
    ),
    Binding("Home End", None, when=_has_cards, each=(Do.HOME, Do.END), help=mark("first or last card")),
    Binding(
        "Tab", Do.NEXT_PLAY, mark("next play"), _has_cards, bar=_is_playing, help=mark("next legal play"), needed=4
    ),
    Binding("Shift-Tab", Do.PREVIOUS_PLAY, when=_has_cards, help=mark("previous legal play")),
    Binding("Enter", Do.ENTER, mark("play", "key"), _has_cards, bar=_is_my_turn, needed=0),
    Binding("P", Do.PASS, mark("pass", "key"), _has_cards, bar=_may_pass, needed=1),
    TAKE,
    Binding("Esc", Do.BACK, when=_has_cards, help=mark("back")),
    Binding(
        "A", Do.AUTO_PASS, _auto_pass, _has_cards,
        bar=_is_playing, rank=1, help=mark("pass for me"), in_lesson=False,
    ),
    Binding("H", Do.HINT, mark("hint", "key"), _has_cards, bar=_is_my_turn, in_lesson=False, needed=3),
    Binding("S", Do.SORT, mark("sort"), _has_cards, bar=_is_playing, rank=1),
)  # fmt: skip
AROUND = (
    Binding("V", Do.VALHALLA, mark("Valhalla", "key"), rank=3, help=mark("fallen cards"), in_lesson=False),
    Binding(
        "B", Do.COVER, when=lambda frame: common.may_cover(frame.seen, frame.now), help=mark("let a bot play"),
    ),
    Binding(
        "G", Do.GIVE, mark("give a seat"), lambda frame: bool(overlays.seats_to_give(frame.seen)), rank=2, needed=5
    ),
)  # fmt: skip
BINDINGS = (*(row for row in HAND if row is not TAKE), *AROUND)


# --- what they do ---


def _update(ui: Ui, intent: Intent, seen: Seen, now: float) -> Updated:
    match intent:
        case Do.VALHALLA:
            return replace(ui, mode=Mode.VALHALLA), ()
        case Do.SORT:
            sort = Sort.COLOUR if ui.sort is Sort.NUMBER else Sort.NUMBER
            return replace(ui, sort=sort, notice=Notice.BY_COLOUR if sort is Sort.COLOUR else Notice.BY_NUMBER), ()
        case Do.COVER if common.may_cover(seen, now) and seen.board is not None:
            return replace(ui, notice=Notice.COVER_ASKED), (SendPart(Cover(seen.board.turn)),)
        case Do.GIVE if overlays.seats_to_give(seen):
            return overlays.ask_to_give(ui, seen), ()
    view = seen.view
    if view is None or not _shows_hand(view):
        return ui, ()
    if intent is Do.AUTO_PASS:
        ui = replace(ui, auto_pass=not ui.auto_pass)
        notice = Notice.AUTO_PASS_ON if ui.auto_pass else Notice.AUTO_PASS_OFF
        return replace(ui, notice=notice), auto_pass(ui, seen)
    if ui.mode is Mode.TAKING:
        return _take(ui, intent, seen, view)
    return _answer_pass(ui, intent, seen, view) if ui.mode is Mode.PASSING else _pick(ui, intent, seen, view)


def _pick(ui: Ui, intent: Intent, seen: Seen, view: PlayerView) -> Updated:
    match intent:
        case PickNumber(number) if not view.hand & NUMBER_MASKS[number - 1]:
            return replace(ui, notice=NotHeld(number)), ()
        case PickNumber(number):
            picked = pick_number(view, ui.picked, number)
            changed = picked & ~ui.picked
            cursor = changed.bit_length() - 1 if changed else ui.cursor
            return replace(ui, picked=picked, cursor=cursor), ()
        case PickCard(card) if view.hand >> card & 1:
            return replace(ui, picked=ui.picked ^ 1 << card, cursor=card), ()
        case Do.TOGGLE:
            cursor = cursor_of(ui, view)
            return replace(ui, picked=ui.picked ^ 1 << cursor, cursor=cursor), ()
        case Do.LEFT | Do.RIGHT | Do.HOME | Do.END:
            return replace(ui, cursor=_moved(ui, view, intent)), ()
        case Do.NEXT_PLAY | Do.PREVIOUS_PLAY:
            picked = next_play(view, ui.picked, 1 if intent is Do.NEXT_PLAY else -1)
            if picked:
                return _with_picked(ui, view, picked), ()
            return replace(ui, notice=Notice.NO_PLAY if seen.my_turn else Notice.NO_PLAY_YET), ()
        case Do.BACK:
            return replace(ui, picked=0, hint=None), ()
        case Do.HINT:
            return _hint(ui, seen, view)
        case Do.PASS:
            return _pass(ui, seen, view)
        case Do.ENTER:
            return _play(ui, seen, view)
    return ui, ()


def _shows_hand(view: PlayerView) -> bool:
    """Whether there is a card to be picked. Who is out has none, and the hand's end may still be on its way."""
    return view.board.phase is Phase.PLAYING and view.hand != 0


def cursor_of(ui: Ui, view: PlayerView) -> Card:
    """The card under the cursor: the one it was put on, or the first."""
    if ui.cursor is not None and view.hand >> ui.cursor & 1:
        return ui.cursor
    return in_order(view.hand, ui.sort)[0]


def _moved(ui: Ui, view: PlayerView, intent: Literal[Do.LEFT, Do.RIGHT, Do.HOME, Do.END]) -> Card:
    cards = in_order(view.hand, ui.sort)
    at = cards.index(cursor_of(ui, view))
    match intent:
        case Do.LEFT:
            return cards[(at - 1) % len(cards)]
        case Do.RIGHT:
            return cards[(at + 1) % len(cards)]
        case Do.HOME:
            return cards[0]
        case Do.END:
            return cards[-1]
        case _:
            assert_never(intent)


def _hint(ui: Ui, seen: Seen, view: PlayerView) -> Updated:
    if not seen.my_turn:
        return replace(ui, notice=Notice.HINT_ON_YOUR_TURN), ()
    from odin_net.bots.hint import hint  # noqa: PLC0415  It brings the bots along, for those who ask for one.

    advice = hint(view)
    return replace(_with_picked(ui, view, advice.move[0]), hint=advice), ()


def _with_picked(ui: Ui, view: PlayerView, picked: Mask) -> Ui:
    """These cards picked, with the cursor on the first of them: who changes them begins there."""
    cursor = next((card for card in in_order(view.hand, ui.sort) if picked >> card & 1), ui.cursor)
    return replace(ui, picked=picked, cursor=cursor)


def _pass(ui: Ui, seen: Seen, view: PlayerView) -> Updated:
    refusal = refuse_pass(view)
    if refusal is not None:
        return replace(ui, notice=reason_of(refusal)), ()
    if is_sent(ui, view.board):
        return ui, ()
    if not legal_plays(view):
        return _send(ui, seen, view, PassMove())  # There is nothing to be asked.
    return _not_sent(ui) if seen.is_cut_off else (replace(ui, mode=Mode.PASSING), ())


def _play(ui: Ui, seen: Seen, view: PlayerView) -> Updated:
    board = view.board
    if board.turn != view.seat:
        return replace(ui, notice=Reason.NOT_YOUR_TURN), ()
    if not ui.picked:
        return (replace(ui, notice=Notice.PICK_FIRST), ()) if legal_plays(view) else _pass(ui, seen, view)
    if is_sent(ui, board):
        return ui, ()
    outcome = judge(view, ui.picked)
    if outcome.refusal is not None:
        return replace(ui, notice=reason_of(outcome.refusal)), ()
    if seen.is_cut_off:
        return _not_sent(ui)
    if len(outcome.takes) > 1:
        # A hint that was followed has chosen already: its card is under the cursor.
        wanted = ui.hint.move[1] if ui.hint is not None and ui.hint.move[0] == ui.picked else None
        middle = middle_of(board)
        return replace(ui, mode=Mode.TAKING, taking=middle.index(wanted) if wanted in middle else 0), ()
    return _send(ui, seen, view, PlayMove(ui.picked, outcome.takes[0] if outcome.takes else None))


def _send(ui: Ui, seen: Seen, view: PlayerView, move: PlayMove | PassMove) -> Updated:
    if seen.is_cut_off:
        return _not_sent(ui)
    sent = view.board.game.id, view.board.action
    return replace(ui, mode=Mode.PLAY, sent=sent, hint=None), (move,)


def _not_sent(ui: Ui) -> Updated:
    """A move is not sent later by itself when the host is away: until then the player may want another."""
    return replace(ui, mode=Mode.PLAY, notice=Notice.NOT_SENT), ()


def _take(ui: Ui, intent: Intent, seen: Seen, view: PlayerView) -> Updated:
    middle = middle_of(view.board)
    match intent:
        case Take(place) if place < len(middle):
            return _send(ui, seen, view, PlayMove(ui.picked, middle[place]))
        case PickCard(card) if card in middle:
            return _send(ui, seen, view, PlayMove(ui.picked, card))
        case Do.ENTER:
            return _send(ui, seen, view, PlayMove(ui.picked, middle[ui.taking % len(middle)]))
        case Do.LEFT:
            return replace(ui, taking=(ui.taking - 1) % len(middle)), ()
        case Do.RIGHT | Do.NEXT_PLAY:
            return replace(ui, taking=(ui.taking + 1) % len(middle)), ()
        case Do.BACK:
            return replace(ui, mode=Mode.PLAY), ()
    return ui, ()


def _answer_pass(ui: Ui, intent: Intent, seen: Seen, view: PlayerView) -> Updated:
    if intent in (Do.ENTER, Do.PASS):
        return _send(ui, seen, view, PassMove())
    return replace(ui, mode=Mode.PLAY), ()


def auto_pass(ui: Ui, seen: Seen) -> tuple[PassSoon, ...]:
    """Pass for who wants that, if nothing can be played."""
    view = seen.view
    if not ui.auto_pass or view is None or not seen.my_turn or refuse_pass(view) is not None or legal_plays(view):
        return ()
    return (PassSoon(view.board.action),)


# --- what news do to it ---


def after_move(ui: Ui, seen: Seen) -> Ui:
    """What is still picked when somebody has moved."""
    view = seen.view
    if view is None:
        return replace(ui, picked=0)
    return replace(ui, picked=ui.picked & view.hand, hint=None if not seen.my_turn else ui.hint, notice=None)


def look_at_turn(ui: Ui, news: News, before: Seen, seen: Seen) -> Updated:
    """When our turn begins: a bell, and whatever can be done for us."""
    view = seen.view
    came_in = isinstance(news, CaughtUp)
    if view is None or not seen.my_turn or not seen.caught_up or (_same_turn(before, seen) and not came_in):
        return ui, ()
    ring = () if came_in and before.was_in else (Ring(),)
    out = whole_hand(view)
    if not came_in:
        # What was said about an earlier key is read no more: there is something to do. Digits pick cards then.
        ui = replace(ui, notice=None, mode=Mode.PLAY if ui.mode is Mode.REACTING else ui.mode)
    if ui.picked:
        ui = replace(ui, notice=Notice.YOUR_TURN)
    elif out:
        ui = replace(ui, picked=out)
    return ui, (*(ring if ui.bell else ()), *auto_pass(ui, seen))


def _same_turn(before: Seen, seen: Seen) -> bool:
    if before.board is None or seen.board is None:
        return False
    return before.my_turn and before.board.action == seen.board.action and before.board.game.id == seen.board.game.id


# --- how it is drawn ---


def _draw(frame: Frame, keys: list[Shown]) -> Picture:
    board = frame.seen.board
    return Picture(()) if board is None else draw_table(frame, board, keys)


TABLE = ScreenDef(BINDINGS, _update, _draw, common=common.BINDINGS, main=MAIN_KEYS)


def _asks(*bindings: Binding) -> ScreenDef:
    """A question about one's own move: the other keys of the table work meanwhile, and are told in its help."""
    others = (*BINDINGS, *common.BINDINGS)
    return ScreenDef(bindings, _update, common=others, shows_common=never, is_open=_is_still_my_turn)


def _is_still_my_turn(ui: Ui, seen: Seen) -> bool:
    return while_it_lasts(ui, seen) and seen.my_turn


TAKING = _asks(
    TAKE,
    Binding("← → Tab", None, mark("choose"), each=(Do.LEFT, Do.RIGHT, Do.NEXT_PLAY), shown="← →"),
    Binding("Enter", Do.ENTER, mark("take the chosen one")),
    Binding("Esc", Do.BACK, mark("back")),
)
PASSING = _asks(Binding("Enter P", Do.ENTER, mark("pass", "key")), Binding("Esc", Do.BACK, mark("back")))
