"""The rules of Odin, pure: no I/O, no clock, no randomness.

`rules` is the law, `state` the fold of a game's log, `events` and `commands` its words. What is named here is enough to
play a game: fold what `decide` answers with `evolve`.
"""

from odin_net.game.commands import Command, Deal, Pass, PlayCards, StartGame, Stop
from odin_net.game.events import Actor, Event, LobbyOpened, Occupant
from odin_net.game.options import Options, Starter
from odin_net.game.refusals import IllegalMove, Refusal
from odin_net.game.rules import PASS, Move, command_of, decide, legal_moves
from odin_net.game.state import Phase, PlayerView, State, evolve, open_lobby, view_of

__all__ = [
    "PASS",
    "Actor",
    "Command",
    "Deal",
    "Event",
    "IllegalMove",
    "LobbyOpened",
    "Move",
    "Occupant",
    "Options",
    "Pass",
    "Phase",
    "PlayCards",
    "PlayerView",
    "Refusal",
    "StartGame",
    "Starter",
    "State",
    "Stop",
    "command_of",
    "decide",
    "evolve",
    "legal_moves",
    "open_lobby",
    "view_of",
]
