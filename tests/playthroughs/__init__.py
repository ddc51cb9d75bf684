"""Whole games written down with every seat's view at each step, to be read and compared."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from odin_net.game import (
    Deal,
    Options,
    Phase,
    Starter,
    StartGame,
    State,
    command_of,
    decide,
    evolve,
    legal_moves,
    open_lobby,
    view_of,
)
from odin_net.game.cards import COLOURS, Mask, cards_in, cards_of_colours, format_card, format_cards
from odin_net.game.commands import Command
from odin_net.game.events import Event, HandKnown
from tests.helpers.tables import lobby

FOLDER = Path(__file__).parent

# File name: players, seed, options.
GAMES = {
    "two-with-four-colours.txt": (2, 11, Options(points=5, colours="RYGP")),
    "three-whoever-went-out-opens.txt": (3, 12, Options(points=10, starter=Starter.LAST)),
    "four-one-hand.txt": (4, 13, Options(points=1)),
    "six-short.txt": (6, 14, Options(points=4)),
}


def playthrough(players: int, seed: int, options: Options) -> Iterator[str]:
    """The lines of a game in which every move is drawn from the seed."""
    rng = Random(seed)
    opened = lobby(players, options)
    host = open_lobby(opened)
    seats = [host] * players
    colours = options.fixed_colours(players) or COLOURS
    yield f"{players} players, {options}"
    while host.board.phase is not Phase.OVER:
        command = next_command(host, colours, rng)
        yield f"\n> {_short(command)}"
        for event in decide(host, command):
            host = evolve(host, event)
            for seat in range(players):
                if not isinstance(event, HandKnown) or event.seat == seat:
                    seats[seat] = evolve(seats[seat], event)
            yield f"  {_short(event)}"
        yield from board_lines(host)
        for seat, state in enumerate(seats):
            yield view_line(state, seat)


def next_command(state: State, colours: str, rng: Random) -> Command:
    board = state.board
    if board.phase is Phase.LOBBY:
        return StartGame()
    if board.phase is Phase.DEALING:
        deck = cards_in(cards_of_colours(colours))
        return Deal(tuple(rng.sample(deck, len(deck))), rng.randrange(len(board.game.seats)), colours)
    moves = sorted(legal_moves(view_of(state, board.turn)), key=lambda move: (move[0], move[1] or 0))
    return command_of(rng.choice(moves), board.turn)


def _short(what: Command | Event) -> str:
    fields = [f"{name}={_value(name, value)}" for name, value in what._asdict().items() if name in WORTH_READING]
    return f"{type(what).__name__}({', '.join(fields)})"


WORTH_READING = ("players", "hand", "opener", "colours", "seat", "cards", "take", "taken", "points", "winners")


def _value(name: str, value: object) -> object:
    if name == "cards" and isinstance(value, tuple):
        return format_cards(value)
    return format_card(value) if name in ("take", "taken") and isinstance(value, int) else value


def board_lines(state: State) -> Iterator[str]:
    """What everybody sees."""
    board = state.board
    shown = ", ".join(_cards(mask) for mask in board.shown)
    yield f"  {board.phase.value}, action {board.action}, turn {board.turn}, passes {board.passes}, owner {board.owner}"
    yield f"  middle [{format_cards(board.middle)}] worth {board.value}, counts {board.counts}, shown ({shown})"
    yield f"  Valhalla [{_cards(board.valhalla)}], totals {board.game.totals}"


def view_line(state: State, seat: int) -> str:
    """What this seat sees of all hands, and what it may do."""
    hands = " | ".join("?" if hand is None else _cards(hand) for hand in state.hands)
    if state.board.turn != seat:
        return f"  seat {seat} sees {hands}"
    moves = [
        _cards(cards).replace(" ", "+") + (f"<{format_card(take)}" if take is not None else "")
        for cards, take in legal_moves(view_of(state, seat))
    ]
    return f"  seat {seat} sees {hands} and may: {', '.join(sorted(move or 'pass' for move in moves))}"


def _cards(mask: Mask) -> str:
    return format_cards(cards_in(mask))
