"""Names from the sagas, for bots that sit at a table."""

from collections.abc import Iterable

from odin_net.game.text import name_key

SAGA = ("Egil", "Gudrun", "Njal", "Hallgerd", "Grettir", "Aud", "Snorri", "Freydis")


def saga_name(taken: Iterable[str], number: int) -> str:
    """A name that nobody has yet, chosen by this number."""
    keys = set(map(name_key, taken))
    free = [name for name in SAGA if name_key(name) not in keys]
    return free[number % len(free)]
