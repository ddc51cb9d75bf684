"""Draws the diagrams of ARCHITECTURE.md from the tables in the code that they show: `python -m docs.diagrams` puts them
into the page, `--check` only says whether they are still true.
"""

import re
import sys
import tomllib
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TypeVar

from clients.news import LinkStage
from clients.session import STAGE_CHANGES
from odin_net.game.events import Presence
from odin_net.host.core import PRESENCE_CHANGES
from odin_net.host.dealer import DEAL_CHANGES, DealStage

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "ARCHITECTURE.md"
# Where a diagram stands on the page.
PLACE = re.compile(r"<!-- (\w+) -->\n.*?<!-- end -->", re.DOTALL)
# How wide a row of layers may be.
WIDTH = 60

State = TypeVar("State", bound=Enum)


def layers() -> list[list[str]]:
    """The layers of the import contract, from the top, each with those of its modules that are there."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    # Those that are about the inside of one package name it as their container.
    (contract,) = (one for one in settings["contracts"] if one["type"] == "layers" and "containers" not in one)
    rows = [re.findall(r"[\w.]+", row) for row in contract["layers"]]
    return [present for row in rows if (present := [module for module in row if is_there(module)])]


def is_there(module: str) -> bool:
    """Whether there is such a package or module."""
    path = ROOT / module.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def draw_layers() -> list[str]:
    """A row of boxes for each layer, an arrow between two."""
    lines = ["```text"]
    for row in layers():
        if len(lines) > 1:
            lines.append("↓".center(WIDTH).rstrip())
        boxes = [(f"┌{'─' * (len(name) + 2)}┐", f"│ {name} │", f"└{'─' * (len(name) + 2)}┘") for name in row]
        lines += ["  ".join(parts).center(WIDTH).rstrip() for parts in zip(*boxes, strict=True)]
    return [*lines, "```"]


def draw_states(changes: dict[tuple[State, State], str], first: State, last: State | None = None) -> list[str]:
    """Each state, and what leads from it to which other."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {first.name.lower()}"]
    lines += [f"    {old.name.lower()} --> {new.name.lower()}: {why}" for (old, new), why in changes.items()]
    return [*lines, *([] if last is None else [f"    {last.name.lower()} --> [*]"]), "```"]


DIAGRAMS: dict[str, Callable[[], list[str]]] = {
    "layers": draw_layers,
    "stages": lambda: draw_states(STAGE_CHANGES, LinkStage.IDLE, LinkStage.ENDED),
    "presence": lambda: draw_states(PRESENCE_CHANGES, Presence.HERE),
    "deal": lambda: draw_states(DEAL_CHANGES, DealStage.BETWEEN_HANDS),
}


def with_diagrams(page: str) -> str:
    """The page with every diagram as it is now."""

    def drawn(place: re.Match[str]) -> str:
        name = place[1]
        return "\n".join([f"<!-- {name} -->", *DIAGRAMS[name](), "<!-- end -->"])

    return PLACE.sub(drawn, page)


def main(arguments: list[str]) -> int:
    """Put the diagrams into the page, or look whether they are still true."""
    page = PAGE.read_text(encoding="utf-8")
    drawn = with_diagrams(page)
    if "--check" in arguments:
        if drawn != page:
            print("ARCHITECTURE.md shows what the code has no more: run python -m docs.diagrams")
        return 1 if drawn != page else 0
    PAGE.write_text(drawn, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
