"""The hosting player's own link is let in before every limit, and no other link of the process is."""

import pytest

from odin_net.game.events import LobbyOpened, Presence
from odin_net.game.options import Options
from odin_net.game.state import Phase
from odin_net.host.admission import MAX_AT_THE_DOOR, MAX_MORE
from odin_net.host.guesses import CODES_AT_ONCE, MAX_GUESSES
from odin_net.host.peer import Way
from odin_net.host.table import Opening
from protocol import messages as wire
from protocol.errors import Close, Hint
from protocol.messages import Intent
from tests.helpers.hallway import Hallway, Visitor
from tests.helpers.house import OWNER

OWNED = Opening(owner=OWNER, options=Options(points=99))
BO = b"bo".ljust(32, b".")
CY = b"cy".ljust(32, b".")


def seat_of(visitor: Visitor) -> wire.Seated | None:
    return next((message for message in reversed(visitor.messages) if isinstance(message, wire.Seated)), None)


def use_codes_up(hallway: Hallway) -> None:
    """Guess until no code is left for now."""
    for number in range((CODES_AT_ONCE + 1) * MAX_GUESSES):
        words = hallway.hub.table.memo.code.split("-")
        hallway.visit(code="-".join(words[1:] + words[:1]), address=f"10.0.{number}.1")
        hallway.wait(0.2)
    assert hallway.visit(address="10.1.1.1").hint is Hint.NEW_CODE_NEEDED


def fill_the_door(hallway: Hallway) -> list[Visitor]:
    """24 strangers of whom all who may stand at the door do."""
    hallway.works = False
    strangers = [hallway.visit(address=f"10.2.0.{number}") for number in range(24)]
    assert hallway.visit(address="10.2.1.1").hint is Hint.BUSY
    return strangers


def play(hallway: Hallway, *people: Visitor) -> None:
    for visitor in people:
        visitor.say(wire.Ready(0, True))
    hallway.wait(10)
    assert hallway.hub.table.is_playing


def table_with(hallway: Hallway, *, playing: bool) -> Visitor:
    ann = hallway.owner()
    bo = hallway.join("Bo", BO)
    if playing:
        play(hallway, ann, bo)
    return ann


@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
@pytest.mark.parametrize("killed", [False, True], ids=["lost", "killed"])
@pytest.mark.parametrize("trouble", ["none", "full", "code", "door"])
def test_the_owner_comes_back_whatever_strangers_do(trouble: str, killed: bool, playing: bool) -> None:
    hallway = Hallway(OWNED._replace(watchers=0, seats=2) if trouble == "full" else OWNED)
    ann = table_with(hallway, playing=playing)
    if trouble == "full":
        assert hallway.visit().hint is Hint.FULL
    if trouble == "code":
        use_codes_up(hallway)
    if killed:
        hallway.kill()
    else:
        ann.lose()
    strangers = fill_the_door(hallway) if trouble == "door" else []
    again = hallway.owner()
    assert seat_of(again) == wire.Seated(0, hallway.hub.table.memo.seat_secrets[0].key, owner=True)
    assert hallway.hub.table._core.seats[0].presence is Presence.HERE
    # It has taken nobody's place, either.
    assert [visitor.is_cut for visitor in strangers[:MAX_AT_THE_DOOR]] == [False] * len(strangers[:MAX_AT_THE_DOOR])


def test_the_owner_is_not_counted_at_the_door() -> None:
    hallway = Hallway(OWNED)
    silent = [hallway.inside() for _ in range(3)]
    strangers = [hallway.silent(f"10.0.0.{number}") for number in range(MAX_AT_THE_DOOR)]
    assert not any(visitor.is_cut for visitor in (*silent, *strangers))
    hallway.inside()
    assert not any(visitor.is_cut for visitor in strangers)


def test_the_owner_may_come_back_with_a_ticket_too() -> None:
    hallway = Hallway(OWNED)
    ann = table_with(hallway, playing=True)
    ann.lose()
    again = hallway.inside(Intent.RESUME)
    again.log = ann.log
    again.say(ann.log.sync())
    assert seat_of(again) is not None
    assert len(again.log) > len(ann.log) - 1


@pytest.mark.parametrize(
    ("trouble", "hint"), [("code", Hint.NEW_CODE_NEEDED), ("full", Hint.FULL), ("disk", Hint.BUSY)]
)
def test_another_link_inside_the_process_has_no_such_right(trouble: str, hint: Hint) -> None:
    hallway = Hallway(OWNED._replace(watchers=0, seats=2) if trouble == "full" else OWNED)
    ann = table_with(hallway, playing=False)
    if trouble == "code":
        use_codes_up(hallway)
    elif trouble == "disk":
        hallway.disk.is_full = True
        ann.say(wire.AddBot("easy"))
    assert hallway.inside(way=Way.INSIDE).hint is hint


def test_another_link_inside_the_process_is_counted_at_the_door() -> None:
    hallway = Hallway(OWNED)
    fill_the_door(hallway)
    assert hallway.inside(way=Way.INSIDE).hint is Hint.BUSY
    crowd = [hallway.inside(way=Way.INSIDE, address="10.0.0.9") for _ in range(MAX_MORE + 4)]
    assert all(visitor.is_cut for visitor in crowd)


# --- an owner without a seat ---


@pytest.mark.parametrize("killed", [False, True])
def test_a_seat_is_kept_for_the_owner_until_they_sit_down(killed: bool) -> None:
    hallway = Hallway(OWNED._replace(seats=3, watchers=1))
    for name, secret in (("Bo", BO), ("Cy", CY)):
        assert seat_of(hallway.join(name, secret)) is not None
    waiting = hallway.join("Di")
    assert seat_of(waiting) is None
    assert waiting.messages[0] == wire.Watching(0)
    assert hallway.visit(address="10.0.0.7").hint is Hint.FULL
    if killed:
        hallway.kill()
    assert seat_of(hallway.owner()) is not None
    assert len(hallway.hub.table.memo.seat_secrets) == 3


@pytest.mark.parametrize("killed", [False, True])
def test_an_owner_who_comes_in_mid_game_waits_beyond_the_limit_and_has_the_next_seat(killed: bool) -> None:
    hallway = Hallway(OWNED._replace(seats=3, watchers=0, options=Options(points=1)))
    bo, cy = hallway.join("Bo", BO), hallway.join("Cy", CY)
    play(hallway, bo, cy)
    if killed:
        hallway.kill()
    ann = hallway.owner()
    assert (ann.hint, ann.close, seat_of(ann)) == (None, None, None)
    assert ann.messages[0] == wire.Watching(0)
    assert wire.TableCode(hallway.hub.table.memo.code, wire.CodeNews.SHOWN) in ann.messages
    assert hallway.hub.table.is_playing
    if not killed:
        bo.say(wire.Bye(Close.LEFT))
        cy.say(wire.Bye(Close.LEFT))
        hallway.wait(600)
        seated = seat_of(ann)
        assert seated is not None
        assert seated.owner


# --- a full disk ---


@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
def test_a_table_that_is_resumed_on_a_full_disk_waits_with_its_owner(playing: bool) -> None:
    hallway = Hallway(OWNED)
    table_with(hallway, playing=playing)
    hallway.disk.is_full = True
    hallway.kill()
    written = hallway.disk.entries
    ann = hallway.owner()
    assert (ann.hint, ann.close) == (None, None)
    assert ann.messages[-1] == wire.Paused(())
    # What was written they see, and nothing else.
    assert ann.log.raw == [raw for entry in written for raw in entry.events]
    assert hallway.visit().hint is Hint.BUSY
    hallway.wait(30)
    assert (ann.close, hallway.disk.entries) == (None, written)
    hallway.disk.is_full = False
    hallway.wait(2)
    mine = wire.Seated(0, hallway.hub.table.memo.seat_secrets[0].key, owner=True)
    assert [message for message in ann.messages if isinstance(message, wire.Seated)] == [mine, mine]
    assert ann.log.raw == [raw for entry in hallway.disk.entries for raw in entry.events]
    assert hallway.hub.table._core.seats[0].presence is Presence.HERE
    assert hallway.hub.table._core.phase is (Phase.PLAYING if playing else Phase.LOBBY)


def test_an_owner_who_never_sat_down_does_so_when_the_disk_takes_writes() -> None:
    hallway = Hallway(OWNED)
    hallway.join("Bo", BO)
    hallway.disk.is_full = True
    hallway.kill()
    ann = hallway.owner()
    assert seat_of(ann) is None
    hallway.disk.is_full = False
    hallway.wait(2)
    seated = seat_of(ann)
    assert seated is not None
    assert (seated.seat, seated.owner) == (1, True)


def test_a_disk_that_fails_as_the_next_game_is_opened_shows_nothing_of_it() -> None:
    hallway = Hallway(OWNED._replace(options=Options(points=1), bots=1, level="random"))
    ann = hallway.owner()
    ann.say(wire.SetPace(0, 100), wire.Start())
    hallway.disk.full_at = LobbyOpened
    hallway.wait(300)
    assert hallway.disk.is_full
    written = [raw for entry in hallway.disk.entries for raw in entry.events]
    ann.lose()
    again = hallway.owner()
    assert again.close is None
    assert again.log.raw == []
    assert written[: len(ann.log.raw)] == ann.log.raw
    hallway.disk.full_at, hallway.disk.is_full = None, False
    hallway.wait(2)
    assert seat_of(again) is not None
    assert again.log.game != ann.log.game
