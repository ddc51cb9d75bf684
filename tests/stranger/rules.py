"""Just enough of the rules of Odin to list legal moves and to check plays."""

from collections.abc import Iterator, Sequence
from itertools import combinations

Move = tuple[tuple[int, ...], int | None]
PASS: Move = ((), None)


class Illegal(Exception):
    """A move that the rules do not allow."""


def value(cards: Sequence[int]) -> int:
    """Form the highest number that the digits of a set can make."""
    return int("".join(sorted((str(card % 9 + 1) for card in cards), reverse=True)))


def is_set(cards: Sequence[int]) -> bool:
    """Tell whether cards are different and share one number or one colour."""
    one_kind = len({card % 9 for card in cards}) == 1 or len({card // 9 for card in cards}) == 1
    return one_kind and len(set(cards)) == len(cards)


class Hand:
    """One hand as it is played; the cards of a seat may be unknown."""

    def __init__(self, opener: int, hands: Sequence[Sequence[int] | None]) -> None:
        self.hands = [None if cards is None else set(cards) for cards in hands]
        self.counts = [9] * len(hands)
        self.turn = opener
        self.middle: tuple[int, ...] = ()
        self._passes = 0

    @property
    def over(self) -> bool:
        """Tell whether somebody has no cards left."""
        return 0 in self.counts

    def legal(self) -> list[Move]:
        """List the legal moves of the seat whose turn it is and whose cards are known."""
        cards = self.hands[self.turn]
        assert cards is not None
        if self.middle:
            return [PASS, *self._answers(cards)]
        moves: list[Move] = [((card,), None) for card in sorted(cards)]
        if len(cards) > 1 and is_set(tuple(cards)):
            moves.append((tuple(sorted(cards)), None))
        return moves

    def play(self, seat: int, cards: Sequence[int], take: int | None) -> None:
        """Carry out a play after checking it."""
        self._check(seat, cards, take)
        held = self.hands[seat]
        if held is not None:
            held.difference_update(cards)
            held.update(() if take is None else (take,))
        self.counts[seat] += (take is not None) - len(cards)
        self.middle, self._passes = tuple(cards), 0
        self._step()

    def skip(self, seat: int) -> None:
        """Carry out a pass after checking it; an empty middle then means that the round is over."""
        if self.over or seat != self.turn or not self.middle:
            raise Illegal("this seat cannot pass now")
        self._passes += 1
        if self._passes == len(self.hands) - 1:
            self.middle = ()
        self._step()

    def _answers(self, cards: set[int]) -> Iterator[Move]:
        for size in (len(self.middle), len(self.middle) + 1):
            for chosen in combinations(sorted(cards), size):
                if is_set(chosen) and value(chosen) > value(self.middle):
                    yield from ((chosen, take) for take in self._takes(len(cards) - size))

    def _takes(self, left: int) -> Sequence[int | None]:
        return self.middle if left and self.middle else (None,)

    def _check(self, seat: int, cards: Sequence[int], take: int | None) -> None:
        held, count = self.hands[seat], self.counts[seat]
        sizes = (len(self.middle), len(self.middle) + 1) if self.middle else (1, count)
        if self.over or seat != self.turn:
            raise Illegal("not this seat's turn")
        if held is not None and not held.issuperset(cards):
            raise Illegal("not this seat's card")
        if not is_set(cards):
            raise Illegal("not a set")
        if len(cards) not in sizes or len(cards) > count:
            raise Illegal("wrong number of cards")
        if self.middle and value(cards) <= value(self.middle):
            raise Illegal("value too low")
        if take not in self._takes(count - len(cards)):
            raise Illegal("that cannot be taken")

    def _step(self) -> None:
        self.turn = (self.turn + 1) % len(self.hands)
