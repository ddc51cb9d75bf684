"""When a disk is too slow to wait for it at every step."""

import pytest

from odin_net.host.sync_pace import SyncPace

QUICK, SLOW = 0.002, 0.03


def is_slow(*syncs: float) -> bool:
    pace = SyncPace()
    for seconds in syncs:
        pace.took(seconds)
    return pace.is_slow


@pytest.mark.parametrize(
    ("syncs", "slow"),
    [
        ([SLOW] * 10, False),
        ([SLOW] * 11, True),  # Whatever the next nine take, the median of the twenty is slow.
        ([0.025] * 50, False),
        ([QUICK] * 9 + [SLOW] * 11, True),
        ([QUICK] * 10 + [SLOW] * 10, False),
        ([SLOW, QUICK] * 100, False),
        ([SLOW, SLOW, QUICK] * 7, True),
        ([QUICK] * 500 + [SLOW] * 11, True),
        ([5.0] * 9 + [QUICK] * 500, False),
    ],
)
def test_it_is_slow_if_the_median_of_the_latest_twenty_is_above_25_ms(syncs: list[float], slow: bool) -> None:
    assert is_slow(*syncs) is slow


def test_it_stays_slow_for_the_rest_of_the_evening() -> None:
    assert is_slow(*[SLOW] * 20, *[QUICK] * 500)
