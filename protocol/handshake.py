"""The handshake: both sides prove that they know the code, or the seat's secret, and get the channel's keys. SPEC 4.

All that decides who gets in stands in this file: the states, what may come in each, what is hashed, what is compared.
It does no I/O and no exchange itself: a `job` goes out, its result comes in; chance comes in too.
"""

import hmac
from enum import Enum
from typing import NamedTuple

from protocol import pake
from protocol.codec import decode_opening, encode
from protocol.errors import Hint, LocalProtocolError, RemoteProtocolError
from protocol.hashing import digest, expand, extract
from protocol.messages import VERSION, Accept, Challenge, Hello, Intent, Proof, Refuse

TICKET = 8


def ticket_of(secret: bytes, nonce: bytes) -> bytes:
    """The name of a resume secret in the hello with this nonce: with it the host finds the seat, and nobody else."""
    return digest(b"odin/1 ticket", secret, nonce)[:TICKET]


class HandshakeRandom(NamedTuple):
    """What one side draws for one handshake."""

    nonce: bytes
    entropy: bytes

    def __repr__(self) -> str:
        return "HandshakeRandom(<secret>)"


class Keys(NamedTuple):
    """What both sides have when it is over."""

    client_to_host: bytes
    host_to_client: bytes

    def __repr__(self) -> str:
        return "Keys(<secret>)"


class Schedule(NamedTuple):
    """All that follows from the exchange."""

    confirm_client: bytes
    confirm_host: bytes
    keys: Keys

    def __repr__(self) -> str:
        return "Schedule(<secret>)"


def schedule(hello: bytes, challenge: bytes, client_point: bytes, key: bytes) -> Schedule:
    """The key schedule, over the raw bodies as they travelled."""
    prk = extract(digest(hello, challenge, client_point), key)
    return Schedule(
        expand(prk, b"odin/1 confirm client"),
        expand(prk, b"odin/1 confirm host"),
        Keys(expand(prk, b"odin/1 client to host"), expand(prk, b"odin/1 host to client")),
    )


class ClientState(Enum):
    """How far a client is."""

    AWAITS_CHALLENGE = "awaits challenge"
    AWAITS_EXCHANGE = "awaits exchange"
    AWAITS_ACCEPT = "awaits accept"
    DONE = "done"
    REFUSED = "refused"


class ClientHandshake:
    """The client's side. `outgoing` is what is to be sent, `job` what is to be computed, `keys` what comes of it."""

    def __init__(self, intent: Intent, password: bytes, chance: HandshakeRandom, table: bytes | None = None) -> None:
        if intent is Intent.RESUME and table is None:
            raise LocalProtocolError("to resume is to know the table")
        ticket = ticket_of(password, chance.nonce) if intent is Intent.RESUME else None
        self._hello = encode(Hello(VERSION, intent, table, ticket, chance.nonce))
        self._intent, self._password, self._chance, self._wanted_table = intent, password, chance, table
        self._challenge = b""
        self._schedule: Schedule | None = None
        self.state = ClientState.AWAITS_CHALLENGE
        self.outgoing: list[bytes] = [self._hello]
        self.job: pake.ClientRuns | None = None
        self.table = b""
        self.hint: Hint | None = None
        self.keys: Keys | None = None

    def receive(self, body: bytes) -> None:
        """Take one body in."""
        message = decode_opening(body)
        match self.state, message:
            case _, Refuse(hint=hint):
                self.hint, self.state = hint, ClientState.REFUSED
            case ClientState.AWAITS_CHALLENGE, Challenge():
                self._got_challenge(body, message)
            case ClientState.AWAITS_ACCEPT, Accept():
                self._got_accept(message)
            case _:
                raise RemoteProtocolError("this message may not come now")

    def _got_challenge(self, body: bytes, challenge: Challenge) -> None:
        if challenge.version != VERSION:
            raise RemoteProtocolError("the host speaks another version")
        if self._wanted_table not in (None, challenge.table):
            raise RemoteProtocolError("this is another table")
        self._challenge, self.table = body, challenge.table
        self.job = pake.ClientRuns(self._password, challenge.table, self._chance.entropy, challenge.point)
        self.state = ClientState.AWAITS_EXCHANGE

    def exchanged(self, result: pake.Exchanged) -> None:
        """Go on with the result of the job."""
        if self.state is not ClientState.AWAITS_EXCHANGE:
            raise LocalProtocolError("no exchange was wanted")
        self.job = None
        if result.key is None:
            raise RemoteProtocolError("the host's point is none")
        self._schedule = schedule(self._hello, self._challenge, result.point, result.key)
        self.outgoing.append(encode(Proof(result.point, self._schedule.confirm_client)))
        self.state = ClientState.AWAITS_ACCEPT

    def _got_accept(self, accept: Accept) -> None:
        assert self._schedule is not None
        if not hmac.compare_digest(accept.confirm, self._schedule.confirm_host):
            raise RemoteProtocolError("the host does not know the code")
        self.keys, self.state = self._schedule.keys, ClientState.DONE


class HostState(Enum):
    """How far a host is with one newcomer."""

    AWAITS_HELLO = "awaits hello"
    AWAITS_ADMISSION = "awaits admission"
    AWAITS_POINT = "awaits point"
    AWAITS_PROOF = "awaits proof"
    AWAITS_KEY = "awaits key"
    DONE = "done"
    REFUSED = "refused"


class HostHandshake:
    """The host's side. Once `hello` is there, somebody who knows the table says `admit` or `refuse`."""

    def __init__(self, table: bytes, chance: HandshakeRandom) -> None:
        self._table, self._chance = table, chance
        self._hello = self._challenge = b""
        self._begun: pake.HostBegins | None = None
        self._proof: Proof | None = None
        self.state = HostState.AWAITS_HELLO
        self.outgoing: list[bytes] = []
        self.hello: Hello | None = None
        self.job: pake.HostBegins | pake.HostEnds | None = None
        self.hint: Hint | None = None
        self.keys: Keys | None = None

    def receive(self, body: bytes) -> None:
        """Take one body in."""
        message = decode_opening(body)
        match self.state, message:
            case HostState.AWAITS_HELLO, Hello():
                self._got_hello(body, message)
            case HostState.AWAITS_PROOF, Proof():
                self._got_proof(message)
            case _:
                raise RemoteProtocolError("this message may not come now")

    def _got_hello(self, body: bytes, hello: Hello) -> None:
        self._hello, self.hello = body, hello
        self.state = HostState.AWAITS_ADMISSION
        returns = hello.intent is Intent.RESUME
        if hello.version != VERSION:
            self.refuse(Hint.VERSION)
        elif returns != (hello.ticket is not None) or (returns and hello.table is None):
            raise RemoteProtocolError("a return has a table and a ticket, and nothing else has a ticket")
        elif hello.table not in (None, self._table):
            self.refuse(Hint.UNKNOWN_TABLE)

    def admit(self, password: bytes) -> None:
        """Let this newcomer try to prove that they know the password."""
        if self.state is not HostState.AWAITS_ADMISSION:
            raise LocalProtocolError("nobody asks to be admitted now")
        self.job = self._begun = pake.HostBegins(password, self._table, self._chance.entropy)
        self.state = HostState.AWAITS_POINT

    def refuse(self, hint: Hint) -> None:
        """Send this newcomer away."""
        if self.state in (HostState.DONE, HostState.REFUSED):
            raise LocalProtocolError("it is too late to refuse")
        self.job, self.hint = None, hint
        self.outgoing.append(encode(Refuse(hint)))
        self.state = HostState.REFUSED

    def _got_proof(self, proof: Proof) -> None:
        assert self._begun is not None
        self._proof, self.job = proof, pake.HostEnds(self._begun, proof.point)
        self.state = HostState.AWAITS_KEY

    def exchanged(self, result: pake.Exchanged) -> None:
        """Go on with the result of the job."""
        self.job = None
        match self.state:
            case HostState.AWAITS_POINT:
                self._challenge = encode(Challenge(VERSION, self._table, self._chance.nonce, result.point))
                self.outgoing.append(self._challenge)
                self.state = HostState.AWAITS_PROOF
            case HostState.AWAITS_KEY:
                self._check(result.key)
            case _:
                raise LocalProtocolError("no exchange was wanted")

    def _check(self, key: bytes | None) -> None:
        assert self._proof is not None
        if key is None:
            self.refuse(Hint.WRONG_PROOF)
            return
        made = schedule(self._hello, self._challenge, self._proof.point, key)
        if not hmac.compare_digest(self._proof.confirm, made.confirm_client):
            self.refuse(Hint.WRONG_PROOF)
            return
        self.outgoing.append(encode(Accept(made.confirm_host)))
        self.keys, self.state = made.keys, HostState.DONE
