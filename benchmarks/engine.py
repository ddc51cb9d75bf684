"""How fast the rules are: random self-play beside a peer in one run, as ratios.

    ODIN_COMPILE=1 pip install ".[bench]" && python benchmarks/engine.py

That measures the compiled build (`hatch_build.py`), which reaches all figures. After `pip install -e ".[bench]"` it
measures the sources as they are, which reach all but the first: 5.6 x. The first line printed says which it was.

An action is one decision of a player; dealing is part of the time and not of the count. Ours are chosen by a generator
of the standard library; RLCard is driven by its own loop with its own random agents, as its examples do.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from statistics import median

import rlcard
from rlcard.agents import RandomAgent

# Behind all else: what is measured is the installed package, compiled or not.
sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.self_play import PLAYERS, compare, public_game
from odin_net.game import rules

ROUNDS = 3
IMPORTS = 21

# What is measured, and at least how many times as fast it has to be.
PUBLIC_AGAINST_UNO = 8.0
# The import has to take at most so many times as long.
IMPORT_AGAINST_STANDARD = 1.3


def uno_game(environment: "rlcard.envs.Env") -> int:
    trajectories, _ = environment.run(is_training=False)
    return sum(len(trajectory) // 2 for trajectory in trajectories)


def uno() -> "rlcard.envs.Env":
    environment = rlcard.make("uno", config={"seed": 1})
    environment.game.num_players = environment.num_players = PLAYERS
    environment.set_agents([RandomAgent(environment.num_actions) for _ in range(PLAYERS)])
    return environment


def import_seconds(statement: str, cache: str) -> float:
    """How long an import takes in a fresh process that finds bytecode, as after an installation."""
    code = f"import time; started = time.perf_counter(); {statement}; print(time.perf_counter() - started)"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = cache
    command = [sys.executable, "-P", "-c", code]  # What is installed, wherever we are.
    return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def import_ratio() -> float:
    ours, standard = "import odin_net.game", "import dataclasses, enum, typing"
    with tempfile.TemporaryDirectory() as cache:
        for statement in (ours, standard):
            import_seconds(statement, cache)  # writes the bytecode
        pairs = [(import_seconds(ours, cache), import_seconds(standard, cache)) for _ in range(IMPORTS)]
    return median(one for one, _ in pairs) / median(two for _, two in pairs)


def line(name: str, speeds: tuple[float, float, float], peer: str) -> str:
    ours, theirs, ratio = speeds
    return f"  {name:16} {ours:>9,.0f}/s   {peer:24} {theirs:>9,.0f}/s   {ratio:.2f} x"


def main() -> int:
    rng = Random(1)
    print("the sources as they are" if str(rules.__file__).endswith(".py") else "the compiled build")
    environment = uno()
    rounds = []
    for number in range(1, ROUNDS + 1):
        public = compare(lambda: public_game(rng), lambda: uno_game(environment))
        imported = import_ratio()
        rounds.append((public[2], imported))
        print(f"round {number}")
        print(line("public rules", public, "RLCard uno"))
        print(f"  import odin_net.game against dataclasses, enum, typing: {imported:.2f} x")
    public_ratio, imported = (median(column) for column in zip(*rounds, strict=True))
    results = [
        (
            "public rules / RLCard uno",
            public_ratio,
            f"at least {PUBLIC_AGAINST_UNO}",
            public_ratio >= PUBLIC_AGAINST_UNO,
        ),
        ("import", imported, f"at most {IMPORT_AGAINST_STANDARD}", imported <= IMPORT_AGAINST_STANDARD),
    ]
    print("\nmedian of the rounds")
    for name, ratio, wanted, reached in results:
        print(f"  {name:40} {ratio:5.2f} x   {wanted:12} {'reached' if reached else 'MISSED'}")
    return 0 if all(reached for *_, reached in results) else 1


if __name__ == "__main__":
    sys.exit(main())
