"""The figures across games."""

from odin_net.afterwards.figures import Figures, figures_of, within
from odin_net.afterwards.history import read_past_game
from tests.afterwards.pasts import record

ANN_WINS = record("Ann", "Bo", points=((0, 4), (1, 2)))
BO_WINS = record("Ann", "Bo", points=((9, 0),), winners=(1,))
SHARED = record("Ann", "Bo", "Cleo", points=((2, 2, 5),), winners=(0, 1), played=(("R1", "R2", "R3"),))
STOPPED = record("Ann", "Bo", points=((3, 0),), winners=None, played=(("G1", "G2"),))


def figures(*texts: str, me: str = "Ann") -> Figures:
    return figures_of([read_past_game(text.encode()) for text in texts], me)


def test_games_wins_and_points_are_summed_up_by_player() -> None:
    told = figures(ANN_WINS, BO_WINS, SHARED, STOPPED)
    assert (told.games, told.unfinished, told.hands) == (3, 1, 5)
    rows = {row.player: row.total for row in told.league}
    ann = rows["Ann"]
    assert (ann.games, ann.wins, ann.hands, ann.points) == (3, 2, 5, 0 + 1 + 9 + 2 + 3), "a stopped game is no game"
    assert ann.points_per_hand == 3
    assert rows["Cleo"].win_share == 0
    assert [row.player for row in told.league] == ["Bo", "Ann", "Cleo"], "as many wins, and fewer points"


def test_own_figures_are_told_by_players_and_opponents() -> None:
    own = figures(ANN_WINS, BO_WINS, BO_WINS, SHARED, STOPPED).own
    assert own is not None
    assert {players: (total.games, total.wins) for players, total in own.by_players.items()} == {2: (3, 1), 3: (1, 1)}
    met = {one.player: (one.rivalry.games, one.rivalry.ahead, one.rivalry.behind) for one in own.opponents}
    assert met == {"Bo": (4, 1, 2), "Cleo": (1, 1, 0)}
    assert own.nemesis is not None
    assert own.nemesis.player == "Bo"
    assert own.total.longest == ("R1", "R2", "R3")
    assert figures(ANN_WINS, me="Zoë").own is None


def test_nobody_is_the_nemesis_of_who_beats_all() -> None:
    own = figures(ANN_WINS, SHARED).own
    assert own is not None
    assert own.nemesis is None


def test_streaks_are_wins_in_a_row() -> None:
    own = figures(ANN_WINS, SHARED, STOPPED, ANN_WINS, BO_WINS, ANN_WINS).own
    assert own is not None
    assert (own.streaks.longest, own.streaks.now) == (3, 1), "a game without an end ends no streak"


def test_tonight_are_the_games_of_this_day() -> None:
    texts = [record(date=f"2026-11-{day}T20:00:00Z") for day in (16, 17, 18)] + [record()]
    games = [read_past_game(text.encode()) for text in texts]
    begin, end = games[1].date, games[2].date
    assert begin is not None
    assert end is not None
    assert within(games, begin, end) == [games[1]], "one without a date is of no evening"
