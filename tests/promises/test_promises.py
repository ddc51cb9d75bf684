"""Eight moments of each kind. `python -m tests.promises` tries many more."""

import os
import sys
from pathlib import Path

import pytest

from tests.promises.bad_manners import garbage_connections, silent_connections, wrong_codes
from tests.promises.client_kills import all_away, cut_clients, stay_away
from tests.promises.company import bad_company
from tests.promises.host_kills import kill_host
from tests.promises.mischief import bad_commands, full_disk, one_secret_twice, silent_logs, stalled_reader
from tests.promises.rollbacks import LOSSES, roll_back
from tests.promises.torn_journals import torn_journals

MOMENTS = 8
SEED = int(os.environ.get("ODIN_PROMISE_SEED", "2026"))


@pytest.fixture(autouse=True)
def _say_the_seed() -> None:
    print(f"ODIN_PROMISE_SEED={SEED}")


@pytest.mark.slow
async def test_a_killed_host_loses_nothing_that_anybody_saw(tmp_path: Path) -> None:
    assert len(await kill_host(tmp_path, SEED, MOMENTS)) == MOMENTS


@pytest.mark.slow
@pytest.mark.parametrize("loss", LOSSES)
async def test_a_host_whose_disk_lied_has_everybody_back(tmp_path: Path, loss: str) -> None:
    await roll_back(tmp_path, loss)


@pytest.mark.slow
async def test_clients_that_are_cut_off_or_killed_have_seat_hand_and_log_back(tmp_path: Path) -> None:
    assert len(await cut_clients(tmp_path, SEED, MOMENTS)) == MOMENTS


@pytest.mark.slow
async def test_a_bot_covers_after_the_grace_until_its_person_is_back(tmp_path: Path) -> None:
    await stay_away(tmp_path)


async def test_nothing_is_played_while_everybody_is_away(tmp_path: Path) -> None:
    await all_away(tmp_path, 3)


@pytest.mark.slow
async def test_nobody_notices_500_who_connect_and_say_nothing(tmp_path: Path) -> None:
    await silent_connections(tmp_path)


@pytest.mark.slow
async def test_nobody_notices_500_who_send_garbage_and_a_frame_without_end(tmp_path: Path) -> None:
    await garbage_connections(tmp_path)


@pytest.mark.slow
async def test_twenty_wrong_codes_change_the_code_and_nothing_else(tmp_path: Path) -> None:
    await wrong_codes(tmp_path)


async def test_of_two_clients_with_one_secret_the_newer_has_the_seat(tmp_path: Path) -> None:
    await one_secret_twice(tmp_path)


async def test_a_host_in_lines_keeps_bad_company_out_and_good_company_in(tmp_path: Path) -> None:
    await bad_company(tmp_path)


async def test_bad_commands_get_their_reason_and_change_nothing(tmp_path: Path) -> None:
    await bad_commands(tmp_path)


@pytest.mark.slow
async def test_a_stalled_reader_is_dropped_and_comes_back(tmp_path: Path) -> None:
    await stalled_reader(tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="no other system lets us fill the disk of one process")
async def test_a_full_disk_pauses_the_table(tmp_path: Path) -> None:
    await full_disk(tmp_path)


async def test_whatever_becomes_of_the_last_second_of_a_journal_its_table_is_resumed(tmp_path: Path) -> None:
    await torn_journals(tmp_path, 2)


@pytest.mark.slow
async def test_two_hundred_games_at_debug_level_say_no_secret(tmp_path: Path) -> None:
    await silent_logs(tmp_path, 200)
