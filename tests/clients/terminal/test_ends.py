"""The ends of hands and games: beats on a clock that is given, what is read first, and who stands where."""

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.model import GameResult, Seen
from clients.terminal.bindings import key_names
from clients.terminal.drawing.bidi import turned
from clients.terminal.drawing.bigletters import large, spelled
from clients.terminal.drawing.numerals import small
from clients.terminal.drawing.rows import Size, row_width, text_of
from clients.terminal.drawing.themes import Theme
from clients.terminal.screens.hand_end import DEAF_SECONDS, FIRST_BEAT, SECOND_BEAT, beat_of, next_beat_at
from clients.terminal.screens.index import compose, intent_of, update
from clients.terminal.state import Do, Effect, Mode, SayReady, Screen, Ui, screen_of
from odin_net.game.sets import value_of
from odin_net.game.state import State
from tests.clients.terminal.moments import LONG_AGO, NAMES, SETTINGS, Moment, at_beat, ended, in_lobby
from tests.clients.terminal.staging import frame_of
from tests.helpers.tables import cards, mask

SIZES = (Size(80, 24), Size(60, 20), Size(100, 30), Size(120, 35))
ENDED_AT = 100.0


def just_ended(*, over: bool = False) -> Seen:
    seen = ended(over=over)
    assert seen.result is not None
    return replace(seen, result=seen.result._replace(at=ENDED_AT))


def pressed(seen: Seen, key: str, ui: Ui, after: float) -> tuple[Ui, tuple[Effect, ...]]:
    """What a key does, so long after the hand has ended."""
    frame = replace(frame_of(Moment(seen, ui, "")), now=ENDED_AT + after)
    name = {"\r": "c-m", "\x1b": "escape"}.get(key, key)
    intent = intent_of(frame, name, "" if name != key else key)
    return (ui, ()) if intent is None else update(ui, intent, seen, ENDED_AT + after)


def beat(seen: Seen, ui: Ui, after: float) -> int:
    return beat_of(seen, ui, ENDED_AT + after)


# --- the beats ---


def test_beats_go_by_themselves() -> None:
    seen, ui = just_ended(), Ui()
    assert [beat(seen, ui, after) for after in (0.0, 1.59, 1.61, 3.59, 3.61, 1000.0)] == [1, 1, 2, 2, 3, 3]
    assert next_beat_at(seen, ui, ENDED_AT) == pytest.approx(ENDED_AT + FIRST_BEAT)
    assert next_beat_at(seen, ui, ENDED_AT + 2) == pytest.approx(ENDED_AT + FIRST_BEAT + SECOND_BEAT)
    assert next_beat_at(seen, ui, ENDED_AT + 4) is None, "nothing moves any more"


@pytest.mark.parametrize("key", ["\r", " ", "p", "9", "l", "c", "?", "q", "f", "x"])
def test_no_key_counts_in_the_first_moment(key: str) -> None:
    assert pressed(just_ended(), key, Ui(), DEAF_SECONDS - 0.01) == (Ui(), ())


@pytest.mark.parametrize("key", ["\r", " ", "p", "9", "w", "x", "\x1b"])
def test_then_any_key_goes_on_by_one(key: str) -> None:
    seen = just_ended()
    ui, done = pressed(seen, key, Ui(), DEAF_SECONDS + 0.01)
    assert (beat(seen, ui, DEAF_SECONDS + 0.01), done) == (2, ())
    # The second one stays its two seconds from there, unless it is cut short, too.
    assert beat(seen, ui, DEAF_SECONDS + SECOND_BEAT - 0.01) == 2
    assert beat(seen, ui, DEAF_SECONDS + SECOND_BEAT + 0.02) == 3
    ui, done = pressed(seen, key, ui, DEAF_SECONDS + 0.02)
    assert (beat(seen, ui, DEAF_SECONDS + 0.02), done) == (3, ())


def test_enter_says_ready_in_the_third_only() -> None:
    seen, ui = just_ended(), Ui()
    for after in (0.7, 0.8):
        ui, done = pressed(seen, "\r", ui, after)
        assert done == ()
    ui, done = pressed(seen, "\r", ui, 0.9)
    assert done == (SayReady(),)
    assert pressed(seen, "x", Ui(), 10.0) == (Ui(), ()), "other keys do nothing there"


def test_log_chat_and_help_open_in_every_beat() -> None:
    for key, mode in (("l", Mode.LOG), ("c", Mode.CHAT), ("?", Mode.HELP), ("f", Mode.REACTING)):
        for after in (0.7, 2.0, 9.0):
            assert pressed(just_ended(), key, Ui(), after)[0].mode is mode


def test_the_key_of_the_words_is_that_of_nothing_else_until_the_hand_is_read() -> None:
    seen = replace(just_ended(over=True), owner=True, state=in_lobby().state)
    for after in (0.7, 2.0, 9.0):
        frame = replace(frame_of(Moment(seen, Ui(), ""), Size(200, 40)), now=ENDED_AT + after)
        bar = text_of(compose(frame).rows[-1:])
        assert "show it again" not in bar
        assert ("W four words" in bar) is (after == 9.0)
    ui, _ = pressed(seen, "\r", Ui(), 9.0)
    assert "W show it again" in shown(seen, SIZES[3], ui)


def test_ctrl_c_is_always_heard() -> None:
    assert update(Ui(), Do.INTERRUPT, just_ended(), ENDED_AT)[0].mode is Mode.QUITTING


def test_who_comes_back_late_sees_the_third() -> None:
    seen = ended()
    assert seen.result is not None
    missed = replace(seen, result=seen.result._replace(at=None))
    assert beat(missed, Ui(), 0.0) == 3
    assert next_beat_at(missed, Ui(), ENDED_AT) is None


def test_who_comes_back_after_the_game_sees_its_result_first() -> None:
    seen = ended(over=True)
    assert screen_of(seen, Ui()) is Screen.HAND_END
    assert seen.result is not None
    missed = replace(seen, result=seen.result._replace(at=None))
    assert screen_of(missed, Ui()) is Screen.GAME_END
    ui, _ = update(Ui(), Do.ENTER, missed, 0.0)
    assert screen_of(missed, ui) not in (Screen.HAND_END, Screen.GAME_END), "and the hand is not shown after it"


# --- the pictures ---


def shown(seen: Seen, size: Size = SIZES[0], ui: Ui | None = None, code: str = "en", **settings: object) -> str:
    look = replace(SETTINGS, **settings)
    picture = compose(frame_of(Moment(seen, ui or Ui(), ""), size, look, Language(code)))
    assert all(row_width(row) <= size.columns for row in picture.rows)
    return text_of(picture.rows)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("theme", [Theme.DEFAULT, Theme.NONE])
def test_hands_are_hidden_in_the_first_beat_and_turned_over_in_the_second(size: Size, theme: Theme) -> None:
    first, second = (shown(at_beat(ended(), beat), size, theme=theme) for beat in (1, 2))
    assert "WENT OUT" in first
    assert "WENT OUT" in second
    for card in ("B6", "Y5", "P8"):
        assert card not in first
        assert card in second
    assert "+2" in second
    assert "+2" not in first


# Arabic is turned on the screen, and its letters are joined.
@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "ar"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_who_goes_out_with_many_cards_is_read_to_the_end(size: Size, code: str) -> None:
    seen = at_beat(ended(("Ann", "Bo" * 8, *NAMES[2:])), 1)
    assert seen.result is not None
    last = "G9 G8 G7 G6 G5 G4 G3 G2 G1"
    board = seen.result.state.board._replace(middle=cards(last), value=value_of(mask(last)))
    seen = replace(seen, result=seen.result._replace(state=seen.result.state._replace(board=board)))
    language = Language(code)
    full = language("{value} with {cards}", value=987654321, cards=last)
    ways = {language("{name} plays {what} and goes out.", name="Bo" * 8, what=what) for what in (full, "987654321")}
    text = " ".join(shown(seen, size, code=code).split())
    assert any(way in text for way in ways)


def test_the_log_beside_the_table_does_not_tell_the_points_before_the_third_beat() -> None:
    assert "The hand is over: Ann 3 points" in shown(ended(), SIZES[3], Ui(mode=Mode.LOG))
    for beat in (1, 2):
        text = " ".join(shown(at_beat(ended(), beat), SIZES[3]).split())
        assert "Bo plays 98 with G9 G8." in text
        assert "now 12" not in text


def test_nothing_moves_from_the_first_beat_to_the_second() -> None:
    first, second = (shown(at_beat(ended(), beat)).split("\n") for beat in (1, 2))
    frames = [(row, column) for row, line in enumerate(first) for column, char in enumerate(line) if char in "╭╮╰╯┏┓┗┛"]
    assert frames
    assert all(second[row][column] == first[row][column] for row, column in frames)


def test_a_count_in_large_digits_is_as_large_in_the_first_beat() -> None:
    rows = shown(at_beat(ended(), 1), Size(120, 35)).split("\n")
    # Cleo, above the felt, holds two.
    assert all(digits in row for digits, row in zip(small(2), rows[4:7], strict=True))
    assert not re.search(r"█▌ +2 │", "\n".join(rows))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_beat_says_which_one_it_is_and_what_goes_on(size: Size, code: str) -> None:
    for beat in (1, 2, 3):
        seen = ended() if beat == 3 else at_beat(ended(), beat)
        keys = shown(seen, size, code=code).split("\n")[-1]
        said = Language(code)("{number} of {count}", number=beat, count=3)
        assert (turned(said).strip() if code == "ar" else said) in keys, keys
        assert beat < 3 or code == "ar" or key_names(Language(code), "Enter") in keys, keys


def test_in_a_large_window_the_standing_fills_it() -> None:
    rows = shown(ended(), Size(120, 35)).split("\n")
    assert any("████    ██████" in row for row in rows), "the name is twice as large"
    places = [place for place, row in enumerate(rows) if re.match(r" [1-4] [A-Z]", row)]
    assert [later - one for one, later in pairwise(places)] == [3, 3, 3]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_standing_begins_with_the_fewest_points(size: Size, code: str) -> None:
    lines = shown(ended(), size, code=code).split("\n")
    # Where Arabic is read, the rank stands at the right side, then the name.
    row = r"([A-Z][a-z]+) *([1-9])\s*$" if code == "ar" else r"^ ([1-9]) ([A-Z][a-z]+) "
    standing = [found.groups() for line in lines if (found := re.search(row, line))]
    if code == "ar":
        standing = [(rank, name) for name, rank in standing]
    assert standing == [("1", "Cleo"), ("2", "Dag"), ("3", "Bo"), ("4", "Ann")]


def test_a_bar_ends_at_the_target() -> None:
    lines = shown(ended()).split("\n")
    assert len({line.rindex("┃") for line in lines if "┃" in line}) == 1
    assert sum("┃" in line for line in lines) == 4


def won_by(*winners: int, names: tuple[str, ...] = NAMES) -> Seen:
    seen = ended(names, over=True)
    assert seen.state is not None
    board = seen.state.board
    state = State(board._replace(game=board.game._replace(winners=winners)), seen.state.hands)
    return replace(seen, state=state, over=GameResult(state, 0))


READ = Ui(read_hand=(b"game", 2))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_winner_stands_in_large_letters(size: Size) -> None:
    text = shown(won_by(2), size, READ)
    assert any(all(row in text for row in large("cleo", size.columns, scale)) for scale in (2, 3))
    assert "Cleo wins with 2 points, 8 below" in text


def test_those_who_share_stand_one_above_the_other() -> None:
    text = shown(won_by(0, 2), ui=READ)
    lines = text.split("\n")
    first, second = (
        next(place for place, line in enumerate(lines) if large(name, 80)[0] in line) for name in ("ann", "cleo")
    )
    assert second - first == 3
    assert "You share the victory with Cleo!" in text


def test_a_name_of_another_script_is_text_and_long_ones_are_spelled_out() -> None:
    names = ("Ann", "Bo", "漢字漢字", "Dag", "Eir", "Finn")
    assert "漢字漢字" in shown(won_by(2, names=names), ui=READ).split("\n")[2]
    assert spelled("Þórhallur") == "thorhallur"
    assert spelled("漢字") == ""
    ascii_only = shown(won_by(2), ui=READ, ascii=True)
    assert ascii_only.isascii()
    assert "######" in ascii_only


def test_hands_in_which_somebody_went_out_and_games_won_have_their_marks() -> None:
    lines = shown(won_by(2), ui=READ).split("\n")
    cleo = next(line for line in lines if line.startswith(" 1 Cleo"))
    assert "●" in cleo
    assert cleo.rstrip().endswith("■")
    # The winner has most to spare.
    spare = [line.count("▄") for line in lines if line[1:2].isdigit()]
    assert spare == sorted(spare, reverse=True)


def test_a_game_that_was_stopped_in_its_first_hand_has_no_column_of_hands() -> None:
    seen = won_by()
    assert seen.over is not None
    state = seen.over.state
    board = state.board._replace(game=state.board.game._replace(scores=()))
    stopped = replace(seen, over=seen.over._replace(state=state._replace(board=board)))
    (header,) = (line for line in shown(stopped, ui=READ).split("\n") if "total" in line)
    assert header.split() == ["total", "to", "spare"]


def test_a_time_long_ago_is_the_third_beat() -> None:
    assert beat_of(ended(), Ui(), 5.0) == 3
    assert LONG_AGO < 0
