"""The figures of the history for programs."""

from typing import Any

from odin_net.afterwards.figures import Figures, Own, Total
from odin_net.afterwards.history import Player, level_of


def figures_as_json(figures: Figures) -> dict[str, Any]:
    """All figures, as what `json` can write."""
    return {
        "games": figures.games,
        "unfinished": figures.unfinished,
        "hands": figures.hands,
        "players": [{**_player(player), **_total(total)} for player, total in figures.league],
        "own": None if figures.own is None else _own(figures.own),
    }


def _own(own: Own) -> dict[str, Any]:
    nemesis = own.nemesis
    return {
        **_player(own.player),
        **_total(own.total),
        "by_players": {str(players): _total(total) for players, total in own.by_players.items()},
        "opponents": [
            {**_player(player), "games": rivalry.games, "ahead": rivalry.ahead, "behind": rivalry.behind}
            for player, rivalry in own.opponents
        ],
        "nemesis": None if nemesis is None else _player(nemesis.player),
        "streak": own.streaks.now,
        "longest_streak": own.streaks.longest,
    }


def _player(player: Player) -> dict[str, Any]:
    level = level_of(player)
    return {"name": player} if level is None else {"bot": level}


def _total(total: Total) -> dict[str, Any]:
    return {
        "games": total.games,
        "wins": total.wins,
        "hands": total.hands,
        "points": total.points,
        "points_per_hand": total.points_per_hand,
        "longest_set": list(total.longest),
    }
