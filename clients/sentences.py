"""Names fit to be shown, and results in the few words of a robot. People are told of a game by `clients.language`."""

from odin_net.game.state import State
from odin_net.game.text import BadText, clean_name
from protocol.audit import Result, Verdict


def tell_verdict(verdict: Verdict) -> str:
    """A verdict in a few words."""
    why = "" if verdict.why is None else f": {verdict.why.value}"
    if verdict.result is Result.WRONG:
        return f"WRONG at event {verdict.seq}{why}"
    return f"{verdict.result.value}{why}"


def tell_points(names: list[str], points: tuple[int, ...], totals: tuple[int, ...]) -> str:
    """Who got how many, and has how many now."""
    return ", ".join(f"{name} +{more} = {total}" for name, more, total in zip(names, points, totals, strict=False))


def names_of(state: State) -> list[str]:
    """Who sits there, fit to be shown."""
    return [shown_name(occupant.name) for occupant in state.board.game.seats]


def shown_name(name: str) -> str:
    """A name, fit to be shown."""
    try:
        return clean_name(name)
    except BadText:
        return "?"
