"""The lobby's picture: its code, and its two columns."""

import re
from ipaddress import ip_address

import pytest
from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.model import Seen, Told
from clients.news import Logged
from clients.terminal.drawing.bigletters import large
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.frame import Settings
from clients.terminal.screens.index import compose, react, update
from clients.terminal.state import Do, Mode, Notice, Ui
from odin_net.game.events import Kind, LobbyOpened, Occupant, SeatChanged
from odin_net.game.options import Options
from odin_net.game.state import State, evolve
from tests.clients.terminal.moments import SETTINGS, Moment, ended, in_lobby
from tests.clients.terminal.staging import frame_of

SIZES = (Size(80, 24), Size(60, 20), Size(160, 50))
LONG = "orca-barley-mammoth"


def lobby(size: Size, settings: Settings = SETTINGS, ui: Ui | None = None, code: str = LONG) -> str:
    seen = replace(in_lobby(), code=code)
    return text_of(compose(frame_of(Moment(seen, ui or Ui(), ""), size, settings)).rows)


def in_lobby_seats() -> tuple[Occupant, ...]:
    game = in_lobby().game
    assert game is not None
    return game.seats


def unready(seen: Seen) -> Seen:
    """The same before anybody has said that they are ready."""
    assert seen.state is not None
    board = seen.state.board
    seats = tuple(occupant._replace(ready=False) for occupant in board.game.seats)
    return replace(seen, state=State(board._replace(game=board.game._replace(seats=seats)), seen.state.hands))


@pytest.mark.parametrize("code", [LONG, "ox-elm-ice"])
@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_code_is_named_and_stands_as_it_is_typed(size: Size, ascii_only: bool, code: str) -> None:
    settings = Settings(invitation=SETTINGS.invitation, ascii=ascii_only)
    text = lobby(size, settings, code=code)
    assert re.search(f"The code: {code} *\n", text)
    assert " ".join(code.upper()) not in text


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "ar"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_there_is_a_gap_between_a_seat_and_the_mark_of_the_chosen_option(size: Size, code: str) -> None:
    seen = unready(in_lobby())
    language = Language(code)
    for line in range(5, 11):
        frame = frame_of(Moment(seen, Ui(line=line), ""), size, language=language)
        text = text_of(compose(frame).rows)
        assert text.count(language("not ready", "state")) == 3
        assert f" {language('you', 'state')}, " in text
        (chosen,) = [row for row in text.splitlines() if "►" in row]
        assert chosen.partition("►")[0].endswith(" "), chosen


@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 35)], ids=str)
def test_a_sign_says_from_afar_who_is_ready(size: Size) -> None:
    rows = compose(frame_of(Moment(in_lobby(), Ui(line=5), ""), size)).rows
    seats = [row for row in rows if re.search(r" [1-5] (Ann|Bo|Cleo|Dag|Eir) ", text_of([row]))]
    signs = ["".join(sign for sign in "●○" if sign in text_of([row])) for row in seats]
    ready = [occupant.ready or occupant.kind is Kind.BOT for occupant in in_lobby_seats()]
    assert signs == ["●" if is_ready else "○" for is_ready in ready]
    assert {True, False} == set(ready)
    styles = [next(style for style, text, _ in row if text in ("●", "○")) for row in seats]
    assert styles == ["class:good" if is_ready else "class:strong" for is_ready in ready]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_its_title_begins_as_that_of_every_other_screen(size: Size) -> None:
    assert lobby(size).startswith(" ODIN  The lobby ")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_who_watches_has_no_line_for_a_name(size: Size) -> None:
    seated = in_lobby(owner=False)
    watching = replace(seated, seat=None, watching=0)
    texts = [text_of(compose(frame_of(Moment(seen, Ui(), ""), size)).rows) for seen in (seated, watching)]
    assert ["name:" in text for text in texts] == [True, False]
    assert all("language: English" in text for text in texts)


def test_beside_a_long_name_it_is_said_whether_one_is_ready() -> None:
    seen = unready(in_lobby(("Aðalsteinn Snorr", "Bo", "Cleo", "Dag", "Eir")))
    text = text_of(compose(frame_of(Moment(seen, Ui(), ""), SIZES[1])).rows)
    assert "Aðalsteinn Snorr not ready" in text


@pytest.mark.parametrize("intent", [Do.ENTER, Do.RIGHT])
def test_before_a_log_has_come_to_our_seat_its_name_cannot_be_changed(intent: Do) -> None:
    seen = replace(in_lobby(owner=False), seat=5)
    assert seen.me is None
    assert update(Ui(), intent, seen, 0.0) == (Ui(), ())


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_code_in_large_letters_is_read_from_the_left_in_every_language(code: str) -> None:
    text = text_of(compose(frame_of(Moment(in_lobby(), Ui(), ""), language=Language(code))).rows)
    assert all(row in text for row in large("raven-oak-fjord", 80))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [Size(100, 30), Size(120, 35)], ids=str)
def test_in_a_large_window_each_way_in_has_a_frame_that_is_closed(size: Size, code: str) -> None:
    text = text_of(compose(frame_of(Moment(in_lobby(), Ui(), ""), size, language=Language(code))).rows)
    frames = [line for line in text.split("\n") if "╭" in line or "╰" in line]
    assert [re.findall("[╭╮╰╯]", line) for line in frames] == [
        ["╭", "╮"] * 3,
        ["╰", "╯"] * 3,
        ["╭", "╮"] * 2,
        ["╰", "╯"] * 2,
    ]
    for line in ("http://192.168.1.20:9054", "ssh -p 9054 odin@192.168.1.20", "odin join 192.168.1.20"):
        assert re.search(f"│ .*{line} .*│", text), "in one line, to be copied"


def test_an_address_that_is_too_long_for_a_frame_is_not_broken() -> None:
    assert SETTINGS.invitation is not None
    address = "2001:db8:1111:2222:3333:4444:5555:6666"
    far = replace(SETTINGS, invitation=replace(SETTINGS.invitation, addresses=(ip_address(address),)))
    text = lobby(Size(100, 30), far)
    assert f"Laptop without Odin: ssh -p 9054 odin@{address}" in text


@pytest.mark.parametrize("owner", [True, False], ids=["host", "guest"])
def test_in_the_lobby_after_a_game_one_enter_too_many_changes_nothing(owner: bool) -> None:
    seen, before = in_lobby(owner=owner), replace(ended(over=True), owner=owner)
    line = 5 if owner else 0
    ui, _ = react(Ui(line=line), Logged(1, LobbyOpened(bytes(16), (), Options()), False), before, seen)
    ui = replace(ui, line=line)
    pressed, effects = update(ui, Do.ENTER, seen, 0.0)
    assert not effects
    assert pressed.mode is Mode.PLAY
    assert "Enter another name" not in text_of(compose(frame_of(Moment(seen, pressed, ""))).rows)
    for arrow in (Do.DOWN, Do.UP):
        pressed, _ = update(pressed, arrow, seen, 0.0)
    after, effects = update(pressed, Do.ENTER, seen, 0.0)
    assert effects if owner else after.mode is Mode.RENAME
    if not owner:
        assert "Enter another name" in text_of(compose(frame_of(Moment(seen, pressed, ""))).rows)


def told_of(seen: Seen, *changes: tuple[int, Occupant | None]) -> Seen:
    """The same after these changes of seats."""
    for seat, occupant in changes:
        assert seen.state is not None
        event = SeatChanged(seat, occupant)
        after = evolve(seen.state, event)
        seen = replace(seen, state=after, told=(*seen.told, Told(event, seen.state, after, seen.seat)))
    return seen


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_of_who_is_ready_only_the_last_word_stands_there(size: Size) -> None:
    seen = unready(in_lobby())
    assert seen.game is not None
    me, dag, eir = (seen.game.seats[seat] for seat in (0, 3, 4))
    changes: list[tuple[int, Occupant | None]] = [(3, dag._replace(ready=True)), (3, dag)]
    changes += [(0, me._replace(ready=True)), (4, eir._replace(ready=True))]
    text = text_of(compose(frame_of(Moment(told_of(seen, *changes), Ui(), ""), size)).rows)
    assert "You are ready." in text
    assert "Dag is not ready yet." in text
    assert "Dag is ready." not in text
    changes += [(3, dag._replace(ready=True)), (4, None)]
    text = text_of(compose(frame_of(Moment(told_of(seen, *changes), Ui(), ""), size)).rows)
    assert "Dag is ready." in text
    assert "Dag is not ready yet." not in text
    assert "Eir leaves the table." in text
    assert "Eir is ready." not in text


@pytest.mark.parametrize(
    ("notice", "players", "change"),
    [(Notice.TOO_FEW, 1, (1, Occupant("Bo"))), (Notice.ALL_TAKEN, 6, (5, None))],
    ids=["too few", "all taken"],
)
def test_what_was_said_about_a_key_goes_when_it_is_not_so_any_more(
    notice: Notice, players: int, change: tuple[int, Occupant | None]
) -> None:
    before = in_lobby(players=players)
    after = told_of(before, change)
    news = Logged(1, SeatChanged(*change), False)
    assert react(Ui(notice=notice), news, before, before)[0].notice is notice
    assert react(Ui(notice=notice), news, before, after)[0].notice is None
