"""The client that was written from the specification alone, at a real table."""

import asyncio
from pathlib import Path
from threading import Thread

from tests.helpers.guests import assert_complete
from tests.helpers.host import CODE, hosted
from tests.stranger.audit import CHECKED
from tests.stranger.player import Result, play


async def test_strangers_play_a_whole_game_at_our_table_and_check_every_deal(tmp_path: Path) -> None:
    async with hosted(tmp_path, "--seats", "3", "--bots", "1", "--pace", "0", "--games", "1") as host:
        results: dict[str, Result] = {}

        def take_part(name: str) -> None:
            results[name] = play("127.0.0.1", host.port, CODE, name)

        threads = [Thread(target=take_part, args=(name,), daemon=True) for name in ("Ann", "Bo")]
        for thread in threads:
            thread.start()
        assert await host.wait() == 0
        for thread in threads:
            await asyncio.to_thread(thread.join, 30)
        ann, bo = results["Ann"], results["Bo"]
        assert ann.winners == bo.winners != []
        assert set(ann.verdicts) == set(bo.verdicts) == {CHECKED}
        assert ann.digest == bo.digest
        assert_complete(host.records()[0])
