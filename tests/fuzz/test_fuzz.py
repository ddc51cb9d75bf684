"""A short run of every fuzz target, from a fixed seed."""

import pytest

from tests.fuzz import TARGETS, fuzz


@pytest.mark.parametrize("name", TARGETS)
def test_no_input_ends_in_anything_but_a_refusal(name: str) -> None:
    fuzz(name, 150, 1)
