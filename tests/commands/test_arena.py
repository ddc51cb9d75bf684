"""`odin arena`, as a process, and the sums behind its table."""

import json
import sys
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

from odin_net.bots.contest import Contest, Played, Tallies, play_deal, ratio
from odin_net.bots.policies import POLICIES
from odin_net.game import LobbyOpened, Options, legal_moves
from odin_net.game.events import CardsPlayed, HandDealt, HandKnown
from tests.helpers.odin import in_a_terminal, odin


def played_games(contest: Contest, deals: int) -> list[Played]:
    return [played for deal in range(deals) for played in play_deal(contest, deal, lambda: 0.0)]


def without_times(text: str) -> Any:
    result = json.loads(text)
    for bot in result["bots"]:
        del bot["ms_p50"], bot["ms_p99"]
    return result


def test_the_same_seed_gives_the_same_result() -> None:
    one, again, other = (odin("arena", "--hands", "40", "--seed", seed, "--json") for seed in ("5", "5", "6"))
    assert one.returncode == 0
    assert one.stderr == "", "no progress bar in a pipe"
    assert without_times(one.stdout) == without_times(again.stdout)
    assert without_times(one.stdout)["bots"] != without_times(other.stdout)["bots"]


def test_several_processes_play_the_same_games(tmp_path: Path) -> None:
    flags = ("--bots", "easy,normal", "--hands", "20", "--seed", "5", "--json", "--record")
    one, two = odin("arena", *flags, tmp_path / "one"), odin("arena", *flags, tmp_path / "two", "--jobs", "2")
    assert without_times(one.stdout) == without_times(two.stdout)
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


def test_without_names_several_levels_play() -> None:
    for players, levels in (("2", ["normal", "easy"]), ("5", ["normal", "easy", "random"])):
        said = odin("arena", "--players", players, "--hands", "5", "--json")
        assert [bot["bot"] for bot in json.loads(said.stdout)["bots"]] == levels


def test_a_matrix_takes_no_bots_and_records_nothing(tmp_path: Path) -> None:
    for flags in (["--bots", "hard"], ["--record", str(tmp_path / "none")]):
        said = odin("arena", "--matrix", *flags)
        assert said.returncode == 2
        assert "leave --bots and --record out" in said.stderr
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
def test_a_matrix_has_every_level_against_every_other() -> None:
    said = odin("arena", "--matrix", "--players", "2", "--hands", "2", "--seed", "1", "--json")
    cells = json.loads(said.stdout)["matrix"]
    assert [(cell["bot"], cell["against"]) for cell in cells] == [
        (one, other) for one in POLICIES for other in POLICIES
    ]
    table = odin("arena", "--matrix", "--players", "2", "--hands", "2", "--seed", "1").stdout.splitlines()
    assert [line.split()[0] for line in table[:5]] == ["points", *POLICIES]
    assert "--seed 1 " in table[-1]


def test_the_result_names_each_bot_with_its_standard_errors() -> None:
    said = odin("arena", "--bots", "random", "--players", "3", "--games", "4", "--seed", "1", "--points", "5", "--json")
    result = json.loads(said.stdout)
    assert (result["seed"], result["players"], result["games"]) == (1, 3, 6), "rounded up to whole rotations"
    assert result["options"] == {"points": 5, "colours": "6", "starter": "left"}, "four are for two players"
    (bot,) = result["bots"]
    assert list(bot) == ["bot", "seats", "hands", "points_per_hand", "points_se", "win_share", "win_se",
                         "ms_p50", "ms_p99"]  # fmt: skip
    assert (bot["bot"], bot["seats"]) == ("random", 3)
    assert bot["win_share"] == pytest.approx(1 / 3)
    assert bot["win_se"] == pytest.approx(0)
    assert bot["points_se"] > 0


def test_a_table_is_for_people() -> None:
    said = odin("arena", "--bots", "random,random", "--hands", "2", "--seed", "1")
    assert said.stdout.splitlines()[0].split() == ["bot", "seats", "hands", "points", "a", "hand", "wins", "a", "seat",
                                                        "thinks", "(p50,", "p99)"]  # fmt: skip
    assert said.stdout.splitlines()[1].split()[:3] == ["random", "2", "2"]
    assert "± ?" in said.stdout, "one deal alone tells nothing of its error"
    assert said.stdout.endswith("--seed 1 and the same flags play the same games again\n")


def test_each_game_leaves_a_record_that_passes_the_check(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "games"
    said = odin("arena", "--players", "2", "--games", "4", "--points", "7", "--starter", "last", "--record", folder,
                "--colours", "RYGP")  # fmt: skip
    assert said.returncode == 0
    files = sorted(folder.iterdir())
    assert len(files) == 4
    assert all(file.name.endswith(".odin.jsonl") for file in files)
    assert odin("replay", "--check", *files).returncode == 0
    options = json.loads(files[0].read_text(encoding="utf-8").splitlines()[0])["options"]
    assert options == {"points": 7, "colours": "RYGP", "starter": "last"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--players", "7"], "2 to 6 players"),
        (["--players", "1"], "2 to 6 players"),
        (["--players", "-3"], "2 to 6 players"),
        (["--players", "999999999"], "2 to 6 players"),
        (["--bots", "random,random", "--players", "3"], "2 bots are named for 3 players"),
        (["--bots", "clever"], "there is no bot 'clever'"),
        (["--bots", ""], "there is no bot ''"),
        (["--hands", "0"], "--hands is a number from 1 up"),
        (["--games", "-1"], "--games is a number from 1 up"),
        (["--games", "1", "--points", "100"], "from 1 to 99"),
        (["--hands", "1", "--points", "10"], "--points is for whole games"),
        (["--colours", "4"], "four colours are for two players, not for 4"),
        (["--players", "2", "--colours", "RYG"], "four different letters"),
        (["--record", f"{__file__}/folder"], "cannot be made"),
        (["--record", ""], "--record needs the name of a folder"),
        (["--seed", "-1"], "--seed is a number"),
        (["--jobs", "0"], "--jobs is a number"),
    ],
)
def test_what_cannot_be_played_is_a_sentence_and_exit_2(flags: list[str], sentence: str) -> None:
    said = odin("arena", "--seed", "1", *flags)
    assert said.returncode == 2
    assert said.stdout == ""
    assert sentence in said.stderr
    assert len(said.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "flags", [["--hands", "x"], ["--hands", "1", "--games", "1"], ["--starter", "right"], ["--nope"]]
)
def test_what_cannot_be_parsed_is_exit_2(flags: list[str]) -> None:
    said = odin("arena", *flags)
    assert said.returncode == 2
    assert "Traceback" not in said.stderr


def test_every_deal_is_played_once_for_each_rotation_and_the_opener_stays_with_the_seat() -> None:
    contest = Contest(("random",) * 3, Options(points=1), 9)
    played = played_games(contest, 2)
    assert [(game.deal, game.rotation) for game in played] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    luck = [[event for event in game.events if isinstance(event, HandDealt | HandKnown)] for game in played]
    assert luck[0] == luck[1] == luck[2] != luck[3]
    plays = [[event for event in game.events if isinstance(event, CardsPlayed)] for game in played]
    assert plays[0] != plays[1], "a bot's own chance is not the luck of the deal"


def test_bots_move_on_by_one_seat_with_each_rotation(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a", "b", "c"):
        monkeypatch.setitem(POLICIES, name, POLICIES["random"])
    contest = Contest(("a", "b", "c"), Options(points=1), 1)
    played = played_games(contest, 1)
    assert [game.seats for game in played] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert [seat.level for seat in _opened(played[1]).seats] == ["b", "c", "a"]


def test_a_bot_is_counted_wherever_it_sits(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that always passes or plays its first move never beats one that goes out whenever it can."""
    monkeypatch.setitem(POLICIES, "first", lambda view, _: legal_moves(view)[-1])
    contest = Contest(("random", "first", "first"), Options(points=1), 1)
    tallies = Tallies(contest.bots)
    for played in played_games(contest, 20):
        tallies.add(played)
    random, first = tallies.standings()
    assert (random.seats, first.seats) == (1, 2)
    assert random.points_per_hand < first.points_per_hand
    assert random.win_share + 2 * first.win_share == pytest.approx(1)


def _opened(played: Played) -> LobbyOpened:
    opened = played.events[0]
    assert isinstance(opened, LobbyOpened)
    return opened


def test_opener_and_colours_are_drawn_anew_each_game_and_every_hand_is_shuffled_anew() -> None:
    games = played_games(Contest(("random", "random"), Options(), 2), 20)
    deals = [[event for event in game.events if isinstance(event, HandDealt)] for game in games[::2]]
    assert {hands[0].opener for hands in deals} == {0, 1}
    assert len({hands[0].colours for hands in deals}) > 5
    for game in games:
        dealt = [event.cards for event in game.events if isinstance(event, HandKnown) and event.seat == 0]
        assert len(set(dealt)) == len(dealt)


def test_a_ratio_has_the_standard_error_of_a_mean_when_all_deals_weigh_the_same() -> None:
    points = [3.0, 5.0, 4.0, 8.0]
    value, error = ratio([(some, 1) for some in points])
    assert value == mean(points)
    assert error == pytest.approx(stdev(points) / 2)
    assert ratio([(3, 2)]) == (1.5, None)


def test_ties_share_the_victory() -> None:
    contest = Contest(("random",) * 4, Options(points=1), 3)
    tallies = Tallies(contest.bots)
    for played in played_games(contest, 10):
        tallies.add(played)
    (standing,) = tallies.standings()
    assert standing.win_share == pytest.approx(0.25)
    assert standing.hands == 40


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is POSIX")
def test_a_terminal_sees_a_progress_bar() -> None:
    code, seen = in_a_terminal("arena", "--bots", "random", "--hands", "2000", "--seed", "1")
    assert code == 0
    assert " of 2,000 hands, " in seen
    bar, wipe, result = seen.rpartition("\r" + " " * 79 + "\r")
    assert " of 2,000 hands, " in bar
    assert wipe
    assert result.startswith("bot "), "the result takes the bar's place"


def test_a_record_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "seed1-deal000001-1.odin.jsonl").mkdir()
    said = odin("arena", "--players", "2", "--hands", "2", "--seed", "1", "--record", tmp_path)
    assert said.returncode == 2
    assert "cannot be written" in said.stderr
    assert len(said.stderr.splitlines()) == 1


CAUTIOUS = """
from odin_net.game import legal_moves

def choose(view):
    return legal_moves(view)[-1]
"""


def test_a_bot_of_a_file_plays_against_a_level(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(CAUTIOUS, encoding="utf-8")
    flags = ("--bots", "my_bot.py,random", "--games", "4", "--points", "5", "--seed", "2", "--json", "--record")
    one = odin("arena", *flags, "one", cwd=tmp_path)
    two = odin("arena", *flags, "two", "--jobs", "2", cwd=tmp_path)
    assert (one.returncode, one.stderr) == (0, "")
    assert without_times(one.stdout) == without_times(two.stdout)
    bot, level = json.loads(one.stdout)["bots"]
    assert (bot["bot"], bot["faults"]) == ("my_bot.py", 0)
    assert "faults" not in level
    assert odin("replay", "--check", tmp_path / "one").returncode == 0


def test_a_bot_of_a_file_that_fails_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "def choose(view):\n    print('so far')\n    return view.nothing\n", encoding="utf-8"
    )
    said = odin("arena", "--bots", "bad.py,easy", "--hands", "8", "--seed", "1", "--record", "games", cwd=tmp_path)
    assert said.returncode == 0
    told = [line for line in said.stderr.splitlines() if line != "so far"]
    assert told[0] == (
        "odin: bad.py gives up this hand (deal 1, rotation 1, hand 1): "
        "AttributeError: 'PlayerView' object has no attribute 'nothing' (line 3 of bad.py)."
    )
    assert len(told) == 5, "the others are counted"
    assert "bad.py gave up 8 times" in said.stdout.splitlines()
    assert odin("replay", "--check", tmp_path / "games").returncode == 0


@pytest.mark.parametrize(
    ("bots", "flags", "sentence"),
    [
        ("none.py,easy", [], "there is no file 'none.py': name the file of a bot, or one of random, easy"),
        ("empty.py,easy", [], "the bot empty.py cannot play (TypeError: the file has no function choose(view)): docs/"),
        ("bot.py", ["--seconds", "0"], "--seconds is a number up to 600"),
        ("bot.py", ["--seconds", "nan"], "--seconds is a number up to 600"),
    ],
)
def test_what_is_no_bot_is_a_sentence_and_exit_2(tmp_path: Path, bots: str, flags: list[str], sentence: str) -> None:
    (tmp_path / "empty.py").touch()
    (tmp_path / "bot.py").write_text(CAUTIOUS, encoding="utf-8")
    said = odin("arena", "--hands", "2", "--bots", bots, *flags, cwd=tmp_path)
    assert (said.returncode, said.stdout) == (2, "")
    assert sentence in said.stderr
    assert len(said.stderr.splitlines()) == 1
