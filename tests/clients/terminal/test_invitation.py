"""The invitation on the screen: scanned as a phone would, and read in every language."""

from ipaddress import ip_address

import pytest
from msgspec.structs import replace
from prompt_toolkit.output import ColorDepth

from clients.invitation import Invitation, ways
from clients.language import LANGUAGES, Language
from clients.model import Seen
from clients.news import Ended, How
from clients.terminal.drawing.rows import Size, row_width, text_of
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import GOOD, LEAST, Frame, Settings
from clients.terminal.scene import TableScene
from clients.terminal.screens.index import compose, intent_of, shown_keys, update
from clients.terminal.state import Do, Mode, Ui
from tests.clients.terminal.moments import SETTINGS, Moment, ended, in_lobby, playing
from tests.clients.terminal.staging import frame_of, shown
from tests.helpers.qr_codes import read_screen

LINK = "http://192.168.1.20:9054/#raven-oak-fjord"
OPEN = Moment(in_lobby(), Ui(mode=Mode.INVITATION), "How others join")
SMALL = "To see a QR code, make this window larger: {columns} columns and {rows} rows."
IPV6 = "2001:db8:1234:5678:abcd:ef01:2345:6789"


def text_at(
    size: Size, settings: Settings = SETTINGS, seen: Seen = OPEN.seen, code: str = "en", address: int = 0
) -> str:
    moment = Moment(seen, Ui(mode=Mode.INVITATION, address=address), "")
    return text_of(compose(frame_of(moment, size, settings, language=Language(code))).rows)


def joined(text: str) -> str:
    """Without the spaces and breaks between its pieces, and what is drawn there."""
    return "".join(char for char in text if not char.isspace() and char not in "█▀▄")


# --- scanned ---


@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
@pytest.mark.parametrize("theme", [Theme.DEFAULT, Theme.HIGH_CONTRAST, Theme.SIXTEEN])
async def test_a_phone_reads_the_link_off_any_terminal_with_colours(theme: Theme, dark: bool) -> None:
    terminal = await shown(OPEN, GOOD, theme)
    assert read_screen(terminal.screen, dark=dark) == [LINK]


@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_4_BIT])
async def test_a_phone_reads_it_off_terminals_with_fewer_colours(depth: ColorDepth) -> None:
    terminal = await shown(OPEN, GOOD, depth=depth)
    assert read_screen(terminal.screen) == [LINK]


async def test_without_colours_it_is_right_on_a_dark_terminal_and_inverted_on_a_light_one() -> None:
    terminal = await shown(OPEN, GOOD, Theme.NONE)
    assert read_screen(terminal.screen) == [LINK]
    assert read_screen(terminal.screen, dark=False, inverted=True) == [LINK]


@pytest.mark.parametrize("code", LANGUAGES)
async def test_it_stays_as_it_is_in_every_language(code: str) -> None:
    terminal = await shown(OPEN, GOOD, language=Language(code))
    assert read_screen(terminal.screen) == [LINK], terminal.text


@pytest.mark.parametrize("size", [Size(72, 22), GOOD, Size(120, 40)], ids=str)
async def test_it_is_there_in_any_window_that_has_room(size: Size) -> None:
    terminal = await shown(OPEN, size)
    assert read_screen(terminal.screen) == [LINK], terminal.text


async def test_each_address_has_a_code_of_its_own() -> None:
    terminal = await shown(OPEN._replace(ui=Ui(mode=Mode.INVITATION, address=-1)), GOOD)
    assert read_screen(terminal.screen) == ["http://10.8.0.3:9054/#raven-oak-fjord"]


async def test_the_code_of_an_open_table_has_no_fragment() -> None:
    terminal = await shown(OPEN._replace(seen=replace(OPEN.seen, code="")), GOOD)
    assert read_screen(terminal.screen) == ["http://192.168.1.20:9054/"]


# --- read ---


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [GOOD, LEAST], ids=str)
@pytest.mark.parametrize("address", ["192.168.100.200", IPV6])
def test_all_of_it_has_room(size: Size, code: str, address: str) -> None:
    assert SETTINGS.invitation is not None
    invitation = Invitation((ip_address(address),), fingerprint=SETTINGS.invitation.fingerprint)
    seen = replace(OPEN.seen, code="mammoth-blossom-penguin")
    text = joined(text_at(size, replace(SETTINGS, invitation=invitation), seen, code))
    (way,) = ways(invitation, "")
    for line in (way.page, way.ssh, way.odin, "mammoth-blossom-penguin", str(invitation.fingerprint)):
        if code != "ar" or address != IPV6:  # There a line that has to be broken is in the order of the eye.
            assert joined(line) in text, text
    assert "…" not in text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [GOOD, LEAST, Size(160, 50)], ids=str)
def test_what_is_to_be_typed_stands_in_one_line(size: Size, code: str) -> None:
    text = text_at(size, code=code)
    for line in ("ssh -p 9054 odin@192.168.1.20", "odin join 192.168.1.20", "http://192.168.1.20:9054"):
        assert line in text.replace("\xa0", " "), text


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [GOOD, LEAST, Size(100, 30), Size(160, 50)], ids=str)
@pytest.mark.parametrize("address", ["192.168.100.200", IPV6])
def test_the_key_stands_in_one_line_to_be_compared(size: Size, code: str, address: str) -> None:
    assert SETTINGS.invitation is not None
    invitation = replace(SETTINGS.invitation, addresses=(ip_address(address),))
    seen = replace(OPEN.seen, code="mammoth-blossom-penguin")
    assert invitation.fingerprint is not None
    assert invitation.fingerprint in text_at(size, replace(SETTINGS, invitation=invitation), seen, code)


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "ar"])
def test_a_small_window_says_how_large_it_has_to_be(code: str) -> None:
    said = Language(code)(SMALL, columns=80, rows=24)
    assert joined(said) in joined(text_at(LEAST, code=code))
    assert "█" not in text_at(LEAST, code=code)
    assert joined(said) not in joined(text_at(GOOD, code=code))


@pytest.mark.parametrize("size", [GOOD, LEAST], ids=str)
def test_ascii_alone_draws_no_code_and_says_what_does(size: Size) -> None:
    text = text_at(size, replace(SETTINGS, ascii=True))
    assert text.isascii()
    assert "no QR code: odin invite --qr draws it elsewhere." in " ".join(text.split())


def test_a_table_without_a_page_has_no_code_and_nothing_to_say_about_it() -> None:
    assert SETTINGS.invitation is not None
    text = text_at(GOOD, replace(SETTINGS, invitation=replace(SETTINGS.invitation, web=False)))
    assert not any(word in text for word in ("█", "QR", "http"))
    assert "ssh -p 9054 odin@192.168.1.20" in text.replace("\xa0", " ")


@pytest.mark.parametrize("size", [GOOD, LEAST], ids=str)
def test_every_row_fits_the_window(size: Size) -> None:
    rows = compose(frame_of(OPEN, size)).rows
    assert len(rows) == size.rows
    assert max(map(row_width, rows)) <= size.columns


# --- keys ---


def at(seen: Seen, ui: Ui | None = None, settings: Settings = SETTINGS) -> Frame:
    return frame_of(Moment(seen, ui or Ui(), ""), settings=settings)


@pytest.mark.parametrize(
    "seen", [in_lobby(), playing(), playing(turn=2), ended()], ids=["lobby", "turn", "game", "end"]
)
def test_the_owner_opens_it_anywhere_and_esc_goes_back(seen: Seen) -> None:
    assert intent_of(at(seen), "k", "k") is Do.INVITE
    ui, effects = update(Ui(), Do.INVITE, seen, 0.0)
    assert (ui.mode, effects) == (Mode.INVITATION, ())
    intent = intent_of(at(seen, ui), "escape", "")
    assert intent is Do.BACK
    assert update(ui, intent, seen, 0.0) == (Ui(), ())


@pytest.mark.parametrize(
    "seen", [in_lobby(owner=False), replace(playing(), owner=False, code=None)], ids=["lobby", "game"]
)
def test_nobody_else_does(seen: Seen) -> None:
    assert intent_of(at(seen), "k", "k") is Do.NOTHING
    assert update(Ui(), Do.INVITE, seen, 0.0) == (Ui(), ())


def test_who_plays_alone_has_nobody_to_invite() -> None:
    assert intent_of(at(playing(), settings=Settings(alone=True)), "k", "k") is Do.NOTHING


def test_it_is_not_there_before_the_code_is_known_or_after_the_end() -> None:
    for seen in (replace(in_lobby(), code=None, caught_up=False), replace(in_lobby(), ended=Ended(How.GONE))):
        assert intent_of(at(seen), "k", "k") in (None, Do.NOTHING)


@pytest.mark.parametrize("size", [GOOD, LEAST], ids=str)
def test_the_lobbys_bar_names_its_key(size: Size) -> None:
    assert "K invite" in text_of(compose(frame_of(Moment(in_lobby(), Ui(), ""), size)).rows)


def test_arrows_go_round_the_addresses() -> None:
    ui = Ui(mode=Mode.INVITATION)
    seen: list[bool] = []
    for key in ("right", "right", "left", "left", "left"):
        intent = intent_of(at(OPEN.seen, ui), key, "")
        assert intent is not None
        ui, _ = update(ui, intent, OPEN.seen, 0.0)
        seen.append("10.8.0.3" in text_at(GOOD, address=ui.address))
    assert seen == [True, False, True, False, True]
    assert SETTINGS.invitation is not None
    one = replace(SETTINGS, invitation=replace(SETTINGS.invitation, addresses=SETTINGS.invitation.addresses[:1]))
    assert [key.key for key in shown_keys(at(OPEN.seen, ui, one))] == ["Esc"]


# --- found out later ---


async def test_the_key_appears_on_an_open_page_as_soon_as_it_is_known() -> None:
    drawn: list[str] = []
    scene = TableScene(Language("en"), SETTINGS, lambda: drawn.append(text_of(scene.draw(GOOD).rows)), lambda: None)
    scene.seen, scene.ui = OPEN.seen, OPEN.ui
    assert SETTINGS.invitation is not None
    scene.invite(replace(SETTINGS.invitation, fingerprint="SHA256:found"))
    assert ["SHA256:found" in joined(text) for text in drawn] == [True]
