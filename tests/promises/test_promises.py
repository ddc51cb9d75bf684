"""Eight moments of each kind. `python -m tests.promises` tries many more."""

import os
from pathlib import Path

import pytest

from tests.promises.host_kills import kill_host

MOMENTS = 8
SEED = int(os.environ.get("ODIN_PROMISE_SEED", "2026"))


@pytest.fixture(autouse=True)
def _say_the_seed() -> None:
    print(f"ODIN_PROMISE_SEED={SEED}")


async def test_a_killed_host_loses_nothing_that_anybody_saw(tmp_path: Path) -> None:
    assert len(await kill_host(tmp_path, SEED, MOMENTS)) == MOMENTS
