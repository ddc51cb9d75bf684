"""Records for tests of the history: small ones by hand, and games that bots played."""

import json
from typing import Any

from odin_net.bots.contest import Contest, play_game
from odin_net.game import Options
from odin_net.game.records import Recorder

GAME = "0123456789abcdef" * 2


def record(
    *players: str,
    points: tuple[tuple[int, ...], ...] = ((0, 4),),
    winners: tuple[int, ...] | None = (0,),
    played: tuple[tuple[str, ...], ...] = (("R1",), ("G3", "B3")),
    **extra: Any,
) -> str:
    """A record with these hands' points; the seats have played these sets in turn."""
    names = list(players or ("Ann", "Bo"))
    lines: list[dict[str, Any]] = [{"odin": 1, "players": names, "options": {"points": 15}, **extra}]
    totals = [0] * len(names)
    for number, more in enumerate(points, 1):
        lines.append({"hand": number, "starter": 0, "hands": []})
        lines += [{"seat": turn % len(names), "play": list(cards)} for turn, cards in enumerate(played)]
        lines.append({"seat": 0, "pass": True})
        totals = [total + point for total, point in zip(totals, more, strict=True)]
        lines.append({"points": list(more), "total": totals})
    lines += [] if winners is None else [{"winners": list(winners)}]
    return "".join(json.dumps(line) + "\n" for line in lines)


def bots_record(seed: int = 1, players: int = 3, points: int = 15, **extra: Any) -> str:
    """A whole legal game, as bots play it."""
    recorder = Recorder(extra)
    contest = Contest(("easy",) * players, Options(points=points), seed)
    return "".join(line for event in play_game(contest, 0, 0, lambda: 0.0).events for line in recorder.add(event))
