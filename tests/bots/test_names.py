"""Names from the sagas: clean, short, and no two alike at a table."""

from hypothesis import given
from hypothesis import strategies as st

from odin_net.bots.names import SAGA_NAMES, saga_name
from odin_net.game.text import NAME_COLUMNS, clean_name, columns, name_key

DRAWS = st.integers(min_value=0)


def test_there_are_names_enough_and_no_two_alike() -> None:
    assert len(SAGA_NAMES) >= 24
    assert len({name_key(name) for name in SAGA_NAMES}) == len(SAGA_NAMES)


@given(st.lists(DRAWS, min_size=2 * len(SAGA_NAMES) + 1, max_size=2 * len(SAGA_NAMES) + 1))
def test_each_is_clean_and_new_even_when_all_are_taken(draws: list[int]) -> None:
    taken: dict[str, str] = {}
    for draw in draws:
        name = saga_name(taken.values(), draw)
        assert clean_name(name) == name
        assert columns(name) <= NAME_COLUMNS
        assert name_key(name) not in taken
        taken[name_key(name)] = name


@given(st.lists(st.sampled_from(SAGA_NAMES)), DRAWS)
def test_the_same_draw_gives_the_same_name(taken: list[str], draw: int) -> None:
    assert saga_name(taken, draw) == saga_name(reversed(taken), draw)


@given(DRAWS)
def test_names_that_look_alike_count_as_taken(draw: int) -> None:
    others = [name for name in SAGA_NAMES if name != "Egil"]
    assert saga_name(others, draw) == "Egil"
    assert saga_name([*others, "\uff25\uff27\uff29\uff2c"], draw).endswith(" 2")


def test_each_name_can_be_drawn() -> None:
    assert {saga_name([], draw) for draw in range(len(SAGA_NAMES))} == set(SAGA_NAMES)
