"""What news make of the screen, and what is to be done outside. Pure."""

from msgspec.structs import replace

from clients.follower import MOVE_TAGS, tag_of
from clients.model import Seen
from clients.news import CaughtUp, HostRolledBack, Logged, News
from clients.terminal.giving import chosen_seat
from clients.terminal.lobbying import followed
from clients.terminal.selection import whole_hand
from clients.terminal.ui import Mode, Notice, Ring, SayReady, Ui, Updated
from clients.terminal.update import auto_pass
from odin_net.game.events import CardsPlayed, ChatSaid, HandDealt, LobbyOpened, Passed, RoundEnded, SeatChanged
from odin_net.game.state import Phase
from protocol.messages import Audience, Back, Commit, Contribute, Kicked, Nudge, Ready, Reason, Refused, TableCode

# What the program says by itself: nobody pressed a key for it, and nobody needs to hear that it came too late.
OURS = frozenset({tag_of(Commit), tag_of(Contribute), tag_of(Ready), tag_of(Back)})

# Questions that nobody needs to answer when it is not the time for them any more.
OF_TURN = (Mode.TAKING, Mode.PASSING)
OF_LOBBY = (Mode.RENAME, Mode.KICKING, Mode.STARTING, Mode.RECODING)
# What can still be read when nothing can be said any more.
OF_READING = (Mode.HELP, Mode.LOG, Mode.VALHALLA)


def react(ui: Ui, news: News, before: Seen, seen: Seen) -> Updated:
    """What news make of the screen: nothing that somebody is doing is lost, unless it cannot be done any more."""
    if isinstance(news, CaughtUp) and ui.notice is Notice.NOT_SENT:
        ui = replace(ui, notice=None)
    match news:
        case Refused(tag, _, _) if tag in OURS:
            return ui, ()
        case Refused(_, _, Reason.FULL) if seen.owner:
            # Who keeps the table neither watches it nor tries again later.
            return replace(ui, notice=Notice.ALL_TAKEN), ()
        case Refused(tag, _, reason):
            ui = replace(ui, notice=reason, sent=None if tag in MOVE_TAGS else ui.sent)
            if seen.name_refused is not None:
                ui = replace(ui, mode=Mode.PLAY if ui.mode is Mode.RENAME else ui.mode)
            return ui, ()
        case TableCode(_, why) if seen.is_guessed_at:
            return replace(ui, notice=why), ()
        case Audience() | Kicked():
            ui = followed(ui, before, seen)
        case Nudge():
            return ui, (Ring(),) if ui.bell else ()
        case HostRolledBack():
            # It is asked before anything else, and what was sent before it is not under way any more.
            ui = replace(ui, mode=Mode.PLAY, picked=0, is_ready=False, words=None, hint=None, sent=None)
            return replace(ui, read_hand=None, read_game=None), (Ring(),) if ui.bell else ()
        case Logged(_, HandDealt(), _):
            ui = replace(ui, picked=0, cursor=None, is_ready=False, words=None, hint=None)
        case Logged(_, LobbyOpened(), _):
            ui = replace(followed(ui, before, seen), is_ready=False)
        case Logged(_, SeatChanged(), _):
            ui = followed(ui, before, seen)
        case Logged(_, CardsPlayed() | Passed() | RoundEnded(), _):
            ui = _after_move(ui, seen)
        case Logged(_, ChatSaid(seat, _, _), _) if seat == seen.seat:
            # What we said ourselves we need not read.
            ui = replace(ui, chat_read=ui.chat_read + seen.chat_count - before.chat_count)
        case CaughtUp() if not before.was_in:
            # What was said before we came stands in the log; whoever comes back may have read it.
            ui = replace(ui, chat_read=seen.chat_count)
        case CaughtUp() if ui.is_ready and seen.phase is Phase.DEALING and not seen.i_am_ready:
            # It was said when the link was lost already: the host has not heard it.
            return ui, (SayReady(),)
    if ui.mode is Mode.CHAT:
        ui = replace(ui, chat_read=seen.chat_count)
    if not _is_their_time(ui, seen):
        ui = replace(ui, mode=Mode.PLAY)
    return _look_at_turn(ui, news, before, seen)


def _is_their_time(ui: Ui, seen: Seen) -> bool:
    """Whether what is asked can still be answered."""
    mode = ui.mode
    if seen.ended is not None:
        return mode in OF_READING
    if mode in OF_TURN:
        return seen.my_turn
    if mode in OF_LOBBY:
        return seen.phase is Phase.LOBBY
    return mode is not Mode.GIVING or chosen_seat(ui, seen) is not None


def _after_move(ui: Ui, seen: Seen) -> Ui:
    view = seen.view
    if view is None:
        return replace(ui, picked=0)
    return replace(ui, picked=ui.picked & view.hand, hint=None if not seen.my_turn else ui.hint, notice=None)


def _look_at_turn(ui: Ui, news: News, before: Seen, seen: Seen) -> Updated:
    """When our turn begins: a bell, and whatever can be done for us."""
    view = seen.view
    came_in = isinstance(news, CaughtUp)
    if view is None or not seen.my_turn or not seen.caught_up or (_same_turn(before, seen) and not came_in):
        return ui, ()
    ring = () if came_in and before.was_in else (Ring(),)
    out = whole_hand(view)
    if out and not ui.picked:
        ui = replace(ui, picked=out)
    return ui, (*(ring if ui.bell else ()), *auto_pass(ui, seen))


def _same_turn(before: Seen, seen: Seen) -> bool:
    if before.board is None or seen.board is None:
        return False
    return before.my_turn and before.board.action == seen.board.action and before.board.game.id == seen.board.game.id
