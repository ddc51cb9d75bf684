"""What works on every picture of a table: the log, the chat, help, leaving, and what the host alone may do."""

from msgspec.structs import replace

from clients.language.voice import mark
from clients.model import Seen
from clients.terminal.bindings import INTERRUPT, Binding
from clients.terminal.frame import Frame
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
    SendPart,
    Ui,
    Updated,
)
from odin_net.game.state import Phase
from protocol.messages import NewCode, StopAfterHand

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


BINDINGS = (
    Binding("N", Do.NEW_CODE, mark("new code"), lambda frame: may_renew_code(frame.seen), soon=lambda _: True),
    Binding(
        "E", Do.STOP_AFTER_HAND, _stop, lambda frame: may_stop(frame.seen),
        rank=1, help=mark("stop after this hand"), in_lesson=False,
    ),
    Binding("L", Do.LOG, mark("log", "key"), in_lesson=False),
    Binding(
        "C", Do.CHAT, _chat, lambda frame: may_chat(frame.seen),
        soon=lambda frame: _unread(frame) > 0, help=mark("chat", "key"), in_lesson=False,
    ),
    Binding("M", Do.BELL, _bell, help=mark("bell"), in_lesson=False),
    Binding("T", Do.LEARN, help=mark("the lesson", "key"), in_lesson=False),
    Binding("?", Do.HELP, mark("help", "key"), rank=2, help=None),
    Binding("Q", Do.QUIT, mark("leave", "key"), rank=2),
    INTERRUPT,
)  # fmt: skip


# --- what they do ---


def update(ui: Ui, intent: Intent, seen: Seen) -> Updated | None:
    """The screen after such a key; None if it is no such key."""
    match intent:
        case Do.QUIT:
            return (ui, (Exit(),)) if seen.ended is not None else (asked_to_leave(ui), ())
        case Do.CHAT if may_chat(seen):
            return replace(ui, mode=Mode.CHAT, draft=Draft(), chat_read=seen.chat_count), ()
        case Do.HELP:
            return replace(ui, mode=Mode.HELP, scroll=0), ()
        case Do.LEARN:
            return ui, (OpenLesson(),)
        case Do.BELL:
            return replace(ui, bell=not ui.bell, notice=Notice.BELL_OFF if ui.bell else Notice.BELL_ON), ()
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
