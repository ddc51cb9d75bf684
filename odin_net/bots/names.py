"""Names from the sagas for the seats of bots."""

from collections.abc import Iterable, Sequence

from odin_net.game.text import name_key

# First names that the sagas of Icelanders know, without accents: every keyboard can type them.
SAGA_NAMES: Sequence[str] = (
    "Asgerd",
    "Aud",
    "Bergthora",
    "Bolli",
    "Egil",
    "Eirik",
    "Flosi",
    "Freydis",
    "Gisli",
    "Grettir",
    "Gudrid",
    "Gudrun",
    "Gunnar",
    "Hallbjorn",
    "Hallgerd",
    "Helga",
    "Hoskuld",
    "Hrafnkel",
    "Hrut",
    "Kari",
    "Kjartan",
    "Kormak",
    "Kveldulf",
    "Leif",
    "Melkorka",
    "Mord",
    "Njal",
    "Olaf",
    "Skarphedin",
    "Snorri",
    "Steingerd",
    "Thorgerd",
    "Thorolf",
    "Unn",
    "Vigdis",
    "Yngvild",
)


def saga_name(taken: Iterable[str], lot: int) -> str:
    """A name that nobody at the table has, nor one that people would take for the same.

    `lot` is any random number: the same one among the same names gives the same name. If all are taken, a
    number makes one more: `Egil 2`.
    """
    keys = {name_key(name) for name in taken}
    number = 1
    while True:
        names = [name if number == 1 else f"{name} {number}" for name in SAGA_NAMES]
        free = [name for name in names if name_key(name) not in keys]
        if free:
            return free[lot % len(free)]
        number += 1
