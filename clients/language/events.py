"""What has happened at the table: one spoken sentence for each event, to the one who hears it.

Whatever somebody typed is cleaned once more here. No hand is known to a sentence before its end.
"""

from collections.abc import Callable
from typing import NamedTuple

from clients.language import seats
from clients.language.voice import Voice
from clients.sentences import names_of, shown_name
from odin_net.game.cards import COLOURS, format_card, format_cards, in_reading_order, mask_of
from odin_net.game.events import (
    Actor,
    CardsPlayed,
    ChatSaid,
    DealAborted,
    Event,
    GameEnded,
    GameStarted,
    HandDealt,
    HandEnded,
    Kind,
    LobbyOpened,
    OptionsChanged,
    Passed,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.sets import value_of
from odin_net.game.state import Phase, State
from odin_net.game.text import BadText, clean_chat

level = seats.level


class Around(NamedTuple):
    """The states before and after an event, and the seat of the one who hears of it."""

    before: State | None
    after: State | None
    me: int | None

    @property
    def names(self) -> list[str]:
        """Who sits there, fit to be shown."""
        state = self.after or self.before
        return [] if state is None else names_of(state)

    def name(self, tongue: Voice, seat: int) -> str:
        """Who sits there. After an alarm the state stands still: it may not know the seat."""
        names = self.names
        return names[seat] if seat < len(names) else tongue("seat {seat}", seat=seat + 1)


def event(tongue: Voice, event: Event, around: Around, colour: Callable[[str], str]) -> str | None:
    """One sentence, or None."""
    match event:
        case CardsPlayed():
            return _played(tongue, event, around)
        case Passed(seat, by):
            said = (
                tongue("You pass.") if seat == around.me else tongue("{name} passes.", name=around.name(tongue, seat))
            )
            return said + _mover(tongue, seat, by, around)
        case RoundEnded(opener):
            if opener == around.me:
                return tongue("All others have passed: you open the next round.")
            name = around.name(tongue, opener)
            return tongue("All others have passed: {name} opens the next round.", name=name)
        case HandDealt():
            return _dealt(tongue, event, around, colour)
        case HandEnded():
            return _hand_ended(tongue, event, around)
        case GameEnded(winners):
            return _game_ended(tongue, winners, around)
        case TableStopped():
            return tongue("The game stops here; nobody wins.")
        case DealAborted(silent):
            names = tongue.listed([around.name(tongue, seat) for seat in silent])
            if around.before is not None and around.before.board.phase is Phase.PLAYING:
                return tongue(
                    "The host's computer lost a part of this hand, and somebody has seen all its cards: it is "
                    "dealt again."
                )
            if not names:
                return tongue("The cards are shuffled again.")
            return tongue("The cards are shuffled again without the help of {names}: no answer came.", names=names)
        case ChatSaid():
            return _chat(tongue, event)
        case _:
            return _prepared(tongue, event, around)


def _prepared(tongue: Voice, event: Event, around: Around) -> str | None:
    """What happens before a game; the steps of a deal need no words."""
    match event:
        case LobbyOpened():
            return seats.lobby(tongue, event)
        case SeatChanged():
            return seats.seat_changed(tongue, event, around.before, around.me)
        case OptionsChanged(options):
            return seats.options(tongue, options, around.before, around.me)
        case GameStarted(players):
            return tongue.many("The game begins with {count} player.", "The game begins with {count} players.", players)
        case _:
            return None


# --- the cards ---


def _played(tongue: Voice, event: CardsPlayed, around: Around) -> str:
    mask = mask_of(event.cards)
    cards = format_cards(in_reading_order(mask))
    # The value of one card is written on it.
    what = cards if len(event.cards) == 1 else tongue("{value} with {cards}", value=value_of(mask), cards=cards)
    taken = "" if event.taken is None else format_card(event.taken)
    opens = around.before is not None and not around.before.board.middle
    if event.seat == around.me:
        said = _i_play(tongue, what, taken, opens=opens, goes_out=_goes_out(event, around))
    else:
        name = around.name(tongue, event.seat)
        said = _they_play(tongue, name, what, taken, opens=opens, goes_out=_goes_out(event, around))
    return said + _mover(tongue, event.seat, event.by, around)


def _i_play(tongue: Voice, what: str, taken: str, *, opens: bool, goes_out: bool) -> str:
    if goes_out:
        return tongue("You play {what} and go out!", what=what)
    if taken:
        return tongue("You play {what} and take {taken}.", what=what, taken=taken)
    return tongue("You open with {what}.", what=what) if opens else tongue("You play {what}.", what=what)


def _they_play(tongue: Voice, name: str, what: str, taken: str, *, opens: bool, goes_out: bool) -> str:
    if goes_out:
        return tongue("{name} plays {what} and goes out.", name=name, what=what)
    if taken:
        return tongue("{name} plays {what} and takes {taken}.", name=name, what=what, taken=taken)
    if opens:
        return tongue("{name} opens with {what}.", name=name, what=what)
    return tongue("{name} plays {what}.", name=name, what=what)


def _goes_out(event: CardsPlayed, around: Around) -> bool:
    before = around.before
    if before is None or event.seat >= len(before.board.game.seats):
        return False
    return event.taken is None and before.board.counts[event.seat] == len(event.cards)


def _mover(tongue: Voice, seat: int, by: Actor, around: Around) -> str:
    """Who moved, where it was not the player."""
    state = around.after or around.before
    if by is Actor.PERSON or state is None or seat >= len(state.board.game.seats):
        return ""
    if by is Actor.BOT and state.board.game.seats[seat].kind is Kind.BOT:
        return ""
    if seat == around.me:
        return " " + (tongue("A bot did that for you.") if by is Actor.BOT else tongue("You ran out of time."))
    name = around.name(tongue, seat)
    if by is Actor.BOT:
        return " " + tongue("A bot did that for {name}.", name=name)
    return " " + tongue("{name} ran out of time.", name=name)


def _dealt(tongue: Voice, event: HandDealt, around: Around, colour: Callable[[str], str]) -> str:
    if event.opener == around.me:
        said = tongue("Hand {number} is dealt; you open.", number=event.hand)
    else:
        name = around.name(tongue, event.opener)
        said = tongue("Hand {number} is dealt; {name} opens.", number=event.hand, name=name)
    out = [f"{colour(letter)} ({letter})" for letter in COLOURS if letter not in event.colours]
    if event.hand == 1 and out:
        said += " " + tongue("Out of this game: {colours}.", colours=tongue.enumerated(out))
    return said


def _hand_ended(tongue: Voice, event: HandEnded, around: Around) -> str:
    totals = () if around.after is None else around.after.board.game.totals
    parts = [
        tongue.many(
            "{name} {count} point, now {total}",
            "{name} {count} points, now {total}",
            points,
            name=tongue("you") if seat == around.me else around.name(tongue, seat),
            total=total,
        )
        for seat, (points, total) in enumerate(zip(event.points, totals, strict=False))
    ]
    return tongue("The hand is over: {points}.", points=("؛ " if tongue.is_rtl else "; ").join(parts))


def _game_ended(tongue: Voice, winners: tuple[int, ...], around: Around) -> str:
    if not winners:
        return tongue("The game stops here; nobody wins.")
    others = tongue.listed([around.name(tongue, seat) for seat in winners if seat != around.me])
    if around.me in winners:
        if len(winners) == 1:
            return tongue("The game is over: you win!")
        return tongue("The game is over: you share the victory with {names}.", names=others)
    if len(winners) == 1:
        return tongue("The game is over: {name} wins.", name=others)
    return tongue("The game is over: {names} share the victory.", names=others)


def _chat(tongue: Voice, event: ChatSaid) -> str | None:
    try:
        return tongue("{name} says: {text}", name=shown_name(event.name), text=clean_chat(event.text))
    except BadText:
        return None
