"""How strong the bots are and how long they think: the figures to reach, for a seed given on the command line.

    python benchmarks/bots.py SEED [--hands N] [--jobs N]

Every deal is played with the hero in every seat. `greedy` is no level: it always plays its largest legal set, the
lowest of them first, and is here to be beaten.
"""

import argparse
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import pairwise
from math import hypot
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from odin_net.bots.contest import Contest, Played, Standing, Tallies, play_deal
from odin_net.bots.policies import POLICIES
from odin_net.game import PASS, Move, Options, PlayerView, legal_moves
from odin_net.game.sets import value_of


def choose_greedy(view: PlayerView, _: Random) -> Move:
    """The largest legal set, of the lowest value."""
    plays = [move for move in legal_moves(view) if move != PASS]
    return min(plays, key=lambda move: (-move[0].bit_count(), value_of(move[0]), move[1] or 0), default=PASS)


class Figure(NamedTuple):
    """What is to be reached: at most so many points a hand, or at least such a share of wins."""

    hero: str
    others: str
    players: int
    most_points: float | None = None
    least_wins: float | None = None
    share_of_hands: float = 1
    """Slow bots play fewer hands."""


FIGURES = [
    Figure("normal", "random", 4, most_points=0.30),
    Figure("normal", "greedy", 4, most_points=1.10),
    Figure("hard", "normal", 4, least_wins=0.42, share_of_hands=0.2),
    Figure("hard", "normal", 3, least_wins=1.4 / 3, share_of_hands=0.1),
    Figure("hard", "normal", 5, least_wins=1.4 / 5, share_of_hands=0.1),
    Figure("hard", "normal", 6, least_wins=1.4 / 6, share_of_hands=0.1),
    Figure("hard", "normal", 2, least_wins=0.60, share_of_hands=0.1),
]
HALF_MS, MOST_MS = 150, 600
APART = 5


def one_deal(contest: Contest, deal: int) -> list[Played]:
    POLICIES["greedy"] = choose_greedy
    return list(play_deal(contest, deal, time.perf_counter))


@cache  # two of the figures are of the same hands
def play(hero: str, others: str, players: int, hands: int, seed: int, pool: ProcessPoolExecutor) -> list[Standing]:
    contest = Contest((hero, *(others,) * (players - 1)), Options(points=1), seed)
    tallies = Tallies(contest.bots)
    results: Iterable[list[Played]] = pool.map(partial(one_deal, contest), range(-(-hands // players)))
    for played in results:
        for game in played:
            tallies.add(game)
    return tallies.standings()


def report(figure: Figure, standing: Standing) -> bool:
    reached = (figure.most_points is None or standing.points_per_hand <= figure.most_points) and (
        figure.least_wins is None or standing.win_share >= figure.least_wins
    )
    wanted = f"at most {figure.most_points} points" if figure.most_points else f"at least {figure.least_wins:.1%} wins"
    print(
        f"{figure.hero:7} against {figure.players - 1} {figure.others:7}"
        f" {standing.points_per_hand:5.2f} ± {standing.points_se or 0:.2f} points"
        f"  {standing.win_share:6.1%} ± {standing.win_se or 0:.1%} wins  ({standing.hands:,} hands)"
        f"  {wanted}: {'reached' if reached else 'MISSED'}",
        flush=True,
    )
    return reached


def apart(weaker: str, stronger: str, hands: int, seed: int, pool: ProcessPoolExecutor) -> bool:
    better, worse = play(stronger, weaker, 4, hands, seed, pool)
    error = hypot(better.points_se or 0, worse.points_se or 0)
    errors = (worse.points_per_hand - better.points_per_hand) / error
    reached = errors >= APART
    print(
        f"{stronger:7} is {errors:.1f} standard errors better than {weaker} over {better.hands:,} hands,"
        f" at least {APART}: {'reached' if reached else 'MISSED'}",
        flush=True,
    )
    return reached


def main() -> int:
    parser = argparse.ArgumentParser(description="How strong the bots are.")
    parser.add_argument("seed", type=int)
    parser.add_argument("--hands", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    results = []
    with ProcessPoolExecutor(arguments.jobs, mp_context=get_context("spawn")) as pool:
        for figure in FIGURES:
            hands = max(figure.players, int(arguments.hands * figure.share_of_hands))
            standing, *_ = play(figure.hero, figure.others, figure.players, hands, arguments.seed, pool)
            results.append(report(figure, standing))
            if figure.hero == "hard" and figure.players == 4:
                quick = standing.ms_p50 <= HALF_MS and standing.ms_p99 <= MOST_MS
                print(
                    f"hard    thinks {standing.ms_p50:.0f} ms (p50), {standing.ms_p99:.0f} ms (p99);"
                    f" at most {HALF_MS} and {MOST_MS}: {'reached' if quick else 'MISSED'}",
                    flush=True,
                )
                results.append(quick)
        levels = ["random", "easy", "normal", "hard"]
        for weaker, stronger in pairwise(levels):
            hands = arguments.hands if stronger != "hard" else arguments.hands // 5
            results.append(apart(weaker, stronger, hands, arguments.seed, pool))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
