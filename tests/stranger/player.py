"""A client that takes a seat, plays legal moves and checks every deal."""

import contextlib
import os
import random
import socket
from dataclasses import dataclass, field

from tests.stranger.audit import Game, Wrong
from tests.stranger.frames import CHANNEL_LIMIT, Channel, Frames, Malformed, frame
from tests.stranger.handshake import Keys, check_accept, code_password, prove, say_hello
from tests.stranger.messages import Tag, decode, encode
from tests.stranger.rules import PASS

CONNECT_TIMEOUT = 5.0
SILENCE = 15.0
LINGER = 2.0
DRAINS = 16
LEFT, MALFORMED, FORKED = 2, 8, 9
TOO_FAST, NOT_NOW = 37, 39
CHECKED, NOT_CHECKED = "checked", "not checked"
_IGNORED = {
    Tag.PONG, Tag.WATCHING, Tag.CLOCK, Tag.NUDGE, Tag.TABLE_CODE, Tag.PAUSED, Tag.AUDIENCE, Tag.TERMS, Tag.KICKED,
    Tag.SEEN_MORE, Tag.REACTED,
}  # fmt: skip


class Closed(Exception):
    """The host ended the channel, or would not have us."""


@dataclass
class Result:
    """How the game went: no winners if it was stopped or wrong; the digest is the last that was shown."""

    winners: list[int] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    digest: bytes = b""


class Player:
    """One seat at a table, without any I/O: bytes in, bytes out."""

    def __init__(self, name: str, code: str, chooser: random.Random) -> None:
        self.result = Result()
        self.done = False
        self.failure: Malformed | None = None
        self._name = name
        self._password = code_password(code)
        self._chooser = chooser
        self._secret = os.urandom(32)
        self._frames = Frames()
        self._hello = say_hello()
        self._keys: Keys | None = None
        self._channel: Channel | None = None
        self._out = b""
        self._seat: int | None = None
        self._seat_key = b""
        self._game: Game | None = None
        self._said: set[object] = set()
        self._retry: object = None

    def start(self) -> bytes:
        """Give the first bytes to send."""
        return frame(self._hello)

    def receive(self, data: bytes) -> bytes:
        """Take bytes of the host and give those to send."""
        self._frames.feed(data)
        try:
            while not self.done and (body := self._frames.pop()) is not None:
                self._on_body(body)
        except Wrong as alarm:
            self.result.verdicts.append(str(alarm))
            self._finish(FORKED)
        except Malformed as error:
            self.failure = error
            self._finish(MALFORMED)
        out, self._out = self._out, b""
        return out

    def _finish(self, close: int) -> None:
        if self._game is not None:
            self.result.winners, self.result.totals = self._game.winners, self._game.totals
            self.result.digest = self._game.shown
        if self._channel is not None:
            self._send(Tag.BYE, close)
        self.done = True

    def _send(self, *message: object) -> None:
        assert self._channel is not None
        self._out += self._channel.seal(encode(*message))

    def _once(self, key: object, *message: object) -> None:
        if key not in self._said:
            self._said.add(key)
            self._send(*message)

    def _on_body(self, body: bytes) -> None:
        if self._channel is None:
            self._shake(body)
            return
        opened = self._channel.open(body)
        tag, *fields = decode(opened)
        if tag >= Tag.LOBBY_OPENED:
            self._on_batch([opened])
        elif tag not in _IGNORED:
            handler = getattr(self, f"_on_{tag.name.lower()}", None)
            if handler is None:
                raise Malformed(f"{tag.name} from a host")
            handler(*fields)
        if not self.done:
            self._act()

    def _shake(self, body: bytes) -> None:
        if self._keys is None:
            proof, self._keys = prove(self._hello, body, self._password)
            self._out += frame(proof)
            return
        check_accept(body, self._keys)
        self._channel = self._keys.client_channel()
        self._frames.limit = CHANNEL_LIMIT
        self._send(Tag.JOIN, self._name, self._secret)

    def _on_ping(self, token: int) -> None:
        self._send(Tag.PONG, token)
        self._said.discard(self._retry)

    def _on_bye(self, close: int) -> None:
        raise Closed(f"the host said bye with {close}")

    def _on_refused(self, tag: int, action: int, reason: int) -> None:
        if tag == Tag.JOIN:
            raise Closed(f"no seat, for reason {reason}")
        if tag in (Tag.PLAY, Tag.PASS) and reason in (TOO_FAST, NOT_NOW):
            self._retry = ("move", action)

    def _on_seated(self, seat: int, seat_key: bytes, _: bool) -> None:
        self._seat, self._seat_key = seat, seat_key
        if self._game is not None:
            self._game.seat, self._game.seat_key = seat, seat_key

    def _on_log_follows(self, game: bytes, number: int, length: int) -> None:
        if number:
            raise Malformed("I have no log to go on with")
        self._game = Game(game, length, self._seat, self._seat_key)
        self._said.clear()

    def _on_hand_key(self, hand: int, attempt: int, key: bytes) -> None:
        game = self._game
        if game is not None and game.phase == "play" and (hand, attempt) == (game.deal.hand, game.deal.attempt):
            game.open_mine(key)

    def _on_batch(self, events: list[bytes]) -> None:
        if self._game is None:
            raise Malformed("an event before the log")
        for event in events:
            if self._game.apply(event) == Tag.HAND_ENDED:
                self.result.verdicts.append(self._game.verdict())
            elif self._game.phase == "over":
                self._finish(LEFT)
                return

    def _act(self) -> None:
        game, seat = self._game, self._seat
        if game is None or seat is None or game.number < game.history or seat >= len(game.seats):
            return
        _, _, _, presence, ready = game.seats[seat]
        if presence == "covered":
            self._once(("back", game.actions), Tag.BACK)
        if game.phase == "lobby" and not ready:
            self._once(("lobby", game.number), Tag.READY, 0, True)
        elif game.phase == "between" and game.hands_played:
            self._once(("ready", game.hands_played), Tag.READY, game.hands_played, True)
        elif game.phase == "opened":
            self._commit(game, seat)
        elif game.phase == "committed":
            self._contribute(game, seat)
        elif game.phase == "play" and game.hand.turn == seat and game.hand.hands[seat] is not None:
            self._move(game)

    def _commit(self, game: Game, seat: int) -> None:
        deal = game.deal
        share = game.my_shares.setdefault(deal.ctx, os.urandom(32))
        commitment = deal.seat_commitment(seat, share)
        self._once(("commit", deal.ctx), Tag.COMMIT, deal.hand, deal.attempt, commitment)

    def _contribute(self, game: Game, seat: int) -> None:
        deal = game.deal
        share = game.my_shares.get(deal.ctx)
        if share is None or deal.commitments[seat] is None:
            return
        self._once(("share", deal.ctx), Tag.CONTRIBUTE, deal.hand, deal.attempt, share)

    def _move(self, game: Game) -> None:
        key = ("move", game.actions)
        if key in self._said:
            return
        cards, take = move = self._chooser.choice(game.hand.legal())
        if move == PASS:
            self._once(key, Tag.PASS, game.actions)
        else:
            self._once(key, Tag.PLAY, game.actions, list(cards), take)


def play(host: str, port: int, code: str, name: str) -> Result:
    """Join a host's table, play one game to its end and tell how it went."""
    player = Player(name, code, random.SystemRandom())
    with socket.create_connection((host, port), CONNECT_TIMEOUT) as stream:
        stream.settimeout(SILENCE)
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream.sendall(player.start())
        while not player.done:
            data = stream.recv(65536)
            if not data:
                raise ConnectionError("the stream ended without bye")
            stream.sendall(player.receive(data))
        _linger(stream)
    if player.failure is not None:
        raise player.failure
    return player.result


def _linger(stream: socket.socket) -> None:
    # What was not read would reset the connection and might take our bye with it.
    stream.settimeout(LINGER)
    with contextlib.suppress(OSError):
        stream.shutdown(socket.SHUT_WR)
        for _ in range(DRAINS):
            if not stream.recv(65536):
                break
