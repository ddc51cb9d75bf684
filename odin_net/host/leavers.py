"""Who gave seats up in the lobby lately, by address: whoever joins makes all people unready, and could do so for ever.

Only leaving counts: any number of people may come from one address, and stay.
"""

from collections import deque

# So many seats may be given up from one address within so many seconds; then nobody from there gets another.
MOST_LEFT = 4
WITHIN = 30.0
# So many addresses are remembered; the one from which nobody has left for the longest time is forgotten first.
MOST_ADDRESSES = 256


class Leavers:
    """Counts seats that were given up."""

    def __init__(self) -> None:
        self._left: dict[str, deque[float]] = {}

    def note(self, address: str, now: float) -> None:
        """Somebody has given up a seat."""
        times = self._left.pop(address, None) or deque(maxlen=MOST_LEFT)
        times.append(now)
        self._left[address] = times
        while len(self._left) > MOST_ADDRESSES:
            del self._left[next(iter(self._left))]

    def has_too_many(self, address: str, now: float) -> bool:
        """Whether so many seats were given up from there lately that nobody from there gets another for now."""
        times = self._left.get(address)
        return times is not None and len(times) == MOST_LEFT and now < times[0] + WITHIN
