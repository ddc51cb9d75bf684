"""Who sits there and what is agreed: sentences of the lobby."""

from typing import assert_never

from clients.language.options import target
from clients.language.voice import Voice, mark
from clients.sentences import shown_name
from odin_net.game.events import Kind, LobbyOpened, Occupant, Presence, SeatChanged
from odin_net.game.state import Phase, State
from odin_net.levels import LEVELS
from protocol.messages import CodeNews, Terms

CODE_NEWS: dict[CodeNews, str] = {
    CodeNews.SHOWN: mark("The table has a new code; the old one lets nobody in any more."),
    CodeNews.DRAWN: mark("Too many wrong codes were tried: the table has a new one, and the old one lets nobody in."),
    CodeNews.SHUT_OUT: mark("Somebody tried three wrong codes and has to wait; a new code lets them try again."),
}


def code_news(language: Voice, news: CodeNews) -> str:
    """What has become of the code, for the owner."""
    return language(CODE_NEWS[news])


def level(language: Voice, level: str) -> str:
    """A bot of this level."""
    return language.tell(LEVELS[level]) if level in LEVELS else language("bot")


def lobby(language: Voice, event: LobbyOpened) -> str:
    """A game is being prepared."""
    far = target(language, event.options.points)
    if not event.seats:
        return language("The next game is being prepared, {goal}.", goal=far)
    there = language.enumerated([who(language, occupant) for occupant in event.seats])
    return language("The next game is being prepared, {goal}. At the table: {names}.", goal=far, names=there)


def clock(language: Voice, turn: float) -> str:
    """How long a turn may take."""
    if not turn:
        return language("There is no turn clock.")
    return language.many("Each turn may take {count} second.", "Each turn may take {count} seconds.", round(turn))


def terms(language: Voice, before: Terms, now: Terms) -> str:
    """What the host has set anew."""
    said = [clock(language, now.people / 1000)] if now.people != before.people else []
    if now.stop_after and not before.stop_after:
        said.append(language("The host ends the game with this hand: it is the last one."))
    elif before.stop_after and not now.stop_after:
        said.append(language("The host lets the game go on after this hand."))
    return " ".join(said)


def who(language: Voice, occupant: Occupant, *, in_lobby: bool = True) -> str:
    """Somebody at the table, and how they are. Ready counts in the lobby only."""
    name = shown_name(occupant.name)
    if occupant.kind is Kind.BOT:
        return language("{name} ({kind})", name=name, kind=level(language, occupant.level))
    # In the lobby there is nothing to play yet.
    if occupant.presence is Presence.AWAY or (occupant.presence is Presence.COVERED and in_lobby):
        return language("{name} (away)", name=name)
    if occupant.presence is Presence.COVERED:
        return language("{name} (away, a bot plays)", name=name)
    return language("{name} (ready)", name=name) if occupant.ready and in_lobby else name


def seat_changed(language: Voice, event: SeatChanged, before: State | None, me: int | None) -> str | None:
    """What is different now about a seat."""
    seats = () if before is None else before.board.game.seats
    old = seats[event.seat] if event.seat < len(seats) else None
    new = event.occupant
    if new is None:
        return None if old is None else language("{name} leaves the table.", name=shown_name(old.name))
    name = shown_name(new.name)
    if old is None:
        return _sits_down(language, new, event.seat, mine=event.seat == me)
    if old.name != new.name or old.kind is not new.kind:
        is_mine = event.seat == me
        return _another(language, old, new, event.seat, seats, in_lobby=_in_lobby(before), mine=is_mine)
    if old.presence is not new.presence:
        say = _presence_in_lobby if _in_lobby(before) else _presence
        return say(language, name, new.presence, mine=event.seat == me)
    if old.ready != new.ready:
        if not _in_lobby(before):
            return None
        return _readiness(language, name, ready=new.ready, mine=event.seat == me)
    if old.level != new.level:
        return language("{name} is another bot now: {kind}.", name=name, kind=level(language, new.level))
    return None


def _in_lobby(before: State | None) -> bool:
    return before is not None and before.board.phase is Phase.LOBBY


def _sits_down(language: Voice, new: Occupant, seat: int, *, mine: bool) -> str:
    if mine:
        return language("You sit at seat {seat}.", seat=seat + 1)
    # Without its number: when somebody before them goes, they move up, and the log would still tell the old one.
    return language("{name} sits down.", name=who(language, new))


def _another(
    language: Voice, old: Occupant, new: Occupant, seat: int, seats: tuple[Occupant, ...], *, in_lobby: bool, mine: bool
) -> str:
    name, former = shown_name(new.name), shown_name(old.name)
    # Two who change places are two events. At the second one the former occupant sits on the other's seat already.
    others = {occupant.name for number, occupant in enumerate(seats) if number != seat}
    if new.name in others or old.name in others:
        return language("{name} sits at seat {seat} now.", name=name, seat=seat + 1)
    if new.kind is Kind.BOT:
        return language("{name} takes over from {former}.", name=who(language, new), former=former)
    # In a game nobody changes their name, nor can somebody who is away.
    if old.kind is Kind.BOT or not in_lobby or old.presence is not Presence.HERE:
        if mine:
            return language("You take over from {former}.", former=former)
        return language("{name} takes over from {former}.", name=name, former=former)
    if mine:
        return language("You are called {name} now.", name=name)
    return language("{former} is called {name} now.", name=name, former=former)


def _presence(language: Voice, name: str, presence: Presence, *, mine: bool) -> str:
    match presence:
        case Presence.AWAY if mine:
            return language("You were away.")
        case Presence.AWAY:
            return language("{name} is away. If that lasts, a bot plays for them.", name=name)
        case Presence.COVERED if mine:
            return language("A bot plays for you now: any command takes your seat back.")
        case Presence.COVERED:
            return language("A bot plays for {name} now.", name=name)
        case Presence.HERE:
            return language("You are back.") if mine else language("{name} is back.", name=name)
        case _:
            assert_never(presence)


def _presence_in_lobby(language: Voice, name: str, presence: Presence, *, mine: bool) -> str:
    """The same before a game, where bots have nothing to play yet."""
    match presence:
        case Presence.AWAY if not mine:
            return language("{name} is away. If that lasts, the game may begin with a bot in their place.", name=name)
        case Presence.COVERED if mine:
            return language("If the game begins, a bot plays for you: any command takes your seat back.")
        case Presence.COVERED:
            return language("If the game begins, a bot plays for {name}.", name=name)
        case _:
            return _presence(language, name, presence, mine=mine)


def _readiness(language: Voice, name: str, *, ready: bool, mine: bool) -> str:
    if mine:
        return language("You are ready.") if ready else language("You are not ready yet.")
    return language("{name} is ready.", name=name) if ready else language("{name} is not ready yet.", name=name)


def and_more(language: Voice, count: int) -> str:
    """That so many tables are not listed."""
    return language.many(
        "{count} more table is not listed here: its address is the way to it.",
        "{count} more tables are not listed here: their address is the way to them.",
        count,
    )
