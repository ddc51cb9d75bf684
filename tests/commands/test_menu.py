"""The menu, and choosing a table on the screen."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from prompt_toolkit.input import create_pipe_input

from clients.interfaces import SeatSecret
from clients.language import LANGUAGES, Language
from clients.seat_store import SeatStore, left_tables
from clients.terminal.frame import Settings
from clients.terminal.screens import choose_table
from clients.terminal.stage import Stage
from odin_net.commands.menu import Menu
from odin_net.errors import saying
from odin_net.lan.announcements import FoundTable
from odin_net.lan.discovery import DiscoveryFailed
from tests.helpers.screens import Terminal

TABLES = [
    FoundTable("Ann", "192.168.1.20", 9054, b"a" * 16, 2, 4, False),
    FoundTable("\x1b[31mred", "fd00::20", 9054, b"b" * 16, 1, 6, True),
]


def found(*changes: list[FoundTable]) -> Callable[..., object]:
    """A search that sees these tables, one list after the other, and then nothing new."""

    async def watch(changed: Callable[[list[FoundTable]], None]) -> None:
        for tables in changes:
            changed(tables)
            changed(tables)  # They announce themselves again and again.
        await asyncio.Event().wait()

    return watch


async def choose(keys: list[tuple[str, str]]) -> tuple[list[str] | None, Terminal]:
    """What the menu comes to: each time that this is shown, press that."""
    terminal = Terminal()
    with create_pipe_input() as pipe:
        async with Stage(pipe, terminal.output) as stage:
            running = asyncio.create_task(Menu(stage, Language("en"), Settings()).run())
            for shown, key in keys:
                await terminal.until(shown)
                pipe.send_text(key)
            return await asyncio.wait_for(running, 5), terminal


@pytest.mark.parametrize(("key", "chosen"), [("p", ["play"]), ("h", ["host"]), ("q", None), ("\x03", None)])
async def test_a_letter_chooses(key: str, chosen: list[str] | None) -> None:
    assert (await choose([("What would you like", key)]))[0] == chosen


async def test_a_table_is_chosen_among_those_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose_table, "watch", found(TABLES))
    keys = [("What would you like", "j"), ("192.168.1.20:9054, 2 of 4 seats taken", "1")]
    chosen, terminal = await choose(keys)
    assert chosen == ["join", "192.168.1.20:9054"]
    assert "\x1b[31mred" not in terminal.written


async def test_a_table_that_is_open_to_all_needs_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose_table, "watch", found(TABLES))
    chosen, _ = await choose([("What would you like", "j"), ("[fd00::20]:9054, 1 of 6", "2")])
    assert chosen == ["join", "[fd00::20]:9054", "--code", ""]


async def test_an_address_can_be_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose_table, "watch", found([]))
    keys = [
        ("What would you like", "j"),
        ("Looking for tables", "a"),
        ("Where is the table", "1.2.3\r"),
        ("That is no address", "\x1510.0.0.7\r"),
    ]
    assert (await choose(keys))[0] == ["join", "10.0.0.7:9054"]


async def test_who_goes_back_from_the_address_sees_the_tables_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose_table, "watch", found(TABLES))
    keys = [
        ("What would you like", "j"),
        ("These tables are open", "a"),
        ("Where is the table", "\x1b"),
        ("2 of 4 seats taken", "q"),
        ("What would you like", "p"),
    ]
    assert (await choose(keys))[0] == ["play"]


async def test_a_computer_that_cannot_look_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def watch(*_: object) -> None:
        raise DiscoveryFailed(saying("no network"))

    monkeypatch.setattr(choose_table, "watch", watch)
    keys = [("What would you like", "j"), ("cannot look for tables", "\x1b"), ("What would you like", "q")]
    assert (await choose(keys))[0] is None


async def test_a_table_that_opens_later_appears_and_one_that_closes_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    opens, closes = asyncio.Event(), asyncio.Event()

    async def watch(changed: Callable[[list[FoundTable]], None]) -> None:
        await opens.wait()
        changed(TABLES)
        await closes.wait()
        changed(TABLES[1:])
        await asyncio.Event().wait()

    monkeypatch.setattr(choose_table, "watch", watch)
    terminal = Terminal()
    with create_pipe_input() as pipe:
        async with Stage(pipe, terminal.output) as stage:
            choosing_one = asyncio.create_task(choose_table.choose_table(stage, Language("en"), Settings()))
            await terminal.until("One that opens later appears here")
            opens.set()
            await terminal.until("192.168.1.20:9054, 2 of 4")
            closes.set()
            await terminal.until(lambda text: "192.168.1.20" not in text and "still looking" in text)
            pipe.send_text("1")
            chosen = await asyncio.wait_for(choosing_one, 5)
    assert chosen == choose_table.ChosenTable("[fd00::20]:9054", b"b" * 16, is_open=True)


async def test_what_has_no_room_in_the_list_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    flood = [
        FoundTable(f"T{place}", "10.0.0.9", 9054 + place, bytes([place]) * 16, 1, 4, False) for place in range(137)
    ]
    monkeypatch.setattr(choose_table, "watch", found(flood))
    keys = [("What would you like", "j"), ("132 more tables are not listed", "\x1b"), ("What would you like", "q")]
    assert (await choose(keys))[0] is None


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_the_menu_says_whose_game_it_is(code: str, size: tuple[int, int]) -> None:
    terminal = Terminal(*size)
    with create_pipe_input() as pipe:
        async with Stage(pipe, terminal.output) as stage:
            running = asyncio.create_task(Menu(stage, Language(code), Settings()).run())
            text = await terminal.until("Helvetiq")
            pipe.send_text("q")
            await running
    is_rtl = Language(code).is_rtl
    words = " ".join(text.split())
    assert all(name in words for name in ("Gary Kim", "Hope S. Hwang", "Yohan Goh"))
    assert "Helvetiq" in text.rstrip().splitlines()[-1]
    for key in "TPHJ":
        assert (f"  {key}" if is_rtl else f" {key}  ") in text
    # It points to what follows.
    assert ("P ◄" if is_rtl else "► P") in text


def test_tables_keep_their_places() -> None:
    ann, bo = TABLES
    assert choose_table.in_known_order([bo], [ann, bo]) == [bo, ann]
    assert choose_table.in_known_order([bo, ann], [ann._replace(players=3)]) == [ann._replace(players=3)]


async def test_who_cannot_look_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose_table, "AGAIN_SECONDS", 0)
    tries = 0

    async def watch(changed: Callable[[list[FoundTable]], None]) -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise DiscoveryFailed(saying("no network"))
        changed(TABLES)
        await asyncio.Event().wait()

    monkeypatch.setattr(choose_table, "watch", watch)
    assert (await choose([("What would you like", "j"), ("2 of 4 seats taken", "1")]))[0] == [
        "join",
        "192.168.1.20:9054",
    ]


# --- what is remembered, and who is new ---


async def run_menu(keys: list[tuple[str, str]], kept: dict[str, object], **settings: object) -> list[str] | None:
    """What a menu with these settings comes to; `kept` gets what it was to remember."""
    terminal = Terminal()

    def remember(**chosen: object) -> None:
        kept.update(chosen)

    with create_pipe_input() as pipe:
        async with Stage(pipe, terminal.output) as stage:
            running = asyncio.create_task(Menu(stage, Language("en"), Settings(), remember, **settings).run())  # type: ignore[arg-type]
            for shown, key in keys:
                await terminal.until(shown)
                pipe.send_text(key)
            return await asyncio.wait_for(running, 5)


async def test_who_is_new_is_told_of_the_lesson_once_and_enter_opens_it() -> None:
    kept: dict[str, object] = {}
    keys = [("New here? T: the lesson", "\r"), ("step 1 of", "q"), ("What would you like", "\r")]
    assert await run_menu(keys, kept, is_new=True) == ["play"], "behind the lesson the cursor stands on play"
    assert kept == {"greeted": True}


async def test_settings_are_changed_in_the_menu_and_kept() -> None:
    kept: dict[str, object] = {}
    down = "\x1b[B"
    keys = [
        ("What would you like", "o"),
        ("theme: clear colours", f"{down}\x1b[C"),
        ("theme: high contrast", f"{down} "),
        ("your cards: by colour", f"{down} "),
        ("bell: off", f"{down} "),
        ("motion: off", "\x1b[A" * 4),
        ("► language: English", "\x1b[C"),
        ("langue", "\x1b"),
        (Language("fr")("What would you like to do?").split("\xa0")[0], "q"),
    ]
    assert await run_menu(keys, kept) is None
    assert kept == {"theme": "contrast", "sort": "colour", "sound": False, "motion": False, "language": "fr"}


async def test_tables_that_were_left_are_offered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(choose_table, "watch", found([TABLES[0]]))
    left = SeatSecret(b"c" * 16, b"s" * 32, "Ann")
    for table, address in ((left, "10.0.0.9:9054"), (left._replace(table=b"a" * 16), "10.0.0.8:9054")):
        with SeatStore(tmp_path, address) as store:
            store.keep(table)
    keys = [("What would you like", "j"), ("back to your seat as Ann", "2")]
    assert await run_menu(keys, {}, data=tmp_path) == ["join", "10.0.0.9:9054"], "the other one is found already"


def test_a_file_is_not_believed_for_its_address(tmp_path: Path) -> None:
    with SeatStore(tmp_path, "\x1b[2Jno address:") as store:
        store.keep(SeatSecret(b"c" * 16, b"s" * 32, "Ann"))
    assert [one.name for one in left_tables(tmp_path)] == ["Ann"]
    assert not choose_table._is_address(left_tables(tmp_path)[0].address)
