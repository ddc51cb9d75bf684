"""What has happened at the table: one spoken sentence for each event, to the one who hears it.

Whatever somebody typed is cleaned once more here. No hand is known to a sentence before its end.
"""

from collections.abc import Callable
from typing import NamedTuple, assert_never

from clients.language import seats
from clients.language.options import options_changed
from clients.language.voice import Voice
from clients.sentences import names_of, shown_name
from odin_net.game.cards import COLOURS, format_card, format_cards, in_reading_order, mask_of
from odin_net.game.events import (
    Actor,
    CardsPlayed,
    ChatSaid,
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    GameEnded,
    GameStarted,
    HandDealt,
    HandEnded,
    HandKnown,
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

    def name(self, language: Voice, seat: int) -> str:
        """Who sits there. After an alarm the state stands still: it may not know the seat."""
        names = self.names
        return names[seat] if seat < len(names) else language("seat {seat}", seat=seat + 1)


def event(language: Voice, event: Event, around: Around, colour: Callable[[str], str]) -> str | None:
    """One sentence, or None."""
    match event:
        case CardsPlayed():
            return _played(language, event, around)
        case Passed(seat, by):
            said = (
                language("You pass.")
                if seat == around.me
                else language("{name} passes.", name=around.name(language, seat))
            )
            return said + _mover(language, seat, by, around)
        case RoundEnded(opener):
            if opener == around.me:
                return language("All others have passed: you open the next round.")
            name = around.name(language, opener)
            return language("All others have passed: {name} opens the next round.", name=name)
        case HandDealt():
            return _dealt(language, event, around, colour)
        case HandEnded():
            return _hand_ended(language, event, around)
        case GameEnded(winners):
            return _game_ended(language, winners, around)
        case TableStopped():
            return language("The game stops here; nobody wins.")
        case DealAborted(silent):
            names = language.listed([around.name(language, seat) for seat in silent])
            if around.before is not None and around.before.board.phase is Phase.PLAYING:
                return language(
                    "The host's computer lost a part of this hand, and somebody has seen all its cards: it is "
                    "dealt again."
                )
            if not names:
                return language("The cards are shuffled again.")
            return language("The cards are shuffled again without the help of {names}: no answer came.", names=names)
        case ChatSaid():
            return _chat(language, event)
        case DealOpened() | DealCommitted() | DealContributed() | HandKnown():
            return None
        case _:
            return _prepared(language, event, around)


def _prepared(
    language: Voice, event: LobbyOpened | SeatChanged | OptionsChanged | GameStarted, around: Around
) -> str | None:
    """What happens before a game."""
    match event:
        case LobbyOpened():
            return seats.lobby(language, event)
        case SeatChanged():
            return seats.seat_changed(language, event, around.before, around.me)
        case OptionsChanged(options):
            return options_changed(language, options, around.before, around.me)
        case GameStarted(players):
            return language.many(
                "The game begins with {count} player.", "The game begins with {count} players.", players
            )
        case _:
            assert_never(event)


# --- the cards ---


def _played(language: Voice, event: CardsPlayed, around: Around) -> str:
    mask = mask_of(event.cards)
    cards = format_cards(in_reading_order(mask))
    # The value of one card is written on it.
    what = cards if len(event.cards) == 1 else language("{value} with {cards}", value=value_of(mask), cards=cards)
    taken = "" if event.taken is None else format_card(event.taken)
    opens = around.before is not None and not around.before.board.middle
    if event.seat == around.me:
        said = _i_play(language, what, taken, opens=opens, goes_out=_goes_out(event, around))
    else:
        name = around.name(language, event.seat)
        said = _they_play(language, name, what, taken, opens=opens, goes_out=_goes_out(event, around))
    return said + _mover(language, event.seat, event.by, around)


def _i_play(language: Voice, what: str, taken: str, *, opens: bool, goes_out: bool) -> str:
    if goes_out:
        return language("You play {what} and go out!", what=what)
    if taken:
        return language("You play {what} and take {taken}.", what=what, taken=taken)
    return language("You open with {what}.", what=what) if opens else language("You play {what}.", what=what)


def _they_play(language: Voice, name: str, what: str, taken: str, *, opens: bool, goes_out: bool) -> str:
    if goes_out:
        return language("{name} plays {what} and goes out.", name=name, what=what)
    if taken:
        return language("{name} plays {what} and takes {taken}.", name=name, what=what, taken=taken)
    if opens:
        return language("{name} opens with {what}.", name=name, what=what)
    return language("{name} plays {what}.", name=name, what=what)


def _goes_out(event: CardsPlayed, around: Around) -> bool:
    before = around.before
    if before is None or event.seat >= len(before.board.game.seats):
        return False
    return event.taken is None and before.board.counts[event.seat] == len(event.cards)


def _mover(language: Voice, seat: int, by: Actor, around: Around) -> str:
    """Who moved, where it was not the player."""
    state = around.after or around.before
    if by is Actor.PERSON or state is None or seat >= len(state.board.game.seats):
        return ""
    if by is Actor.BOT and state.board.game.seats[seat].kind is Kind.BOT:
        return ""
    if seat == around.me:
        return " " + (language("A bot did that for you.") if by is Actor.BOT else language("You ran out of time."))
    name = around.name(language, seat)
    if by is Actor.BOT:
        return " " + language("A bot did that for {name}.", name=name)
    return " " + language("{name} ran out of time.", name=name)


def _dealt(language: Voice, event: HandDealt, around: Around, colour: Callable[[str], str]) -> str:
    if event.opener == around.me:
        said = language("Hand {number} is dealt; you open.", number=event.hand)
    else:
        name = around.name(language, event.opener)
        said = language("Hand {number} is dealt; {name} opens.", number=event.hand, name=name)
    out = [f"{colour(letter)} ({letter})" for letter in COLOURS if letter not in event.colours]
    if event.hand == 1 and out:
        said += " " + language("Out of this game: {colours}.", colours=language.enumerated(out))
    return said


def _hand_ended(language: Voice, event: HandEnded, around: Around) -> str:
    totals = () if around.after is None else around.after.board.game.totals
    parts = [
        language.many(
            "{name} {count} point, now {total}",
            "{name} {count} points, now {total}",
            points,
            name=language("you", "name") if seat == around.me else around.name(language, seat),
            total=total,
        )
        for seat, (points, total) in enumerate(zip(event.points, totals, strict=False))
    ]
    return language("The hand is over: {points}.", points=language.enumerated_at_length(parts))


def _game_ended(language: Voice, winners: tuple[int, ...], around: Around) -> str:
    if not winners:
        return language("The game stops here; nobody wins.")
    others = language.listed([around.name(language, seat) for seat in winners if seat != around.me])
    if around.me in winners:
        if len(winners) == 1:
            return language("The game is over: you win!")
        return language("The game is over: you share the victory with {names}.", names=others)
    if len(winners) == 1:
        return language("The game is over: {name} wins.", name=others)
    return language("The game is over: {names} share the victory.", names=others)


def _chat(language: Voice, event: ChatSaid) -> str | None:
    try:
        return language("{name} says: {text}", name=shown_name(event.name), text=clean_chat(event.text))
    except BadText:
        return None
