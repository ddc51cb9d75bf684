"""10,000 random cases of the primitives, in each engine, against the packages that the host computes with."""

from functools import cache

import pytest

from tests.clients.web.differential import KINDS, Case, cases, compare
from tests.clients.web.engines import Engine

SEED = 1


@cache
def known(kind: str) -> list[Case]:
    """Both engines get the same cases: the host's packages take long for some."""
    return cases(kind, KINDS[kind][1], SEED)


def test_there_are_as_many_cases_as_promised() -> None:
    counts = {kind: count for kind, (_, count) in KINDS.items()}
    assert sum(counts[kind] for kind in ("sha256", "hmac", "hkdf", "seal", "open")) == 9_700
    assert sum(counts[kind] for kind in ("multiple", "point", "exchange")) == 290
    assert counts["scrypt"] == 10


@pytest.mark.parametrize("kind", KINDS)
def test_both_sides_compute_the_same_in_a_few_cases(engine: Engine, kind: str) -> None:
    compare(engine, cases(kind, -(-KINDS[kind][1] // 20), SEED + 1))


@pytest.mark.slow
@pytest.mark.xdist_group("the page's primitives")
@pytest.mark.parametrize("kind", KINDS)
def test_both_sides_compute_the_same(engine: Engine, kind: str) -> None:
    compare(engine, known(kind))
