"""Who sits there and what is agreed: sentences of the lobby."""

from clients.language.voice import Voice, mark
from clients.news import TermsSet
from clients.sentences import shown_name
from odin_net.game.events import Kind, LobbyOpened, Occupant, Presence, SeatChanged
from odin_net.game.options import ALL_SIX, DRAWN_FOUR, Options, Starter
from odin_net.game.state import Phase, State
from odin_net.levels import LEVELS
from protocol.messages import CodeNews

CODE_NEWS: dict[CodeNews, str] = {
    CodeNews.SHOWN: mark("The table has a new code; the old one lets nobody in any more."),
    CodeNews.DRAWN: mark("Too many wrong codes were tried: the table has a new one, and the old one lets nobody in."),
    CodeNews.SHUT_OUT: mark("Somebody tried three wrong codes and has to wait; a new code lets them try again."),
}


def code_news(tongue: Voice, news: CodeNews) -> str:
    """What has become of the code, for the owner."""
    return tongue(CODE_NEWS[news])


def level(tongue: Voice, level: str) -> str:
    """A bot of this level."""
    return tongue.tell(LEVELS[level]) if level in LEVELS else tongue("bot")


def target(tongue: Voice, points: int) -> str:
    """How far a game goes."""
    # RULES: end of the game. A game of a single hand is the target 1.
    if points == 1:
        return tongue("one hand")
    return tongue.many("to {count} point", "to {count} points", points)


def goal(tongue: Voice, points: int) -> str:
    """The same as a sentence."""
    if points == 1:
        return tongue("The game is one hand.")
    return tongue.many("The game goes to {count} point.", "The game goes to {count} points.", points)


def lobby(tongue: Voice, event: LobbyOpened) -> str:
    """A game is being prepared."""
    far = target(tongue, event.options.points)
    if not event.seats:
        return tongue("The next game is being prepared, {goal}.", goal=far)
    there = tongue.enumerated([who(tongue, occupant) for occupant in event.seats])
    return tongue("The next game is being prepared, {goal}. At the table: {names}.", goal=far, names=there)


def options(tongue: Voice, options: Options, before: State | None = None, me: int | None = None) -> str:
    """What was agreed anew: only what is different now. Whoever was ready has to say so again."""
    game = None if before is None else before.board.game
    old = None if game is None else game.options
    said = []
    if old is None or old.points != options.points:
        said.append(goal(tongue, options.points))
    if old is None or old.colours != options.colours:
        said.append(colours(tongue, options.colours))
    if old is None or old.starter is not options.starter:
        said.append(_starter(tongue, options.starter))
    if said and game is not None and me is not None and me < len(game.seats) and game.seats[me].ready:
        said.append(tongue("Say again that you are ready."))
    return " ".join(said)


def clock(tongue: Voice, turn: float) -> str:
    """How long a turn may take."""
    if not turn:
        return tongue("There is no turn clock.")
    return tongue.many("Each turn may take {count} second.", "Each turn may take {count} seconds.", round(turn))


def terms(tongue: Voice, before: TermsSet, now: TermsSet) -> str:
    """What the host has set anew."""
    said = [clock(tongue, now.turn)] if now.turn != before.turn else []
    if now.stops and not before.stops:
        said.append(tongue("The host ends the game with this hand: it is the last one."))
    elif before.stops and not now.stops:
        said.append(tongue("The host lets the game go on after this hand."))
    return " ".join(said)


def colours(tongue: Voice, colours: str) -> str:
    """What two players play with."""
    if colours == ALL_SIX:
        return tongue("With two players, all six colours are in play.")
    if colours == DRAWN_FOUR:
        return tongue("With two players, four colours are drawn.")
    return tongue("With two players, the colours are {letters}.", letters=" ".join(colours))


def _starter(tongue: Voice, starter: Starter) -> str:
    if starter is Starter.LAST:
        return tongue("Whoever went out opens the next hand.")
    return tongue("The player to the left opens the next hand.")


def who(tongue: Voice, occupant: Occupant, *, in_lobby: bool = True) -> str:
    """Somebody at the table, and how they are. Ready counts in the lobby only."""
    name = shown_name(occupant.name)
    if occupant.kind is Kind.BOT:
        return tongue("{name} ({kind})", name=name, kind=level(tongue, occupant.level))
    if occupant.presence is Presence.AWAY:
        return tongue("{name} (away)", name=name)
    if occupant.presence is Presence.COVERED:
        return tongue("{name} (away, a bot plays)", name=name)
    return tongue("{name} (ready)", name=name) if occupant.ready and in_lobby else name


def seat_changed(tongue: Voice, event: SeatChanged, before: State | None, me: int | None) -> str | None:
    """What is different now about a seat."""
    seats = () if before is None else before.board.game.seats
    old = seats[event.seat] if event.seat < len(seats) else None
    new = event.occupant
    if new is None:
        return None if old is None else tongue("{name} leaves the table.", name=shown_name(old.name))
    name = shown_name(new.name)
    if old is None:
        return _sits_down(tongue, new, event.seat, mine=event.seat == me)
    if old.name != new.name or old.kind is not new.kind:
        is_mine = event.seat == me
        return _another(tongue, old, new, event.seat, seats, in_lobby=_in_lobby(before), mine=is_mine)
    if old.presence is not new.presence:
        return _presence(tongue, name, new.presence, mine=event.seat == me)
    if old.ready != new.ready:
        if not _in_lobby(before):
            return None
        return _readiness(tongue, name, ready=new.ready, mine=event.seat == me)
    if old.level != new.level:
        return tongue("{name} is another bot now: {kind}.", name=name, kind=level(tongue, new.level))
    return None


def _in_lobby(before: State | None) -> bool:
    return before is not None and before.board.phase is Phase.LOBBY


def _sits_down(tongue: Voice, new: Occupant, seat: int, *, mine: bool) -> str:
    if mine:
        return tongue("You sit at seat {seat}.", seat=seat + 1)
    # Without its number: when somebody before them goes, they move up, and the log would still tell the old one.
    return tongue("{name} sits down.", name=who(tongue, new))


def _another(
    tongue: Voice, old: Occupant, new: Occupant, seat: int, seats: tuple[Occupant, ...], *, in_lobby: bool, mine: bool
) -> str:
    name, former = shown_name(new.name), shown_name(old.name)
    if new in seats or new._replace(ready=False) in seats or new._replace(ready=True) in seats:
        return tongue("{name} sits at seat {seat} now.", name=name, seat=seat + 1)
    if new.kind is Kind.BOT:
        return tongue("{name} takes over from {former}.", name=who(tongue, new), former=former)
    # In a game nobody changes their name, nor can somebody who is away.
    if old.kind is Kind.BOT or not in_lobby or old.presence is not Presence.HERE:
        if mine:
            return tongue("You take over from {former}.", former=former)
        return tongue("{name} takes over from {former}.", name=name, former=former)
    if mine:
        return tongue("You are called {name} now.", name=name)
    return tongue("{former} is called {name} now.", name=name, former=former)


def _presence(tongue: Voice, name: str, presence: Presence, *, mine: bool) -> str:
    match presence:
        case Presence.AWAY if mine:
            return tongue("You were away.")
        case Presence.AWAY:
            return tongue("{name} is away. If that lasts, a bot plays for them.", name=name)
        case Presence.COVERED if mine:
            return tongue("A bot plays for you now: any command takes your seat back.")
        case Presence.COVERED:
            return tongue("A bot plays for {name} now.", name=name)
        case _:
            return tongue("You are back.") if mine else tongue("{name} is back.", name=name)


def _readiness(tongue: Voice, name: str, *, ready: bool, mine: bool) -> str:
    if mine:
        return tongue("You are ready.") if ready else tongue("You are not ready yet.")
    return tongue("{name} is ready.", name=name) if ready else tongue("{name} is not ready yet.", name=name)


def and_more(tongue: Voice, count: int) -> str:
    """That so many tables are not listed."""
    return tongue.many(
        "{count} more table is not listed here: its address is the way to it.",
        "{count} more tables are not listed here: their address is the way to them.",
        count,
    )
