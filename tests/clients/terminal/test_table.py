"""The table's picture: what stands beside what, and how much of it."""

import re

import pytest
from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.model import Seen, Told
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.screens.index import compose, update
from clients.terminal.state import Do, Mode, Ui
from odin_net.game.events import ChatSaid
from odin_net.game.state import State
from tests.clients.terminal.moments import NAMES, Moment, for_two, in_lobby, playing
from tests.clients.terminal.staging import frame_of
from tests.helpers.tables import cards

SIZES = (Size(80, 24), Size(60, 20))


def lines(seen: Seen, size: Size, code: str = "en", ui: Ui | None = None) -> list[str]:
    return text_of(compose(frame_of(Moment(seen, ui or Ui(), ""), size, language=Language(code))).rows).splitlines()


def with_middle(middle: str, value: int, owner: str) -> Seen:
    seen = playing((*NAMES[:5], owner))
    assert seen.state is not None
    board = seen.state.board._replace(middle=cards(middle), value=value)
    return replace(seen, state=State(board, seen.state.hands))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_middle_and_the_passes_that_are_left_do_not_read_as_one_sentence(code: str) -> None:
    language, count = Language(code), 5
    for seen in (with_middle("B5 Y5", 55, "Leif"), with_middle("B8 B5 B2", 852, "Leif")):
        for size in SIZES:
            line = lines(seen, size, code)[8]
            assert re.search(r"\S {3,}\S", line), line
            if code != "ar":
                ways = [language("passes to go: {count}", count=count)]
                ways.append(
                    language.many("{count} more pass ends the round", "{count} more passes end the round", count)
                )
                assert any(line.rstrip().endswith(way) for way in ways), line


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_valhalla_has_no_row_for_a_colour_that_is_out(size: Size) -> None:
    def rows(seen: Seen) -> list[str]:
        shown = lines(seen, size, ui=Ui(mode=Mode.VALHALLA))
        return [row.split()[0] for row in shown if re.match(" {3}[A-Z] ", row)]

    assert rows(playing()) == list("ROYGBP")
    assert rows(for_two()) == list("RYGP")
    assert "out: O" in lines(for_two(), size, ui=Ui(mode=Mode.VALHALLA))[0]


def with_chat(*said: ChatSaid) -> Seen:
    seen = playing()
    told = tuple(Told(one, seen.state, seen.state) for one in said)
    return replace(seen, told=told, chat=said, chat_count=len(said))


@pytest.mark.parametrize("seen", [playing(), in_lobby()], ids=["table", "lobby"])
def test_in_a_large_window_what_was_done_grows_into_the_free_rows(seen: Seen) -> None:
    said = tuple(ChatSaid(0, "Ann", f"line {number}") for number in range(60))
    seen = replace(seen, told=tuple(Told(one, seen.state, seen.state) for one in said))
    rows = lines(seen, Size(160, 50))
    shown = [row for row in rows if "Ann says: line" in row]
    assert len(shown) > 15
    assert shown[-1].strip() == "Ann says: line 59"
    first, last = rows.index(shown[0]), rows.index(shown[-1])
    assert not rows[first - 1].strip()
    assert not rows[last + 1].strip()
    assert len([row for row in lines(seen, Size(80, 24)) if "Ann says: line" in row]) >= 3


def test_of_a_long_line_of_chat_its_beginning_is_read() -> None:
    seen = with_chat(ChatSaid(1, "Bo", "first " + "and then something " * 9))
    shown = [row.strip() for row in lines(seen, SIZES[1]) if "something" in row]
    assert shown[0].startswith("Bo says: first and then")
    assert shown[-1].endswith("…")


def test_no_line_of_the_chat_is_shown_without_who_said_it() -> None:
    said = [ChatSaid(1, "Bo", f"{number} " + "and then something " * 5) for number in range(4)]
    rows = lines(with_chat(*said), SIZES[1], ui=Ui(mode=Mode.CHAT))
    head = next(place for place, row in enumerate(rows) if row.startswith(" Chat"))
    shown = [row.strip() for row in rows[head + 1 :] if "something" in row]
    assert shown[0].startswith("Bo: 2 and then")
    assert len(shown) == 4


def test_who_is_out_waits_for_the_end_of_the_hand_without_a_card_to_choose() -> None:
    """The end is an event of its own, and a host may let us wait for it."""
    seen = playing()
    assert seen.state is not None
    board, hands = seen.state.board, seen.state.hands
    dealt = board.game.dealt
    game = board.game._replace(dealt=(dealt[0] - board.counts[0], *dealt[1:]))
    seen = replace(seen, state=State(board._replace(game=game), (0, *hands[1:])))
    assert seen.view is not None
    assert not seen.view.hand
    assert lines(seen, SIZES[0])
    for intent in Do:
        update(Ui(), intent, seen, 0.0)
