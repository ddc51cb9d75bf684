"""What the history says in figures: of all players, and of one of them against the others."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from odin_net.afterwards.history import PastGame, Player


class Total:
    """What somebody has come to over some games. Games without an end count by their hands only."""

    def __init__(self) -> None:
        self.games = self.wins = self.hands = self.points = 0
        self.longest: tuple[str, ...] = ()
        self.longest_date: int | None = None

    def add(self, game: PastGame, seat: int) -> None:
        """One more game, from this seat."""
        if game.winners:
            self.games += 1
            # RULES: end of the game. Ties share the victory.
            self.wins += seat in game.winners
        self.hands += game.hands
        self.points += game.points[seat]
        if len(game.longest[seat]) > len(self.longest):
            self.longest, self.longest_date = game.longest[seat], game.date

    @property
    def win_share(self) -> float | None:
        """Of the games that came to an end; None before the first."""
        return self.wins / self.games if self.games else None

    @property
    def points_per_hand(self) -> float | None:
        """The fewer the better; None before the first hand."""
        return self.points / self.hands if self.hands else None


class Rivalry:
    """Two at the same table, from one's side: how often the other one had more points, or fewer."""

    def __init__(self) -> None:
        self.games = self.ahead = self.behind = 0

    def add(self, mine: int, theirs: int) -> None:
        """One more game, in which both had so many points."""
        self.games += 1
        self.ahead += mine < theirs
        self.behind += mine > theirs


class Streaks(NamedTuple):
    """Games won in a row."""

    longest: int
    now: int


class Standing(NamedTuple):
    """One row of the league."""

    player: Player
    total: Total


class Opponent(NamedTuple):
    player: Player
    rivalry: Rivalry


class Own(NamedTuple):
    """One player's games."""

    player: Player
    total: Total
    by_players: dict[int, Total]
    """By how many sat at the table."""
    opponents: list[Opponent]
    """Those who were met most often first."""
    streaks: Streaks

    @property
    def nemesis(self) -> Opponent | None:
        """Who was ahead more often than behind, and most often of all; None if nobody was."""
        stronger = [one for one in self.opponents if one.rivalry.behind > one.rivalry.ahead]
        return max(stronger, key=lambda one: (one.rivalry.behind - one.rivalry.ahead, one.rivalry.behind), default=None)


class Figures(NamedTuple):
    """All that is told about some games."""

    games: int
    unfinished: int
    hands: int
    league: list[Standing]
    """Who won the largest share of their games first."""
    own: Own | None
    """None: that player is in none of them."""


def figures_of(games: Sequence[PastGame], player: Player) -> Figures:
    """The figures of these games, which are in the order of their dates, and those of this player."""
    finished = sum(1 for game in games if game.winners)
    hands = sum(game.hands for game in games)
    return Figures(finished, len(games) - finished, hands, _league(games), _own(games, player))


def within(games: Iterable[PastGame], begin: float, end: float) -> list[PastGame]:
    """Those that began in this time; with a clock that went wrong, some may have begun after it."""
    return [game for game in games if game.date is not None and begin <= game.date < end]


def _league(games: Sequence[PastGame]) -> list[Standing]:
    totals: dict[str, Standing] = {}
    for game in games:
        for seat, player in enumerate(game.players):
            standing = totals.get(player)
            if standing is None:
                standing = totals[player] = Standing(player, Total())
            standing.total.add(game, seat)
    return sorted(totals.values(), key=_rank)


def _rank(standing: Standing) -> tuple[float, float, str]:
    total = standing.total
    points = total.points_per_hand
    return -(total.win_share or 0), float("inf") if points is None else points, standing.player


def _own(games: Sequence[PastGame], player: Player) -> Own | None:
    total, by_players = Total(), defaultdict[int, Total](Total)
    opponents: dict[str, Opponent] = {}
    won = []
    for game in games:
        if player not in game.players:
            continue
        seat = game.players.index(player)
        total.add(game, seat)
        by_players[len(game.players)].add(game, seat)
        if game.winners:
            won.append(seat in game.winners)
            _meet(opponents, game, seat)
    if not by_players:
        return None
    met = sorted(opponents.values(), key=lambda one: (-one.rivalry.games, one.player))
    return Own(player, total, dict(sorted(by_players.items())), met, _streaks(won))


def _meet(opponents: dict[str, Opponent], game: PastGame, seat: int) -> None:
    for other, player in enumerate(game.players):
        if other != seat:
            opponent = opponents.setdefault(player, Opponent(player, Rivalry()))
            opponent.rivalry.add(game.points[seat], game.points[other])


def _streaks(won: Iterable[bool]) -> Streaks:
    longest = now = 0
    for is_win in won:
        now = now + 1 if is_win else 0
        longest = max(longest, now)
    return Streaks(longest, now)
