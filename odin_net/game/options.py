"""What a table can choose: the target, the colours in play, who opens the next hand."""

from enum import Enum
from typing import Any, Final, NamedTuple

from odin_net.game.cards import COLOURS

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 6
HAND_SIZE: Final = 9

# RULES: two players. The variant for two plays with this many colours.
VARIANT_COLOURS: Final = 4
ALL_SIX: Final = "6"
DRAWN_FOUR: Final = "4"


class Starter(Enum):
    """Who opens the next hand."""

    LEFT = "left"
    """The player to the left of the previous opener."""
    LAST = "last"
    """Whoever acted last, which is the one who went out."""


class OptionError(ValueError):
    """An option that the rules do not know; the message says what would do."""


class Options(NamedTuple):
    """The options of a game.

    `colours` is "6" for all, "4" for four by lot, or the letters of four. Fewer than six colours are for two
    players only; with more players at the table the choice waits, without effect.
    """

    points: int = 15
    colours: str = DRAWN_FOUR
    starter: Starter = Starter.LEFT

    def to_record(self, colours: str) -> dict[str, object]:
        """As a record has them, with these colours in place of the choice: in the record of a game those in play."""
        return {"points": self.points, "colours": colours, "starter": self.starter.value}

    def fixed_colours(self, players: int) -> str | None:
        """The colours in play for so many players, or None if they come by lot."""
        # RULES: two players. The variant is the default for two and exists for two only.
        if players != 2 or self.colours == ALL_SIX:
            return COLOURS
        return None if self.colours == DRAWN_FOUR else self.colours


def parse_points(points: int) -> int:
    """The target if it is one; OptionError otherwise."""
    # RULES: end of the game. Any number from 1 to 99 may be set.
    if not 1 <= points <= 99:
        raise OptionError("the target is a number of points from 1 to 99")
    return points


def parse_colours(text: str) -> str:
    """A choice of colours in its one spelling: `6`, `4`, or letters in the order of the rules."""
    if text in (ALL_SIX, DRAWN_FOUR):
        return text
    letters = "".join(letter for letter in COLOURS if letter in text.upper()) if text.isascii() else ""
    if len(letters) != len(text) or len(letters) not in (VARIANT_COLOURS, len(COLOURS)):
        raise OptionError("colours are 6, 4 or four different letters of ROYGBP")
    return ALL_SIX if letters == COLOURS else letters


def options_from_record(record: dict[str, Any], players: int) -> Options:
    """The options that a record has; ValueError if they cannot be those of a game of so many."""
    given = record.get("points")
    if type(given) is not int:
        raise ValueError('"points" is missing or no whole number')
    points = parse_points(given)
    starter = record.get("starter")
    if starter not in ("left", "last"):
        raise ValueError('"starter" among the options is "left" or "last"')
    return Options(points, _colours_from_record(record.get("colours"), players), Starter(starter))


def _colours_from_record(letters: object, players: int) -> str:
    if type(letters) is not str or len(set(letters)) != len(letters) or not set(letters) <= set(COLOURS):
        raise ValueError(f'"colours" are different letters of {COLOURS}')
    if len(letters) == len(COLOURS):
        return ALL_SIX
    if len(letters) != VARIANT_COLOURS:
        raise ValueError("six colours are in play, or four for two players")
    if players != 2:
        raise ValueError(f"four colours are for two players, not for {players}")
    return "".join(letter for letter in COLOURS if letter in letters)
