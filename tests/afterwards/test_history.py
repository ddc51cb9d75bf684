"""What the history reads of a record, and what it does not take for one."""

import json
from random import Random
from typing import Any

import pytest

from odin_net.afterwards.history import Damage, DamagedRecord, PastGame, read_past_game, without_doubles
from odin_net.game.replay import replay
from tests.afterwards.pasts import GAME, bots_record, record


def read(text: str) -> PastGame:
    return read_past_game(text.encode())


def damage_of(data: bytes) -> tuple[Damage, int]:
    with pytest.raises(DamagedRecord) as damaged:
        read_past_game(data)
    return damaged.value.damage, damaged.value.line


def test_what_counts_of_a_game_is_what_the_rules_say_of_it() -> None:
    for seed in range(5):
        text = bots_record(seed, players=2 + seed)
        *_, last = replay(text)
        game, past = last.state.board.game, read(text)
        assert past.points == game.totals
        assert past.winners == game.winners
        assert past.hands == len(game.scores)
        plays = [json.loads(line) for line in text.splitlines() if '"play"' in line]
        for seat, longest in enumerate(past.longest):
            sizes = [len(play["play"]) for play in plays if play["seat"] == seat]
            assert len(longest) == max(sizes, default=0)
        assert all(player == "\0easy" for player in past.players)


def test_the_date_counts_in_any_zone_and_may_be_missing() -> None:
    assert read(record(date="2026-11-16T21:00:00+01:00")).date == read(record(date="2026-11-16T20:00:00Z")).date
    odd: tuple[Any, ...] = (
        "yesterday",
        "9999-99-99",
        "9999-12-31T23:59:59-12:00",
        "0001-01-01T00:00:00+12:00",
        "",
        7,
        None,
        [[]],
        {"a": 1},
    )
    for date in odd:
        assert read(record(date=date)).date is None


def test_who_sat_there_at_the_end_has_the_game() -> None:
    lines = record("Ann", "Bo").splitlines()
    lines[3] = json.dumps({**json.loads(lines[3]), "players": ["Ann", "Frida"]})
    assert read("\n".join(lines)).players == ("Ann", "Frida")


def test_bots_are_told_by_their_level() -> None:
    assert read(record("Ann", "Olaf", bots=[None, "hard"])).players == ("Ann", "\0hard")
    malformed: tuple[Any, ...] = ([None], "hard", [1, 2], {}, ["x" * 99, None])
    for odd in malformed:
        assert read(record("Ann", "Olaf", bots=odd)).players == ("Ann", "Olaf"), "by their moves then"


def test_a_record_without_its_end_is_a_game_without_winners() -> None:
    for text in (record(winners=None), record(winners=None) + '{"stopped": true}\n'):
        past = read(text)
        assert (past.winners, past.hands, past.points) == ((), 1, (0, 4))
    assert read(record(winners=None).splitlines()[0]).hands == 0


@pytest.mark.parametrize(
    ("data", "damage", "line"),
    [
        (b"", Damage.EMPTY, 0),
        (b"\n \n", Damage.EMPTY, 0),
        (b'{"odin": 2}\n{"new": 1}\n', Damage.NEWER, 1),
        (b'{"odin": 0}\n', Damage.NO_RECORD, 1),
        (b"hello\n", Damage.NO_RECORD, 1),
        (b"\x00\xff", Damage.NO_RECORD, 1),
        (b"[" * 100_000, Damage.NO_RECORD, 1),
        (b'{"odin": 1, "players": ["Ann"', Damage.CUT_OFF, 1),
        (record()[:-5].encode(), Damage.CUT_OFF, 7),
        (record().encode() + b'{"seat": 0, "by": "\xc3', Damage.CUT_OFF, 8),
        (record("Ann", "é" * 9).encode().replace(b"\\u00e9", b"\xff"), Damage.BAD_LINE, 1),
        (record().encode() + b'{"x": "\xff"}\n', Damage.BAD_LINE, 8),
        (record().encode() + b'{"x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}\n", Damage.BAD_LINE, 8),
        (record().encode() + b'{"seat": 1, "play": ["R10"]}\n', Damage.BAD_LINE, 8),
        (record().encode() + b'{"seat": 2, "play": ["R1"]}\n', Damage.BAD_LINE, 8),
        (record().encode() + b'{"points": [1]}\n', Damage.BAD_LINE, 8),
        (record().encode() + b'{"points": [1, 1e400]}\n', Damage.BAD_LINE, 8),
        (record().encode() + b'{"points": [1, -1]}\n', Damage.BAD_LINE, 8),
        (record().encode() + b'{"winners": [2]}\n', Damage.BAD_LINE, 8),
        (record().encode() + b'{"seat": true, "pass": true}\n', Damage.BAD_LINE, 8),
        (record().encode() + b'{"seat": 0, "pass": true, "players": ["Ann"]}\n', Damage.BAD_LINE, 8),
        (record("Ann", "\x1b[2J").encode(), Damage.BAD_LINE, 1),
        (record("Ann", "a\u202eb").encode(), Damage.BAD_LINE, 1),
        (record("Ann", "x" * 17).encode(), Damage.BAD_LINE, 1),
        (b'{"odin": 1, "players": ["Ann"]}', Damage.BAD_LINE, 1),
        (b'{"odin": 1, "players": ["A", "B", "C", "D", "E", "F", "G"]}', Damage.BAD_LINE, 1),
    ],
)  # fmt: skip
def test_what_is_no_record_is_said_with_its_line(data: bytes, damage: Damage, line: int) -> None:
    assert damage_of(data) == (damage, line)


def test_no_changed_byte_does_more_than_damage_a_record() -> None:
    rng, data = Random(1), record(date="2026-11-16", game=GAME, bots=[None, "easy"]).encode()
    for _ in range(2000):
        changed = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        try:
            past = read_past_game(bytes(changed[: rng.randint(1, len(changed))]))
        except DamagedRecord:
            continue
        assert len(past.players) == len(past.points) == len(past.longest)
        assert all(seat < len(past.players) for seat in past.winners)


def test_a_game_that_was_seen_twice_counts_once_as_who_saw_more_of_it_says() -> None:
    def past(text: str, **extra: Any) -> PastGame:
        return read(text.replace('"options"', f'{json.dumps(extra)[1:-1]}, "options"', 1))

    early, whole = past(record(winners=None), game=GAME), past(record(), game=GAME)
    other = past(record(), game=GAME[::-1])
    for games in ([early, whole, other], [whole, other, early]):
        assert set(map(id, without_doubles(games))) == {id(whole), id(other)}
    copied, again = read(record()), read(record())
    assert len(without_doubles([copied, again, read(record(winners=(1,)))])) == 2, "copies of an older record"


def test_games_come_in_the_order_in_which_they_were_played() -> None:
    dates = ["2026-11-16T20:00:00Z", "2025-01-01T20:00:00Z", "2026-11-16T19:00:00Z"]
    games = [read(record(date=date)) for date in dates]
    assert [game.date for game in without_doubles(games)] == sorted(game.date or 0 for game in games)
