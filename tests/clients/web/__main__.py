"""`python -m tests.clients.web [KIND…] --runs N --seed S`."""

import argparse
import time

from tests.clients.web.differential import KINDS, cases, compare
from tests.clients.web.engines import ENGINES, engine_called

parser = argparse.ArgumentParser(prog="python -m tests.clients.web", description="Compare the page's primitives.")
parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"among {', '.join(KINDS)} (all)")
parser.add_argument("--runs", type=int, default=10_000, help="cases of all kinds together, in each engine (10000)")
parser.add_argument("--seed", type=int, default=2)
arguments = parser.parse_args()
for unknown in set(arguments.kinds) - set(KINDS):
    parser.error(f"there is no kind {unknown}")
for kind in arguments.kinds or KINDS:
    count = -(-arguments.runs * KINDS[kind][1] // 10_000)
    made = cases(kind, count, arguments.seed)
    for name in ENGINES:
        print(f"{kind}: {count} cases from seed {arguments.seed} in {name} …", end=" ", flush=True)
        started = time.monotonic()
        compare(engine_called(name), made)
        print(f"ok in {time.monotonic() - started:.1f} s")
