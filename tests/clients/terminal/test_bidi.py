"""Arabic on the screen: joined, turned in its place, no letter lost and no cell moved."""

import asyncio
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.input import create_pipe_input

from clients.language import Language
from clients.terminal.drawing.bidi import turn_picture, turned, turned_field
from clients.terminal.drawing.rows import Fragment, Picture, Size, row_width, text_of, width_of
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import GOOD, Frame, Settings
from clients.terminal.screens.ask import AskScene, name_question
from clients.terminal.screens.index import compose, intent_of
from clients.terminal.stage import LEAVE_LINES, TURN_LINES, Stage
from clients.terminal.state import Choose, Do, Draft, Intent, Mode, PickNumber, Type, Ui
from tests.clients.terminal.moments import Moment, ended, moments, playing
from tests.clients.terminal.staging import frame_of, shown
from tests.helpers.screens import Terminal

MOMENTS = moments(("Ann", "أحمد", "Cleo", "دانة", "Eir", "שלום"))
AR = Language("ar")
# What is written there: letters, marks, digits of both kinds, Latin, brackets, spaces, isolates.
written = st.text(st.sampled_from("ابلادشةىءيأآلا\u0651\u064bשםa Z9R3 05٣٤()،.:-+%\u2068\u2069"), max_size=40)


def letters(text: str) -> list[str]:
    """The letters, whatever their form and order, without what takes no cell and no meaning."""
    plain = unicodedata.normalize("NFKC", text)
    return sorted(char for char in plain if unicodedata.category(char) not in ("Cf", "Zs") and char not in "()")


def runs(text: str) -> list[str]:
    """The numbers in a text."""
    return sorted("".join(char if char.isdecimal() else " " for char in text).split())


@given(written)
def test_no_letter_is_lost_and_no_cell_is_moved(text: str) -> None:
    for turn in (turned, turned_field):
        assert letters(turn(text)) == letters(text)
        assert width_of(turn(text)) == width_of(text)


@given(
    st.lists(st.sampled_from(["سلام", "R3", "12", "٣٤", "Ann", "192.168.1.20:9054", "2026-11-16", "شكرًا"]), max_size=8)
)
def test_numbers_stay_as_they_are_written(words: list[str]) -> None:
    shown = turned(" ".join(words))
    assert all(word in shown for word in words if word.isascii() or word.isdecimal())
    assert runs(shown) == runs(" ".join(words))


@given(st.text(st.characters(max_codepoint=0x24F, exclude_categories=["Cf", "Cc", "Mn"]), max_size=40))
def test_what_is_read_from_the_left_is_left_alone(text: str) -> None:
    assert turned(text) == turned_field(text) == turned(turned(text)) == text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("سلام", " ﻡﻼﺳ"),
        ("بيت", "ﺖﻴﺑ"),
        ("دار", "ﺭﺍﺩ"),
        ("ماء", "ﺀﺎﻣ"),
        ("لا", " ﻻ"),
        ("بلا", " ﻼﺑ"),
        ("الآن", " ﻥﻵﺍ"),
        ("شدّة", "ﺓﺪّﺷ"),
        ("שלום", "םולש"),
        ("لعب 85 (R3 G3).", ".(R3 G3) 85 ﺐﻌﻟ"),
        ("1 بيت", "ﺖﻴﺑ 1"),
        ("بيت  دار", "ﺖﻴﺑ  ﺭﺍﺩ"),
        ("│بيت   │", "│ﺖﻴﺑ   │"),
        ("|R3 بيت |", "|R3 ﺖﻴﺑ |"),
        ("│B5 بيت    │", "│B5 ﺖﻴﺑ    │"),
        ("50% بيت", "ﺖﻴﺑ 50%"),
    ],
)
def test_words(text: str, seen: str) -> None:
    assert turned(text) == seen


def test_a_name_keeps_its_direction_and_its_place() -> None:
    said = AR("{name} plays {what} and takes {taken}.", name="Ann 2", what="85", taken="B8")
    shown = turned(said)
    # From the right: who, what, which card; each of them as it is written.
    assert shown.index("B8") < shown.index("85") < shown.index("Ann 2")
    assert not [char for char in shown if unicodedata.category(char) == "Cf"]
    line = AR("If it has stopped, the host types: {line}", line="odin host --resume 12ab")
    assert "odin host --resume 12ab" in turned(line)
    broken = turned(line.partition("host")[0])
    assert "odin" in broken


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("ascii_only", [False, True])
def test_every_picture_keeps_its_rows(name: str, ascii_only: bool) -> None:
    settings = Settings(ascii=ascii_only, place="192.168.1.20:9054")
    picture = compose(frame_of(MOMENTS[name], GOOD, settings, AR))
    text = text_of(picture.rows)
    assert picture.is_turned
    assert all(row_width(row) <= GOOD.columns for row in picture.rows)
    assert not [char for char in text if unicodedata.category(char) == "Cf"]
    # Every letter of it has its form: none of those that are typed is left.
    assert not [char for char in text if "\u0620" <= char <= "\u064a"]
    assert not ascii_only or not [char for char in text if "\u2000" <= char < "\u2fff"]


async def test_the_table_is_shown_in_the_order_of_the_eye() -> None:
    terminal = await shown(MOMENTS["table"], language=AR)
    lines = unicodedata.normalize("NFKC", terminal.text).split("\n")
    # Everybody keeps their seat; in it the text begins at the right side.
    assert re.search(r"╭─ \S+ ─+ Cleo ─╮.*╭─ \S+ ─+ Eir ─╮", lines[1])
    assert re.search("│ 3 +█▌█▌█▌ │", lines[2])
    assert re.search(f"│ +{'نقاط'[::-1]}", lines[3])
    assert any("أحمد"[::-1] in line for line in lines)
    # What is one's own begins there, too, and points to the left.
    assert re.search(f"{'دورك'[::-1]} ◄ ━+$", next(line for line in lines if "━" in line))
    small = unicodedata.normalize("NFKC", (await shown(MOMENTS["table"], Size(60, 20), language=AR)).text).split("\n")
    # A list: names stand at the right side, then how many cards, then the points.
    assert re.search(r"0 +3 +▌▌▌ +Eir *$", small[5]), small
    # A sentence begins at the right side, where the eye does.
    at = next(number for number, line in enumerate(lines) if "ببطاقتين"[::-1] in line)
    assert lines[at].endswith("دورك:"[::-1])
    assert 76 <= width_of(terminal.text.split("\n")[at]) <= 80


async def test_a_terminal_that_turns_lines_is_told_not_to_and_told_again_at_the_end() -> None:
    for language, said in ((AR, [LEAVE_LINES, TURN_LINES]), (Language("en"), [])):
        terminal = Terminal()
        with create_pipe_input() as keys:
            async with Stage(keys, terminal.output) as stage:
                scene = AskScene(language, Settings(), name_question(language, "Ann"))
                showing = asyncio.create_task(stage.show(scene, scene.done))
                await terminal.until("Ann")
                keys.send_text("\r")
                await showing
        found = [code for code in (LEAVE_LINES, TURN_LINES) if code in terminal.written]
        assert found == said
        assert terminal.written.count("\x1b[8") == len(said)


def typed(text: str, at: int | None = None) -> Picture:
    draft = Draft(text, len(text) if at is None else at)
    moment = Moment(playing(), Ui(mode=Mode.CHAT, draft=draft), "")
    return compose(Frame(moment.seen, moment.ui, GOOD, AR))


def test_a_line_that_is_typed_from_the_right_begins_there() -> None:
    latin, arabic = typed("hi"), typed("بيت")
    assert latin.cursor is not None
    assert arabic.cursor is not None
    row = text_of([arabic.rows[arabic.cursor[1]]])
    assert row.endswith(" ﺖﻴﺑ < ")
    # Letters from the left stand there, too, with the cursor behind them and then the sign that points to them.
    assert text_of([latin.rows[latin.cursor[1]]]).endswith(" hi  < ")
    assert latin.cursor[0] == GOOD.columns - 4
    changed = typed("hi", 0)
    assert changed.cursor == (GOOD.columns - 6, latin.cursor[1])
    assert changed.rows == latin.rows
    empty = typed("")
    assert empty.cursor == latin.cursor
    # Behind the last letter, which is at its left.
    assert arabic.cursor[0] == row.index("ﺖ") - 1
    between = typed("بيت", 1).cursor
    assert between is not None
    assert between[0] == row.index("ﻴ")
    joined = typed("سلا")
    assert joined.cursor is not None
    assert joined.cursor[0] == text_of([joined.rows[joined.cursor[1]]]).index("ﻼ") - 1


def test_what_is_clicked_stays_with_its_text() -> None:
    row = (Fragment("class:key", "P", None), Fragment("", " بيت", None))
    (seen,) = turn_picture(Picture((row,)), 80).rows
    assert [fragment.text for fragment in seen[1:]] == ["ﺖﻴﺑ ", "P"]
    assert [fragment.style for fragment in seen[1:]] == ["", "class:key"]
    assert row_width(seen) == 80


def mirror(*texts: str) -> str:
    """A row of these fragments, as it is seen."""
    return text_of(turn_picture(Picture((tuple(Fragment("", text) for text in texts),)), 40).rows)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("  2 بيت", "ﺖﻴﺑ 2  "),
        (" 1. بيت    12", "12    ﺖﻴﺑ .1 "),
        ("3 بيت    12", "12    ﺖﻴﺑ 3"),
        ("3 Ann    جاهز", "ﺰﻫﺎﺟ    Ann 3"),
        # Where the name fills its column, the order is the same.
        ("3 Annika جاهز", "ﺰﻫﺎﺟ Annika 3"),
        ("3 بيت جاهز", "ﺰﻫﺎﺟ ﺖﻴﺑ 3"),
    ],
)
@pytest.mark.parametrize("click", [None, Choose(0)])
def test_the_number_of_a_seat_or_of_a_place_stays_before_it(text: str, seen: str, click: Choose | None) -> None:
    (row,) = turn_picture(Picture(((Fragment("", text, click),),)), 40).rows
    assert text_of([row]) == seen.rjust(40)


def test_a_row_begins_at_the_right_side() -> None:
    # A title, what is said beside it, and keys with what they do.
    assert mirror(" بيت", "          ", "دار ") == " ﺭﺍﺩ          ﺖﻴﺑ ".rjust(40)
    assert mirror(" ", "1–9 ← → بيت", " دار", "  ", "Enter", " بيت") == "ﺖﻴﺑ Enter  ﺭﺍﺩ ﺖﻴﺑ ← → 1–9 ".rjust(40)
    # What points to a name does so from the other side, and letters that became one leave their cell at the left.
    assert mirror("► ", "Ann") == "Ann ◄".rjust(40)
    assert mirror("V", " فالهالا") == " ﻻﺎﻬﻟﺎﻓ V".rjust(40)


def test_cards_and_large_letters_keep_their_order_at_the_right_side() -> None:
    card = Fragment("class:card-r", "│R3 بيت│")
    (row,) = turn_picture(Picture(((Fragment("", " "), card, Fragment("", " "), card),)), 40).rows
    assert text_of([row]) == "│R3 ﺖﻴﺑ│ │R3 ﺖﻴﺑ│ ".rjust(40)
    (row,) = turn_picture(Picture(((Fragment("class:big", " █▀▄ ▄▀▄ █"),),)), 40).rows
    assert text_of([row]).rstrip().endswith("█▀▄ ▄▀▄ █")
    # One within a line of text has its place there.
    (row,) = turn_picture(Picture(((Fragment("", "بيت "), Fragment("class:card-r", "R3")),)), 40).rows
    assert text_of([row]) == "R3 ﺖﻴﺑ".rjust(40)


def test_who_somebody_is_stands_behind_the_name() -> None:
    there = AR.enumerated([AR("{name} ({kind})", name="Ann", kind="Bo"), AR("{name} ({kind})", name="Cleo", kind="Di")])
    said = turned(AR("in the lobby: {names}", names=there))
    assert said.startswith("(Di) Cleo ،(Bo) Ann :")
    alone = AR("{some} and {last}", some=AR("{name} ({kind})", name="Ann", kind="Bo"), last="Di")
    assert turned(alone) == "Di ﻭ (Bo) Ann"
    # Older sentences have no direction told around what has isolates only.
    assert turned("بيت \u2068\u2068Ann\u2069 (\u2068Bo\u2069)\u2069") == "(Bo) Ann ﺖﻴﺑ"


def test_lists_run_from_the_right() -> None:
    assert turned(AR.enumerated(["Ann", "Bo", "Cleo"])) == "Cleo ،Bo ،Ann"
    assert turned(AR.enumerated(["R بيت", "B دار"])) == "ﺭﺍﺩ B ،ﺖﻴﺑ R"


def test_a_line_without_an_arabic_letter_is_still_of_its_paragraph() -> None:
    frame = frame_of(MOMENTS["table"], GOOD, language=AR)
    line = "odin host --resume 12ab --data somewhere --bind 192.168.1.20 --port 9054 --code raven-oak-fjord"
    rows = frame.paragraph(AR("If it has stopped, the host types: {line}", line=line) + " R3.")
    seen = text_of(turn_picture(Picture(tuple(rows)), 80).rows).split("\n")
    assert len(seen) == 2
    # Both begin at the right side; the command goes on as it is written, and the full stop ends the line at the left.
    assert seen[1].strip().startswith(".R3 ")
    assert seen[1].endswith("raven-oak-fjord ")


def seen_from_the_right(moment: Moment, size: Size = GOOD) -> list[str]:
    """The lines of the screen as they are read: the first letter first."""
    lines = text_of(compose(frame_of(moment, size, language=AR)).rows).split("\n")
    return [unicodedata.normalize("NFKC", line)[::-1] for line in lines]


def test_what_begins_with_a_key_is_read_from_the_right() -> None:
    title, *_ = seen_from_the_right(MOMENTS["picked"])
    # Brackets look the other way in the order of the eye.
    assert "C دردشة )" in title, title


def test_what_has_fallen_runs_the_same_way_beside_the_table_as_in_its_own_picture() -> None:
    for moment, size in ((MOMENTS["valhalla"], GOOD), (MOMENTS["table"], Size(120, 35))):
        rows = text_of(compose(frame_of(moment, size, language=AR)).rows).split("\n")
        (low,) = (row.index("P2") for row in rows if re.search(r"· +P2", row))
        (high,) = (row.index("O9") for row in rows if re.search(r"O9 *·", row))
        assert high < low


def test_a_winner_whose_name_is_no_large_letters_is_turned() -> None:
    won = Moment(ended(("Ann", "Bo", "أحمد", "Dag", "Eir", "Finn"), over=True), Ui(read_hand=(b"game", 2)), "")
    for size in (GOOD, Size(60, 20), Size(120, 35)):
        assert len([line for line in seen_from_the_right(won, size) if "أحمد" in line]) > 2
        assert "أحمد" not in text_of(compose(frame_of(won, size, language=AR)).rows)


def test_what_stands_beside_a_code_begins_at_the_right_side() -> None:
    drawn = [line for line in seen_from_the_right(MOMENTS["invitation"]) if "▀" in line or "▄" in line]
    said = [line for line in drawn if re.search("[^ ▀▄█]", line)]
    assert len(said) > 5
    assert all(re.match("  ?[^ ▀▄█]", line) for line in said), said


def test_a_shortened_name_begins_with_the_name() -> None:
    framed = frame_of(MOMENTS["table"], Size(100, 30), Settings(theme=Theme.NONE), AR)
    table = unicodedata.normalize("NFKC", text_of(compose(framed).rows))
    # The article goes before any letter of the name does.
    assert re.search(f"│ *{'سيدمادر'[::-1]} *│", table), table
    assert f"{'الجاسوس'[::-1]}" in table


@pytest.mark.parametrize(("typed", "meant"), [("؟", Do.HELP), ("ح", Do.PASS), ("م", Do.LOG), ("٣", PickNumber(3))])
def test_an_arabic_keyboard_has_the_keys_too(typed: str, meant: Intent) -> None:
    frame = frame_of(MOMENTS["table"], GOOD, language=AR)
    assert intent_of(frame, typed, typed) == meant
    chat = frame_of(MOMENTS["chat"], GOOD, language=AR)
    assert intent_of(chat, typed, typed) == Type(typed)


def test_who_reads_from_the_left_sees_names_as_they_came() -> None:
    moment = MOMENTS["table"]
    picture = compose(frame_of(moment))
    assert not picture.is_turned
    assert "أحمد" in text_of(picture.rows)
