"""The options of a game as the command line gives them."""

import argparse

from odin_net.exits import OdinError
from odin_net.game.options import ALL_SIX, OptionError, Options, Starter, parse_colours, parse_points


def read_options(arguments: argparse.Namespace, players: int) -> Options:
    """The options for a table of so many players; OdinError if they do not fit it."""
    chosen = Options()
    try:
        points = chosen.points if arguments.points is None else parse_points(arguments.points)
        colours = chosen.colours if arguments.colours is None else parse_colours(arguments.colours)
    except OptionError as error:
        raise OdinError(f"{error}.") from None
    if arguments.colours is not None and colours != ALL_SIX and players != 2:
        raise OdinError(f"four colours are for two players, not for {players}: leave --colours out or say --colours 6.")
    return Options(points, colours, Starter(arguments.starter or Starter.LEFT))
