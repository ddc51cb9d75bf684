"""Names from the sagas, for bots that sit at a table."""

from collections.abc import Iterable

from odin_net.game.text import name_key

SAGA = ("Egil", "Gudrun", "Njal", "Hallgerd", "Grettir", "Aud", "Snorri", "Freydis")


def saga_name(taken: Iterable[str], number: int) -> str:
    """A name that nobody has yet, chosen by this number."""
    keys = set(map(name_key, taken))
    beginning = number % len(SAGA)
    names = (*SAGA[beginning:], *SAGA[:beginning])
    numbered = (f"{name} {count}" for count in range(2, len(keys) + 3) for name in names)
    return next(name for name in (*names, *numbered) if name_key(name) not in keys)
