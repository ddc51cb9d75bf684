"""What an intent makes of the screen, and what is to be done outside. Pure. What news make of it: `reacting`."""

from msgspec.structs import replace

from clients.model import Seen, middle_of
from clients.terminal import giving, lobbying
from clients.terminal.drawing.editing import Draft, edit
from clients.terminal.intents import Do, Intent, PickCard, PickNumber, Take
from clients.terminal.selection import Sort, in_order, judge, legal_plays, next_play, pick_number
from clients.terminal.ui import (
    NEVER,
    AskCode,
    Exit,
    FindWords,
    GoOnAnyway,
    LeaveTable,
    Mode,
    NotHeld,
    Notice,
    OpenLesson,
    PassMove,
    PassSoon,
    PlayMove,
    SayChat,
    SayReady,
    Screen,
    SendPart,
    SetName,
    Ui,
    Updated,
)
from odin_net.game.cards import NUMBER_MASKS, Card, Mask
from odin_net.game.events import Presence
from odin_net.game.rules import refuse_pass
from odin_net.game.state import Board, Phase, PlayerView
from odin_net.game.text import NAME_COLUMNS, BadText, clean_chat
from protocol.errors import Hint
from protocol.messages import Back, Cover, NewCode, Reason, StopAfterHand, reason_of

# A second Ctrl-C so soon after the first goes without asking.
DOUBLE_CTRL_C_SECONDS = 2.0
# ARCHITECTURE: who is away. After so long the others may let a bot cover.
PATIENCE = 60.0
PAGE = 10


def screen_of(seen: Seen, ui: Ui) -> Screen:
    """Which picture is drawn. Ends are read before anything that came after them."""
    if seen.name_refused is not None and seen.ended is None:
        return Screen.NAME
    if seen.rollback is not None and seen.ended is None and ui.went_on < seen.rollback.times:
        return Screen.ROLLED_BACK
    result, over = seen.result, seen.over
    if result is not None and ui.read_hand != (result.state.board.game.id, result.number):
        return Screen.HAND_END
    if over is not None and ui.read_game != over.state.board.game.id:
        return Screen.GAME_END
    if seen.ended is not None:
        return Screen.ENDED
    if seen.state is None:
        return Screen.WAIT
    return Screen.LOBBY if seen.phase is Phase.LOBBY else Screen.TABLE


def seat_is_unknown(seen: Seen) -> bool:
    """Whether the host, or what answers there, does not know the seat that we come back to."""
    return seen.link.hint in (Hint.UNKNOWN_TABLE, Hint.UNKNOWN_SEAT) and not seen.was_in


def may_cover(seen: Seen, now: float) -> bool:
    """Whether somebody has kept all waiting for so long that a bot may play for them."""
    board = seen.board
    if board is None or board.phase is not Phase.PLAYING or seen.my_turn or seen.seat is None:
        return False
    occupant = board.game.seats[board.turn]
    return occupant.presence is Presence.HERE and not occupant.level and now >= seen.turn_began + PATIENCE


def may_stop(seen: Seen) -> bool:
    """Whether the game can be ended after this hand; who plays alone just leaves, and a game of one hand ends then."""
    game = seen.game
    is_longer = game is not None and game.options.points > 1
    return seen.owner and is_longer and bool(seen.others_here) and seen.phase in (Phase.PLAYING, Phase.DEALING)


# --- keys ---


def update(ui: Ui, intent: Intent, seen: Seen, now: float) -> Updated:
    """The screen after this key, and what is to be done."""
    ui, effects = _update(replace(ui, notice=None), intent, seen, now)
    me = seen.me
    if me is not None and me.presence is Presence.COVERED:
        # Whoever presses a key is back: the covering bot stops.
        effects = (SendPart(Back()), *effects)
    return ui, effects


def _update(ui: Ui, intent: Intent, seen: Seen, now: float) -> Updated:
    if intent is Do.INTERRUPT:
        return _interrupt(ui, seen, now)
    match ui.mode:
        case Mode.QUITTING:
            return _quitting(ui, intent, seen)
        case Mode.CHAT:
            return _chatting(ui, intent, seen)
        case Mode.HELP | Mode.LOG | Mode.VALHALLA:
            return _reading(ui, intent, seen)
        case Mode.GIVING:
            return giving.asked(ui, intent, seen)
        case Mode.RENAME | Mode.KICKING | Mode.STARTING | Mode.RECODING:
            return lobbying.asked(ui, intent, seen)
    screen = screen_of(seen, ui)
    if screen is Screen.NAME:
        return _naming(ui, intent)
    if screen is Screen.ROLLED_BACK:
        return _rolled_back(ui, intent, seen)
    common = _common(ui, intent, seen)
    if common is not None:
        return common
    match screen:
        case Screen.TABLE:
            return _at_table(ui, intent, seen, now)
        case Screen.HAND_END:
            return _at_hand_end(ui, intent, seen)
        case Screen.GAME_END:
            return _at_game_end(ui, intent, seen)
        case Screen.LOBBY:
            return lobbying.update(ui, intent, seen)
        case Screen.WAIT if intent is Do.NEW_CODE and seat_is_unknown(seen):
            return ui, (AskCode(),)
        case Screen.ENDED:
            return ui, (Exit(),) if intent in (Do.ENTER, Do.BACK) else ()
    return ui, ()


def _interrupt(ui: Ui, seen: Seen, now: float) -> Updated:
    if seen.ended is not None:
        return ui, (Exit(),)
    if now - ui.interrupted_at <= DOUBLE_CTRL_C_SECONDS:
        return ui, (LeaveTable(for_good=False),)
    return replace(ui, mode=Mode.QUITTING, interrupted_at=now), ()


def _asked_to_leave(ui: Ui) -> Ui:
    """By a key that asks: no Ctrl-C has been pressed for it, so there is no second one."""
    return replace(ui, mode=Mode.QUITTING, interrupted_at=NEVER)


def _quitting(ui: Ui, intent: Intent, seen: Seen) -> Updated:
    match intent:
        case Do.STAY | Do.BACK | Do.ENTER:
            return replace(ui, mode=Mode.PLAY), ()
        case Do.LEAVE:
            return ui, (LeaveTable(for_good=False),)
        case Do.LEAVE_FOR_GOOD if seen.seat is not None and not seen.is_cut_off and not seen.owner:
            return ui, (LeaveTable(for_good=True),)
    return ui, ()


def _chatting(ui: Ui, intent: Intent, seen: Seen) -> Updated:
    if intent is Do.BACK:
        return replace(ui, mode=Mode.PLAY, chat_read=seen.chat_count), ()
    if intent is not Do.ENTER:
        return replace(ui, draft=edit(ui.draft, intent)), ()
    if not ui.draft.text.strip():
        return replace(ui, mode=Mode.PLAY, chat_read=seen.chat_count), ()
    try:
        text = clean_chat(ui.draft.text)
    except BadText:
        return replace(ui, notice=Reason.BAD_TEXT), ()
    if seen.is_cut_off:
        return replace(ui, notice=Notice.NOT_SENT), ()  # What was typed stays there, to be sent later.
    return replace(ui, draft=Draft()), (SayChat(text),)


# The log is read from its end, line by line; the help page by page, around and around.
SCROLL = {Do.UP: 1, Do.DOWN: -1, Do.PAGE_UP: PAGE, Do.PAGE_DOWN: -PAGE}
TURN = {Do.UP: -1, Do.LEFT: -1, Do.PAGE_UP: -1, Do.DOWN: 1, Do.RIGHT: 1, Do.PAGE_DOWN: 1}


def _reading(ui: Ui, intent: Intent, seen: Seen) -> Updated:
    if isinstance(intent, Do) and ui.mode is Mode.HELP and intent in TURN:
        return replace(ui, scroll=ui.scroll + TURN[intent]), ()
    if isinstance(intent, Do) and ui.mode is Mode.LOG and intent in SCROLL:
        return replace(ui, scroll=min(max(0, ui.scroll + SCROLL[intent]), max(PAGE, len(seen.told)))), ()
    return replace(ui, mode=Mode.PLAY, scroll=0), (OpenLesson(),) if intent is Do.LEARN else ()


def _naming(ui: Ui, intent: Intent) -> Updated:
    if intent is Do.QUIT or intent is Do.BACK:
        return _asked_to_leave(ui), ()
    if intent is not Do.ENTER:
        return replace(ui, draft=edit(ui.draft, intent, NAME_COLUMNS)), ()
    return (ui, (SetName(ui.draft.text),)) if ui.draft.text.strip() else (ui, ())


def _rolled_back(ui: Ui, intent: Intent, seen: Seen) -> Updated:
    """Whether to go on with a host that has lost something: nothing else is asked meanwhile."""
    match intent:
        case Do.ENTER if seen.rollback is not None:
            return replace(ui, went_on=seen.rollback.times), (GoOnAnyway(),)
        case Do.QUIT:
            return ui, (LeaveTable(for_good=False),)
    return ui, ()


def _common(ui: Ui, intent: Intent, seen: Seen) -> Updated | None:
    """What works on every picture of a table."""
    match intent:
        case Do.QUIT:
            return (ui, (Exit(),)) if seen.ended is not None else (_asked_to_leave(ui), ())
        case Do.CHAT if seen.state is not None and seen.ended is None:
            return replace(ui, mode=Mode.CHAT, draft=Draft(), chat_read=seen.chat_count), ()
        case Do.HELP:
            return replace(ui, mode=Mode.HELP, scroll=0), ()
        case Do.LEARN:
            return ui, (OpenLesson(),)
        case Do.BELL:
            return replace(ui, bell=not ui.bell, notice=Notice.BELL_OFF if ui.bell else Notice.BELL_ON), ()
        case Do.LOG:
            return replace(ui, mode=Mode.LOG, scroll=0), ()
        case Do.NEW_CODE if seen.is_guessed_at and seen.phase is not Phase.LOBBY:
            # In the middle of a game, too: otherwise who mistyped and comes late, or back, waits outside.
            return ui, (SendPart(NewCode()),)
        case Do.STOP_AFTER_HAND if may_stop(seen):
            stop = not seen.terms.stops
            notice = Notice.STOPS_AFTER_HAND if stop else Notice.GOES_ON
            return replace(ui, notice=notice), (SendPart(StopAfterHand(stop)),)
    return None


# --- at the table ---


def _at_table(ui: Ui, intent: Intent, seen: Seen, now: float) -> Updated:
    match intent:
        case Do.VALHALLA:
            return replace(ui, mode=Mode.VALHALLA), ()
        case Do.SORT:
            sort = Sort.COLOUR if ui.sort is Sort.NUMBER else Sort.NUMBER
            return replace(ui, sort=sort, notice=Notice.BY_COLOUR if sort is Sort.COLOUR else Notice.BY_NUMBER), ()
        case Do.COVER if may_cover(seen, now) and seen.board is not None:
            return replace(ui, notice=Notice.COVER_ASKED), (SendPart(Cover(seen.board.turn)),)
        case Do.GIVE if giving.seats_to_give(seen):
            return giving.opened(ui, seen), ()
    view = seen.view
    if view is None or view.board.phase is not Phase.PLAYING:
        return ui, ()
    if intent is Do.AUTO_PASS:
        ui = replace(ui, auto_pass=not ui.auto_pass)
        notice = Notice.AUTO_PASS_ON if ui.auto_pass else Notice.AUTO_PASS_OFF
        return replace(ui, notice=notice), auto_pass(ui, seen)
    match ui.mode:
        case Mode.TAKING:
            return _taking(ui, intent, seen, view)
        case Mode.PASSING:
            return _passing(ui, intent, seen, view)
    return _picking(ui, intent, seen, view)


def _picking(ui: Ui, intent: Intent, seen: Seen, view: PlayerView) -> Updated:
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


def cursor_of(ui: Ui, view: PlayerView) -> Card:
    """The card under the cursor: the one it was put on, or the first."""
    if ui.cursor is not None and view.hand >> ui.cursor & 1:
        return ui.cursor
    return in_order(view.hand, ui.sort)[0]


def _moved(ui: Ui, view: PlayerView, intent: Intent) -> Card:
    cards = in_order(view.hand, ui.sort)
    at = cards.index(cursor_of(ui, view))
    match intent:
        case Do.LEFT:
            return cards[(at - 1) % len(cards)]
        case Do.RIGHT:
            return cards[(at + 1) % len(cards)]
        case Do.HOME:
            return cards[0]
        case _:
            return cards[-1]


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


def is_sent(ui: Ui, board: Board) -> bool:
    """Whether the move of now was sent and is not answered yet."""
    return ui.sent == (board.game.id, board.action)


def _pass(ui: Ui, seen: Seen, view: PlayerView) -> Updated:
    refusal = refuse_pass(view)
    if refusal is not None:
        return replace(ui, notice=reason_of(refusal)), ()
    if is_sent(ui, view.board):
        return ui, ()
    return _not_sent(ui) if seen.is_cut_off else (replace(ui, mode=Mode.PASSING), ())


def _play(ui: Ui, seen: Seen, view: PlayerView) -> Updated:
    board = view.board
    if board.turn != view.seat:
        return replace(ui, notice=Reason.NOT_YOUR_TURN), ()
    if not ui.picked:
        return replace(ui, notice=Notice.PICK_FIRST if legal_plays(view) else Notice.NO_PLAY), ()
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
    """Nothing is kept for a host who is away: before it is back, somebody may have thought of another move."""
    return replace(ui, mode=Mode.PLAY, notice=Notice.NOT_SENT), ()


def _taking(ui: Ui, intent: Intent, seen: Seen, view: PlayerView) -> Updated:
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


def _passing(ui: Ui, intent: Intent, seen: Seen, view: PlayerView) -> Updated:
    if intent in (Do.ENTER, Do.PASS):
        return _send(ui, seen, view, PassMove())
    return replace(ui, mode=Mode.PLAY), ()


def auto_pass(ui: Ui, seen: Seen) -> tuple[PassSoon, ...]:
    """Pass for who wants that, if nothing can be played."""
    view = seen.view
    if not ui.auto_pass or view is None or not seen.my_turn or refuse_pass(view) is not None or legal_plays(view):
        return ()
    return (PassSoon(view.board.action),)


# --- ends ---


def _at_hand_end(ui: Ui, intent: Intent, seen: Seen) -> Updated:
    result = seen.result
    if intent is Do.WORDS and result is not None:
        return (replace(ui, words=None), ()) if ui.words is not None else (ui, (FindWords(result.digest),))
    if intent not in (Do.ENTER, Do.TOGGLE) or result is None:
        return ui, ()
    if seen.over is not None or seen.ended is not None or seen.phase is Phase.LOBBY:
        return replace(ui, read_hand=(result.state.board.game.id, result.number), words=None), ()
    if seen.seat is None or ui.is_ready or (seen.phase is Phase.DEALING and seen.i_am_ready):
        return ui, ()
    return replace(ui, is_ready=True), (SayReady(),)


def _at_game_end(ui: Ui, intent: Intent, seen: Seen) -> Updated:
    if seen.over is None or intent not in (Do.ENTER, Do.TOGGLE, Do.BACK, Do.READY):
        return ui, ()
    ui = replace(ui, read_game=seen.over.state.board.game.id)
    if seen.ended is not None:
        return ui, ()
    rematch = intent is Do.READY and seen.seat is not None
    return ui, (SayReady(),) if rematch else ()
