"""The player against a small host of our own, in memory and once over loopback."""

import random
import selectors
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

from tests.stranger.audit import CHECKED, NOT_CHECKED
from tests.stranger.deal import draw_deck
from tests.stranger.handshake import Refusal
from tests.stranger.messages import Message, Tag, decode
from tests.stranger.player import Player, play
from tests.stranger.table import CODE, PEOPLE, Door, Table

Change = Callable[[Any], Any]
# In seconds; what hangs fails.
LONG = 300.0
ONE_HAND = (1, "4", "left")


def _run(table: Table, chunk: int = 65536) -> list[Player]:
    players = [Player(name, CODE, random.Random(name)) for name in ("Ann", "Bo")]
    doors = [table.connect() for _ in players]
    for door, player in zip(doors, players, strict=True):
        table.receive(door, player.start())
    while any(door.out for door in doors):
        for door, player in zip(doors, players, strict=True):
            data, door.out = door.out[:chunk], door.out[chunk:]
            table.receive(door, player.receive(data))
    return players


@pytest.mark.parametrize("options", [(15, "4", "left"), (15, "6", "last"), (1, "OYBP", "left"), (40, "4", "last")])
def test_a_whole_game(options: tuple[int, str, str]) -> None:
    table = Table(options)
    ann, bo = (player.result for player in _run(table))
    assert ann == bo
    assert max(ann.totals) >= options[0]
    assert ann.winners == [seat for seat, total in enumerate(ann.totals) if total == min(ann.totals)]
    assert set(ann.verdicts) == {CHECKED}
    assert [message for message in table.said if message[0] == Tag.BYE] == [[Tag.BYE, 2]] * 2
    assert [message for message in table.said if message[0] == Tag.PONG] == [[Tag.PONG, 7]]


def test_bytes_in_small_pieces() -> None:
    ann, bo = _run(Table(ONE_HAND), chunk=7)
    assert ann.result == bo.result
    assert ann.result.verdicts == [CHECKED]


def test_a_silent_seat_cannot_vouch_for_the_deal() -> None:
    ann, bo = (player.result for player in _run(Table(ONE_HAND, silent=1)))
    assert (ann.verdicts, bo.verdicts) == ([CHECKED], [NOT_CHECKED])
    assert ann.winners == bo.winners


@pytest.mark.parametrize(
    ("after", "verdict"),
    [(Tag.DEAL_OPENED, CHECKED), (Tag.DEAL_COMMITTED, NOT_CHECKED), (Tag.DEAL_CONTRIBUTED, NOT_CHECKED)],
)
def test_a_host_that_begins_again_by_itself(after: Tag, verdict: str) -> None:
    for player in _run(Table(ONE_HAND, breaks_off_after=after)):
        assert player.result.verdicts == [verdict]
        assert player.result.winners


def _flip(value: bytes) -> bytes:
    return bytes([value[0] ^ 1]) + value[1:]


# What a dishonest host changes: the event, its field, how.
CHEATS: dict[str, tuple[Tag, int, Change]] = {
    "commitments": (Tag.DEAL_COMMITTED, 1, lambda all_of: [_flip(all_of[0]), all_of[1]]),
    "a commitment too many": (Tag.DEAL_COMMITTED, 1, lambda all_of: [*all_of, None]),
    "shares": (Tag.DEAL_CONTRIBUTED, 1, lambda all_of: [all_of[0], _flip(all_of[1])]),
    "a share left out": (Tag.DEAL_CONTRIBUTED, 1, lambda all_of: [all_of[0], None]),
    "another attempt": (Tag.DEAL_OPENED, 2, lambda attempt: attempt + 1),
    "the opener": (Tag.HAND_DEALT, 2, lambda opener: 1 - opener),
    "entries": (Tag.HAND_DEALT, 5, lambda sealed: sealed[::-1]),
    "an entry too few": (Tag.HAND_DEALT, 5, lambda sealed: sealed[:1]),
    "who played": (Tag.CARDS_PLAYED, 1, lambda seat: 1 - seat),
    "hands": (Tag.HAND_ENDED, 1, lambda hands: hands[::-1]),
    "points": (Tag.HAND_ENDED, 2, lambda points: points[::-1]),
    "the secret": (Tag.HAND_ENDED, 3, _flip),
    "hand keys": (Tag.HAND_ENDED, 4, lambda keys: keys[::-1]),
    "the digest": (Tag.HAND_ENDED, 5, _flip),
    "winners": (Tag.GAME_ENDED, 1, lambda winners: [1 - winners[0]]),
}
# What a host says that breaks a deal off: after which event, the field, its value, where it is found.
BREAKS: dict[str, tuple[Tag, int, Change, Tag]] = {
    "silence before any commitment": (Tag.DEAL_OPENED, 1, lambda _: [1], Tag.DEAL_ABORTED),
    "silence after all shares": (Tag.DEAL_CONTRIBUTED, 1, lambda _: [1], Tag.DEAL_ABORTED),
    "silent seats out of order": (Tag.DEAL_COMMITTED, 1, lambda _: [1, 0], Tag.DEAL_ABORTED),
    "no such silent seat": (Tag.DEAL_COMMITTED, 1, lambda _: [2], Tag.DEAL_ABORTED),
    "a silent seat commits itself again": (Tag.DEAL_COMMITTED, 1, lambda _: [1], Tag.DEAL_COMMITTED),
    "another secret": (Tag.DEAL_COMMITTED, 2, _flip, Tag.DEAL_ABORTED),
}


def _tamper(tag: Tag, field: int, change: Change) -> Callable[[Message], Message]:
    return lambda event: [*event[:field], change(event[field]), *event[field + 1 :]] if event[0] == tag else event


def _assert_found(table: Table, tag: Tag) -> None:
    alarms = [player.result.verdicts[-1] for player in _run(table) if player.done]
    numbers = [int(alarm.removeprefix("wrong at event ").split(":")[0]) for alarm in alarms]
    assert {decode(table.log[number])[0] for number in numbers} == {tag}


@pytest.mark.parametrize("cheat", CHEATS.values(), ids=CHEATS)
def test_a_host_that_cheats_is_found(cheat: tuple[Tag, int, Change]) -> None:
    _assert_found(Table(ONE_HAND, _tamper(*cheat)), cheat[0])


@pytest.mark.slow
@pytest.mark.parametrize(("after", "field", "change", "found"), BREAKS.values(), ids=BREAKS)
def test_a_host_that_lies_when_it_begins_again_is_found(after: Tag, field: int, change: Change, found: Tag) -> None:
    _assert_found(Table(ONE_HAND, _tamper(Tag.DEAL_ABORTED, field, change), breaks_off_after=after), found)


def test_a_host_that_chooses_a_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def chosen(seed: bytes, colours: str) -> list[int]:
        deck = draw_deck(seed, colours)
        return [*deck[:17], *deck[18:]]

    monkeypatch.setattr("tests.stranger.table.draw_deck", chosen)
    _assert_found(Table(ONE_HAND), Tag.HAND_DEALT)


def test_another_code_is_refused() -> None:
    table = Table()
    door, player = table.connect("oak-oak-oak"), Player("Ann", CODE, random.Random(1))
    table.receive(door, player.start())
    challenge, door.out = door.out, b""
    table.receive(door, player.receive(challenge))
    with pytest.raises(Refusal) as refusal:
        player.receive(door.out)
    assert refusal.value.hint == 5


def _joined() -> tuple[Door, Player]:
    door, player = Door(CODE, bytes(16)), Player("Ann", CODE, random.Random(1))
    answer = player.start()
    while not door.receive(answer):
        door.out, data = b"", door.out
        answer = player.receive(data)
    return door, player


@pytest.mark.parametrize("message", [(Tag.PASSED, 0, 0), (Tag.START,), (Tag.LOG_FOLLOWS, bytes(16), 1, 1)])
def test_what_may_not_come_ends_the_channel(message: Message) -> None:
    door, player = _joined()
    door.send(*message)
    assert door.receive(player.receive(door.out)) == [[Tag.BYE, 8]]
    assert player.failure is not None


def test_history_is_not_acted_upon() -> None:
    door, player = _joined()
    ann, options = ["Ann", "person", "", "here", False], [15, "4", "left"]
    door.send(Tag.SEATED, 0, bytes(32), True)
    door.send(Tag.LOG_FOLLOWS, bytes(16), 0, 3)
    door.send(Tag.LOBBY_OPENED, bytes(16), [ann], options, [], 0, None)
    for _ in range(2):
        door.send(Tag.OPTIONS_CHANGED, options)
    assert door.receive(player.receive(door.out)) == [[Tag.READY, 0, True]]


def _serve(listener: socket.socket, table: Table) -> None:
    listener.settimeout(LONG)
    with selectors.DefaultSelector() as selector, ExitStack() as stack:
        for _ in range(PEOPLE):
            stream = stack.enter_context(listener.accept()[0])
            stream.settimeout(LONG)
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(stream, selectors.EVENT_READ, table.connect())
        while selector.get_map():
            ready = selector.select(LONG)
            assert ready
            for key, _ in ready:
                _carry(selector, key, table)


def _carry(selector: selectors.BaseSelector, key: selectors.SelectorKey, table: Table) -> None:
    assert isinstance(key.fileobj, socket.socket)
    data = key.fileobj.recv(65536)
    if data:
        table.receive(key.data, data)
    else:
        selector.unregister(key.fileobj)
        key.fileobj.close()
    for other in selector.get_map().values():
        assert isinstance(other.fileobj, socket.socket)
        other.fileobj.sendall(other.data.out)
        other.data.out = b""


def test_play_over_loopback() -> None:
    table = Table()
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(3) as pool:
        port = listener.getsockname()[1]
        served = pool.submit(_serve, listener, table)
        games = [pool.submit(play, "127.0.0.1", port, "Raven oak FJORD", name) for name in ("Ann", "Bo")]
        ann, bo = (game.result(10) for game in games)
        served.result(10)
    assert ann == bo
    assert set(ann.verdicts) == {CHECKED}
