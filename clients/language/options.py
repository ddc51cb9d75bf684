"""What a table can choose, in sentences: how each option is told when it changes, and what the page of rules says."""

from collections.abc import Callable
from typing import Any

from clients.language.voice import Voice
from odin_net.game.options import ALL_SIX, DRAWN_FOUR, Options, Starter
from odin_net.game.state import State


def target(language: Voice, points: int) -> str:
    """How far a game goes."""
    # RULES: end of the game. A game of a single hand is the target 1.
    if points == 1:
        return language("one hand")
    return language.many("to {count} point", "to {count} points", points)


def goal(language: Voice, points: int) -> str:
    """The same as a sentence."""
    if points == 1:
        return language("The game is one hand.")
    return language.many("The game goes to {count} point.", "The game goes to {count} points.", points)


def colours_for_two(language: Voice, colours: str) -> str:
    """What two players play with."""
    if colours == ALL_SIX:
        return language("With two players, all six colours are in play.")
    if colours == DRAWN_FOUR:
        return language("With two players, four random colours are in play.")
    return language("With two players, the colours are {letters}.", letters=" ".join(colours))


def _starter(language: Voice, starter: Starter) -> str:
    if starter is Starter.LAST:
        return language("Whoever went out opens the next hand.")
    return language("The left neighbour of who opened this hand opens the next one.")


# What everybody is told of an option when it has changed, by its field.
SENTENCES: dict[str, Callable[[Voice, Any], str]] = {
    "points": goal,
    "colours": colours_for_two,
    "starter": _starter,
}


def options_changed(language: Voice, options: Options, before: State | None = None, me: int | None = None) -> str:
    """What was agreed anew: only what is different now. Whoever was ready has to say so again."""
    game = None if before is None else before.board.game
    old = None if game is None else game.options
    said = [
        tell(language, getattr(options, field))
        for field, tell in SENTENCES.items()
        if old is None or getattr(old, field) != getattr(options, field)
    ]
    if said and game is not None and me is not None and me < len(game.seats) and game.seats[me].ready:
        said.append(language("Confirm again that you are ready."))
    return " ".join(said)


def option_rules(language: Voice, options: Options) -> list[str]:
    """What the page of rules says of the options, a paragraph each."""
    return [_openers(language, options), _end(language, options.points)]


def _openers(language: Voice, options: Options) -> str:
    if options.points == 1:
        return language("Who opens is drawn by lot.")
    if options.starter is Starter.LAST:
        return language("Who opens the first hand is drawn by lot. Whoever ended a hand opens the next one.")
    return language(
        "Who opens the first hand is drawn by lot. After that, the player to the left of a hand's opener opens the "
        "next one."
    )


def _end(language: Voice, points: int) -> str:
    # RULES: end of the game. A game of a single hand is the target 1.
    if points == 1:
        return language("The game is one hand. The fewest points win, and ties share the victory.")
    return language.many(
        "The game ends with the hand in which somebody reaches {count} point. The fewest points win, and ties share "
        "the victory.",
        "The game ends with the hand in which somebody reaches {count} points. The fewest points win, and ties share "
        "the victory.",
        points,
    )
