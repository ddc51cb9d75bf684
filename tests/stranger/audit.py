"""A fold over one game's log that believes nothing it can compute itself: sections 6 and 7 of SPEC.md."""

from collections.abc import Sequence
from dataclasses import replace

from tests.stranger.deal import (
    Deal,
    Shares,
    cards_in_play,
    draw_colours,
    draw_deck,
    draw_opener,
    first_digest,
    hands_of,
    next_digest,
)
from tests.stranger.frames import Malformed
from tests.stranger.messages import Message, Tag, decode
from tests.stranger.rules import Hand, Illegal

# The events that may come in each phase; besides, the table may be stopped at any time in a game.
_PEOPLE = {Tag.SEAT_CHANGED, Tag.CHAT_SAID}
_NEXT = {
    "new": {Tag.LOBBY_OPENED},
    "lobby": {Tag.OPTIONS_CHANGED, Tag.GAME_STARTED, *_PEOPLE},
    "between": {Tag.DEAL_OPENED, *_PEOPLE},
    "opened": {Tag.DEAL_COMMITTED, Tag.DEAL_ABORTED, *_PEOPLE},
    "committed": {Tag.DEAL_CONTRIBUTED, Tag.DEAL_ABORTED, *_PEOPLE},
    "contributed": {Tag.HAND_DEALT, Tag.DEAL_ABORTED, *_PEOPLE},
    "play": {Tag.CARDS_PLAYED, Tag.PASSED, Tag.DEAL_ABORTED, *_PEOPLE},
    "round ends": {Tag.ROUND_ENDED},
    "hand ends": {Tag.HAND_ENDED},
    "game ends": {Tag.GAME_ENDED},
    "over": _PEOPLE,
}
CHECKED, NOT_CHECKED = "checked", "not checked"
_NOT_IN_A_GAME = ("new", "lobby", "over")


class Wrong(Exception):
    """An alarm: the event of this number, counted from 0, is not what it must be."""

    def __init__(self, number: int, why: str) -> None:
        super().__init__(f"wrong at event {number}: {why}")
        self.number = number


class Game:
    """What the log of one game says so far, checked as far as it can be."""

    def __init__(self, game: bytes, history: int = 0, seat: int | None = None, seat_key: bytes = b"") -> None:
        self.history = history
        self.seat = seat
        self.seat_key = seat_key
        self.my_shares: dict[bytes, bytes] = {}
        self.number = 0
        self.digest = self.shown = first_digest(game)
        self.phase = "new"
        self.seats: list[Message] = []
        self.options = (15, "4", "left")
        self.actions = 0
        self.hands_played = 0
        self.totals: list[int] = []
        self.winners: list[int] = []
        self.deal = Deal(game)
        self.broken_off = False
        self.hand = Hand(0, ())
        self._attempt = 0
        self._opened = self._went_out = 0
        self._left_out: set[int] = set()
        self._dealt_at = 0
        self._sealed: list[bytes] = []
        self._mine: list[int] | None = None
        self._moves: list[tuple[int, Message]] = []

    def apply(self, event: bytes) -> Tag:
        """Take the next event of the log as it travelled, or raise the alarm."""
        message = decode(event)
        tag: Tag = message[0]
        if tag < Tag.LOBBY_OPENED:
            raise Malformed("not an event")
        stops = tag == Tag.TABLE_STOPPED and self.phase not in _NOT_IN_A_GAME
        self._must(stops or tag in _NEXT[self.phase], f"{tag.name} cannot come in phase {self.phase!r}")
        if tag in (Tag.CARDS_PLAYED, Tag.PASSED):
            self._moved(message)
        elif tag != Tag.CHAT_SAID:
            getattr(self, f"_{tag.name.lower()}")(*message[1:])
        self.digest = next_digest(self.digest, event)
        self.number += 1
        return tag

    def open_mine(self, hand_key: bytes) -> None:
        """Open my entry of the hand under way and go on with my cards known."""
        assert self.seat is not None
        self._mine = cards = self._unseal(self.seat, hand_key)
        fit = len(set(cards)) == 9 and set(cards) <= set(cards_in_play(self.deal.colours))
        self._must(fit, "I was dealt what are no nine cards", self._dealt_at)
        self.hand = self._replay([cards if seat == self.seat else None for seat in range(len(self.seats))])

    def verdict(self) -> str:
        """Tell what may be said of a hand in which nothing was wrong."""
        mine = self.my_shares.get(self.deal.ctx)
        shared = mine is not None and self.seat is not None and self.deal.shares[self.seat] == mine
        return CHECKED if shared and not self.broken_off else NOT_CHECKED

    def _must(self, fact: bool, why: str, number: int | None = None) -> None:
        if not fact:
            raise Wrong(self.number if number is None else number, why)

    def _for_each_seat(self, *lists: Sequence[object]) -> None:
        self._must(all(len(each) == len(self.seats) for each in lists), "not one element for each seat")

    def _lobby_opened(self, game: bytes, seats: list[Message], options: Message, *_: object) -> None:
        self._must(game == self.deal.game, "the log of another game")
        self.seats = seats
        self._options_changed(options)
        self.phase = "lobby"

    def _seat_changed(self, seat: int, occupant: Message | None) -> None:
        lobby, changed = self.phase == "lobby", [] if occupant is None else [occupant]
        self._must(seat < len(self.seats) + (lobby and len(changed)) and (lobby or changed != []), "no such seat")
        self.seats[seat : seat + 1] = changed

    def _options_changed(self, options: Message) -> None:
        self.options = (options[0], options[1], options[2])

    def _game_started(self, players: int) -> None:
        self._must(players == len(self.seats), "another number of seats")
        self.totals = [0] * players
        self.phase = "between"

    def _deal_opened(self, hand: int, attempt: int, commitment: bytes) -> None:
        self._must((hand, attempt) == (self.hands_played + 1, self._attempt), "not the next deal")
        if not attempt:
            self._left_out, self.broken_off = set(), False
        self.deal = replace(self.deal, hand=hand, attempt=attempt, host=commitment, commitments=(), shares=())
        self.phase = "opened"

    def _deal_committed(self, commitments: Shares) -> None:
        self._for_each_seat(commitments)
        self._must(all(commitments[seat] is None for seat in self._left_out), "a seat that had to be left out")
        bots = [seat for seat, occupant in enumerate(self.seats) if occupant[1] == "bot"]
        self._must(all(commitments[seat] is None for seat in bots), "a bot that shares in a deal")
        mine = self.my_shares.get(self.deal.ctx)
        if mine is not None and self.seat is not None and commitments[self.seat] is not None:
            own = self.deal.seat_commitment(self.seat, mine)
            self._must(commitments[self.seat] == own, "a commitment of mine that I did not make")
        self.deal.commitments = commitments
        self.phase = "committed"

    def _deal_contributed(self, shares: Shares) -> None:
        self._for_each_seat(shares)
        expected = [s and self.deal.seat_commitment(seat, s) for seat, s in enumerate(shares)]
        self._must(expected == self.deal.commitments, "the shares are not those that were committed")
        self.deal.shares = shares
        self.phase = "contributed"

    def _deal_aborted(self, silent: list[int], secret: bytes) -> None:
        committed = [seat for seat, commitment in enumerate(self.deal.commitments) if commitment is not None]
        awaited = committed if self.phase == "committed" else []
        self._must(silent == [seat for seat in awaited if seat in silent], "no share was awaited of a silent seat")
        self._must_fit_commitment(secret)
        self._left_out.update(silent)
        self.broken_off = self.broken_off or (not silent and self.phase != "opened")
        self._attempt += 1
        self.actions += self.phase == "play"
        self.phase = "between"

    def _must_fit_commitment(self, secret: bytes) -> None:
        self._must(self.deal.host_commitment(secret) == self.deal.host, "not the host's committed secret")

    def _hand_dealt(self, hand: int, opener: int, colours: str, attempt: int, sealed: list[bytes]) -> None:
        self._must((hand, attempt) == (self.deal.hand, self.deal.attempt), "another deal")
        self._for_each_seat(sealed)
        self._must(opener < len(self.seats), "no such opener")
        if hand > 1:
            self._must((opener, colours) == (self._next_opener(), self.deal.colours), "another opener or colours")
        self.deal.opener, self.deal.colours = opener, colours
        self._sealed, self._dealt_at, self._moves, self._mine = sealed, self.number, [], None
        self.hand = self._replay([None] * len(self.seats))
        if self.seat is not None and self.number >= self.history:
            self.open_mine(self.deal.hand_key(self.seat, self.seat_key))
        self.phase = "play"

    def _next_opener(self) -> int:
        return self._went_out if self.options[2] == "last" else (self._opened + 1) % len(self.seats)

    def _unseal(self, seat: int, key: bytes) -> list[int]:
        try:
            return self.deal.unseal(seat, key, self._sealed[seat])
        except Malformed as error:
            raise Wrong(self.number, str(error)) from error

    def _moved(self, event: Message) -> None:
        self._moves.append((self.number, event))
        self._carry_out(self.hand, self.number, event)
        self.actions += 1
        self.phase = "hand ends" if self.hand.over else "play" if self.hand.middle else "round ends"

    def _carry_out(self, hand: Hand, number: int, event: Message) -> None:
        tag, seat, *move = event
        self._must(seat < len(self.seats), "no such seat", number)
        try:
            if tag == Tag.PASSED:
                hand.skip(seat)
            else:
                hand.play(seat, move[0], move[1])
        except Illegal as error:
            raise Wrong(number, str(error)) from error

    def _replay(self, hands: Sequence[Sequence[int] | None]) -> Hand:
        hand = Hand(self.deal.opener, hands)
        for number, event in self._moves:
            self._carry_out(hand, number, event)
        return hand

    def _round_ended(self, opener: int) -> None:
        self._must(opener == self.hand.turn, "another opener of the round")
        self.phase = "play"

    def _hand_ended(
        self, hands: list[list[int]], points: list[int], secret: bytes, keys: list[bytes], digest: bytes
    ) -> None:
        self._for_each_seat(hands, points, keys)
        self._must(digest == self.digest, "another digest")
        self._must_fit_commitment(secret)
        self.hand = self._replay(self._dealt(secret, keys))
        self._must(hands == [sorted(cards or ()) for cards in self.hand.hands], "other hands are left")
        self._must(points == self.hand.counts, "other points")
        self.totals = [total + new for total, new in zip(self.totals, points, strict=True)]
        self.hands_played, self._attempt, self.shown = self.hands_played + 1, 0, digest
        self._opened, self._went_out = self.deal.opener, self.hand.counts.index(0)
        self.phase = "game ends" if max(self.totals) >= self.options[0] else "between"

    def _dealt(self, secret: bytes, keys: list[bytes]) -> list[list[int]]:
        deal, players = self.deal, len(self.seats)
        seed = deal.seed(secret)
        if deal.hand == 1:
            drawn = draw_colours(seed, players, self.options[1]), draw_opener(seed, players)
            self._must((deal.colours, deal.opener) == drawn, "another opener or colours", self._dealt_at)
        dealt = hands_of(draw_deck(seed, deal.colours), players)
        opened = [self._unseal(seat, key) for seat, key in enumerate(keys)]
        self._must(opened == dealt, "the entries hold other cards than the deck", self._dealt_at)
        if self._mine is not None and self.seat is not None:
            self._must(self._mine == dealt[self.seat], "I was shown other cards", self._dealt_at)
        return dealt

    def _game_ended(self, winners: list[int]) -> None:
        self.winners = [seat for seat, total in enumerate(self.totals) if total == min(self.totals)]
        self._must(winners == self.winners, "other winners")
        self.phase = "over"

    def _table_stopped(self) -> None:
        self.phase = "over"
