"""Where a table may be: where it was when it last proved itself, and where the network says that it is now. Pure.

What the network says is a hint that anybody could have sent. So it is only tried in turn with the place that we know,
never instead of it, and only by who comes back to a seat: the secret of that seat tells a false host nothing.
"""

from collections.abc import Iterable

from odin_net.lan.endpoint import Address

# However many places are named for one table, so many are tried.
MOST_PLACES = 8
# And so many of those that were tried are remembered, so that false ones do not come before the others again and again.
MOST_TRIED = 64


class Whereabouts:
    """The places to try for one table."""

    def __init__(self, given: Address) -> None:
        """`given` is the address that the user named: it is never forgotten."""
        self.home = self.dialled = given
        """Where the table proved itself last, and where we are trying to find it now."""
        self._given = given
        self._others: list[Address] = []
        self._tried: list[Address] = []
        """Those elsewhere that were tried, the last one at the end."""
        self._home_is_next = True

    @property
    def is_hearsay(self) -> bool:
        """Whether nothing but an announcement says that our table is where we are dialling."""
        return self.dialled not in (self.home, self._given)

    def heard(self, places: Iterable[Address]) -> None:
        """The network says that the table is there. If it says nothing, what it said before is still worth a try.

        Those that were not tried yet come first, then who has waited longest.
        """
        others = [place for place in dict.fromkeys(places) if place not in (self.home, self._given)]
        if others:
            others = sorted(others, key=self._tried_at)[:MOST_PLACES]
            self._others = sorted([*self._old_places(), *others], key=self._tried_at)

    def next(self, *, may_follow: bool) -> Address:
        """Where to dial now: home and elsewhere by turns; only home for who may not follow an announcement."""
        if self._home_is_next or not self._others or not may_follow:
            self._home_is_next, self.dialled = False, self.home
        else:
            self._home_is_next, self.dialled = True, self._others.pop(0)
            self._others.append(self.dialled)
            self._tried = [*(place for place in self._tried if place != self.dialled), self.dialled][-MOST_TRIED:]
        return self.dialled

    def proved(self) -> bool:
        """The table is where we have dialled, it has proved that; whether that is elsewhere than it was."""
        moved = self.dialled != self.home
        self.home, self._home_is_next = self.dialled, True
        self._others, self._tried = self._old_places(), []
        return moved

    def _tried_at(self, place: Address) -> int:
        return self._tried.index(place) if place in self._tried else -1

    def _old_places(self) -> list[Address]:
        return [] if self._given == self.home else [self._given]
