"""Bots from files: real processes that play, fail, hang and lie."""

import sys
from pathlib import Path
from random import Random

import pytest

from odin_net.bots.contest import BotFailed, Contest, give_up, label_of, play_deal
from odin_net.bots.file_bot import FileBot, find_bot, legal
from odin_net.game import PASS, Options, PlayerView, legal_moves, view_of
from tests.helpers import LONG
from tests.helpers.tables import card, mask, position

HAND = "R1 R2 G5"


def view(middle: str = "") -> PlayerView:
    return view_of(position(HAND, "B1 B2", middle=middle), 0)


def written(folder: Path, body: str, before: str = "") -> str:
    """The file of a bot whose function has this body."""
    path = folder / "bot.py"
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    path.write_text(f"from odin_net.game import legal_moves\n{before}\ndef choose(view):\n{lines}\n", encoding="utf-8")
    return str(path)


def ask(path: str, middle: str = "", seconds: float = LONG) -> object:
    bot = FileBot(path, seconds)
    try:
        return bot(view(middle), Random(1))
    finally:
        bot.stop()


def test_its_function_gets_the_view_and_says_the_move(tmp_path: Path) -> None:
    assert ask(written(tmp_path, "return legal_moves(view)[-1]")) == (mask("G5"), None)
    assert ask(written(tmp_path, "return None"), middle="G1") == PASS
    assert ask(written(tmp_path, "return [0, None]"), middle="G1") == PASS
    assert ask(written(tmp_path, "return view.hand & 3, view.board.middle[0]"), "G1") == (mask("R1 R2"), card("G1"))


def test_what_it_prints_is_no_answer_and_nothing_is_typed_to_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    body = "print('thinking')\nos.write(1, b'hard')\nassert not os.sys.stdin.read()\nreturn legal_moves(view)[0]"
    assert ask(written(tmp_path, body, "import os")) == (mask("R1"), None)
    assert "thinking" in capfd.readouterr().err


def test_what_it_starts_prints_no_answer_and_takes_no_question(tmp_path: Path) -> None:
    """Threads print between its moves, too, and programs have what this one has."""
    before = """
import os, subprocess, sys, threading
def chatter():
    while True:
        os.write(1, b"late")
        printed.set()
printed = threading.Event()
threading.Thread(target=chatter, daemon=True).start()
"""
    program = "import sys; sys.stdin.read(); print('hard')"
    body = f"""
printed.clear()
subprocess.run([sys.executable, "-c", {program!r}], check=True)
printed.wait()
sys.stdout.close()
return legal_moves(view)[0]
"""
    bot = FileBot(written(tmp_path, body, before), LONG)
    moves = [bot(view(), Random(1)) for _ in range(3)]
    bot.stop()
    assert moves == [(mask("R1"), None)] * 3


def test_its_chance_comes_from_the_seed(tmp_path: Path) -> None:
    path = written(tmp_path, "import random\nreturn random.choice(legal_moves(view))")
    bot = FileBot(path, LONG)
    one, again = ([bot(view(), Random(seed)) for seed in range(12)] for _ in range(2))
    bot.stop()
    assert one == again
    assert len(set(one)) > 1


def test_files_beside_it_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "wisdom.py").write_text("def best(moves): return moves[1]", encoding="utf-8")
    assert ask(written(tmp_path, "return wisdom.best(legal_moves(view))", "import wisdom")) == (mask("R2"), None)


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("return 1 // 0", "ZeroDivisionError: integer division or modulo by zero (line 4 of bot.py)"),
        ("raise SystemExit(3)", "SystemExit: 3 (line 4 of bot.py)"),
        ("import os\nos._exit(3)", "its process has ended"),
        ("return 'R1'", 'its answer is no move: "R1"'),
        ("return True, None", "its answer is no move: [true, null]"),
        ("return 2**60, None", f"its answer is no move: [{2**60}, null]"),
        ("return 1, 54", "its answer is no move: [1, 54]"),
        ("return 1, -1", "its answer is no move: [1, -1]"),
        ("return view", "TypeError"),
        ("return {1}", "TypeError: Object of type set is not JSON serializable"),
        ("return None", "its move is illegal: an opener cannot pass"),
        ("return 1 << 53, None", "its move is illegal: not your card"),
        ("return 3, None", "its move is illegal: wrong number of cards"),
        ("raise ValueError('x' * 10_000)", "ValueError: xxx"),
    ],
)
def test_what_is_no_legal_move_is_a_fault_in_a_few_words(tmp_path: Path, body: str, why: str) -> None:
    with pytest.raises(BotFailed) as failed:
        ask(written(tmp_path, body))
    assert str(failed.value).startswith(why)
    assert len(str(failed.value)) <= 200


def test_one_that_never_answers_is_ended_and_may_play_again(tmp_path: Path) -> None:
    path = written(tmp_path, "while view.board.middle: pass\nreturn legal_moves(view)[0]")
    bot = FileBot(path, LONG)
    bot.load()
    bot._seconds = 0.2
    with pytest.raises(BotFailed, match=r"it took longer than 0\.2 s"):
        bot(view("G1"), Random(1))
    bot._seconds = LONG
    assert bot(view(), Random(1)) == (mask("R1"), None), "in a new process"
    bot.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_what_it_starts_ends_with_it_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    """A child has the worker's pipes, too: until their end nobody may wait."""
    body = "import os, time\nif os.fork() == 0:\n    time.sleep(3600)\ntime.sleep(3600)"
    bot = FileBot(written(tmp_path, body), LONG)
    bot.load()
    bot._seconds = 0.2
    with pytest.raises(BotFailed, match=r"it took longer than 0\.2 s"):
        bot(view(), Random(1))
    bot.stop()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def choose(view)", "SyntaxError: expected ':' (line 1 of bot.py)"),
        ("\nimport helping", "SyntaxError: invalid syntax (line 2 of helping.py)"),
        ("raise SyntaxError('mine')", "SyntaxError: mine (line 1 of bot.py)"),
        ("import nothing_of_that_name", "ModuleNotFoundError"),
        ("def chose(view): pass", "TypeError: the file has no function choose(view)"),
        ("choose = 3", "TypeError: the file has no function choose(view)"),
    ],
)
def test_a_file_that_is_no_bot_is_not_loaded(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "bot.py").write_text(text, encoding="utf-8")
    (tmp_path / "helping.py").write_text("\n1 +\n", encoding="utf-8")
    bot = FileBot(str(tmp_path / "bot.py"), LONG)
    with pytest.raises(BotFailed) as failed:
        bot.load()
    bot.stop()
    assert str(failed.value).startswith(why)


def test_every_legal_move_is_taken_as_it_is() -> None:
    for seen in (view(), view("G1"), view("G4"), view("G8 B7")):
        for move in legal_moves(seen):
            assert legal(list(move), seen) == move


def test_who_gives_up_passes_or_opens_with_the_lowest_card() -> None:
    assert give_up(view("G1")) == PASS
    assert give_up(view_of(position("R7 P2 G2", "B1"), 0)) == (mask("G2"), None)


def test_who_fails_gives_up_that_hand_only(tmp_path: Path) -> None:
    # It is right once, then wrong once; all else in that hand is not asked of it.
    body = "global asked\nasked += 1\nif asked % 2 == 0: raise ValueError(asked)\nreturn legal_moves(view)[0]"
    path = written(tmp_path, body, "asked = 0")
    contest = Contest((path, "easy"), Options(points=15), 3)
    game, *_ = play_deal(contest, 0, lambda: 0.0, find=lambda bot: find_bot(bot, LONG))
    find_bot(path, LONG).stop()  # type: ignore[attr-defined]
    hands = [fault.hand for fault in game.faults]
    assert hands == sorted(set(hands)), "once a hand"
    assert len(hands) > 1
    assert [fault.why.split(" (")[0] for fault in game.faults] == [
        f"ValueError: {2 * n + 2}" for n in range(len(hands))
    ]
    asked = len(game.thought[0])
    assert asked in (2 * len(hands), 2 * len(hands) + 1), "nothing between a fault and the next hand"


def test_it_has_a_name_that_records_can_have() -> None:
    assert [label_of(bot) for bot in ("easy", "a/My_bot.py", r"C:\x\bot.py", "ü.py", "x" * 30 + ".py")] == [
        "easy", "Mybot", "bot", "bot", "x" * 14,
    ]  # fmt: skip
