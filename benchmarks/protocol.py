"""What the wire costs, as ratios to the bare parts in one run.

pip install -e ".[dev]" && python benchmarks/protocol.py
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

# Run as a script, this file would stand in the way of the package that it measures.
sys.path[0] = str(Path(__file__).parent.parent)

import msgpack  # noqa: E402
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305  # noqa: E402

from odin_net.game.events import Actor, CardsPlayed  # noqa: E402
from protocol.channel import TAG, Sealer  # noqa: E402
from protocol.codec import decode_from_client, encode, encode_event  # noqa: E402
from protocol.framing import HEADER  # noqa: E402
from protocol.messages import Play  # noqa: E402

SEATS = 6
ROUNDS = 3
SLICES = 30
REPEATS = 2000

ENCODE_AND_SEAL = 2.5
DECODE = 25.0
BYTES = 40

EVENT = CardsPlayed(3, (12, 15), 40, Actor.PERSON)
RAW = encode_event(EVENT)
COMMAND = encode(Play(300, (12, 15), 40))


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    for _ in range(REPEATS):
        work()
    return time.perf_counter() - started


def ratio(ours: Callable[[], object], bare: Callable[[], object]) -> tuple[float, float, float]:
    """Microseconds of both and their ratio: medians over slices that take turns."""
    pairs = [(seconds(ours), seconds(bare)) for _ in range(SLICES)]
    scale = 1e6 / REPEATS
    return (
        median(one for one, _ in pairs) * scale,
        median(two for _, two in pairs) * scale,
        median(one / two for one, two in pairs),
    )


def broadcast() -> Callable[[], object]:
    """One play event encoded once, then sealed and framed for six seats."""
    sealers = [Sealer(bytes([seat]) * 32) for seat in range(SEATS)]

    def work() -> None:
        raw = encode_event(EVENT)
        for sealer in sealers:
            sealer.framed(raw)

    return work


def bare_seals() -> Callable[[], object]:
    """The same bytes under six bare ciphers."""
    ciphers = [ChaCha20Poly1305(bytes([seat]) * 32) for seat in range(SEATS)]
    nonce = bytes(12)

    def work() -> None:
        for cipher in ciphers:
            cipher.encrypt(nonce, RAW, None)

    return work


def main() -> int:
    rows = []
    for number in range(1, ROUNDS + 1):
        sealed = ratio(broadcast(), bare_seals())
        decoded = ratio(lambda: decode_from_client(COMMAND), lambda: msgpack.unpackb(COMMAND))
        rows.append((sealed[2], decoded[2]))
        print(f"round {number}")
        print(f"  encode and seal for six: {sealed[0]:6.2f} µs, bare seals {sealed[1]:6.2f} µs, {sealed[2]:.2f} x")
        print(f"  decode a command:        {decoded[0]:6.2f} µs, unpackb    {decoded[1]:6.2f} µs, {decoded[2]:.2f} x")
    size = HEADER + len(RAW) + TAG
    seal_ratio, decode_ratio = (median(column) for column in zip(*rows, strict=True))
    results = [
        (
            "encode and seal / bare seals",
            f"{seal_ratio:.2f} x",
            f"at most {ENCODE_AND_SEAL}",
            seal_ratio <= ENCODE_AND_SEAL,
        ),
        ("decode and validate / unpackb", f"{decode_ratio:.2f} x", f"at most {DECODE}", decode_ratio <= DECODE),
        ("bytes of a play event on the wire", f"{size}", f"at most {BYTES}", size <= BYTES),
    ]
    print("\nmedian of the rounds")
    for name, value, wanted, reached in results:
        print(f"  {name:36} {value:>8}   {wanted:12} {'reached' if reached else 'MISSED'}")
    return 0 if all(reached for *_, reached in results) else 1


if __name__ == "__main__":
    sys.exit(main())
