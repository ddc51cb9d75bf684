"""The page's rules and fold: the golden playthroughs, and games of bots, seen and refused as in Python."""

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import accumulate
from random import Random
from typing import Any

import pytest

from odin_net.bots.contest import Contest, play_game
from odin_net.game import Options, Phase, State, decide, evolve, open_lobby
from odin_net.game.awards import AwardKind, GameStory, awards_of, chosen
from odin_net.game.cards import cards_in
from odin_net.game.events import (
    ChatSaid,
    DealAborted,
    Event,
    HandKnown,
    Kind,
    LobbyOpened,
    Occupant,
    OptionsChanged,
    Presence,
    SeatChanged,
)
from odin_net.game.options import MAX_PLAYERS, Starter
from odin_net.game.rules import refuse_pass, refuse_play
from odin_net.game.state import PlayerView
from protocol.messages import reason_of
from tests.clients.web.engines import Engine, engine_called
from tests.game.test_awards import CASES, expected, story_of
from tests.helpers.tables import lobby
from tests.playthroughs import FOLDER, GAMES, board_lines, next_command, view_line

COLOURS = "ROYGBP"


def as_objects(events: Iterable[Event]) -> list[Any]:
    """Events as the page has them: objects with their kind, names in camel case."""
    return [{"kind": type(event).__name__, **as_object(event)} for event in events]


def as_object(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {camel(name): as_object(field) for name, field in value._asdict().items()}
    return [as_object(item) for item in value] if isinstance(value, tuple) else value


def camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(other.title() for other in others)


def golden(name: str) -> tuple[list[Event], list[list[Event]]]:
    """The steps of a game that is written down."""
    players, seed, options = GAMES[name]
    rng, opened = Random(seed), lobby(players, options)
    state, steps = open_lobby(opened), []
    while state.board.phase is not Phase.OVER:
        happened = decide(state, next_command(state, options.fixed_colours(players) or COLOURS, rng))
        steps.append(happened)
        for event in happened:
            state = evolve(state, event)
    return [opened], steps


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_playthrough_is_told_as_it_was_written_down(engine: Engine, name: str) -> None:
    opened, steps = golden(name)
    blocks = (FOLDER / name).read_text(encoding="utf-8").split("\n\n")[1:]
    told = engine.call("told", as_objects(opened), list(map(as_objects, steps)))
    for lines, block in zip(told, blocks, strict=True):
        assert lines == block.splitlines()[-len(lines) :]


# --- games of bots ---

OPTIONS = [Options(12), Options(9, "6", Starter.LAST), Options(20, "ROYG"), Options(6, "4", Starter.LAST)]


def arena_game(number: int) -> list[Event]:
    rng = Random(f"arena {number}")
    bots = tuple(rng.choices(["random", "easy", "normal"], k=rng.randrange(2, 7)))
    return play_game(Contest(bots, rng.choice(OPTIONS), number), 0, 0, lambda: 0.0).events


def steps_of(events: list[Event]) -> list[list[Event]]:
    """Each event by itself, but hands together with the deal that they are of."""
    steps: list[list[Event]] = []
    for event in events[1:]:
        if isinstance(event, HandKnown):
            steps[-1].append(event)
        else:
            steps.append([event])
    return steps


def seen(opened: Event, steps: list[list[Event]]) -> Iterator[list[str]]:
    """What Python sees after each step, as the playthroughs tell it."""
    assert isinstance(opened, LobbyOpened)
    host = open_lobby(opened)
    seats = [host] * len(opened.seats)
    for step in steps:
        for event in step:
            host = evolve(host, event)
            for seat, state in enumerate(seats):
                if not isinstance(event, HandKnown) or event.seat == seat:
                    seats[seat] = evolve(state, event)
        yield [*board_lines(host), *(view_line(state, seat) for seat, state in enumerate(seats))]


def see_the_same(engine: Engine, numbers: Iterable[int]) -> None:
    for number in numbers:
        events = arena_game(number)
        steps = steps_of(events)
        told = engine.call("told", as_objects(events[:1]), list(map(as_objects, steps)))
        for step, lines, right in zip(steps, told, seen(events[0], steps), strict=True):
            assert lines == right, (number, step)


def test_games_of_bots_are_seen_the_same(engine: Engine) -> None:
    see_the_same(engine, range(8))


@pytest.mark.slow
def test_a_thousand_games_of_bots_are_seen_the_same() -> None:
    see_the_same(engine_called("v8"), range(8, 1008))


def story_as_js(game: GameStory) -> tuple[list[Any], list[int], int]:
    hands = [
        {
            "story": [
                {"seat": seat, "cards": list(cards_in(played)), "taken": next(iter(cards_in(taken)), None)}
                for seat, played, taken in hand.story
            ],
            "points": list(hand.points),
        }
        for hand in game.hands
    ]
    return hands, list(game.winners), game.target


def test_awards_are_those_of_the_same_cases(engine: Engine) -> None:
    for case in CASES:
        game = story_of(case)
        found = engine.call("awards", *story_as_js(game))
        assert found == [as_object(award) for award in awards_of(game)], case["name"]
        of_kind = [award for award in found if award["kind"] == AwardKind[case["kind"]].value]
        assert of_kind == [as_object(award) for award in expected(case)], case["name"]
        assert engine.call("chosenAwards", *story_as_js(game)) == list(map(as_object, chosen(awards_of(game))))


def test_a_lobby_is_the_same(engine: Engine) -> None:
    rng = Random(9)
    for _ in range(40):
        opened = lobby(rng.randrange(4), rng.choice(OPTIONS))
        events: list[Event] = [opened]
        for _ in range(20):
            events.append(in_the_lobby(rng, len(after(events).board.game.seats)))
        assert engine.call("stateAfter", as_objects(events)) == standing(after(events))


def in_the_lobby(rng: Random, seats: int) -> Event:
    kind = rng.choice([*Kind])
    occupant = Occupant(
        rng.choice("ABC"), kind, "easy" if kind is Kind.BOT else "", rng.choice([*Presence]), rng.random() < 0.5
    )
    match rng.randrange(5):
        case 0:
            return OptionsChanged(rng.choice(OPTIONS))
        case 1:
            return ChatSaid(None, "X", "hello")
        case 2 if seats:
            return SeatChanged(rng.randrange(seats), None)
        case 3 if seats:
            return SeatChanged(rng.randrange(seats), occupant)
        case _:
            return SeatChanged(seats, occupant) if seats < MAX_PLAYERS else OptionsChanged(rng.choice(OPTIONS))


def test_the_game_itself_is_the_same(engine: Engine) -> None:
    """Also when a hand is broken off in its middle."""
    for number in range(4):
        events = arena_game(number)
        cuts = [events, events[: len(events) // 2], [*events[: len(events) // 2], DealAborted((), bytes(32))]]
        for cut in cuts:
            assert engine.call("stateAfter", as_objects(cut)) == standing(after(cut))


def standing(state: State) -> dict[str, Any]:
    board = state.board
    return {name: as_object(getattr(board, name)) for name in ("game", "phase", "action", "turn", "passes")}


def after(events: list[Event]) -> State:
    opened = events[0]
    assert isinstance(opened, LobbyOpened)
    return list(accumulate(events[1:], evolve, initial=open_lobby(opened)))[-1]


def test_moves_are_refused_for_the_same_reasons(engine: Engine) -> None:
    reasons = set()
    for number in range(30):
        rng = Random(f"refusals {number}")
        events = arena_game(number % 8)
        events = events if number == 0 else events[: rng.randrange(2, len(events) + 1)]
        state = after(events)
        tries = list(attempts(rng, state, 60))
        right = [refused(state, *attempt) for attempt in tries]
        assert engine.call("refusals", as_objects(events), tries) == right
        reasons |= set(right)
    assert reasons == {None, *range(12)}


def attempts(rng: Random, state: State, count: int) -> Iterator[tuple[int, tuple[int, ...] | None, int | None]]:
    board = state.board
    for _ in range(count):
        seat = board.turn if board.turn >= 0 and rng.random() < 0.8 else rng.randrange(len(state.hands))
        hand = cards_in(state.hands[seat] or 0)
        if rng.random() < 0.1:
            yield seat, None, None
            continue
        size = rng.choice([0, 1, 2, 3, len(board.middle), len(board.middle) + 1, len(hand)])
        cards = tuple(rng.sample(hand, min(size, len(hand))))
        groups = [[card for card in hand if card // 9 == one // 9] for one in hand]
        groups += [[card for card in hand if card % 9 == one % 9] for one in hand]
        if groups and rng.random() < 0.7:
            group = rng.choice(groups)
            cards = tuple(rng.sample(group, min(size, len(group))))
        if cards and rng.random() < 0.1:
            cards += rng.choice([cards[:1], (rng.randrange(54),)])
        yield seat, cards, rng.choice([None, rng.randrange(54), *board.middle, *board.middle])


def refused(state: State, seat: int, cards: tuple[int, ...] | None, take: int | None) -> int | None:
    view = PlayerView(state.board, seat, state.hands[seat] or 0)
    refusal = refuse_pass(view) if cards is None else refuse_play(view, cards, take)
    return None if refusal is None else int(reason_of(refusal))
