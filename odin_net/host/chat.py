"""Chat and reactions: who may speak, how much, and what of it is shown.

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
from protocol.messages import React, Reacted, Reason, Say

# SPEC 6: five lines in five seconds.
WINDOW = 5.0
AT_ONCE = 5


class Budget(NamedTuple):
    """How many lines a game may have of some people together, and of each of them."""

    lines: int
    share: int
    household: int
    """For how many persons an address counts."""


Key: TypeAlias = tuple[Budget, bytes | str]

# SPEC 6: six players cannot use up what all players have. They may share an address, for a whole house has one /64.
OF_PLAYERS = Budget(1000, 160, 3)
OF_ONLOOKERS = Budget(200, 40, 1)


@dataclass(eq=False)
class _Speaker:
    """A person, or all at one address, in this game."""

    persons: int
    lines: int = 0
    times: deque[float] = field(init=False)
    """When the latest ones were said."""

    def __post_init__(self) -> None:
        self.times = deque(maxlen=AT_ONCE * self.persons)

    def say(self, now: float) -> None:
        self.lines += 1
        self.times.append(now)

    def is_too_fast(self, now: float) -> bool:
        return len(self.times) == self.times.maxlen and now < self.times[0] + WINDOW

    def has_said_enough(self, share: int) -> bool:
        return self.lines >= share * self.persons


class Chat:
    """Takes lines of chat and reactions in."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._game = b""
        self._lines = {OF_PLAYERS: 0, OF_ONLOOKERS: 0}
        self._speakers: dict[Key, _Speaker] = {}
        """Who has said something in this game."""

    def say(self, guest: Guest, message: Say) -> Reason | None:
        """Let everybody read this line; why not, if they may not."""
        reason = self._no_word_now(guest)
        if reason is not None:
            return reason
        try:
            text = clean_chat(message.text)
        except BadText:
            return Reason.BAD_TEXT
        reason = self._count(guest)
        if reason is None:
            self._core.happen(ChatSaid(self._seat_of(guest), guest.name, text))
        return reason

    def react(self, guest: Guest, message: React) -> Reason | None:
        """Let everybody read this in their own language. It counts as a line, and no log keeps it."""
        reason = self._no_word_now(guest) or self._count(guest)
        if reason is None:
            self._core.tell_all(Reacted(self._seat_of(guest), guest.name, message.code))
        return reason

    def _seat_of(self, guest: Guest) -> int | None:
        return None if guest.seat_link is None else self._core.seat_of(guest.seat_link)

    def _no_word_now(self, guest: Guest) -> Reason | None:
        """Why this one may say nothing at this moment, whatever it is."""
        if not guest.name or (guest.seat_link is None and not guest.watches):
            return Reason.NOT_NOW
        if self._core.is_muted(guest):
            return Reason.MUTED
        self._look_which_game()
        is_too_fast = any(speaker.is_too_fast(self._core.now) for speaker in self._speakers_of(guest).values())
        return Reason.TOO_FAST if is_too_fast else None

    def _count(self, guest: Guest) -> Reason | None:
        """Count a line of this one, if there is one left."""
        budget, speakers = _budget_of(guest), self._speakers_of(guest)
        has_said_enough = any(speaker.has_said_enough(budget.share) for speaker in speakers.values())
        if self._lines[budget] >= budget.lines or has_said_enough:
            return Reason.SAID_ENOUGH
        self._lines[budget] += 1
        self._speakers |= speakers
        for speaker in speakers.values():
            speaker.say(self._core.now)
        return None

    def _speakers_of(self, guest: Guest) -> dict[Key, _Speaker]:
        """As whom this one counts in this game, with what was said already."""
        return {key: self._speakers.get(key, new) for key, new in _new_speakers(guest, _budget_of(guest)).items()}

    def _look_which_game(self) -> None:
        """A new game has all its lines; after a restart of the host some are said already, nobody knows by whom."""
        log = self._core.log
        if log.game == self._game:
            return
        self._game = log.game
        said = [event for event in map(decode_event, log.raw) if isinstance(event, ChatSaid)]
        looked_on = sum(event.seat is None for event in said)
        self._lines = {OF_PLAYERS: len(said) - looked_on, OF_ONLOOKERS: looked_on}
        self._speakers = {key: one for key, one in self._speakers.items() if self._core.now < one.times[-1] + WINDOW}
        for speaker in self._speakers.values():
            speaker.lines = 0


def _budget_of(guest: Guest) -> Budget:
    return OF_ONLOOKERS if guest.seat_link is None else OF_PLAYERS


def _new_speakers(guest: Guest, budget: Budget) -> dict[Key, _Speaker]:
    """The person, and their address if it is that of another computer, before they have said anything."""
    assert guest.secret is not None
    person: dict[Key, _Speaker] = {(budget, guest.secret): _Speaker(1)}
    return {**person, (budget, guest.address): _Speaker(budget.household)} if guest.address else person
