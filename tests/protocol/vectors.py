"""The vectors of the specification, made from fixed inputs. `python -m tests.protocol.vectors` writes them anew.

In them `hex:…` stands for bytes; everything else is what it says.
"""

import json
from collections.abc import Callable
from difflib import SequenceMatcher
from enum import Enum
from pathlib import Path
from typing import Any

import msgpack
import msgspec

from odin_net.game import Options
from odin_net.game.events import HandEnded
from odin_net.game.options import Starter
from odin_net.game.text import BadText, clean_chat, clean_name, name_key
from protocol import messages, pake
from protocol.audit import Entry, Result
from protocol.channel import Sealer
from protocol.codec import encode, encode_event
from protocol.errors import Close
from protocol.fair_deal import (
    DealId,
    FairDeal,
    Outcome,
    colours_by_lot,
    host_commitment,
    opener_by_lot,
    seat_commitment,
    shuffled,
)
from protocol.framing import frame
from protocol.handshake import ClientHandshake, HandshakeRandom, HostHandshake, schedule, ticket_of
from protocol.hashing import digest, extract
from protocol.log import first_digest, next_digest, spoken
from protocol.messages import Intent
from protocol.sealing import bound_of, entry_info, hand_key, seal_deal
from protocol.words import WORDS
from tests.helpers.logged_game import GAME, Broken, LoggedGame, audit, logged_game
from tests.helpers.tables import lobby, started
from tests.protocol.samples import CHAT, NAMES, NOT_MESSAGES, NOT_THESE, PAIRS, SAMPLES
from tests.protocol.test_audit import DISHONEST, HONEST

FOLDER = Path(__file__).parent.parent.parent / "protocol" / "vectors"

TABLE = bytes(range(0x40, 0x50))
CODE = "raven-oak-fjord"
RESUME_SECRET = bytes(range(0x80, 0xA0))
CLIENT = HandshakeRandom(bytes([0xC0]) * 16, bytes(range(64)))
HOST = HandshakeRandom(bytes([0xD0]) * 16, bytes(range(64, 128)))


def words() -> Any:
    return list(WORDS)


def frames() -> Any:
    bodies = [b"\x01", encode(messages.Ping(7)), bytes(300)]
    return {
        "good": [{"body": body, "frame": frame(body)} for body in bodies],
        "bad before the handshake's end": [b"\0\0\0\0", b"\0\0\x10\x01", b"\xff\xff\xff\xff"],
        "bad after it": [b"\0\0\0\0", b"\0\x01\0\x01", b"\xff\xff\xff\xff"],
    }


def all_messages() -> Any:
    return [
        {"name": type(message).__name__, "fields": _fields(message), "body": encode(message)} for message in SAMPLES
    ]


def _fields(message: messages.Part) -> list[Any]:
    tag = message.__struct_config__.tag
    return [tag, *map(_plain, msgspec.structs.astuple(message))]


def _plain(value: Any) -> Any:
    if isinstance(value, messages.Part):
        return list(map(_plain, msgspec.structs.astuple(value)))
    if isinstance(value, tuple):
        return list(map(_plain, value))
    return value.value if isinstance(value, Enum) else value


def handshakes() -> Any:
    return [
        _handshake("take a seat", Intent.SEAT, CODE.encode(), None),
        _handshake("watch an open table", Intent.WATCH, b"", TABLE),
        _handshake("resume", Intent.RESUME, RESUME_SECRET, TABLE),
    ]


def _handshake(name: str, intent: Intent, password: bytes, table: bytes | None) -> Any:
    client, host = ClientHandshake(intent, password, CLIENT, table), HostHandshake(TABLE, HOST)
    hello = client.outgoing[0]
    host.receive(hello)
    host.admit(password)
    assert host.job is not None
    host.exchanged(pake.run(host.job))
    challenge = host.outgoing[0]
    client.receive(challenge)
    assert client.job is not None
    exchanged = pake.run(client.job)
    client.exchanged(exchanged)
    proof = client.outgoing[1]
    host.receive(proof)
    host.exchanged(pake.run(host.job))
    accept = host.outgoing[1]
    client.receive(accept)
    assert client.keys == host.keys
    assert exchanged.key is not None
    transcript = digest(hello, challenge, exchanged.point)
    made = schedule(hello, challenge, exchanged.point, exchanged.key)
    return {
        "name": name,
        "password": password,
        "table": TABLE,
        "intent": int(intent),
        "expects table": table,
        "ticket": ticket_of(password, CLIENT.nonce) if intent is Intent.RESUME else None,
        "client nonce": CLIENT.nonce,
        "client entropy": CLIENT.entropy,
        "host nonce": HOST.nonce,
        "host entropy": HOST.entropy,
        "hello": hello,
        "challenge": challenge,
        "x": exchanged.point,
        "K": exchanged.key,
        "th": transcript,
        "PRK": extract(transcript, exchanged.key),
        "proof": proof,
        "accept": accept,
        "confirm client": made.confirm_client,
        "confirm host": made.confirm_host,
        "client to host": made.keys.client_to_host,
        "host to client": made.keys.host_to_client,
    }


def channel() -> Any:
    keys = _handshake("take a seat", Intent.SEAT, CODE.encode(), None)
    from_client = [messages.Join("Ann", RESUME_SECRET), messages.Ready(0, True), messages.Bye(Close.AWAY)]
    from_host = [messages.Seated(1, bytes(32), False), messages.LogFollows(GAME, 0, 1), messages.Ping(1)]
    return {
        name: {"key": keys[name], "frames": _sealed(keys[name], said)}
        for name, said in (("client to host", from_client), ("host to client", from_host))
    }


def _sealed(key: bytes, said: list[Any]) -> Any:
    sealer = Sealer(key)
    bodies = [encode(message) for message in said]
    return [{"message": body, "frame": sealer.framed(body)} for body in bodies]


def deals() -> Any:
    return [_deal(2, Options()), _deal(6, Options())]


def _fair(players: int) -> FairDeal:
    deal = DealId(GAME, 1, 0)
    shares = tuple(None if seat == 1 and players > 2 else bytes([seat + 1]) * 32 for seat in range(players))
    bound = tuple(None if share is None else seat_commitment(deal, seat, share) for seat, share in enumerate(shares))
    return FairDeal(deal, b"\xee" * 32, bound, shares)


def _deal(players: int, options: Options) -> Any:
    fair = _fair(players)
    colours = options.fixed_colours(players) or colours_by_lot(fair.seed)
    return {
        "game": GAME,
        "hand": 1,
        "attempt": 0,
        "players": players,
        "options": [options.points, options.colours, options.starter.value],
        "ctx": fair.id.context,
        "secret": fair.secret,
        "commitment of the host": host_commitment(fair.id, fair.secret),
        "shares": list(fair.shares),
        "commitments": list(fair.commitments),
        "seed": fair.seed,
        "colours": colours,
        "opener": opener_by_lot(fair.seed, players),
        "deck": list(shuffled(fair.seed, colours)),
    }


def sealed_hands() -> Any:
    fair = _fair(6)
    keys = tuple(bytes([0xA0 + seat]) * 32 for seat in range(6))
    sealed = seal_deal(fair, started(6, lobby(6).options), keys)
    command = sealed.command
    bound = bound_of(fair, _drawn(command))
    infos = [entry_info(fair.id, seat, bound) for seat in range(6)]
    assert sealed.hand_keys == tuple(map(hand_key, keys, infos))
    return {
        "deal": _deal(6, Options()),
        "bound": bound,
        "seats": [
            {
                "seat": seat,
                "seat_key": keys[seat],
                "info": infos[seat],
                "hand key": sealed.hand_keys[seat],
                "cards": list(command.deck[9 * seat : 9 * seat + 9]),
                "entry": command.sealed[seat],
            }
            for seat in range(6)
        ],
    }


def _drawn(command: Any) -> Any:
    return Outcome(command.colours, command.opener, command.deck)


def log() -> Any:
    game = logged_game(3, 3, Options(points=3), people=(0, 2))
    return {"game": GAME, "seat_keys": list(game.seat_keys), "events": _chain(game)}


def logs() -> Any:
    """Honest games with all that a game can have, and what each reader may say of each of their hands."""
    games = {
        "two players, four colours drawn, who went out opens": logged_game(
            4, 2, Options(points=8, starter=Starter.LAST), people=(0, 1)
        ),
        "a seat falls silent and is left out": logged_game(
            1, 3, Options(points=3), people=(0, 2), broken=[Broken((0, 1, 2), silent=(1,))]
        ),
        "the host breaks a deal off when it could know the cards": logged_game(
            2, 3, Options(points=3), broken=[Broken((0, 1), silent=())]
        ),
        "the host breaks a deal off before anybody is bound": logged_game(
            3, 3, Options(points=3), broken=[Broken(None, silent=())]
        ),
        "nobody shares in the deal": logged_game(5, 2, Options(points=1), people=()),
    }
    return [{"name": name, **_whole(game), "verdicts": _verdicts(game)} for name, game in games.items()]


def _whole(game: LoggedGame) -> Any:
    shares = [
        {"hand": deal.hand, "attempt": deal.attempt, "seat": seat, "share": share} for deal, seat, share in game.shares
    ]
    return {
        "game": GAME,
        "seat_keys": list(game.seat_keys),
        "shares": shares,
        "events": list(map(encode_event, game.events)),
    }


def _verdicts(game: LoggedGame) -> Any:
    readers = [*range(len(game.seat_keys)), None]
    return [{"seat": seat, "hands": [verdict.result.value for verdict in audit(game, seat)]} for seat in readers]


def wrong_logs() -> Any:
    """What a lying host may log, and the number of the event that seat 0, which made its shares, calls wrong."""
    honest = list(map(encode_event, HONEST.events))
    cases = [
        {"name": name, "events": _as_changes(honest, _to_the_alarm(lie)), "wrong": verdict.seq}
        for name, (lie, verdict) in DISHONEST.items()
    ]
    return {"honest": _whole(HONEST), "seat": 0, "logs": cases}


def _to_the_alarm(lie: list[Entry]) -> list[bytes]:
    """No more of a log than is needed to find out."""
    needed = next(count for count in range(1, len(lie) + 1) if _is_wrong(lie[:count]))
    return [encode_event(entry.event) for entry in lie[:needed]]


def _is_wrong(lie: list[Entry]) -> bool:
    return any(verdict.result is Result.WRONG for verdict in audit(HONEST, 0, lie))


def _as_changes(honest: list[bytes], lie: list[bytes]) -> list[Any]:
    """The lie as runs of the honest log, each [first, one after the last], with other events between them."""
    found: list[Any] = []
    for kind, first, last, start, end in SequenceMatcher(None, honest, lie, autojunk=False).get_opcodes():
        found += [[first, last]] if kind == "equal" else lie[start:end]
    return found


def points() -> Any:
    """What is no point of the exchange, for the two sides of the first of the handshakes."""
    shaken = _handshake("take a seat", Intent.SEAT, CODE.encode(), None)
    prime, x, y = 2**255 - 19, shaken["x"][1:], shaken["challenge"][-32:]
    none = {
        "zero": (1).to_bytes(32, "little"),
        "zero with a sign": (1 + 2**255).to_bytes(32, "little"),
        "zero beyond the prime": (prime + 1).to_bytes(32, "little"),
        "of order 2": (prime - 1).to_bytes(32, "little"),
        "of order 4": bytes(32),
        "not on the curve": (2).to_bytes(32, "little"),
        "not below the prime": b"\xff" * 31 + b"\x7f",
    }
    return {
        side: [
            *({"what": what, "point": letter + point} for what, point in none.items()),
            {"what": "the reader's own", "point": letter + own},
            {"what": "behind the reader's letter", "point": other + good},
        ]
        for side, letter, other, own, good in (
            ("x, to the host", b"A", b"B", y, x),
            ("y, to the client", b"B", b"A", x, y),
        )
    }


def malformed() -> Any:
    """Bodies that are no message, whoever reads them."""
    return [
        *({"what": what, "body": body} for what, body in NOT_MESSAGES.items()),
        *({"what": what, "body": msgpack.packb(values)} for what, values in NOT_THESE.items()),
    ]


def texts() -> Any:
    return {
        "names": [{"typed": typed, "shown": _cleaned(clean_name, typed)} for typed in NAMES],
        "chat": [{"typed": typed, "shown": _cleaned(clean_chat, typed)} for typed in CHAT],
        "one name": [pair for pair in PAIRS if name_key(pair[0]) == name_key(pair[1])],
        "two names": [pair for pair in PAIRS if name_key(pair[0]) != name_key(pair[1])],
    }


def _cleaned(clean: Callable[[str], str], typed: str) -> str | None:
    try:
        return clean(typed)
    except BadText:
        return None


def _chain(game: LoggedGame) -> Any:
    value, chain = first_digest(GAME), []
    for event in game.events:
        raw = encode_event(event)
        value = next_digest(value, raw)
        entry = {"name": type(event).__name__, "event": raw, "digest": value}
        # What people compare: the words of the digest that the end of a hand shows.
        chain.append(
            entry | ({"words of the digest in it": spoken(event.digest)} if isinstance(event, HandEnded) else {})
        )
    return chain


VECTORS: dict[str, Callable[[], Any]] = {
    "words.json": words,
    "frames.json": frames,
    "messages.json": all_messages,
    "handshakes.json": handshakes,
    "channel.json": channel,
    "deals.json": deals,
    "sealed_hands.json": sealed_hands,
    "log.json": log,
    "logs.json": logs,
    "wrong_logs.json": wrong_logs,
    "points.json": points,
    "malformed.json": malformed,
    "texts.json": texts,
}


def as_json(value: Any) -> str:
    # ASCII: what turns texts around or hides in them is not to do so in an editor.
    return json.dumps(_printable(value), indent=1) + "\n"


def _printable(value: Any) -> Any:
    match value:
        case bytes():
            return f"hex:{value.hex()}"
        case dict():
            return {key: _printable(item) for key, item in value.items()}
        case list() | tuple():
            return list(map(_printable, value))
        case _:
            return value


if __name__ == "__main__":
    for name, make in VECTORS.items():
        (FOLDER / name).write_text(as_json(make()), encoding="utf-8", newline="\n")
