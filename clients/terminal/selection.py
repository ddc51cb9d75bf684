"""What is picked of a hand, and what would come of playing it. Pure.

Picks are a mask. They may be made before one's turn: all here is asked as if it were.
"""

from enum import Enum, auto
from typing import NamedTuple

from clients import model
from odin_net.game.cards import COLOUR_MASKS, NUMBER_MASKS, NUMBERS, Card, Mask, cards_in, mask_of
from odin_net.game.refusals import Refusal
from odin_net.game.rules import refuse_play
from odin_net.game.sets import SETS, is_set, value_of
from odin_net.game.state import PlayerView


class Sort(Enum):
    """In which order a hand lies."""

    NUMBER = auto()
    COLOUR = auto()


class PlayPreview(NamedTuple):
    """What would come of playing the picked cards."""

    refusal: Refusal | None
    value: int = 0
    goes_out: bool = False
    takes: tuple[Card, ...] = ()
    """What one can take then: one of these, or nothing."""


def in_order(hand: Mask, sort: Sort) -> tuple[Card, ...]:
    """A hand's cards from left to right."""
    if sort is Sort.COLOUR:
        return cards_in(hand)
    return tuple(sorted(cards_in(hand), key=lambda card: (card % NUMBERS, card)))


def as_if_my_turn(view: PlayerView) -> PlayerView:
    """The view, as it would be if it were our turn now."""
    return view if view.board.turn == view.seat else view._replace(board=view.board._replace(turn=view.seat))


def judge(view: PlayerView, picked: Mask) -> PlayPreview:
    """What would come of playing these cards on the middle of now."""
    view = as_if_my_turn(view)
    refusal = refuse_play(view, SETS[picked][0], None)
    if refusal not in (None, Refusal.CHOOSE_A_CARD_TO_TAKE):
        return PlayPreview(refusal, value_of(picked) if is_set(picked) else 0)
    takes = () if refusal is None else view.board.middle
    return PlayPreview(None, value_of(picked), picked == view.hand, takes)


def legal_plays(view: PlayerView) -> list[Mask]:
    """Every set that could be played on the middle of now, lowest first."""
    return model.legal_plays(as_if_my_turn(view))


def next_play(view: PlayerView, picked: Mask, step: int) -> Mask:
    """The legal play after the picked one, or before it; no cards if there is none."""
    plays = legal_plays(view)
    if not plays:
        return 0
    if picked not in plays:
        return plays[0] if step > 0 else plays[-1]
    return plays[(plays.index(picked) + step) % len(plays)]


def pick_number(view: PlayerView, picked: Mask, number: int) -> Mask:
    """Pick by the number on the card: again adds the next such card, and after the last one picks none.

    Beside cards of other numbers it is one that makes a set with them, if there is one.
    """
    mine = view.hand & NUMBER_MASKS[number - 1]
    others = picked & ~NUMBER_MASKS[number - 1]
    if others:
        return _pick_beside(view, others, picked & mine, mine)
    left = mine & ~picked
    return picked | left & -left if left else 0


def _next_way(ways: list[Mask], now: Mask) -> Mask:
    return ways[(ways.index(now) + 1) % len(ways)] if now in ways else ways[0]


def _pick_beside(view: PlayerView, others: Mask, now: Mask, mine: Mask) -> Mask:
    """One of our cards of a number beside cards of other numbers: in turn those that make a set, and none."""
    every = [others | 1 << card for card in cards_in(mine)]
    ways = [cards for cards in every if is_set(cards)]
    if not ways and not now:
        ways = _same_numbers(view, others, mine)
    return _next_way([*(ways or every), others], others | now)


def _same_numbers(view: PlayerView, others: Mask, mine: Mask) -> list[Mask]:
    """The picked numbers and this one in one colour: who picks by numbers has not chosen another. Legal ones first."""
    wanted = view.hand & sum(number for number in NUMBER_MASKS if number & (others | mine))
    ways = [wanted & colour for colour in COLOUR_MASKS if (wanted & colour).bit_count() == others.bit_count() + 1]
    return sorted(ways, key=lambda cards: judge(view, cards).refusal is not None)


def joinable(view: PlayerView, picked: Mask) -> Mask:
    """The cards of the hand that could be played together with those that are picked.

    In our turn they lead to what beats the middle; before it that may still change, and they make a set.
    """
    if not picked:
        return view.hand
    if view.board.turn == view.seat:
        found = picked if picked.bit_count() == 1 else 0
        for cards in legal_plays(view):
            found |= cards if picked & ~cards == 0 else 0
        return found
    return mask_of(card for card in cards_in(view.hand) if _may_join(view, picked, card))


def _may_join(view: PlayerView, picked: Mask, card: Card) -> bool:
    together = picked | 1 << card
    if picked == 1 << card:
        return True
    if not is_set(together):
        return False
    # RULES: a round. One card opens; it is not we who open, or it would be our turn.
    size = len(view.board.middle) or 1
    return together.bit_count() <= size + 1


def joining(view: PlayerView, picked: Mask) -> tuple[Card, ...]:
    """The cards that could still be added to those that are picked."""
    return cards_in(joinable(view, picked) & ~picked) if picked and is_set(picked) else ()


def whole_hand(view: PlayerView) -> Mask:
    """The whole hand if it may go out at once, else no cards."""
    return view.hand if view.hand and judge(view, view.hand).refusal is None else 0
