"""The table's picture: what stands beside what, and how much of it."""

import re

import pytest
from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.model import SeatAct, Seen, Told
from clients.news import LinkChanged, LinkStage, Logged
from clients.terminal.drawing.bidi import mirrored, turned
from clients.terminal.drawing.rows import Size, row_width, text_of
from clients.terminal.screens import parts
from clients.terminal.screens.index import compose, react, update
from clients.terminal.screens.table_layout import layout_of
from clients.terminal.state import Do, Mode, Notice, Ui
from odin_net.game.events import Actor, CardsPlayed, ChatSaid, HandDealt
from odin_net.game.state import Phase, State
from tests.clients.terminal.moments import NAMES, Moment, for_two, in_lobby, playing
from tests.clients.terminal.staging import frame_of
from tests.helpers.tables import card, cards, mask

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
    language = Language(code)
    words = {language("passes {count} of {most}", count=0, most=5), language("passes")}
    for seen in (with_middle("B5 Y5", 55, "Leif"), with_middle("B8 B5 B2", 852, "Leif")):
        wide, small = (lines(seen, size, code) for size in SIZES)
        # In the same row, at its other end.
        assert re.search(r"\S {3,}\S", small[7]), small[7]
        assert "○○○○○" in small[7]
        # In a corner of its own.
        corner = [row[:24] for row in wide[12:14]]
        assert corner[1].strip() == "○○○○○"
        assert corner[0].strip() in {mirrored(word) if code == "ar" else word for word in words}


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


@pytest.mark.parametrize("code", LANGUAGES)
def test_two_players_read_which_colours_are_out_in_a_small_window_too(code: str) -> None:
    title = lines(for_two(), Size(60, 20), code)[0]
    assert set(re.findall(r"\b[ROYGBP]\b", title)) == {"O", "B"}, title


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_waits_for_the_host_reads_the_whole_line_that_the_host_types(code: str) -> None:
    seen = replace(playing(), link=LinkChanged(LinkStage.WAITING, 4, 12.0), caught_up=False)
    for size in SIZES:
        assert "--resume" in "\n".join(lines(seen, size, code))


@pytest.mark.parametrize("seen", [playing(), in_lobby()], ids=["table", "lobby"])
def test_in_a_large_window_what_was_done_grows_into_the_free_rows(seen: Seen) -> None:
    said = tuple(ChatSaid(0, "Ann", f"line {number}") for number in range(60))
    seen = replace(seen, told=tuple(Told(one, seen.state, seen.state) for one in said))
    rows = lines(seen, Size(160, 50))
    shown = [row for row in rows if "Ann says: line" in row]
    assert len(shown) > 15
    assert "Ann says: line 59" in shown[-1]
    small = [row for row in lines(seen, Size(80, 24)) if "Ann says: line" in row]
    assert "Ann says: line 59" in small[-1]
    if seen.phase is not Phase.LOBBY:
        # Beside the table, in a frame of its own; in a small window it is on a key.
        log = lines(seen, Size(80, 24), ui=Ui(mode=Mode.LOG))
        assert len([row for row in log if "Ann says: line" in row]) > 15
        return
    assert shown[-1].strip() == "Ann says: line 59"
    first, last = rows.index(shown[0]), rows.index(shown[-1])
    assert not rows[first - 1].strip()
    assert not rows[last + 1].strip()
    assert len(small) >= 3


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


ALL_SIZES = (
    *(
        (60, 20),
        (70, 22),
        (79, 40),
        (80, 24),
        (90, 27),
        (99, 30),
        (100, 30),
        (110, 40),
        (120, 35),
        (160, 45),
        (200, 60),
    ),
    (200, 24),
)


@pytest.mark.parametrize("watches", [False, True])
@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("size", [Size(*size) for size in ALL_SIZES], ids=str)
def test_every_size_has_room_for_every_number_of_players(size: Size, players: int, watches: bool) -> None:
    names = (
        "Wolfgang Ammerer",
        "Hrafnhildur Oskr",
        "Maximiliane Gros",
        "王小明王小明王小",
        "Sigrun Jonsdotti",
        "Gudmundur Avarss",
    )
    seen = playing(names, players=players)
    if watches:
        seen = replace(seen, seat=None, owner=False, watching=0)
    for code in ("en", "de", "ar"):
        picture = compose(frame_of(Moment(seen, Ui(), ""), size, language=Language(code)))
        assert len(picture.rows) == size.rows
        assert {row_width(row) for row in picture.rows} == {size.columns}
        text = text_of(picture.rows)
        # Whoever plays is read in whole; who has a hand stands on the own line, if there is room.
        for name in names[0 if watches else 1 : players]:
            assert name in text, text
        assert "85" in text or "█▀█ █▀▀" in text or "▄█▀▀█▄ ██▀▀▀▀" in text or "████████████" in text
        assert "? " in text.splitlines()[-1] or "? " in text.splitlines()[-2]


@pytest.mark.parametrize(
    ("size", "columns", "right"),
    [((80, 24), (1, 27, 53), 79), ((100, 30), (1, 25, 49), 73), ((120, 35), (1, 31, 61), 91)],
)
def test_the_seats_above_end_where_those_beside_the_felt_do(
    size: tuple[int, int], columns: tuple[int, ...], right: int
) -> None:
    first, *above, last = layout_of(Size(*size), 5).seats
    assert tuple(box.column for box in above) == columns
    assert first.column == above[0].column
    assert above[-1].column + above[-1].width == last.column + last.width == right


def test_around_the_table_for_a_room_people_sit_clockwise() -> None:
    seen = replace(playing(), seat=None, owner=False, watching=0)
    rows = lines(seen, Size(160, 45))
    assert re.findall(r"[A-Z][a-z]+", rows[1][:120]) == ["Bo", "Cleo", "Dag"]
    assert re.findall(r"[A-Z][a-z]+", rows[36][:120]) == ["Ann", "Finn", "Eir"]
    assert "R5" in "\n".join(row[121:] for row in rows), "what has fallen"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_title_counts_rounds_where_it_has_room(size: Size) -> None:
    seen = playing(players=3)
    assert seen.state is not None
    board = seen.state.board
    one_more = ((0, mask("R1"), 0), (1, 0, 0), (2, 0, 0))
    for earlier, number in ((), 1), (one_more, 2), (one_more * 2, 3):
        state = State(board._replace(earlier=earlier), seen.state.hands)
        assert f"round {number} · " in lines(replace(seen, state=state), size, ui=Ui(chat_read=1))[0]
    assert "Runde 1" not in lines(seen, Size(60, 20), "de", Ui(chat_read=0))[0], "what is said is said first"


def test_at_the_table_for_a_room_it_is_said_who_plays_next() -> None:
    seen = replace(playing(turn=5), seat=None, owner=False, watching=0)
    (row,) = [row for row in lines(seen, Size(160, 45)) if "next: Ann" in row]
    assert row.split("next: ")[0].strip().startswith("passes ○")


def test_beside_the_table_a_play_is_told_in_one_row_and_in_the_log_in_whole() -> None:
    seen = playing()
    assert seen.state is not None
    beside = lines(seen, Size(120, 35))
    assert any("Finn: 85, took P7" in row[92:] for row in beside)
    assert "Finn plays 85 with B8 B5 and takes P7." in "\n".join(lines(seen, Size(120, 35), ui=Ui(mode=Mode.LOG)))
    told = seen.told[0]
    assert isinstance(told, Told)
    covered = Told(CardsPlayed(5, cards("B8 B5"), card("P7"), Actor.BOT), told.before, told.after)
    text = " ".join(" ".join(row[93:118].split()) for row in lines(replace(seen, told=(covered,)), Size(120, 35)))
    assert "A bot did that for Finn." in text, "that is not left out"


@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_moves_when_a_play_is_picked(size: Size, code: str, players: int) -> None:
    seen, word = playing(players=players), Language(code)("YOUR TURN")
    own = [
        next(
            row
            for row, text in enumerate(lines(seen, size, code, ui))
            if (turned(word) if code == "ar" else word) in text
        )
        for ui in (Ui(), Ui(picked=mask("P8 P7")), Ui(picked=mask("R9 R3")))
    ]
    assert len(set(own)) == 1


def with_beaten(players: int) -> Seen:
    """The pair in the middle has beaten another one."""
    seen = playing(players=players)
    assert seen.state is not None
    board = seen.state.board
    last = (players - 1, mask("B8 B5"), mask("O8"))
    # Each holds as many as before.
    dealt = tuple(count + 2 * (seat == 0) - (seat == players - 1) for seat, count in enumerate(board.game.dealt))
    board = board._replace(this_round=((0, mask("O8 O3"), 0), last), game=board.game._replace(dealt=dealt))
    return replace(seen, state=State(board, seen.state.hands))


@pytest.mark.parametrize("size", [Size(80, 24), Size(100, 30), Size(120, 35)], ids=str)
def test_two_players_see_the_beaten_set_beside_the_new_one(size: Size) -> None:
    layout = layout_of(size, 1)
    rows = lines(with_beaten(2), size)[layout.cards : layout.cards + layout.felt_size.rows]
    felt = [row[layout.felt.column : layout.felt.column + layout.felt.width] for row in rows]
    letters = "".join(re.sub("[^A-Z]", "", row) for row in felt)
    assert letters.startswith("OOBB"), felt
    assert any("→" in row for row in felt)
    for others in (2, 5):
        assert not any("O" in row for row in lines(with_beaten(others + 1), size)[layout.cards :][:2])


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_who_is_about_to_go_out_is_seen_at_the_seat(size: Size) -> None:
    seen = playing(players=3)
    assert seen.state is not None
    board = seen.state.board
    for count, words in ((1, "LAST CARD"), (2, "2 LEFT"), (3, "")):
        dealt = (board.game.dealt[0], count, board.game.dealt[2])
        state = State(board._replace(game=board.game._replace(dealt=dealt)), seen.state.hands)
        picture = compose(frame_of(Moment(replace(seen, state=state), Ui(), ""), size))
        loud = [text for row in picture.rows for style, text, _ in row if style == "class:alarm"]
        assert [text.strip() for text in loud] == ([words] if words else [])
        assert any(style == "class:alarm-line" for row in picture.rows for style, *_ in row) is bool(words)


@pytest.mark.parametrize("code", ["en", "de", "ar"])
@pytest.mark.parametrize("held", [1, 2])
def test_in_a_large_window_the_words_stand_beside_the_backs_and_the_count_is_as_loud(code: str, held: int) -> None:
    seen = playing()
    assert seen.state is not None
    board = seen.state.board
    dealt = (board.game.dealt[0], held, *board.game.dealt[2:])
    state = State(board._replace(game=board.game._replace(dealt=dealt)), seen.state.hands)
    frame = frame_of(Moment(replace(seen, state=state), Ui(), ""), Size(120, 35), language=Language(code))
    rows = [[style for style, text, _ in row if text.strip()] for row in compose(frame).rows]
    seat = layout_of(frame.size, 5).seats[0]
    assert {"class:alarm", "class:alarm-line"} <= set(rows[seat.row + 1])
    assert "class:alarm" not in rows[seat.row + 2]
    digits = rows[seat.row + seat.height - 2]
    assert digits.count("class:alarm-line") >= 2, "the frame and the count"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_said_leaves_the_keys_in_their_row(code: str, size: Size) -> None:
    seen = playing()
    hint = update(Ui(), Do.HINT, seen, 0.0)[0]
    keys = lines(seen, size, code)[-1]
    assert re.search(r"\bP\b", keys)
    for ui in (hint, *(Ui(notice=notice) for notice in Notice)):
        shown = lines(seen, size, code, ui)
        assert shown[-1] == keys


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_needs_two_rows_is_read_in_whole_above_the_keys(size: Size) -> None:
    language, seen = Language("de"), playing()
    asked = parts.notice(language, Notice.AUTO_PASS_ON)
    assert len(asked) > size.columns - 2, "it needs two"
    shown = lines(seen, size, "de", Ui(notice=Notice.AUTO_PASS_ON))
    said = " ".join(" ".join(shown[-3:-1]).split())
    assert said == asked
    assert any(language("YOUR TURN") in row for row in shown)
    assert any("85" in row or "B8" in row.replace(" ", "") for row in shown)


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("code", LANGUAGES)
def test_what_needs_two_rows_covers_neither_the_middle_nor_a_seat(code: str, players: int) -> None:
    seen, size = playing(players=players), Size(60, 20)
    seen = replace(seen, told=seen.told[:1])
    watched = replace(seen, seat=None, owner=False, watching=1)
    hint = update(Ui(), Do.HINT, seen, 0.0)[0]
    middle = lines(seen, size, code)[7:12]
    for shown in (
        lines(seen, size, code, hint),
        lines(seen, size, code, Ui(notice=Notice.AUTO_PASS_ON, picked=mask("R3 R9"))),
        lines(watched, size, code),
    ):
        at = shown.index(middle[0])
        assert shown[at : at + 5] == middle
        for name in NAMES[1:players]:
            assert any(f" {name} " in row and "▌" in row for row in shown[1:at]), name


@pytest.mark.parametrize("middle", ["B8 B5", ""])
@pytest.mark.parametrize("picked", ["R3", "R3 G7", "R3 G3", "R9 R3", "R9 R3 P8", "O4 Y5 B6 G7"])
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_hand_does_not_move_while_cards_are_picked(size: Size, code: str, picked: str, middle: str) -> None:
    seen = playing()
    if not middle:
        seen = with_middle("", 0, "Finn")
    before, shown = lines(seen, size, code), lines(seen, size, code, Ui(picked=mask(picked)))
    turn = [place for place, row in enumerate(before) if "━━" in row][-1]
    assert "━━" in shown[turn], "one's own line"
    assert shown[-1].strip()
    assert not shown[turn + 1].isspace(), "raised cards are below it"


def test_what_was_said_before_our_turn_gives_way_to_it() -> None:
    seen, others = playing(), playing(turn=1)
    dealt = Logged(1, HandDealt(1, 0, "ROYGBP"), False)
    ui, _ = react(Ui(notice=Notice.AUTO_PASS_ON), dealt, others, seen)
    assert ui.notice is None


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [*SIZES, Size(100, 30), Size(120, 35)], ids=str)
def test_what_somebody_opened_with_does_not_read_as_points(code: str, size: Size) -> None:
    seen = playing(players=4)
    for seat in (1, 2, 3):
        acts = tuple(SeatAct(seat, cards("G3")) if place == seat else None for place in range(6))
        words = Language(code)("played {value}", value=3)
        shown = "\n".join(lines(replace(seen, acts=acts), size, code))
        assert (turned(words).strip() if code == "ar" else words) in shown, shown
