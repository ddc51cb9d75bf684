"""Those who have no seat, in the host's lobby: who looks on, who is muted, who was kicked."""

import pytest
from msgspec.structs import replace

from clients.model import Seen, SessionFacts, fold
from clients.news import Ended, How, Logged, News
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.screens.index import compose, react, shown_keys
from clients.terminal.screens.lobby_lines import GuestLine, KickedLine, chosen_of, lines_of
from clients.terminal.state import Effect, Mode, SendPart, Ui
from odin_net.game.events import Occupant, SeatChanged
from odin_net.game.state import evolve
from protocol.messages import Audience, Forgive, Kicked, KickGuest, MuteGuest, Part
from tests.clients.terminal.moments import Moment, in_lobby, with_company
from tests.clients.terminal.staging import frame_of
from tests.clients.terminal.test_index import ENTER, ESC, pressed
from tests.helpers.host_said import onlooker, terms

SIZES = (Size(60, 20), Size(80, 24), Size(160, 50))


def lobby() -> Seen:
    return with_company(in_lobby())


def at(name: str, seen: Seen, line: type[GuestLine | KickedLine] = GuestLine) -> Ui:
    """The screen with this line chosen."""
    return Ui(line=lines_of(seen).index(line(name)))


def shown(seen: Seen, ui: Ui | None = None, size: Size = SIZES[1]) -> str:
    return text_of(compose(frame_of(Moment(seen, ui or Ui(), ""), size)).rows)


def keys(seen: Seen, ui: Ui) -> list[str]:
    return [f"{key.key} {key.text}" for key in shown_keys(frame_of(Moment(seen, ui, "")))]


def sent(done: list[Effect]) -> list[Part]:
    return [effect.message for effect in done if isinstance(effect, SendPart)]


def heard(ui: Ui, before: Seen, news: News) -> tuple[Ui, Seen]:
    seen = fold(before, news, SessionFacts(before.state, 0, True, 0.0))
    return react(ui, news, before, seen)[0], seen


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_each_of_them_can_be_chosen_and_is_seen_then(size: Size) -> None:
    seen = lobby()
    for name, line, state in (
        ("Eve", GuestLine, "waits for a seat"),
        ("Ulf", GuestLine, "watches"),
        ("Television", GuestLine, "watches"),
        ("Loki", KickedLine, "kicked"),
    ):
        rows = shown(seen, at(name, seen, line), size).splitlines()
        (chosen,) = [row for row in rows if "►" in row]
        assert name in chosen
        assert state in chosen


def test_a_large_window_shows_all_of_them_and_a_small_one_how_many_more() -> None:
    seen = lobby()
    assert all(name in shown(seen, size=SIZES[2]) for name in ("Eve", "Ulf", "Television", "Loki"))
    assert "watches, muted" in shown(seen, size=SIZES[2])
    small = shown(seen, size=SIZES[0])
    assert "Eve" in small
    assert "+ 3" in small


def test_guests_see_nothing_of_it() -> None:
    seen = with_company(in_lobby(owner=False))
    assert not any(name in shown(seen, size=SIZES[2]) for name in ("Eve", "Ulf", "Loki"))


def test_x_kicks_who_looks_on_when_it_is_meant() -> None:
    seen = lobby()
    ui, done = pressed(seen, "x", at("Ulf", seen))
    assert (ui.mode, done) == (Mode.KICKING, [])
    assert "Take Ulf from the table? There is a new code then" in " ".join(shown(seen, ui).split())
    assert sent(pressed(seen, "x", ui)[1]) == sent(pressed(seen, ENTER, ui)[1]) == [KickGuest("Ulf")]
    assert pressed(seen, ESC, ui)[1] == []


def test_u_mutes_who_looks_on_and_lets_them_be_heard_again() -> None:
    seen = lobby()
    assert sent(pressed(seen, "u", at("Eve", seen))[1]) == [MuteGuest("Eve", True)]
    assert sent(pressed(seen, "u", at("Ulf", seen))[1]) == [MuteGuest("Ulf", False)]
    assert {"X kick", "U mute"} <= set(keys(seen, at("Eve", seen)))
    assert "U unmute" in keys(seen, at("Ulf", seen))


def test_enter_takes_a_kick_back() -> None:
    seen = lobby()
    ui = at("Loki", seen, KickedLine)
    assert sent(pressed(seen, ENTER, ui)[1]) == [Forgive("Loki")]
    assert pressed(seen, "xu<left><right>", ui)[1] == []
    assert "Enter take a kick back" in keys(seen, ui)
    assert not {"X kick", "U mute"} & set(keys(seen, ui))


def test_who_is_chosen_stays_so_whoever_comes_or_goes() -> None:
    seen = lobby()
    more = Audience((onlooker("Dis", waits=True), *seen.audience.people))
    ui, after = heard(at("Ulf", seen), seen, more)
    assert chosen_of(ui, after) == GuestLine("Ulf")
    ui, after = heard(ui, after, Audience((onlooker("Dis", waits=True),)))
    assert after.seat == 0 == ui.line, "whoever is gone leaves the choice at one's own seat"


def test_a_question_about_somebody_who_has_gone_is_dropped() -> None:
    seen = lobby()
    asking = replace(at("Ulf", seen), mode=Mode.KICKING)
    ui, _ = heard(asking, seen, Audience((onlooker("Eve", waits=True),)))
    assert ui.mode is Mode.PLAY
    ui, after = heard(asking, seen, Audience(seen.audience.people[1:]))
    assert (ui.mode, sent(pressed(after, "x", ui)[1])) == (Mode.KICKING, [KickGuest("Ulf")])


def test_a_kick_that_was_taken_back_leaves_the_choice_at_ones_own_seat() -> None:
    seen = replace(lobby(), knows_kicked=True)
    ui, after = heard(at("Loki", seen, KickedLine), seen, Kicked(()))
    assert (ui.line, after.kicked) == (0, ())
    assert "Loki is not kicked any more and may come in again." in shown(after)


def test_who_was_muted_and_sits_down_is_marked_so() -> None:
    seen = in_lobby()
    ui, seen = heard(Ui(), seen, Audience((onlooker("Ulf", True, True), onlooker("Eve", False, True))))
    assert "waits for a seat, muted" in shown(seen, ui, SIZES[2])
    assert seen.state is not None
    event = SeatChanged(5, Occupant("Ulf"))
    sat = replace(seen, state=evolve(seen.state, event))
    ui, _ = react(ui, Logged(7, event, False), seen, sat)
    ui, sat = heard(ui, sat, Audience(()))
    assert "muted" not in shown(sat, ui, SIZES[2])
    ui, sat = heard(ui, sat, terms(muted=(5,)))
    assert "not ready, muted" in next(line for line in shown(sat, ui, SIZES[2]).splitlines() if "Ulf" in line)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("raven-oak-fjord", "Bo is kicked. Only the new code would let them in again."),
        ("", "Bo is kicked: nobody comes in from their address, but for this computer, until you take that back."),
    ],
)
def test_the_log_says_who_was_kicked_and_what_keeps_them_out(code: str, said: str) -> None:
    _, seen = heard(Ui(), replace(in_lobby(), code=code, knows_kicked=True), Kicked(("Bo",)))
    assert said in " ".join(shown(seen, size=SIZES[2]).split())
    assert heard(Ui(), seen, Kicked(("Bo",)))[1].told == seen.told, "it is said once"


def test_who_was_kicked_before_we_came_is_no_news() -> None:
    before = in_lobby()
    _, seen = heard(Ui(), before, Kicked(("Bo",)))
    assert (seen.kicked, seen.told) == (("Bo",), before.told)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_hostile_names_drive_no_terminal(size: Size) -> None:
    seen = replace(in_lobby(), audience=Audience((onlooker("\x1b[31mUlf"),)), kicked=("\x1b]0;x\x07",))
    for line in range(len(lines_of(seen))):
        assert "\x1b" not in shown(seen, Ui(line=line), size)
        assert "\x1b" not in shown(seen, Ui(line=line, mode=Mode.KICKING), size)


@pytest.mark.parametrize("mode", [Mode.CHAT, Mode.RENAME, Mode.QUITTING])
def test_who_is_kicked_while_they_type_can_close_the_page_that_says_so(mode: Mode) -> None:
    ui, seen = heard(Ui(mode=mode), in_lobby(), Ended(How.KICKED))
    assert keys(seen, ui) == ["Enter close"]
    assert "taken you from the table" in shown(seen, ui)
