"""The bot's hint: what to do, and one short reason."""

from collections.abc import Callable
from typing import assert_never

from clients.language.voice import Voice
from clients.sentences import shown_name
from odin_net.bots.hint import Advice, HintReason
from odin_net.game.cards import COLOURS, format_card, format_cards, in_reading_order
from odin_net.game.rules import Move
from odin_net.game.state import PlayerView


def advice(language: Voice, hint: Advice, view: PlayerView | None, colour: Callable[[str], str]) -> str:
    """Two sentences."""
    return f"{_move(language, hint.move)} {_reason(language, hint, view, colour)}"


def _move(language: Voice, move: Move) -> str:
    mask, take = move
    if not mask:
        return language("Hint: pass.")
    cards = format_cards(in_reading_order(mask))
    if take is None:
        return language("Hint: play {cards}.", cards=cards)
    return language("Hint: play {cards} and take {taken}.", cards=cards, taken=format_card(take))


def _reason(language: Voice, hint: Advice, view: PlayerView | None, colour: Callable[[str], str]) -> str:
    of = hint.parameters
    match hint.reason:
        case HintReason.GOES_OUT:
            return language("That ends the hand, and you get no points.")
        case HintReason.NOTHING_BEATS:
            return language("Nothing that you hold beats the middle.")
        case HintReason.NOTHING_BETTER:
            return language("You could play, but it would cost more than it brings.")
        case HintReason.SOMEBODY_IS_NEARLY_OUT:
            return _nearly_out(language, of["seat"], of["cards"], view)
        case HintReason.THEN_OUT:
            return language("The rest is one set: open once more, and you are out.")
        case HintReason.KEEPS_COLOUR:
            return language.many(
                "That keeps {count} {colour} card together.",
                "That keeps {count} {colour} cards together.",
                of["cards"],
                colour=colour(COLOURS[of["which"]]),
            )
        case HintReason.KEEPS_NUMBER:
            return language.many(
                "That keeps {count} card with the number {number} together.",
                "That keeps {count} cards with the number {number} together.",
                of["cards"],
                number=of["which"] + 1,
            )
        case HintReason.FEWEST_TURNS:
            return language.many("Then {count} turn gets you out.", "Then {count} turns get you out.", of["turns"])
        case _:
            assert_never(hint.reason)


def _nearly_out(language: Voice, seat: int, cards: int, view: PlayerView | None) -> str:
    if view is None or seat >= len(view.board.game.seats):
        return language.many(
            "Somebody has only {count} card left: get rid of yours.",
            "Somebody has only {count} cards left: get rid of yours.",
            cards,
        )
    return language.many(
        "{name} has only {count} card left: get rid of yours.",
        "{name} has only {count} cards left: get rid of yours.",
        cards,
        name=shown_name(view.board.game.seats[seat].name),
    )
