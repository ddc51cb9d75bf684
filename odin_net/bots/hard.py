"""The hard bot: supposes hands that fit what it has seen, plays them out with good moves, and takes what goes best.

It sees a `PlayerView` and nothing else. What it supposes of the others: the cards they were seen to take are there
until they are played; the fallen ones are gone; who has just passed could hardly beat the middle; all else is chance.
"""

from collections.abc import Iterator
from random import Random

from odin_net.bots.judgement import DANGER, FEW, cost_of_pass, cost_of_play, measure
from odin_net.bots.normal import judged_moves
from odin_net.game import Move, PlayerView
from odin_net.game.cards import Mask, cards_in, cards_of_colours, mask_of
from odin_net.game.sets import SETS, is_set, sets_beating

# So many moves are looked at, the best by judgement; after each round of playouts the worse half is dropped.
CANDIDATES = 4
# The judgement of a move weighs as much as so many playouts.
JUDGEMENT = 5
# How much is played out: so many cards, over all hands of all playouts. With few cards left there are more playouts.
CARDS_PLAYED_OUT = 13_000
MOST_PLAYOUTS = 1_000
# How often a supposed hand is drawn anew because its owner would not have passed with it.
REDRAWS = 3
# What it is worth to go out, in points: the others get theirs, and the evening is won by hands.
WIN = 3.0


def choose_hard(view: PlayerView, rng: Random) -> Move:
    """The move that does best in the playouts."""
    judged = judged_moves(view)
    if len(judged) == 1 or judged[0][0] == float("-inf"):
        return judged[0][1]
    return search(view, judged[:CANDIDATES], rng)


def search(view: PlayerView, judged: list[tuple[float, Move]], rng: Random) -> Move:
    """Halve the moves until one is left. All that are still in are tried in the same worlds, so that luck cancels.

    The judgement counts as some playouts of its own: few playouts tell less than it.
    """
    moves = [move for _, move in judged]
    worlds = supposed_hands(view, rng)
    rounds = (len(moves) - 1).bit_length()
    playouts = min(MOST_PLAYOUTS, CARDS_PLAYED_OUT // sum(view.board.counts)) // rounds
    costs = {move: JUDGEMENT * cost for cost, move in judged}
    for _ in range(rounds):
        for _ in range(max(1, playouts // len(moves))):
            hands = next(worlds)
            for move in moves:
                costs[move] += cost_of(view, move, hands)
        moves = sorted(moves, key=costs.__getitem__)[: (len(moves) + 1) // 2]
    return moves[0]


def supposed_hands(view: PlayerView, rng: Random) -> Iterator[list[Mask]]:
    """Hands of all seats that fit what this seat has seen, again and again."""
    board, seat, hand = view
    seen = hand | board.valhalla | mask_of(board.middle) | sum(board.shown) & ~board.shown[seat]
    unseen = [1 << card for card in cards_in(cards_of_colours(board.game.colours) & ~seen)]
    missing = [count - shown.bit_count() for count, shown in zip(board.counts, board.shown, strict=True)]
    missing[seat] = 0
    seats = len(missing)
    passed = [(seat - back) % seats for back in range(1, board.passes + 1)]
    size, value = len(board.middle), board.value
    while True:
        hands = _dealt(view, unseen, missing, rng)
        for _ in range(REDRAWS):
            if not any(sets_beating(hands[other], size, value) for other in passed):
                break
            hands = _dealt(view, unseen, missing, rng)
        yield hands


def _dealt(view: PlayerView, unseen: list[Mask], missing: list[int], rng: Random) -> list[Mask]:
    rng.shuffle(unseen)
    hands, start = [], 0
    for shown, count in zip(view.board.shown, missing, strict=True):
        hands.append(sum(unseen[start : start + count], shown))
        start += count
    hands[view.seat] = view.hand
    return hands


def cost_of(view: PlayerView, move: Move, supposed: list[Mask]) -> float:
    """What this move comes to in this world, in points."""
    board, seat, _ = view
    cards, take = move
    hands = [*supposed]
    middle, passes = mask_of(board.middle), board.passes
    if cards:
        hands[seat] = hands[seat] ^ cards | (0 if take is None else 1 << take)
        middle, passes = cards, 0
    else:
        passes += 1
    play_on(hands, (seat + 1) % len(hands), middle, passes)
    left = hands[seat].bit_count()
    return left or -WIN


def play_on(hands: list[Mask], turn: int, middle: Mask, passes: int) -> None:
    """Play a hand to its end, every seat by judgement."""
    seats = len(hands)
    while True:
        if not middle or passes == seats - 1:
            cards = opening(hands[turn])
            hands[turn] ^= cards
            passes = 0
            middle = cards
        else:
            cards, taken = answer(hands[turn], middle, danger=in_danger(hands, turn))
            if cards:
                hands[turn] = hands[turn] ^ cards | taken
                middle, passes = cards, 0
            else:
                passes += 1
        if not hands[turn]:
            return
        turn = turn + 1 if turn + 1 < seats else 0


def in_danger(hands: list[Mask], turn: int) -> bool:
    few = 0
    for hand in hands:
        if hand.bit_count() <= FEW:
            few += 1
    return few > (hands[turn].bit_count() <= FEW)


def opening(hand: Mask) -> Mask:
    """The best opening by judgement."""
    if is_set(hand):
        return hand
    best, least = 0, float("inf")
    rest = hand
    while rest:
        card = rest & -rest
        rest ^= card
        turns, cost = measure(hand ^ card)
        cost += cost_of_play(card, then_out=turns == 1)
        if cost < least:
            best, least = card, cost
    return best


def answer(hand: Mask, middle: Mask, *, danger: bool) -> tuple[Mask, Mask]:
    """The best play and the card it takes, by judgement; no cards are a pass."""
    sets = sets_beating(hand, middle.bit_count(), SETS[middle][1])
    if not sets:
        return 0, 0
    if hand in sets:
        return hand, 0
    each = DANGER if danger else 0
    turns, least = measure(hand)
    least += cost_of_pass(turns) + each * hand.bit_count()
    best = best_taken = 0
    takes = [1 << card for card in SETS[middle][0]]
    for cards in sets:
        left = hand ^ cards
        danger_cost = each * (left.bit_count() + 1)
        for taken in takes:
            turns, cost = measure(left | taken)
            cost += danger_cost + cost_of_play(cards, then_out=turns == 1)
            if cost < least:
                best, best_taken, least = cards, taken, cost
    return best, best_taken
