"""A hint for a player: the move that the normal bot would make, and one short reason.

The reason is a code with parameters, so that each language can say it.
"""

from enum import Enum
from typing import NamedTuple

from odin_net.bots.judgement import FEW, turns_to_go_out
from odin_net.bots.normal import judged_moves
from odin_net.game import PASS, Move, PlayerView
from odin_net.game.cards import COLOUR_MASKS, NUMBER_MASKS, Mask


class HintReason(Enum):
    """Why this move."""

    GOES_OUT = "goes out"
    """It ends the hand."""
    NOTHING_BEATS = "nothing beats"
    """Nothing that you hold beats the middle."""
    NOTHING_BETTER = "nothing better"
    """You could play, but it would cost more than it brings."""
    SOMEBODY_IS_NEARLY_OUT = "somebody is nearly out"
    """`seat` has `cards` cards left: get rid of yours."""
    THEN_OUT = "then out"
    """What is left is one set: open once more and you are out."""
    KEEPS_COLOUR = "keeps colour"
    """It keeps your `cards` cards of colour `which` together."""
    KEEPS_NUMBER = "keeps number"
    """It keeps your `cards` cards of number `which` together."""
    FEWEST_TURNS = "fewest turns"
    """What is left takes `turns` turns to go out."""


class Advice(NamedTuple):
    """A move, why, and what the reason speaks of: each an int."""

    move: Move
    reason: HintReason
    parameters: dict[str, int]

    def __repr__(self) -> str:
        return f"Advice(<secret>, {self.reason})"


def hint(view: PlayerView) -> Advice:
    """What to do now; there must be something to do."""
    judged = judged_moves(view)
    move = judged[0][1]
    if move == PASS:
        return Advice(move, HintReason.NOTHING_BEATS if len(judged) == 1 else HintReason.NOTHING_BETTER, {})
    cards, take = move
    if cards == view.hand:
        return Advice(move, HintReason.GOES_OUT, {})
    left = view.hand ^ cards | (0 if take is None else 1 << take)
    return Advice(move, *_why(view, left))


def _why(view: PlayerView, left: Mask) -> tuple[HintReason, dict[str, int]]:
    counts, seat = view.board.counts, view.seat
    others = [(count, other) for other, count in enumerate(counts) if other != seat]
    fewest, nearest = min(others)
    turns = turns_to_go_out(left)
    if turns == 1:
        return HintReason.THEN_OUT, {}
    if fewest <= FEW:
        return HintReason.SOMEBODY_IS_NEARLY_OUT, {"seat": nearest, "cards": fewest}
    for reason, masks in ((HintReason.KEEPS_COLOUR, COLOUR_MASKS), (HintReason.KEEPS_NUMBER, NUMBER_MASKS)):
        kept, which = max(((left & mask).bit_count(), which) for which, mask in enumerate(masks))
        if kept > 2:
            return reason, {"cards": kept, "which": which}
    return HintReason.FEWEST_TURNS, {"turns": turns}
