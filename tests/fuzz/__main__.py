"""`python -m tests.fuzz [TARGET…] --runs N --seed S`."""

import argparse
import time

from tests.fuzz import TARGETS, fuzz

parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Feed changed inputs to the decoders.")
parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"among {', '.join(TARGETS)} (all)")
parser.add_argument("--runs", type=int, default=10_000, help="inputs for each target (10000)")
parser.add_argument("--seed", type=int, default=1)
arguments = parser.parse_args()
for unknown in set(arguments.targets) - set(TARGETS):
    parser.error(f"there is no target {unknown}")
for name in arguments.targets or TARGETS:
    started = time.monotonic()
    print(f"{name}: {arguments.runs} inputs from seed {arguments.seed} …", end=" ", flush=True)
    fuzz(name, arguments.runs, arguments.seed)
    print(f"ok in {time.monotonic() - started:.1f} s")
