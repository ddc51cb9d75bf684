"""Bots against bots without a network: games played through the rules, each deal with every bot in every seat.

All chance comes from one seed. A *deal* here is all that luck gives to the seats for one game: opener, colours and the
decks of its hands. Every deal is played once for each rotation of the bots, so that luck cancels.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple, TypeAlias

from odin_net.bots.policies import POLICIES, Policy
from odin_net.game import (
    PASS,
    Actor,
    Deal,
    Event,
    LobbyOpened,
    Move,
    Occupant,
    Options,
    Phase,
    PlayerView,
    StartGame,
    State,
    command_of,
    decide,
    evolve,
    open_lobby,
    view_of,
)
from odin_net.game.cards import COLOURS, cards_in, cards_of_colours, number_of
from odin_net.game.events import Kind
from odin_net.game.options import VARIANT_COLOURS
from odin_net.game.text import NAME_COLUMNS

# How the file of a bot is told from a level.
FILE_ENDING = ".py"
LABEL = NAME_COLUMNS - len("-6")


class Contest(NamedTuple):
    """Who plays what, and from which seed. A bot is a level, or the path of a file."""

    bots: tuple[str, ...]
    options: Options
    seed: int


class BotFailed(Exception):
    """A bot that gave no legal move: why, in a few words."""


class Fault(NamedTuple):
    """Where a bot failed. From then on it passed, or opened with its lowest card, until the hand's end."""

    bot: str
    deal: int
    rotation: int
    hand: int
    why: str


class Played(NamedTuple):
    """One game: which bot sat where, and all that happened."""

    deal: int
    rotation: int
    seats: tuple[str, ...]
    events: list[Event]
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    thought: tuple[list[float], ...]
    """The seconds that each decision took, by seat."""
    faults: tuple[Fault, ...] = ()


Clock: TypeAlias = Callable[[], float]
# Finds the policy of a bot by its name.
Find: TypeAlias = Callable[[str], Policy]
find_level: Find = POLICIES.__getitem__


def deals_for(contest: Contest, games: int) -> int:
    """How many deals make so many games, rounded up to whole rotations."""
    return -(-games // len(contest.bots))


def play_deal(
    contest: Contest, deal: int, clock: Clock, *, find: Find = find_level, keep_events: bool = True
) -> Iterator[Played]:
    """One deal, once for each rotation of the bots. Events are many, and not everybody wants them."""
    for rotation in range(len(contest.bots)):
        game = play_game(contest, deal, rotation, clock, find)
        yield game if keep_events else game._replace(events=[])


def play_game(contest: Contest, deal: int, rotation: int, clock: Clock, find: Find = find_level) -> Played:
    """One deal with the bots moved on by so many seats."""
    bots, options, seed = contest
    seats = bots[rotation:] + bots[:rotation]
    luck = Random(f"{seed} deal {deal}")
    minds = [Random(f"{seed} deal {deal} rotation {rotation} seat {seat}") for seat in range(len(seats))]
    opener, colours = luck.randrange(len(seats)), colours_by_lot(luck, options, len(seats))

    occupants = tuple(
        Occupant(f"{label_of(bot)}-{seat + 1}", Kind.BOT, label_of(bot)) for seat, bot in enumerate(seats)
    )
    opened = LobbyOpened(b"", occupants, options)
    events: list[Event] = [opened]
    thought: tuple[list[float], ...] = tuple([] for _ in seats)
    policies, faults = [find(bot) for bot in seats], list[Fault]()
    gave_up = [0] * len(seats)  # In which hand, by seat.
    state = open_lobby(opened)
    state = _carry_out(state, decide(state, StartGame()), events)
    while state.board.phase is not Phase.OVER:
        if state.board.phase is Phase.DEALING:
            happened = decide(state, Deal(shuffled(luck, colours), opener, colours))
        else:
            turn = state.board.turn
            view, hand = view_of(state, turn), state.board.game.hand
            if gave_up[turn] == hand:
                move = give_up(view)
            else:
                started = clock()
                try:
                    move = policies[turn](view, minds[turn])
                except BotFailed as failed:
                    faults.append(Fault(seats[turn], deal, rotation, hand, str(failed)))
                    gave_up[turn], move = hand, give_up(view)
                thought[turn].append(clock() - started)
            happened = decide(state, command_of(move, turn, Actor.BOT))
        state = _carry_out(state, happened, events)
    game = state.board.game
    return Played(deal, rotation, seats, events, game.scores, game.winners, thought, tuple(faults))


def give_up(view: PlayerView) -> Move:
    """A pass, or the lowest card when opening."""
    if view.board.middle:
        return PASS
    return 1 << min(cards_in(view.hand), key=lambda card: (number_of(card), card)), None


def label_of(bot: str) -> str:
    """What a bot is called at the table: its level, or letters of its file's name, as many as there is room for."""
    if bot in POLICIES:
        return bot
    stem = re.split(r"[\\/]", bot)[-1].removesuffix(FILE_ENDING)
    return "".join(char for char in stem if char.isascii() and char.isalnum())[:LABEL] or "bot"


def _carry_out(state: State, happened: list[Event], events: list[Event]) -> State:
    events += happened
    for event in happened:
        state = evolve(state, event)
    return state


def colours_by_lot(luck: Random, options: Options, players: int) -> str:
    """The colours in play, by lot where the options leave them to chance."""
    # A lot is taken in any case, so that the same seed deals the same cards whatever the options say.
    lot = luck.sample(COLOURS, VARIANT_COLOURS)
    fixed = options.fixed_colours(players)
    return "".join(sorted(lot, key=COLOURS.index)) if fixed is None else fixed


def shuffled(luck: Random, colours: str) -> tuple[int, ...]:
    """All cards in play, in random order."""
    cards = cards_in(cards_of_colours(colours))
    return tuple(luck.sample(cards, len(cards)))


class Standing(NamedTuple):
    """How a bot has done, with standard errors: None where one deal alone cannot tell."""

    bot: str
    seats: int
    hands: int
    """Those played at the table, however many of the seats were this bot's."""
    points_per_hand: float
    points_se: float | None
    win_share: float
    win_se: float | None
    ms_p50: float
    ms_p99: float
    """How long a decision takes."""


class Tallies:
    """Sums up a contest, game by game."""

    def __init__(self, bots: Sequence[str]) -> None:
        self._bots = list(dict.fromkeys(bots))
        self._seats = {bot: list(bots).count(bot) for bot in self._bots}
        # For each bot and deal: points, hands, wins, games. The rotations of a deal belong together.
        self._sums: dict[str, dict[int, list[float]]] = {bot: {} for bot in self._bots}
        self._thought: dict[str, list[float]] = {bot: [] for bot in self._bots}

    def add(self, played: Played) -> None:
        totals = [sum(points) for points in zip(*played.scores, strict=True)]
        for seat, bot in enumerate(played.seats):
            self._thought[bot] += played.thought[seat]
            sums = self._sums[bot].setdefault(played.deal, [0, 0, 0, 0])
            # RULES: end of the game. Ties share the victory.
            won = 1 / len(played.winners) if seat in played.winners else 0
            for index, more in enumerate((totals[seat], len(played.scores), won, 1)):
                sums[index] += more

    def standings(self) -> list[Standing]:
        """A line for each bot, in the order they were named."""
        return [self._standing(bot) for bot in self._bots]

    def _standing(self, bot: str) -> Standing:
        sums = list(self._sums[bot].values())
        points, points_se = ratio([(deal[0], deal[1]) for deal in sums])
        wins, wins_se = ratio([(deal[2], deal[3]) for deal in sums])
        seats = self._seats[bot]
        hands = int(sum(deal[1] for deal in sums)) // seats
        thought = sorted(self._thought[bot])
        half, most = (thought[int(len(thought) * share)] * 1000 for share in (0.5, 0.99))
        return Standing(bot, seats, hands, points, points_se, wins, wins_se, half, most)


def ratio(pairs: Sequence[tuple[float, float]]) -> tuple[float, float | None]:
    """The sum of the firsts over that of the seconds, with its standard error; each pair is one independent draw."""
    whole = sum(second for _, second in pairs)
    mean = sum(first for first, _ in pairs) / whole
    count = len(pairs)
    if count < 2:
        return mean, None
    spread = sum((first - mean * second) ** 2 for first, second in pairs)
    return mean, sqrt(spread * count / (count - 1)) / whole
