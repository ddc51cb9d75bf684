"""docs/WRITE-A-BOT.md: its bot is as short and as strong as it says, and what it names is there."""

import json
import re
from pathlib import Path

import pytest

from odin_net.game import view_of
from tests.helpers.odin import odin
from tests.helpers.tables import position

PAGE = (Path(__file__).parent.parent / "docs" / "WRITE-A-BOT.md").read_text(encoding="utf-8")


def bot() -> str:
    (code,) = re.findall(r"<!-- bot -->\n```python\n(.+?)```", PAGE, re.DOTALL)
    return str(code)


def test_it_has_ten_lines() -> None:
    assert len([line for line in bot().splitlines() if line.strip()]) <= 10


@pytest.mark.slow
def test_it_beats_easy(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(bot(), encoding="utf-8")
    said = odin("arena", "--bots", "my_bot.py,easy", "--hands", "400", "--seed", "7", "--json", cwd=tmp_path)
    ours, easy = json.loads(said.stdout)["bots"]
    assert ours["faults"] == 0
    assert ours["win_share"] > 0.6
    assert ours["points_per_hand"] < easy["points_per_hand"]


def test_a_view_has_what_the_page_tells_of() -> None:
    view = view_of(position("R1 R2", "B1", middle="G1"), 0)
    names = re.findall(r"^\| `view\.([a-z._]+)` \|", PAGE, re.MULTILINE)
    assert len(names) > 8
    for name in names:
        seen: object = view
        for part in name.split("."):
            seen = getattr(seen, part)
