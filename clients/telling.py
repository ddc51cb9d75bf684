"""Events and verdicts in plain English, a line each. Whatever somebody typed is cleaned once more before it is shown.

A sentence says what everybody at the table saw. No hand is known to it before its end.
"""

from typing import assert_never

from odin_net.game.cards import format_card, format_cards, in_reading_order, mask_of
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
    Occupant,
    OptionsChanged,
    Passed,
    Presence,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.sets import value_of
from odin_net.game.state import Phase, State
from odin_net.game.text import BadText, clean_chat, clean_name
from protocol.audit import Result, Verdict, Why

WHY: dict[Why, str] = {
    Why.AWAY: "you made no share for this deal",
    Why.WATCHING: "you watch",
    Why.LEFT_OUT: "the host heard your share too late",
    Why.NOBODY: "no person made a share",
    Why.BEGUN_AGAIN: "the host broke a deal off by itself",
    Why.ORDER: "it may not come there",
    Why.COMMITMENT: "the host's secret is not the one it was bound to",
    Why.SHARE: "a share is not the one that was bound",
    Why.DEAL: "colours, opener or attempt are not those that were drawn",
    Why.ENTRY: "a hand is not the one that was drawn",
    Why.PLAY: "the rules do not allow it",
    Why.SCORE: "hands, points or winners are not those of the rules",
    Why.DIGEST: "the host's log is not the one that came here",
}


def tell_verdict(verdict: Verdict) -> str:
    """A verdict in a few words."""
    why = "" if verdict.why is None else f": {WHY[verdict.why]}"
    if verdict.result is Result.WRONG:
        return f"WRONG at event {verdict.seq}{why}"
    return f"{verdict.result.value}{why}"


def tell_points(names: list[str], points: tuple[int, ...], totals: tuple[int, ...]) -> str:
    """Who got how many, and has how many now."""
    return ", ".join(f"{name} +{more} = {total}" for name, more, total in zip(names, points, totals, strict=False))


def names_of(state: State) -> list[str]:
    """Who sits there, fit to be shown."""
    return [shown_name(occupant.name) for occupant in state.board.game.seats]


def shown_name(name: str) -> str:
    """A name, fit to be shown."""
    try:
        return clean_name(name)
    except BadText:
        return "?"


def tell(event: Event, state: State | None) -> str:
    """What an event is in words; nothing where people need none. `state` is the one after it."""
    # After an alarm the state stands still: a seat may be one that it does not know.
    names = [] if state is None else names_of(state)
    match event:
        case CardsPlayed(seat, cards, taken, by):
            mask = mask_of(cards)
            takes = "" if taken is None else f" and takes {format_card(taken)}"
            plays = f"plays {value_of(mask)} ({format_cards(in_reading_order(mask))})"
            return f"{_at(names, seat)} {plays}{takes}.{_mark(by)}"
        case Passed(seat, by):
            return f"{_at(names, seat)} passes.{_mark(by)}"
        case RoundEnded(opener):
            return f"The round ends. {_at(names, opener)} opens."
        case HandDealt():
            return f"Hand {event.hand} is dealt. {_at(names, event.opener)} opens."
        case HandEnded():
            return _tell_hand_ended(event, names, state)
        case GameEnded(winners):
            return f"The game ends. Won by {' and '.join(_at(names, seat) for seat in winners) or 'nobody'}."
        case TableStopped():
            return "The table stops; nobody wins."
        case _:
            in_lobby = state is None or state.board.phase is Phase.LOBBY
            return _tell_around(event, names, in_lobby=in_lobby)


def _tell_around(event: Event, names: list[str], *, in_lobby: bool) -> str:
    """What happens around the cards."""
    match event:
        case LobbyOpened():
            there = ", ".join(map(_who, event.seats)) or "nobody yet"
            return f"A game is prepared, to {event.options.points} points. At the table: {there}."
        case SeatChanged(seat, occupant):
            return (
                f"Seat {seat + 1} is free."
                if occupant is None
                else f"Seat {seat + 1}: {_who(occupant, in_lobby=in_lobby)}."
            )
        case OptionsChanged(options):
            return f"The game goes to {options.points} points."
        case ChatSaid():
            return _tell_chat(event)
        case GameStarted(players):
            return f"The game begins with {players} players."
        case DealAborted(silent):
            who = " and ".join(_at(names, seat) for seat in silent)
            return f"The deal begins again{f' without {who}, who fell silent' if who else ''}."
        case _:
            return ""  # The steps of a deal need no words.


def _tell_hand_ended(event: HandEnded, names: list[str], state: State | None) -> str:
    totals = () if state is None else state.board.game.totals
    return f"The hand ends: {tell_points(names, event.points, totals)}."


def _tell_chat(event: ChatSaid) -> str:
    try:
        return f"{shown_name(event.name)}: {clean_chat(event.text)}"
    except BadText:
        return ""


def _at(names: list[str], seat: int) -> str:
    return names[seat] if seat < len(names) else f"seat {seat + 1}"


def _who(occupant: Occupant, *, in_lobby: bool = True) -> str:
    name = shown_name(occupant.name)
    if occupant.kind is Kind.BOT:
        return f"{name} ({occupant.level} bot)"
    match occupant.presence:
        case Presence.AWAY:
            return f"{name} (away)"
        case Presence.COVERED:
            return f"{name} (away, a bot plays)"
        case Presence.HERE:
            return f"{name}{' (ready)' if occupant.ready and in_lobby else ''}"
        case _:
            assert_never(occupant.presence)


def _mark(by: Actor) -> str:
    """Who moved, where it was not the player."""
    return "" if by is Actor.PERSON else f" [{by.name.lower()}]"
