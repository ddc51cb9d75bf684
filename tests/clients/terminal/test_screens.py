"""Every picture through a real stage into a terminal: at both sizes, in every theme, and with hostile names."""

import re
import unicodedata
from ipaddress import ip_address

import pytest
from msgspec.structs import replace
from prompt_toolkit.output import ColorDepth

from clients.invitation import Invitation
from clients.language import LANGUAGES, Language
from clients.model import HandResult, SeatAct, Seen, Told
from clients.terminal.drawing.bidi import turned
from clients.terminal.drawing.cards import UNICODE
from clients.terminal.drawing.rows import Size, row_width, text_of, wrap
from clients.terminal.drawing.themes import FINE, Theme
from clients.terminal.frame import Settings
from clients.terminal.screens import parts
from clients.terminal.screens.index import compose, update
from clients.terminal.screens.live_line import live_line
from clients.terminal.screens.table_layout import layout_of
from clients.terminal.state import Do, Mode, PickNumber, Ui
from odin_net.game.cards import COLOURS
from odin_net.game.commands import PlayCards
from odin_net.game.events import ChatSaid, Kind, Presence
from odin_net.game.rules import decide
from odin_net.game.state import State, evolve
from protocol.audit import Result, Verdict, Why
from tests.clients.terminal.moments import NAMES, SETTINGS, Moment, in_lobby, moments, named, playing, with_covered
from tests.clients.terminal.staging import frame_of, shown
from tests.helpers.tables import card, cards, mask, position

SIZES = (Size(80, 24), Size(60, 20))
MOMENTS = moments()
# Of the hand that is held in them, one card behind the other.
HAND_LETTERS = "GOYB"
# Escape sequences, C1, bidirectional overrides, zero width, piled marks, wide, and what could be markup.
HOSTILE = (
    "\x1b[31mred\x1b]0;t\x07",
    "\x9b2Jgone",
    "\u202eabc\u2066",
    "a\u200bb\u200d\ufeff",
    "Z" + "\u0301" * 40,
    "<b>&lt;</b>",
)
WIDE = ("漢字漢字漢字漢字", "\uff57\uff49\uff44\uff45", "한글한글", "ÅÄÖ", "🐺🐺🐺", "e\u0301e\u0301")


@pytest.mark.slow
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", MOMENTS)
async def test_every_picture_is_shown_in_every_theme(name: str, size: Size, theme: Theme) -> None:
    moment = MOMENTS[name]
    terminal = await shown(moment, size, theme)
    flat = " ".join(terminal.text.split())
    assert moment.shows in flat, terminal.text
    assert terminal.lines[0].strip()


@pytest.mark.parametrize("size", [*SIZES, Size(120, 40), Size(61, 21), Size(59, 19), Size(10, 3)], ids=str)
@pytest.mark.parametrize("name", MOMENTS)
def test_no_row_is_wider_than_the_window(name: str, size: Size) -> None:
    for code in LANGUAGES:
        picture = compose(frame_of(MOMENTS[name], size, language=Language(code)))
        assert len(picture.rows) <= size.rows
        assert all(row_width(row) <= size.columns for row in picture.rows)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", MOMENTS)
async def test_ascii_is_ascii(name: str, size: Size) -> None:
    terminal = await shown(MOMENTS[name], size, ascii_only=True)
    assert terminal.text.isascii()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", MOMENTS)
def test_ascii_leaves_accents_out_and_other_alphabets_in(name: str, code: str) -> None:
    settings = replace(SETTINGS, ascii=True)
    text = text_of(compose(frame_of(MOMENTS[name], settings=settings, language=Language(code))).rows)
    if code == "ar":
        assert all(unicodedata.category(char)[0] in "LM" for char in text if not char.isascii())
        assert not text.isascii()
    else:
        assert text.isascii()


@pytest.mark.slow
async def test_without_colours_none_is_sent() -> None:
    for moment in MOMENTS.values():
        terminal = await shown(moment, theme=Theme.NONE)
        colours = {(char.fg, char.bg) for row in terminal.screen.buffer.values() for char in row.values()}
        assert colours <= {("default", "default")}


@pytest.mark.parametrize("theme", [Theme.DEFAULT, Theme.HIGH_CONTRAST, Theme.SIXTEEN])
@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_24_BIT, ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_4_BIT])
async def test_six_colours_are_six(theme: Theme, depth: ColorDepth) -> None:
    terminal = await shown(MOMENTS["table"], theme=theme, depth=depth)
    row = next(place for place, line in enumerate(terminal.lines) if HAND_LETTERS in re.sub("[^A-Z]", "", line))
    cells = terminal.screen.buffer[row]
    found = {cells[column].data: cells[column].bg for column in range(80) if cells[column].data in COLOURS}
    assert len(found) == len(set(found.values())) == 6


@pytest.mark.slow
@pytest.mark.parametrize("names", [HOSTILE, WIDE], ids=["hostile", "wide"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_what_people_typed_drives_no_terminal(names: tuple[str, ...], size: Size) -> None:
    for name, moment in moments(names).items():
        chat = tuple(ChatSaid(0, names[0], text) for text in names)
        seen = moment.seen if not moment.seen.chat else replace(moment.seen, chat=chat)
        picture = compose(frame_of(moment._replace(seen=seen), size))
        text = text_of(picture.rows)
        assert not [
            char for char in text if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn") and char != "\n"
        ]
        assert "\u0301" * 3 not in text
        assert all(row_width(row) <= size.columns for row in picture.rows)
        terminal = await shown(moment._replace(seen=seen), size)
        assert "\x9b" not in terminal.written, name
        assert "\x1b[31mred" not in terminal.written, name
        assert "\u202e" not in terminal.written, name


async def test_a_small_window_is_told_kindly() -> None:
    terminal = await shown(MOMENTS["table"], Size(50, 12))
    assert "a little more room" in terminal.text


def test_the_card_just_taken_is_marked_and_names_stand_where_they_fit() -> None:
    text = text_of(compose(frame_of(MOMENTS["table"])).rows)
    assert "new" in text
    assert "Valhalla: 3" in text
    assert "passes 0 of 5" in text
    large = text_of(compose(frame_of(MOMENTS["table"], Size(120, 35))).rows)
    assert "new" in large
    assert "styrimadr" in large


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_what_can_join_the_picked_cards_is_said_and_the_others_are_dotted(size: Size) -> None:
    moment = MOMENTS["picked"]._replace(ui=Ui(picked=mask("R9"), cursor=card("R9")))
    terminal = await shown(moment, size)
    assert "play 2 or 3. Can join: R3." in " ".join(terminal.text.split())
    dotted = text_of(compose(frame_of(moment, size, Settings(theme=Theme.NONE))).rows)
    heavy, others = dotted.count(UNICODE.heavy[0]), dotted.count(UNICODE.dotted[5])
    height = layout_of(size, 5).hand_size.rows
    assert (heavy, others) == (1, 7 * 2 * (height - 2)), dotted


async def test_a_number_that_is_not_held_is_told() -> None:
    ui, _ = update(Ui(picked=mask("R9")), PickNumber(2), MOMENTS["table"].seen, 0.0)
    assert ui.picked == mask("R9")
    terminal = await shown(MOMENTS["table"]._replace(ui=ui), SIZES[1])
    assert "You hold no 2." in terminal.text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_who_watches_is_told_when_seats_are_given(size: Size) -> None:
    async def line(seen: Seen, before: int) -> str:
        moment = Moment(replace(seen, seat=None, owner=False, watching=before), Ui(), "")
        return " ".join((await shown(moment, size)).text.split())

    assert "From the next one on a free seat is yours." in await line(playing(), 0)
    assert "Free seats are given before the next one; 2 wait before you." in await line(playing(), 2)
    assert "The next one that becomes free is yours." in await line(in_lobby(players=6), 0)
    assert "1 waits for one before you." in await line(in_lobby(players=6), 1)


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_a_deal_that_this_screen_missed_blames_nobody(size: Size) -> None:
    """Its player may have been there: host and screen may have been started again since."""
    seen = MOMENTS["hand end"].seen
    assert seen.result is not None
    result = seen.result._replace(verdict=Verdict(Result.NOT_CHECKED, Why.AWAY))
    text = (await shown(Moment(replace(seen, result=result), Ui(), ""), size)).text
    assert "Not checked: your screen was not at the table when the cards were shuffled." in " ".join(text.split())


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_end_of_a_hand_says_what_enter_does(size: Size) -> None:
    text = (await shown(MOMENTS["hand end"], size)).text
    assert "Enter: ready for the next hand." in text
    assert "Enter ready" in text
    assert "the game is over" not in text
    assert "Not ready yet: Dag." in text, "Bo is a bot, and Cleo is away"
    assert "Not ready yet: Dag." in (await shown(MOMENTS["hand end"]._replace(ui=Ui(is_ready=True)), size)).text
    assert "Not ready yet" not in (await shown(MOMENTS["last hand"], size)).text


def test_no_sentence_of_the_news_lacks_its_beginning() -> None:
    seen = playing()
    long = ChatSaid(
        0, "Ann", "this is a rather long line which a small window has to break into two rows at least, or more"
    )
    short = [ChatSaid(0, "Ann", f"line {number}") for number in range(3)]
    told = tuple(Told(said, seen.state, seen.state) for said in (long, *short))
    for count in range(1, 5):
        rows = parts.news(frame_of(Moment(replace(seen, told=told), Ui(), ""), SIZES[1]), count)
        assert "line 2" in text_of(rows)
        assert text_of(rows).startswith(" Ann says: ")


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_tip_stands_beside_what_is_to_be_done_and_both_are_read(code: str, size: Size) -> None:
    language = Language(code)
    tip = language("Pick cards by their number. Enter: play them, ?: help.")
    frame = frame_of(MOMENTS["table"], size, Settings(tip=tip), language)
    assert frame.seen.board is not None
    line, _ = live_line(frame, frame.seen.board)
    one = "Your turn: beat {value} with one card or two, or pass."
    several = "Your turn: beat {value} with {count} cards or {more}, or pass."
    what = language.many(one, several, 2, value=85, more=3)
    assert line in (what, f"{what} {tip}")
    shown = text_of(compose(frame).rows)
    assert all((turned(text) if code == "ar" else text) in shown for text in wrap(what, size.columns - 2)), shown
    if line == what:
        assert (turned(tip).strip() if code == "ar" else tip) in shown, shown
    else:
        assert len(wrap(line, size.columns - 2)) <= 2, "it has two rows"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_first_card_that_is_picked_moves_no_other(size: Size) -> None:
    settings = Settings(tip=Language("en")("Pick cards by their number. Enter: play them, ?: help."))
    moment = MOMENTS["table"]
    own = [
        next(row for row, text in enumerate(text_of(compose(frame).rows).split("\n")) if "YOUR TURN" in text)
        for frame in (frame_of(moment, size, settings), frame_of(moment._replace(ui=Ui(picked=1)), size, settings))
    ]
    assert own[0] == own[1]
    cards = text_of(compose(frame_of(moment, size, settings)).rows).split("\n")[own[0] + 1 :]
    assert not cards[0].strip(), "the row of raised cards is free"


def test_lines_break_at_spaces_that_may_be_broken() -> None:
    assert wrap("cela bat 77\xa0: joue", 11) == ["cela bat", "77\xa0: joue"]
    assert wrap("two  words", 4) == ["two", "word", "s"]
    assert wrap("", 4) == [""]


def test_the_log_is_read_from_its_end_and_scrolled() -> None:
    seen = playing()
    told = tuple(Told(ChatSaid(0, "Ann", f"line {number}"), seen.state, seen.state) for number in range(100))
    moment = Moment(replace(seen, told=told), Ui(mode=Mode.LOG), "")
    text = text_of(compose(frame_of(moment)).rows)
    assert "line 99" in text
    assert "more above" in text
    assert "line 70" not in text
    text = text_of(compose(frame_of(moment._replace(ui=Ui(mode=Mode.LOG, scroll=20)))).rows)
    assert "line 79" in text
    assert "line 80" not in text
    text = text_of(compose(frame_of(moment._replace(ui=Ui(mode=Mode.LOG, scroll=999)))).rows)
    assert "line 0\n" in text.replace("line 0 ", "line 0\n")
    assert "more above" not in text


def test_seats_stand_in_turn_order_from_me() -> None:
    seen = playing()
    moved = moments()["table"]._replace(seen=replace(seen, seat=3))
    listed = text_of(compose(frame_of(moved, SIZES[1])).rows).split("\n")
    assert [line[2:18].strip() for line in listed[2:7]] == ["Eir", "Finn", "Ann", "Bo", "Cleo"]
    lines = text_of(compose(frame_of(moved)).rows).split("\n")
    assert re.findall("[A-Z][a-z]+", lines[1]) == ["Finn", "Ann", "Bo"]
    assert re.findall("[A-Z][a-z]+", lines[6]) == ["Eir", "Cleo"]


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_word_is_cut_off_in_any_language(name: str, size: Size) -> None:
    for code in LANGUAGES:
        text = text_of(compose(frame_of(MOMENTS[name], size, language=Language(code))).rows)
        # One sentence ends with this sign.
        assert text.count("…") == (name == "connecting"), text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_clock_of_ones_own_turn_is_read_in_whole_and_so_is_who_is_away(code: str, size: Size) -> None:
    language, seen = Language(code), with_covered(playing(), 2)
    assert seen.state is not None
    board = seen.state.board
    ann, bo, *others = board.game.seats
    seats = (ann, bo._replace(kind=Kind.PERSON, level="", presence=Presence.AWAY), *others)
    state = State(board._replace(game=board.game._replace(seats=seats)), seen.state.hands)
    passed = replace(seen, state=state, acts=(SeatAct(0), *seen.acts[1:]), clock=(0, 99.0))
    frame = frame_of(Moment(passed, Ui(), ""), size, language=language)
    text = text_of(compose(frame).rows)
    left = "1:34"
    assert frame.now == 5.0
    for words in (left, language("away", "column"), language("covered", "column")):
        assert (turned(words) if language.is_rtl else words) in text
    assert "…" not in text


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_line_that_resumes_a_table_is_read_in_whole(code: str) -> None:
    hosting = Settings(hosting=True, resume_with="odin host --resume")
    text = text_of(compose(frame_of(MOMENTS["quitting"], Size(60, 20), hosting, Language(code))).rows)
    assert "odin host --resume" in " ".join(text.split())


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_at_a_table_of_ones_own_nobody_waits_and_nobody_covers(size: Size) -> None:
    alone = Settings(hosting=True, alone=True)
    text = text_of(compose(frame_of(MOMENTS["quitting"], size, alone)).rows)
    assert "Leave the game?" in text
    assert "A game against bots is not kept: it ends when you leave." in " ".join(text.split())
    for word in ("table", "covers", "waits", "G  "):
        assert word not in text


def test_who_moved_up_in_the_next_lobby_is_not_taken_for_the_winner() -> None:
    over = next(moment for moment in MOMENTS.values() if moment.seen.over is not None)
    result = over.seen.over
    assert result is not None
    winner = result.state.board.game.winners[0]
    assert result.seat != winner
    text = text_of(compose(frame_of(over._replace(seen=replace(over.seen, seat=winner)))).rows)
    assert "The game is over" in text
    assert "You win!" not in text


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_lobby_of_an_open_table_shows_every_way_in_and_that_it_is_open(size: Size) -> None:
    invitation = Invitation((ip_address("192.168.1.20"),), 9060)
    ways = ("http://192.168.1.20:9060", "ssh -p 9060 odin@192.168.1.20", "odin join 192.168.1.20:9060")
    for code in (None, ""):
        moment = Moment(replace(in_lobby(), code=code), Ui(), "")
        text = text_of(compose(frame_of(moment, size, Settings(invitation=invitation))).rows)
        assert "anybody on this network may sit down" in " ".join(text.split())
        assert all(way in text for way in ways), text
    guests = replace(in_lobby(owner=False), code=None)
    not_yet = replace(in_lobby(), code=None, caught_up=False)
    for seen in (guests, not_yet):
        assert "anybody" not in text_of(
            compose(frame_of(Moment(seen, Ui(), ""), size, Settings(invitation=invitation))).rows
        )


@pytest.mark.parametrize("ascii_only", [False, True])
def test_each_hand_has_its_column_and_one_that_cost_nothing_a_mark(ascii_only: bool) -> None:
    over = MOMENTS["game end"].seen
    assert over.over is not None
    state = over.over.state
    game = state.board.game._replace(scores=((4, 1, 0, 3), (0, 2, 0, 3), (2, 0, 5, 3)))
    state = state._replace(board=state.board._replace(game=game))
    seen = replace(over, over=over.over._replace(state=state))
    settings = replace(SETTINGS, ascii=ascii_only)
    rows = compose(frame_of(Moment(seen, MOMENTS["game end"].ui, ""), settings=settings)).rows
    lines = [text_of([row]).replace(" you ", "     ") for row in rows]
    hands = {line.split()[1]: line.split()[2:6] for line in lines if line[1:2].isdigit()}
    mark = "*" if ascii_only else "●"
    assert hands["Ann"] == ["4", mark, "2", "6"]
    assert hands["Bo"] == ["1", "2", mark, "3"]
    assert hands["Cleo"] == [mark, mark, "5", "5"]
    assert hands["Dag"] == ["3", "3", "3", "9"]
    # What each has to spare below 10, the longest bar above the others.
    bars = [line.count("#" if ascii_only else "▄") for line in lines if line[1:2].isdigit()]
    free = [line.count("." if ascii_only else "·") for line in lines if line[1:2].isdigit()]
    (width,) = {bar + rest for bar, rest in zip(bars, free, strict=True)}
    assert bars == [round(width * (10 - total) / 10) for total in (3, 5, 6, 9)]


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_page_that_takes_shows_all_its_keys(size: Size) -> None:
    text = (await shown(MOMENTS["taking"], size)).text
    assert "you play R9 R3: 93" in text
    keys = text.split("to Valhalla: B5.")[1]
    # In a small window they have one row.
    choose = "" if size.columns < 80 else "← → choose "
    assert " ".join(keys.split()) == f"A–B take that card {choose}Enter take the chosen one Esc back"


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_page_that_asks_about_leaving_shows_its_keys_and_enter_stays(size: Size) -> None:
    seated = MOMENTS["quitting"]
    assert (await shown(seated, size)).lines[-1].split("  ")[:3] == [" Enter Esc S stay", "L leave", "G leave for good"]
    watching = seated._replace(seen=replace(seated.seen, seat=None, watching=0))
    assert "G " not in (await shown(watching, size)).text
    assert update(seated.ui, Do.ENTER, seated.seen, 0.0) == (Ui(), ())


async def test_only_after_the_first_ctrl_c_a_second_one_is_spoken_of() -> None:
    seen = MOMENTS["table"].seen
    for intents, is_said in (((Do.QUIT,), False), ((Do.INTERRUPT,), True), ((Do.INTERRUPT, Do.STAY, Do.QUIT), False)):
        ui = Ui()
        for intent in intents:
            ui, _ = update(ui, intent, seen, 5.0)
        text = (await shown(Moment(seen, ui, ""))).text
        assert ("Ctrl-C again" in text) is is_said


def after_last_play(seat: int | None, played: str, *hands: str) -> Moment:
    """The end of a hand that its last player has just ended with these cards."""
    state = named(position(*hands, played, turn=len(hands)), NAMES)
    for event in decide(state, PlayCards(len(hands), cards(played))):
        state = evolve(state, event)
    result = HandResult(1, state, None, bytes(32), seat)
    return Moment(replace(playing(), state=state, seat=seat, result=result), Ui(), "")


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_set_that_ended_a_hand_is_seen(size: Size) -> None:
    terminal = await shown(after_last_play(0, "O9 O6", "R3 G3", "B1"), size)
    line = next(row for row, text in enumerate(terminal.lines) if "96 with O9 O6" in text)
    assert terminal.lines[line].endswith(" Cleo plays 96 with O9 O6 and goes out.")
    cells = [char for char in terminal.screen.buffer[line].values() if char.bg == FINE.grounds[1].removeprefix("#")]
    assert "".join(char.data for char in cells) == "O9O6"
    mine = await shown(after_last_play(2, "P4", "R3 G3", "B1"), size)
    assert "You play P4 and go out!" in mine.text


def test_the_longest_set_is_seen_in_every_language() -> None:
    moment = after_last_play(0, "B9 B8 B7 B6 B5 B4 B3 B2 B1", *["R3 G3 R1 G1 R2 G2 R4 G4 R5"] * 5)
    for code in LANGUAGES:
        text = text_of(compose(frame_of(moment, Size(60, 20), language=Language(code))).rows)
        assert {"987654321", *(f"B{number}" for number in range(1, 10))} <= set(re.findall(r"\w+", text)), text


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("name", ["table", "hand end", "lobby"])
async def test_a_space_that_must_not_be_broken_looks_like_any_other(name: str, theme: Theme) -> None:
    french = Language("fr")
    assert "\xa0" in text_of(compose(frame_of(MOMENTS[name], language=french)).rows)
    terminal = await shown(MOMENTS[name], theme=theme, language=french)
    cells = [char for row in terminal.screen.buffer.values() for char in row.values()]
    assert not any(char.underscore for char in cells)
    assert "\xa0" not in terminal.text


@pytest.mark.parametrize("code", LANGUAGES)
def test_keys_are_named_in_each_language(code: str) -> None:
    language = Language(code)
    for name in ("table", "help"):
        text = text_of(compose(frame_of(MOMENTS[name], language=language)).rows)
        keys = f"← → {language('Space', 'key')}"
        assert (turned(keys) if language.is_rtl else keys) in text
        enter = language("Enter", "key")
        assert re.search(rf"\S +{enter}[ ]" if language.is_rtl else rf"[ ]{enter} +\S", text)
        assert language("Enter", "key") == "Enter" or "Enter" not in text


def test_a_line_of_chat_is_spaced_as_its_language_does() -> None:
    for code, said in (("en", "Bo: well played"), ("fr", "Bo\xa0: well played")):
        assert said in text_of(compose(frame_of(MOMENTS["chat"], language=Language(code))).rows)
