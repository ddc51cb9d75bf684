"""Whether a disk is quick enough to wait for it at every step. Pure: how long it took comes in as data."""

from collections import deque

# A card or a stick may take longer than people want to wait for each other's moves.
LOOKED_AT = 20
SLOW = 0.025


class SyncPace:
    """Looks at how long the latest syncs took. If more than half were slow, so is the disk, the whole evening long."""

    def __init__(self) -> None:
        self._latest: deque[bool] = deque(maxlen=LOOKED_AT)
        self.is_slow = False

    def took(self, seconds: float) -> None:
        """One more sync is done."""
        is_slow = seconds > SLOW
        self._latest.append(is_slow)
        # Only a slow sync can make the slow ones the majority, and this is called at every move.
        if is_slow:
            self.is_slow |= sum(self._latest) > LOOKED_AT // 2
