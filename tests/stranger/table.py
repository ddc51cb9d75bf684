"""A small host to test the player against: two people, no bots, no clock, nobody away."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.stranger.deal import Deal, draw_colours, draw_deck, draw_opener, first_digest, hands_of, next_digest
from tests.stranger.frames import CHANNEL_LIMIT, Channel, Frames, frame
from tests.stranger.handshake import HostHandshake, Refusal
from tests.stranger.messages import Message, Tag, decode, encode
from tests.stranger.rules import Hand

CODE = "raven-oak-fjord"
PEOPLE = 2
STALE, NOT_NOW = 32, 39


class Door:
    """One connection of the host: handshake, then channel."""

    def __init__(self, code: str, table: bytes) -> None:
        self.out = b""
        self._channel: Channel | None = None
        self._frames = Frames()
        self._handshake = HostHandshake(code.encode(), table)

    def receive(self, data: bytes) -> list[Message]:
        """Take bytes and give the messages of the channel."""
        self._frames.feed(data)
        messages = []
        while (body := self._frames.pop()) is not None:
            if self._channel is not None:
                messages.append(decode(self._channel.open(body)))
            else:
                self._shake(body)
        return messages

    def send(self, *message: object) -> None:
        """Seal a message for this client."""
        assert self._channel is not None
        self.out += self._channel.seal(encode(*message))

    def _shake(self, body: bytes) -> None:
        try:
            self.out += frame(self._handshake.receive(body))
        except Refusal as refusal:
            self.out += frame(encode(Tag.REFUSE, refusal.hint))
        if self._handshake.keys is not None:
            self._channel = self._handshake.keys.host_channel()
            self._frames.limit = CHANNEL_LIMIT


class Table:
    """A host that plays one game, honest but for what a test asks of it."""

    def __init__(
        self,
        options: Sequence[object] = (15, "4", "left"),
        tamper: Callable[[Message], Message] = lambda event: event,
        silent: int | None = None,
        breaks_off_after: Tag | None = None,
    ) -> None:
        self.said: list[Message] = []
        self._options = list(options)
        self._tamper = tamper
        self._silent = silent
        self._breaks_off_after = breaks_off_after
        self._table, self._game = os.urandom(16), os.urandom(16)
        self._digest = first_digest(self._game)
        self.log: list[bytes] = []
        self._doors: list[Door] = []
        self._names: list[str] = []
        self._seat_keys: list[bytes] = []
        self._ready: set[int] = set()
        self._totals = [0] * PEOPLE
        self._actions = 0
        self._paused = True
        self._secret = b""
        self._chances: dict[int, bytes] = {}
        self._deal = Deal(self._game)
        self._hand = Hand(0, ())
        self._write(Tag.LOBBY_OPENED, self._game, [], self._options, [], 0, None)

    def connect(self, code: str = CODE) -> Door:
        """Open the door to one more client."""
        return Door(code, self._table)

    def receive(self, door: Door, data: bytes) -> None:
        """Take bytes of one client and do what they ask for."""
        for message in door.receive(data):
            self.said.append(message)
            tag, *fields = message
            if tag == Tag.JOIN:
                self._on_join(door, fields[0])
            elif tag not in (Tag.PONG, Tag.BYE):
                getattr(self, f"_on_{tag.name.lower()}")(self._doors.index(door), *fields)

    def _write(self, *event: object) -> None:
        told = self._tamper(list(event))
        self.log.append(encode(*told))
        self._digest = next_digest(self._digest, self.log[-1])
        for door in self._doors:
            door.send(*told)

    def _on_join(self, door: Door, name: str) -> None:
        seat = len(self._doors)
        self._write(Tag.SEAT_CHANGED, seat, [name, "person", "", "here", False])
        self._doors.append(door)
        self._names.append(name)
        self._seat_keys.append(os.urandom(32))
        door.send(Tag.SEATED, seat, self._seat_keys[seat], seat == 0)
        door.send(Tag.LOG_FOLLOWS, self._game, 0, len(self.log))
        for event in self.log:
            door.send(Tag.BATCH, [event])

    def _on_ready(self, seat: int, after: int, ready: bool) -> None:
        assert ready
        if after != self._deal.hand:
            self._doors[seat].send(Tag.REFUSED, int(Tag.READY), 0, STALE)
            return
        self._ready.add(seat)
        if not after:
            self._write(Tag.SEAT_CHANGED, seat, [self._names[seat], "person", "", "here", True])
        if len(self._ready) == PEOPLE:
            self._ready.clear()
            if not after:
                self._write(Tag.GAME_STARTED, PEOPLE)
            self._open_deal(after + 1, 0)

    def _open_deal(self, hand: int, attempt: int) -> None:
        self._secret, self._chances = os.urandom(32), {}
        deal = replace(self._deal, hand=hand, attempt=attempt, commitments=(), shares=())
        deal.host = deal.host_commitment(self._secret)
        self._deal = deal
        self._write(Tag.DEAL_OPENED, hand, attempt, deal.host)
        self._breaks_off(Tag.DEAL_OPENED)

    def _breaks_off(self, after: Tag) -> bool:
        breaks = self._breaks_off_after == after and not self._deal.attempt
        if breaks:
            self._abort([])
        return breaks

    def _abort(self, silent: list[int]) -> None:
        self._write(Tag.DEAL_ABORTED, silent, self._secret)
        self._open_deal(self._deal.hand, self._deal.attempt + 1)

    def _on_commit(self, seat: int, hand: int, attempt: int, chance: bytes) -> None:
        awaited = [s for s in range(PEOPLE) if not (self._deal.attempt and s == self._silent)]
        if seat in awaited and (hand, attempt) == (self._deal.hand, self._deal.attempt):
            self._chances[seat] = chance
        if len(self._chances) == len(awaited):
            chances, self._chances = [self._chances.get(s) for s in range(PEOPLE)], {}
            self._on_chances(chances)

    _on_contribute = _on_commit

    def _on_chances(self, chances: list[bytes | None]) -> None:
        deal = self._deal
        if not deal.commitments:
            deal.commitments = chances
            self._write(Tag.DEAL_COMMITTED, chances)
            self._breaks_off(Tag.DEAL_COMMITTED)
        elif self._silent is not None and not deal.attempt:
            self._abort([self._silent])
        else:
            deal.shares = chances
            self._write(Tag.DEAL_CONTRIBUTED, chances)
            if not self._breaks_off(Tag.DEAL_CONTRIBUTED):
                self._deal_hand(deal)

    def _deal_hand(self, deal: Deal) -> None:
        seed = deal.seed(self._secret)
        if deal.hand == 1:
            deal.colours = draw_colours(seed, PEOPLE, str(self._options[1]))
            deal.opener = draw_opener(seed, PEOPLE)
        else:
            deal.opener = self._hand.counts.index(0) if self._options[2] == "last" else (deal.opener + 1) % PEOPLE
        hands = hands_of(draw_deck(seed, deal.colours), PEOPLE)
        self._hand = Hand(deal.opener, hands)
        sealed = [deal.seal(seat, key, hands[seat]) for seat, key in enumerate(self._hand_keys())]
        self._write(Tag.HAND_DEALT, deal.hand, deal.opener, deal.colours, deal.attempt, sealed)

    def _hand_keys(self) -> list[bytes]:
        return [self._deal.hand_key(seat, key) for seat, key in enumerate(self._seat_keys)]

    def _on_pass(self, seat: int, action: int) -> None:
        if not self._pauses(seat, Tag.PASS, action):
            self._hand.skip(seat)
            self._write(Tag.PASSED, seat, 0)
            if not self._hand.middle:
                self._write(Tag.ROUND_ENDED, self._hand.turn)

    def _on_play(self, seat: int, action: int, cards: list[int], take: int | None) -> None:
        if not self._pauses(seat, Tag.PLAY, action):
            self._hand.play(seat, cards, take)
            self._write(Tag.CARDS_PLAYED, seat, cards, take, 0)
            if self._hand.over:
                self._end_hand()

    def _pauses(self, seat: int, tag: Tag, action: int) -> bool:
        assert action == self._actions
        paused, self._paused = self._paused, False
        if paused:
            self._doors[seat].send(Tag.REFUSED, int(tag), action, NOT_NOW)
            self._doors[seat].send(Tag.PING, 7)
        self._actions += not paused
        return paused

    def _end_hand(self) -> None:
        hands = [sorted(cards or ()) for cards in self._hand.hands]
        points = [len(cards) for cards in hands]
        self._totals = [total + new for total, new in zip(self._totals, points, strict=True)]
        self._write(Tag.HAND_ENDED, hands, points, self._secret, self._hand_keys(), self._digest)
        if max(self._totals) >= int(str(self._options[0])):
            best = min(self._totals)
            self._write(Tag.GAME_ENDED, [seat for seat in range(PEOPLE) if self._totals[seat] == best])
