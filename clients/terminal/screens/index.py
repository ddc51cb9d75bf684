"""Every screen there is, and all that lies over one: keys, pictures and the help follow from this one table. Pure."""

from msgspec.structs import replace

from clients.follower import MOVE_TAGS, tag_of
from clients.language.voice import mark
from clients.model import Seen
from clients.news import CaughtUp, HostRolledBack, LinkChanged, Logged, News
from clients.terminal import bindings
from clients.terminal.bindings import ScreenDef, Section, Shown, key_bar
from clients.terminal.drawing.rows import Picture
from clients.terminal.frame import Frame, is_too_small
from clients.terminal.screens import (
    chat,
    common,
    game_end,
    hand_end,
    invitation,
    lobby,
    lobby_lines,
    overlays,
    parts,
    reactions,
    shared_replay,
    table,
    waiting,
)
from clients.terminal.screens.help import help_over
from clients.terminal.state import Do, Intent, Mode, Notice, Ring, SayReady, Screen, SendPart, Ui, Updated, screen_of
from odin_net.game.events import (
    CardsPlayed,
    ChatSaid,
    HandDealt,
    LobbyOpened,
    Passed,
    Presence,
    RoundEnded,
    SeatChanged,
)
from odin_net.game.state import Phase
from protocol.messages import Audience, Back, Commit, Contribute, Kicked, Nudge, Ready, Reason, Refused, TableCode

# The help over a game tells also what can be done when its hand is over, and the other way round.
HAND = Section(mark("Your hand"), table.HAND)
AT_TABLE = Section(mark("At the table"), (*table.AROUND, *common.TOLD))
HAND_END = Section(mark("When a hand is over"), hand_end.BINDINGS)

SCREENS: dict[Screen, ScreenDef] = {
    Screen.WAIT: waiting.WAIT,
    Screen.NAME: waiting.NAME,
    Screen.LOBBY: lobby.LOBBY,
    Screen.TABLE: table.TABLE._replace(sections=(HAND, AT_TABLE, HAND_END, common.INVITING)),
    Screen.HAND_END: hand_end.HAND_END._replace(sections=(HAND, waiting.AT_TABLE, HAND_END, common.INVITING)),
    Screen.GAME_END: game_end.GAME_END,
    Screen.SHARED_REPLAY: shared_replay.SHARED_REPLAY,
    Screen.ROLLED_BACK: waiting.ROLLED_BACK,
    Screen.ENDED: waiting.ENDED,
}
# What lies over a screen; None: nothing does.
OVERLAYS: dict[Mode, ScreenDef | None] = {
    Mode.PLAY: None,
    Mode.TAKING: table.TAKING,
    Mode.PASSING: table.PASSING,
    Mode.QUITTING: overlays.QUITTING,
    Mode.CHAT: chat.CHAT,
    Mode.REACTING: reactions.REACTING,
    Mode.HELP: help_over(SCREENS),
    Mode.LOG: overlays.LOG,
    Mode.VALHALLA: overlays.VALHALLA,
    Mode.RENAME: lobby.RENAME,
    Mode.KICKING: lobby.KICKING,
    Mode.STARTING: lobby.STARTING,
    Mode.RECODING: lobby.RECODING,
    Mode.GIVING: overlays.GIVING,
    Mode.INVITATION: invitation.INVITATION,
}
# What the program says by itself: nobody pressed a key for it, and nobody needs to hear that it came too late.
OURS = frozenset({tag_of(Commit), tag_of(Contribute), tag_of(Ready), tag_of(Back)})


def screen_with_keys(seen: Seen, ui: Ui) -> ScreenDef:
    """What has the keys now."""
    return OVERLAYS[ui.mode] or SCREENS[screen_of(seen, ui)]


# --- keys ---


def intent_of(frame: Frame, key: str, text: str) -> Intent | None:
    """What a key means now: its name in prompt-toolkit, and the text it types."""
    screen = screen_with_keys(frame.seen, frame.ui)
    rows = (*screen.bindings, *screen.common)
    intent = bindings.intent_of(rows, frame, key, text, is_typed=screen.is_typed, otherwise=screen.otherwise)
    if frame.ui.mode is Mode.REACTING and not reactions.is_for_choice(intent):
        return intent_of(replace(frame, ui=replace(frame.ui, mode=Mode.PLAY)), key, text) or Do.BACK
    return intent


def shown_keys(frame: Frame) -> list[Shown]:
    """The keys that do something now, the most useful first."""
    return key_bar(screen_with_keys(frame.seen, frame.ui), frame)


def update(ui: Ui, intent: Intent, seen: Seen, now: float) -> Updated:
    """The screen after this key or click, and what is to be done."""
    ui, effects = _update(replace(ui, notice=None), intent, seen, now)
    me = seen.me
    if me is not None and me.presence is Presence.COVERED:
        # Whoever presses a key is back: the covering bot stops.
        effects = (SendPart(Back()), *effects)
    return ui, effects


def _update(ui: Ui, intent: Intent, seen: Seen, now: float) -> Updated:
    if intent is Do.INTERRUPT:
        return common.interrupt(ui, seen, now)
    if ui.mode is Mode.REACTING and not reactions.is_for_choice(intent):
        ui = replace(ui, mode=Mode.PLAY)
    screen = screen_with_keys(seen, ui)
    if screen.is_deaf(ui, seen, now):
        return ui, ()
    known = common.update(ui, intent, seen) if screen.common else None
    return screen.update(ui, intent, seen, now) if known is None else known


# --- pictures ---


def compose(frame: Frame) -> Picture:
    """What is on the screen at this moment, cut to the window."""
    if frame.settings.ascii:
        frame = replace(frame, language=frame.language.spelled_out())
    return parts.fitted(frame, Picture(()) if is_too_small(frame.size) else _draw(frame))


def _draw(frame: Frame) -> Picture:
    below = SCREENS[screen_of(frame.seen, frame.ui)]
    draw = screen_with_keys(frame.seen, frame.ui).draw or below.draw
    keys = shown_keys(frame)
    picture = Picture(()) if draw is None else draw(frame, keys)
    return reactions.with_choice(frame, picture, keys) if frame.ui.mode is Mode.REACTING else picture


# --- news ---


def react(ui: Ui, news: News, before: Seen, seen: Seen) -> Updated:
    """What news make of the screen: nothing that somebody is doing is lost, unless it cannot be done any more."""
    if isinstance(news, CaughtUp) and ui.notice is Notice.NOT_SENT:
        ui = replace(ui, notice=None)
    if isinstance(news, (CaughtUp, LinkChanged, Refused)) or ui.pace == (seen.terms.bots, seen.terms.people):
        # What we said last about the pace is set, or may never be.
        ui = replace(ui, pace=None)
    ui = shared_replay.followed(ui, news, seen)
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
        case Nudge():
            return ui, (Ring(),) if ui.bell else ()
        case HostRolledBack():
            # It is asked before anything else, and what was sent before it is not under way any more.
            ui = replace(ui, mode=Mode.PLAY, picked=0, is_ready=False, words=None, hint=None, sent=None)
            return replace(ui, read_hand=None, read_game=None, beat=None), (Ring(),) if ui.bell else ()
        case CaughtUp() if before.was_in and ui.is_ready and seen.phase is Phase.DEALING and not seen.i_am_ready:
            # It was said when the link was lost already: the host has not heard it.
            return ui, (SayReady(),)
    ui = lobby_lines.without_old_notice(_followed(ui, news, before, seen), seen)
    if ui.mode is Mode.CHAT:
        ui = replace(ui, chat_read=seen.chat_count)
    over = OVERLAYS[ui.mode]
    if over is not None and not over.is_open(ui, seen):
        ui = replace(ui, mode=Mode.PLAY)
    return table.look_at_turn(ui, news, before, seen)


def _followed(ui: Ui, news: News, before: Seen, seen: Seen) -> Ui:
    """What somebody has picked, chosen and read, when something has changed below it."""
    match news:
        case Audience() | Kicked() | Logged(_, SeatChanged(), _):
            return lobby_lines.followed(ui, before, seen)
        case Logged(_, HandDealt(), _):
            return replace(ui, picked=0, cursor=None, is_ready=False, words=None, hint=None, beat=None)
        case Logged(_, LobbyOpened(), _):
            follows_game = before.phase not in (None, Phase.LOBBY)
            return replace(lobby_lines.followed(ui, before, seen), is_ready=False, is_line_old=follows_game)
        case Logged(_, CardsPlayed() | Passed() | RoundEnded(), _):
            return table.after_move(ui, seen)
        case Logged(_, ChatSaid(seat, _, _), _) if seat == seen.seat:
            # What we said ourselves we need not read.
            return replace(ui, chat_read=ui.chat_read + seen.chat_count - before.chat_count)
        case CaughtUp() if not before.was_in:
            # What was said before we came stands in the log; whoever comes back may have read it.
            return replace(ui, chat_read=seen.chat_count)
    return ui
