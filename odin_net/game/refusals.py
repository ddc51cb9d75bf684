"""Why a move is refused. Prose lives in the clients, in the player's language; all others speak in these codes."""

from enum import Enum


class Refusal(Enum):
    """One member for each reason; if several apply, the first in this order counts."""

    # RULES: refusals. The first that applies counts.
    GAME_OVER = "the game is over"
    HAND_OVER = "the hand is over"
    NOT_YOUR_TURN = "not your turn"
    NOT_YOUR_CARD = "not your card"
    SAME_CARD_TWICE = "the same card twice"
    NOT_ONE_SET = "not one number or colour"
    OPENER_CANNOT_PASS = "an opener cannot pass"  # noqa: S105 (no password)
    WRONG_NUMBER_OF_CARDS = "wrong number of cards"
    VALUE_TOO_LOW = "value too low"
    CHOOSE_A_CARD_TO_TAKE = "choose a card to take"
    NOT_IN_THE_MIDDLE = "that card was not in the middle"
    NOTHING_TO_TAKE = "nothing to take"


class IllegalMove(Exception):
    """A command that the rules refuse. The state stands."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason.value)
        self.reason = reason
