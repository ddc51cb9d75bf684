"""Records: what is written is read again, and what cannot be right is found at its line."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from odin_net.game import Options, Phase, Starter, evolve
from odin_net.game.events import CardsPlayed, Event, HandKnown, Occupant, Presence, SeatChanged, TableStopped
from odin_net.game.records import Recorder
from odin_net.game.replay import RecordError, replay
from odin_net.game.state import open_lobby
from tests.helpers.tables import lobby, random_game

OPTIONS = st.builds(
    Options, points=st.integers(1, 30), colours=st.sampled_from(["6", "4", "RYGP"]), starter=st.sampled_from(Starter)
)


def record(events: list[Event]) -> str:
    recorder = Recorder({"date": "2026-11-16"})
    return "".join(line for event in events for line in recorder.add(event))


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 6), OPTIONS)
def test_what_is_written_is_read_again(seed: int, players: int, options: Options) -> None:
    events = random_game(seed, players, options)
    text = record(events)
    steps = list(replay(text))
    read = [event for step in steps for event in step.events]
    assert read[1:] == events[1:]
    assert steps[-1].state.board.phase is Phase.OVER
    assert record(read) == text


def test_the_format_is_the_published_one() -> None:
    lines = [json.loads(line) for line in record(random_game(1, 2, Options(points=1, colours="RYGP"))).splitlines()]
    header, deal, opening, *_, points, winners = lines
    assert header == {
        "odin": 1,
        "players": ["A", "B"],
        "options": {"points": 1, "colours": "RYGP", "starter": "left"},
        "date": "2026-11-16",
    }
    assert list(deal) == ["hand", "starter", "hands"]
    assert [len(hand) for hand in deal["hands"]] == [9, 9]
    assert list(opening) == ["seat", "play"]
    assert list(points) == ["points", "total"]
    assert list(winners) == ["winners"]


def test_who_took_a_seat_over_is_named_from_the_next_line_on_and_only_there() -> None:
    events = random_game(1, 2, Options(points=1))
    at = next(i for i, event in enumerate(events) if isinstance(event, CardsPlayed)) + 1
    given = [SeatChanged(1, Occupant("B", presence=Presence.COVERED)), SeatChanged(1, Occupant("Frida"))]
    text = record([*events[:at], *given, *events[at:]])
    lines = [json.loads(line) for line in text.splitlines()]
    assert [line["players"] for line in lines if "players" in line] == [["A", "B"], ["A", "Frida"]]
    assert "play" in lines[3] or "pass" in lines[3]
    assert "players" in lines[3]
    *_, last = replay(text)
    assert [seat.name for seat in last.state.board.game.seats] == ["A", "Frida"]


def test_a_stopped_game_says_so() -> None:
    events = random_game(1, 3)
    some = events[: next(i for i, event in enumerate(events) if isinstance(event, HandKnown)) + 5]
    text = record([*some, TableStopped()])
    assert text.endswith('{"stopped": true}\n')
    assert list(replay(text))[-1].state.board.phase is Phase.OVER


def test_a_game_that_was_stopped_before_its_first_deal_has_no_record() -> None:
    events = random_game(1, 2, Options())
    assert record([*events[:2], TableStopped()]) == ""


def test_a_recorder_begins_with_the_lobby() -> None:
    with pytest.raises(ValueError, match="LobbyOpened"):
        Recorder().add(TableStopped())


def test_every_beginning_of_a_record_is_legal_and_unfinished() -> None:
    lines = record(random_game(1, 2, Options(points=3))).splitlines(keepends=True)
    for length in range(1, len(lines)):
        assert list(replay("".join(lines[:length])))[-1].state.board.phase is not Phase.OVER


PLAYED = """\
{"odin": 1, "players": ["Ann", "Bo"], "options": {"points": 2, "colours": "RYGP", "starter": "left"}}
{"hand": 1, "starter": 0, "hands": [["R1","R2","R3","R4","R5","R6","R7","R8","R9"], HAND]}
{"seat": 0, "play": ["R9"]}
{"seat": 1, "play": ["Y1","Y2"], "take": "R9"}
{"seat": 0, "pass": true}
{"seat": 1, "play": ["R9"]}
{"seat": 0, "play": ["R1","R2"], "take": "R9"}
{"seat": 1, "pass": true, "by": "bot"}
{"seat": 0, "play": ["R3","R4","R5","R6","R7","R8","R9"], "why": "unknown keys are ignored"}
{"points": [0, 7], "total": [0, 7]}
{"winners": [0]}
""".replace("HAND", '["Y1","Y2","Y3","Y4","Y5","Y6","Y7","G8","P9"]')


def test_a_record_written_by_hand_is_read() -> None:
    *_, last = replay(PLAYED)
    assert last.state.board.game.winners == (0,)
    assert [len(step.events) for step in replay(PLAYED)] == [2, 3, 1, 1, 2, 1, 1, 2, 1, 1, 1]


def changed(number: int, **keys: Any) -> str:
    """The record above with other keys in one line; None takes a key away."""
    lines = PLAYED.splitlines()
    line = json.loads(lines[number - 1]) | keys
    lines[number - 1] = json.dumps({key: value for key, value in line.items() if value is not None})
    return "\n".join(lines) + "\n"


def replaced(number: int, line: str) -> str:
    lines = PLAYED.splitlines()
    lines[number - 1] = line
    return "\n".join(lines) + "\n"


HANDS = json.loads(PLAYED.splitlines()[1])["hands"]

BROKEN = [
    ("", 1, "empty"),
    ("\n", 1, "not a line of JSON"),
    ("hello\n", 1, "not a line of JSON"),
    ("[]\n", 1, "JSON object"),
    ('"odin"\n', 1, "JSON object"),
    ("{}\n", 1, "no record of a game"),
    ("[" * 100_000 + "\n", 1, "not a line of JSON"),
    ('{"odin": ' + "9" * 10_000 + "}\n", 1, "not a line of JSON"),
    ('{"odin": 1, "players": [' + '"A",' * 100_000 + '"A"]}\n', 1, "too long"),
    ('{"odin": 1, "players": ' + "[" * 100_000 + "]" * 100_000 + "}\n", 1, "not a line of JSON"),
    ('{"odin": NaN}\n', 1, "NaN"),
    ('{"odin": 1, "odin": 1}\n', 1, "twice"),
    (PLAYED[:150], 2, "cut off"),
    (PLAYED[:-10], 11, "cut off"),
    (PLAYED[: PLAYED.index("Bo") + 1], 1, "cut off"),
    ('{"odin": tr', 1, "cut off"),
    ('{"odin": try', 1, "not a line of JSON"),
    ("hello", 1, "not a line of JSON"),
    ("[]", 1, "JSON object"),
    ('{"odin": 1, "odin": 1}', 1, "twice"),
    ("\0" * 100, 1, "not a line of JSON"),
    (changed(1, winners=[0]), 1, 'both "odin" and "winners"'),
    (changed(5, odin=1), 5, 'both "odin" and "pass"'),
    (changed(5, take="R1"), 5, '"take" goes with "play" only'),
    *(
        (replaced(10, '{"points": ' + "[" * depth + "]" * depth + ', "total": [0, 7]}'), 10, "")
        for depth in range(900, 1100, 7)
    ),
    (changed(1, odin=2), 1, "newer Odin"),
    (changed(1, odin=0), 1, "no such version"),
    (changed(1, odin=True), 1, '"odin" is missing or no whole number'),
    (changed(1, odin=1.0), 1, '"odin" is missing or no whole number'),
    (changed(1, players=list("ABCDEFG")), 1, "7 players"),
    (changed(1, players=["Ann"]), 1, "1 player: Odin"),
    (changed(1, players="Ann"), 1, '"players" is missing or no list'),
    (changed(1, players=["Ann", 7]), 1, "name is a text"),
    (changed(1, players=["Ann", "\x1b[2J"]), 1, "cannot be shown"),
    (changed(1, players=["A", "B", "C"]), 1, "four colours are for two players, not for 3"),
    (changed(1, options=None), 1, '"options" is missing'),
    (changed(1, options={"points": 0, "colours": "RYGP", "starter": "left"}), 1, "1 to 99"),
    (changed(1, options={"points": "15", "colours": "RYGP", "starter": "left"}), 1, '"points" is missing or no whole'),
    (changed(1, options={"points": 15, "colours": "RYG", "starter": "left"}), 1, "six colours are in play"),
    (changed(1, options={"points": 15, "colours": "RYGX", "starter": "left"}), 1, "different letters"),
    (changed(1, options={"points": 15, "colours": "RRRR", "starter": "left"}), 1, "different letters"),
    (changed(1, options={"points": 15, "colours": 4, "starter": "left"}), 1, "different letters"),
    (changed(1, options={"points": 15, "colours": "RYGP", "starter": ["left"]}), 1, '"left" or "last"'),
    (changed(2, hand=2), 2, '"hand" must be 1'),
    (changed(2, hand=True), 2, '"hand" must be 1'),
    (changed(2, starter=2), 2, "seat from 0 to 1"),
    (changed(2, starter=-1), 2, "seat from 0 to 1"),
    (changed(2, hands=HANDS[:1]), 2, "1 hands are dealt to 2 players"),
    (changed(2, hands=[HANDS[0], HANDS[0]]), 2, "dealt twice"),
    (changed(2, hands=[HANDS[0], HANDS[1][:8]]), 2, "nine cards"),
    (changed(2, hands=[HANDS[0], "nine"]), 2, "nine cards"),
    (changed(2, hands=[HANDS[0], [*HANDS[1][:8], "B1"]]), 2, "not in play"),
    (changed(2, hands=[HANDS[0], [*HANDS[1][:8], "R10"]]), 2, "no card 'R10'"),
    (changed(2, hands=[HANDS[0], [*HANDS[1][:8], "\x1b[2J\x1b[2J"]]), 2, r"no card '\x1b[2J\x1b[2J'"),
    (changed(2, hands=[HANDS[0], [*HANDS[1][:8], 7]]), 2, "a card is a text"),
    (replaced(2, '{"seat": 0, "play": ["R9"]}'), 2, "the hand is over"),
    (replaced(2, '{"points": [0, 7], "total": [0, 7]}'), 2, "end of a hand"),
    (replaced(2, '{"winners": [0]}'), 2, "not over"),
    (replaced(2, '{"hello": 1}'), 2, "neither"),
    (changed(3, seat=1), 3, "not your turn"),
    (changed(3, seat=7), 3, "seat from 0 to 1"),
    (changed(3, seat=None), 3, '"seat" is missing'),
    (changed(3, **{"pass": True}), 3, 'both "play" and "pass"'),
    (changed(3, play="R9"), 3, '"play" is missing or no list'),
    (changed(3, play=["Y1"]), 3, "not your card"),
    (changed(3, play=["R1", "R2"]), 3, "wrong number of cards"),
    (changed(3, take="R1"), 3, "not in the middle"),
    (changed(4, take=None), 4, "choose a card to take"),
    (changed(4, take="Y1"), 4, "not in the middle"),
    (changed(4, play=["Y1", "G8"]), 4, "not one number or colour"),
    (changed(4, play=["Y1", "Y1"]), 4, "same card twice"),
    (changed(4, play=["Y1"]), 4, "value too low"),
    (changed(4, play=["Y1", "Y2", "Y3"]), 4, "wrong number of cards"),
    (changed(5, players=["Ann"]), 5, "1 names for 2 players"),
    (changed(5, players=["Ann", 2]), 5, "a text"),
    (changed(5, players="Ann"), 5, "no list"),
    (changed(5, players=["Ann", "\x1b[2J"]), 5, "cannot be shown"),
    (changed(5, **{"pass": False}), 5, "can only be true"),
    (changed(5, **{"pass": 1}), 5, "can only be true"),
    (changed(6, seat=1, play=None, **{"pass": True}), 6, "an opener cannot pass"),
    (changed(10, points=[0, 5]), 10, '"points" must be [0, 7]'),
    (changed(10, points=[False, 7]), 10, '"points" must be [0, 7]'),
    (changed(10, total=[0, 8]), 10, '"total" must be [0, 7]'),
    (replaced(10, '{"seat": 0, "pass": true}'), 10, "points come next"),
    (replaced(10, '{"winners": [0]}'), 10, "not over"),
    (changed(11, winners=[1]), 11, '"winners" must be [0]'),
    (changed(11, winners=[]), 11, '"winners" must be [0]'),
    (replaced(11, '{"stopped": true}'), 11, "winners come next"),
    (PLAYED + '{"stopped": true}\n', 12, "the game is over"),
    (PLAYED + PLAYED, 12, "the game is over"),
    (replaced(3, '{"stopped": false}'), 3, "can only be true"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BROKEN)
def test_a_broken_record_is_refused_at_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(RecordError) as refused:
        list(replay(text))
    assert refused.value.line == line
    assert reason in refused.value.reason
    assert "\n" not in refused.value.reason
    assert refused.value.reason.isprintable()


def test_the_next_hand_is_opened_by_whom_the_rules_say() -> None:
    text = changed(1, options={"points": 15, "colours": "RYGP", "starter": "left"}).splitlines()[:10]
    deal = json.loads(text[1])
    for starter, hand, reason in ((1, 2, None), (0, 2, "seat 1 opens"), (1, 3, '"hand" must be 2')):
        lines = [*text, json.dumps(deal | {"starter": starter, "hand": hand})]
        if reason is None:
            assert list(replay("\n".join(lines) + "\n"))[-1].state.board.turn == 1
        else:
            with pytest.raises(RecordError, match=reason):
                list(replay("\n".join(lines) + "\n"))
    with pytest.raises(RecordError, match="not over"):
        list(replay("\n".join([*text[:3], text[1]]) + "\n"))


@pytest.mark.slow
@settings(max_examples=300)
@given(st.integers(0, len(PLAYED)), st.integers(0, 5), st.text(max_size=5))
@example(0, 0, "\ud800")
def test_no_change_of_a_record_ends_in_anything_but_a_reason(start: int, length: int, text: str) -> None:
    with suppress(RecordError):
        list(replay(PLAYED[:start] + text + PLAYED[start + length :]))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["R1", "left"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@settings(max_examples=300)
@given(st.integers(0, 10), st.data(), JSON)
def test_no_other_value_of_a_key_ends_in_anything_but_a_reason(number: int, data: st.DataObject, value: object) -> None:
    lines = [json.loads(line) for line in PLAYED.splitlines()]
    target = lines[number]["options"] if number == 0 and data.draw(st.booleans()) else lines[number]
    target[data.draw(st.sampled_from(sorted(target)))] = value
    with suppress(RecordError):
        list(replay("".join(json.dumps(line) + "\n" for line in lines)))


def test_states_follow_the_events() -> None:
    state = open_lobby(lobby(2))
    for step in replay(PLAYED):
        for event in step.events:
            state = evolve(state, event)
        assert state == step.state
