"""Chat: who may speak, how much, and what of it is shown.

Those who play and those who look on have lines of their own, and of these each person and each address has a share, so
that nobody uses up the others'. A person is their secret: who comes back goes on where they were.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from odin_net.game.events import ChatSaid
from odin_net.game.text import BadText, clean_chat
from odin_net.host.core import Core, Guest
from protocol.codec import decode_event
from protocol.messages import Reason, Say

# SPEC 6: five lines in five seconds.
WINDOW = 5.0
AT_ONCE = 5


class Budget(NamedTuple):
    """How many lines a game may have of some people together, and of each of them."""

    lines: int
    share: int


Key: TypeAlias = tuple[Budget, bytes | str]

# SPEC 6: six players cannot use up what all players have.
OF_PLAYERS = Budget(1000, 160)
OF_ONLOOKERS = Budget(200, 40)


@dataclass(eq=False)
class _Speaker:
    """A person, or all at one address, in this game."""

    lines: int = 0
    times: deque[float] = field(default_factory=lambda: deque(maxlen=AT_ONCE))
    """When the last ones were said."""

    def say(self, now: float) -> None:
        self.lines += 1
        self.times.append(now)


class Chat:
    """Takes lines of chat in."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._game = b""
        self._lines = {OF_PLAYERS: 0, OF_ONLOOKERS: 0}
        self._speakers: dict[Key, _Speaker] = {}
        """Who has said something in this game."""

    def say(self, guest: Guest, message: Say) -> Reason | None:
        """Let everybody read this line; why not, if they may not."""
        core = self._core
        if not guest.name or (guest.place is None and not guest.watches):
            return Reason.NOT_NOW
        if core.is_muted(guest):
            return Reason.MUTED
        self._look_which_game()
        budget = OF_ONLOOKERS if guest.place is None else OF_PLAYERS
        keys = _keys_of(guest, budget)
        speakers = [self._speakers[key] for key in keys if key in self._speakers]
        if any(len(one.times) == AT_ONCE and core.now < one.times[0] + WINDOW for one in speakers):
            return Reason.TOO_FAST
        try:
            text = clean_chat(message.text)
        except BadText:
            return Reason.BAD_TEXT
        if self._lines[budget] >= budget.lines or any(one.lines >= budget.share for one in speakers):
            return Reason.SAID_ENOUGH
        self._lines[budget] += 1
        for key in keys:
            self._speakers.setdefault(key, _Speaker()).say(core.now)
        core.happen(ChatSaid(None if guest.place is None else core.seat_of(guest.place), guest.name, text))
        return None

    def _look_which_game(self) -> None:
        """A new game has all its lines; after a restart of the host some are said already, nobody knows by whom."""
        log = self._core.log
        if log.game == self._game:
            return
        self._game = log.game
        said = [event for event in map(decode_event, log.raw) if isinstance(event, ChatSaid)]
        looked_on = sum(event.seat is None for event in said)
        self._lines = {OF_PLAYERS: len(said) - looked_on, OF_ONLOOKERS: looked_on}
        self._speakers = {key: _Speaker(0, one.times) for key, one in self._speakers.items() if self._spoke_now(one)}

    def _spoke_now(self, speaker: _Speaker) -> bool:
        return bool(speaker.times) and self._core.now < speaker.times[-1] + WINDOW


def _keys_of(guest: Guest, budget: Budget) -> list[Key]:
    """The person, and their address if it is that of another computer."""
    assert guest.secret is not None
    person: Key = (budget, guest.secret)
    return [person, (budget, guest.address)] if guest.address else [person]
