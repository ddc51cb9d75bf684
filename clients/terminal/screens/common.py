"""What works on every picture of a table: the log, the chat, help, leaving, and what the host alone may do."""

from msgspec.structs import replace

from clients.language.voice import mark
from clients.model import Seen
from clients.terminal.bindings import INTERRUPT, Binding, Section
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.state import (
    NEVER,
    Do,
    Draft,
    Exit,
    Intent,
    LeaveTable,
    Mode,
    Notice,
    OpenLesson,
    Screen,
    SendPart,
    Ui,
    Updated,
    screen_of,
)
from odin_net.game.events import Presence
from odin_net.game.state import Phase
from protocol.messages import NewCode, ShowStep, StopAfterHand

# A second Ctrl-C so soon after the first goes without asking.
DOUBLE_CTRL_C_SECONDS = 2.0


def may_stop(seen: Seen) -> bool:
    """Whether the game can be ended after this hand; who plays alone just leaves, and a game of one hand ends then."""
    game = seen.game
    is_longer = game is not None and game.options.points > 1
    is_on = seen.ended is None and seen.phase in (Phase.PLAYING, Phase.DEALING)
    return seen.owner and is_longer and bool(seen.others_here) and is_on


def may_renew_code(seen: Seen) -> bool:
    """In the middle of a game, too: otherwise who mistyped and comes late, or back, waits outside."""
    return seen.is_guessed_at and seen.phase is not Phase.LOBBY and seen.ended is None


def may_chat(seen: Seen) -> bool:
    """Whether there is a table, and somebody to hear it."""
    return seen.state is not None and seen.ended is None


def may_show_again(seen: Seen) -> bool:
    """Whether the table is ours, a game is over, and the next one has not begun."""
    return seen.owner and seen.ended is None and seen.phase is Phase.LOBBY and seen.over is not None


def may_watch_again(seen: Seen, ui: Ui) -> bool:
    """Whether we may show the last game again, or look at it again where it is shown.

    Not before its last hand was read: until then the key means something else.
    """
    is_read = screen_of(seen, ui) is not Screen.HAND_END
    return is_read and (may_show_again(seen) if seen.replay is None else ui.left_replay)


def may_cover(seen: Seen, now: float) -> bool:
    """Whether somebody has kept all waiting for so long that a bot may play for them."""
    board = seen.board
    if board is None or board.phase is not Phase.PLAYING or seen.my_turn or seen.seat is None:
        return False
    if not 0 <= board.turn < len(board.game.seats):
        return False  # Plays are checked at the hand's end: until then a lying host may name a seat that is not there.
    occupant = board.game.seats[board.turn]
    return occupant.presence is Presence.HERE and not occupant.level and now >= seen.cover_at


# --- its keys ---


def _unread(frame: Frame) -> int:
    return frame.seen.chat_count - frame.ui.chat_read


def _chat(frame: Frame) -> str:
    unread = _unread(frame)
    return frame.language("chat ({count} new)", count=unread) if unread > 0 else frame.language("chat", "key")


def _bell(frame: Frame) -> str:
    state = frame.language("on" if frame.ui.bell else "off", "bell")
    return frame.language("bell: {state}", state=state)


def _stop(frame: Frame) -> str:
    return frame.language("go on", "stop") if frame.seen.terms.stop_after else frame.language("stop after this hand")


def _watch_again(frame: Frame) -> str:
    if frame.seen.replay is None:
        # Translators: the host shows the last game to everybody, step by step. Room for 16 cells.
        return frame.language("show it again")
    # Translators: the host shows the last game, and somebody who left that comes back to it. Room for 16 cells.
    return frame.language("watch with all")


INVITE = Binding(
    "K", Do.INVITE, mark("invite", "key"), parts.may_invite,
    bar=lambda frame: frame.seen.phase is Phase.LOBBY, help=mark("all ways in, with a QR code"), in_lesson=False,
    needed=3,
)  # fmt: skip
BINDINGS = (
    Binding(
        "N", Do.NEW_CODE, mark("new code"), lambda frame: may_renew_code(frame.seen), soon=lambda _: True, needed=-1
    ),
    Binding(
        "E", Do.STOP_AFTER_HAND, _stop, lambda frame: may_stop(frame.seen),
        rank=1, help=mark("stop after this hand"), in_lesson=False,
    ),
    INVITE,
    Binding(
        "W", Do.WATCH_AGAIN, _watch_again, lambda frame: may_watch_again(frame.seen, frame.ui),
        help=mark("the last game once more, step by step, for everybody"), in_lesson=False, needed=3,
    ),
    Binding("L", Do.LOG, mark("log", "key"), in_lesson=False),
    Binding(
        "C", Do.CHAT, _chat, lambda frame: may_chat(frame.seen),
        soon=lambda frame: _unread(frame) > 0, help=mark("chat", "key"), in_lesson=False,
    ),
    Binding(
        "F", Do.REACT, mark("call out", "key"), lambda frame: may_chat(frame.seen), rank=1, in_lesson=False
    ),
    Binding("M", Do.BELL, _bell, help=mark("bell"), in_lesson=False),
    Binding("T", Do.LEARN, help=mark("the lesson", "key"), in_lesson=False),
    Binding("?", Do.HELP, mark("help", "key"), rank=2, help=None),
    Binding("Q", Do.QUIT, mark("leave", "key"), rank=2),
    INTERRUPT,
)  # fmt: skip
# In the help over a game, the key for the invitation stands by what that says.
# And Ctrl-C leaves as Q does: that is told once.
TOLD = tuple(row for row in BINDINGS if row not in (INVITE, INTERRUPT))
INVITING = Section(mark("How others join"), (INVITE,))


# --- what they do ---


def update(ui: Ui, intent: Intent, seen: Seen) -> Updated | None:
    """The screen after such a key; None if it is no such key."""
    match intent:
        case Do.QUIT:
            return (ui, (Exit(),)) if seen.ended is not None else (asked_to_leave(ui), ())
        case Do.CHAT if may_chat(seen):
            return replace(ui, mode=Mode.CHAT, draft=Draft(), chat_read=seen.chat_count), ()
        case Do.REACT if may_chat(seen):
            return replace(ui, mode=Mode.REACTING), ()
        case Do.HELP:
            return replace(ui, mode=Mode.HELP, scroll=0), ()
        case Do.LEARN:
            return ui, (OpenLesson(),)
        case Do.BELL:
            return replace(ui, bell=not ui.bell, notice=Notice.BELL_OFF if ui.bell else Notice.BELL_ON), ()
        case Do.INVITE if seen.owner:
            return replace(ui, mode=Mode.INVITATION, address=0), ()
        case Do.WATCH_AGAIN if seen.replay is not None:
            return replace(ui, left_replay=False), ()
        case Do.WATCH_AGAIN if may_show_again(seen):
            return replace(ui, asked_step=0), (SendPart(ShowStep(0)),)
        case Do.LOG:
            return replace(ui, mode=Mode.LOG, scroll=0), ()
        case Do.NEW_CODE if may_renew_code(seen):
            return ui, (SendPart(NewCode()),)
        case Do.STOP_AFTER_HAND if may_stop(seen):
            stop = not seen.terms.stop_after
            notice = Notice.STOPS_AFTER_HAND if stop else Notice.GOES_ON
            return replace(ui, notice=notice), (SendPart(StopAfterHand(stop)),)
    return None


def interrupt(ui: Ui, seen: Seen, now: float) -> Updated:
    """Ctrl-C, whatever is open: the first asks, the second goes."""
    if seen.ended is not None:
        return ui, (Exit(),)
    if now - ui.interrupted_at <= DOUBLE_CTRL_C_SECONDS:
        return ui, (LeaveTable(for_good=False),)
    return replace(ui, mode=Mode.QUITTING, interrupted_at=now), ()


def asked_to_leave(ui: Ui) -> Ui:
    """By a key that asks: no Ctrl-C has been pressed for it, so there is no second one."""
    return replace(ui, mode=Mode.QUITTING, interrupted_at=NEVER)
