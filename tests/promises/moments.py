"""Moments of an evening, drawn from a seed, at which something bad happens."""

from collections.abc import Callable
from random import Random

from odin_net.game.events import (
    CardsPlayed,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    HandDealt,
    HandEnded,
    LobbyOpened,
    Passed,
)

# Where it hurts most. The first moments are these, in an order drawn by lot; the others come anywhere.
TENDER: tuple[type[Event], ...] = (
    LobbyOpened,
    DealOpened,
    DealCommitted,
    DealContributed,
    HandDealt,
    CardsPlayed,
    Passed,
    HandEnded,
)
MOST_EVENTS_BETWEEN = 25


class Moments:
    """Calls `strike` at each of so many moments; `arm` it for the next one."""

    def __init__(self, seed: int, count: int, strike: Callable[[], None]) -> None:
        self._rng = Random(seed)
        kinds: list[type[Event] | None] = [*TENDER, *(None,) * max(0, count - len(TENDER))][:count]
        if count < len(TENDER):
            kinds = list(self._rng.sample(TENDER, count))
        self._rng.shuffle(kinds)
        # It comes only once, and first.
        kinds.sort(key=lambda kind: kind is not LobbyOpened)
        self._left, self._strike = kinds, strike
        self.struck: list[str] = []
        self._armed = False
        self._wait = 0

    @property
    def are_over(self) -> bool:
        return not self._left

    def arm(self) -> None:
        """Wait for the next moment."""
        self._armed = bool(self._left)
        self._wait = self._rng.randrange(MOST_EVENTS_BETWEEN) if self._left and self._left[0] is None else 0

    def see(self, event: Event) -> None:
        """An event has come; this may be the moment."""
        if not self._armed:
            return
        kind = self._left[0]
        if kind is None and self._wait > 0:
            self._wait -= 1
        elif kind is None or isinstance(event, kind):
            self._armed = False
            del self._left[0]
            self.struck.append(type(event).__name__)
            self._strike()
