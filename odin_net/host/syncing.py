"""Whether a disk is quick enough to wait for it at every step. Pure: how long it took comes in as data."""

from collections import deque

# A card or a stick may take longer than people want to wait for each other's moves.
LOOKED_AT = 20
SLOW = 0.025


class SyncPace:
    """Looks at how long the latest syncs took. A disk that is slow once is slow for the rest of the evening."""

    def __init__(self) -> None:
        self._latest: deque[float] = deque(maxlen=LOOKED_AT)
        self.is_slow = False

    def took(self, seconds: float) -> None:
        """One more sync is done."""
        self._latest.append(seconds)
        if len(self._latest) == LOOKED_AT:
            lower, upper = sorted(self._latest)[LOOKED_AT // 2 - 1 : LOOKED_AT // 2 + 1]
            self.is_slow |= (lower + upper) / 2 > SLOW
