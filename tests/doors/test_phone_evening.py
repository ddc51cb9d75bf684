"""Evenings with a phone: a real Chromium at a real host on a screen of its own, and another terminal at the table."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.helpers.browser import PHONE, TELEVISION, Browser, Page, Size
from tests.helpers.host import CODE
from tests.helpers.phones import CARDS_IN_HAND, GAME_IS_OVER, HAND_IS_OVER, MY_TURN, play, say_ready, sit_down
from tests.helpers.qr_codes import read_screen

if sys.platform == "win32":
    pytest.skip("its pseudo terminals are others", allow_module_level=True)

from tests.doors.test_ssh_evenings import SIGNS
from tests.helpers.ptys import Pty, odin_on

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]
HERE = "127.0.0.1"
SMALL = Size(320, 568)
SCROLLS = "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
# It is our turn, and no move of ours is on its way.
IS_ASKED = f"{MY_TURN} && document.querySelector('.pass:not(:disabled)') !== null"
AT_THE_TABLE = "document.querySelector('main.table') !== null && document.querySelector('.veil') === null"


class Evening:
    """A table with the host's own seat and a bot, and how to come to it."""

    def __init__(self, data: Path, screen: Pty, link: str) -> None:
        self.data, self.screen, self.link = data, screen, link

    @property
    def address(self) -> str:
        """Without the code."""
        return self.link.partition("#")[0]

    def start(self) -> None:
        """The host is ready, as soon as the phone is."""
        self.screen.press("r")


@asynccontextmanager
async def evening(data: Path, *flags: str) -> AsyncIterator[Evening]:
    """A host whose invitation was scanned off its screen."""
    table = ("--port", "0", "--bind", HERE, "--code", CODE, "--bots", "1", "--level", "easy", "--pace", "0")
    async with odin_on("host", *table, "--name", "Ann", "--lang", "en", "--data", str(data), *flags) as screen:
        await screen.until("K invite")
        screen.press("k")
        await screen.until(lambda _: len(read_screen(screen.screen)) == 1)
        (link,) = read_screen(screen.screen)
        screen.press("\x1b")
        await screen.until("K invite")
        yield Evening(data, screen, link)


async def keep_playing(terminal: Pty) -> None:
    """Do what the screen says, for ever."""
    while True:
        text = terminal.text
        key = next((key for seen, key in SIGNS.items() if seen in text), "")
        if key:
            terminal.press(key)
        for _ in range(50):
            await asyncio.sleep(0.01)
            if terminal.text != text:
                break


@asynccontextmanager
async def playing(*terminals: Pty) -> AsyncIterator[None]:
    """These play as long as this lasts."""
    tasks = [asyncio.create_task(keep_playing(terminal)) for terminal in terminals]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def arrived(browser: Browser, table: Evening, size: Size = PHONE, language: str = "en") -> Page:
    """A phone that has followed the link and sits in the lobby as Bo."""
    phone = browser.page(size=size, language=language)
    await asyncio.to_thread(phone.go, table.link)
    assert "Ann" in phone.text("h1"), "whose table it is"
    await asyncio.to_thread(sit_down, phone, "Bo")
    await table.screen.until("Bo")
    return phone


async def at_the_table(browser: Browser, table: Evening) -> Page:
    """A phone with nine cards."""
    phone = await arrived(browser, table)
    await asyncio.to_thread(say_ready, phone)
    table.start()
    await asyncio.to_thread(phone.until, f"{CARDS_IN_HAND} > 0")
    return phone


def hand_of(phone: Page) -> list[str]:
    return sorted(phone.run("[...document.querySelectorAll('.hand .card')].map((one) => one.dataset.card)"))


async def test_a_whole_game_by_taps_against_a_terminal_and_a_bot_seen_on_the_big_screen(
    browser: Browser, tmp_path: Path
) -> None:
    """From the code on the host's screen to who has won, with a reload in the middle of it."""
    async with evening(tmp_path / "host", "--points", "5") as table:
        assert re.fullmatch(rf"http://{HERE}:\d+/#{CODE}", table.link)
        television = browser.page(size=TELEVISION)
        await asyncio.to_thread(television.go, f"{table.address}watch#{CODE}")
        await asyncio.to_thread(television.until, "document.querySelector('.big-screen') !== null")
        place = re.sub(r"http://|/", "", table.address)
        join = ("join", place, "--name", "Cy", "--code", CODE, "--lang", "en", "--data", str(tmp_path / "Cy"))
        async with odin_on(*join) as other:
            await other.until("R: ready to begin")
            phone = await arrived(browser, table)
            assert CODE not in phone.run("location.href"), "it is nobody's business"
            await asyncio.to_thread(say_ready, phone)
            other.press("r")
            table.start()
            async with playing(table.screen, other):
                await asyncio.to_thread(play, phone, f"{IS_ASKED} && {CARDS_IN_HAND} < 9")
                held = hand_of(phone)
                await asyncio.to_thread(phone.reload)
                await asyncio.to_thread(phone.until, MY_TURN)
                assert hand_of(phone) == held
                await asyncio.to_thread(play, phone, HAND_IS_OVER)
                # What it gave to the shuffle of this hand went with the reload; the rest was computed again.
                assert "Not checked" in phone.text(".checked")
                await asyncio.to_thread(play, phone, GAME_IS_OVER)
        assert re.search(r"You win!|wins\.|victory", phone.text())
        assert phone.run("document.querySelectorAll('.race li').length") == 4
        await asyncio.to_thread(television.until, "document.querySelectorAll('.big-screen .race li').length === 4")
        assert television.run("document.querySelectorAll('.hand').length") == 0
        await watch_it_again(table, phone, television)
        assert phone.errors == television.errors == []


async def watch_it_again(table: Evening, phone: Page, television: Page) -> None:
    """The host shows the game again, and steps; one leaves that and comes back."""
    await table.screen.until(lambda text: "Enter: the final standing." in text or "W show it again" in text)
    if "W show it again" not in table.screen.text:
        table.screen.press("\r")
        await table.screen.until("W show it again")
    table.screen.press("w")
    for page in (phone, television):
        await asyncio.to_thread(page.until, "document.querySelectorAll('main.replay .laid .card').length === 36")
    table.screen.press("\x1b[F")
    for page in (phone, television):
        await asyncio.to_thread(page.until, "document.querySelectorAll('main.replay .race li').length === 4")
    await asyncio.to_thread(phone.tap, "main.replay > .button")
    await asyncio.to_thread(phone.until, "document.querySelector('.race.won') !== null")
    table.screen.press("\x1b")
    await asyncio.to_thread(television.until, "document.querySelector('main.replay') === null")


async def test_who_was_without_network_for_long_is_back_with_the_same_cards(browser: Browser, tmp_path: Path) -> None:
    """Until both sides have noticed: nothing tells them but the silence."""
    async with evening(tmp_path) as table:
        phone = await at_the_table(browser, table)
        held = hand_of(phone)
        await asyncio.to_thread(online, phone, False)
        await asyncio.to_thread(phone.until, "document.querySelector('.veil') !== null")
        await table.screen.until("Bo is away")
        assert "The host does not answer" in phone.text(".veil")
        assert hand_of(phone) == held
        await asyncio.to_thread(online, phone, True)
        await asyncio.to_thread(phone.until, AT_THE_TABLE)
        async with playing(table.screen):
            await asyncio.to_thread(play, phone, HAND_IS_OVER)
        assert "Checked on this phone" in phone.text(".checked")
        assert phone.errors == []


def online(phone: Page, is_online: bool) -> None:
    rates = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    phone.call("Network.emulateNetworkConditions", offline=not is_online, **rates)


async def test_a_host_that_was_killed_goes_on_and_the_phone_with_it(browser: Browser, tmp_path: Path) -> None:
    async with evening(tmp_path) as table:
        phone = await at_the_table(browser, table)
        held = hand_of(phone)
        await table.screen.kill()
        await asyncio.to_thread(phone.until, "document.querySelector('.veil') !== null")
        assert "The host does not answer" in phone.text(".veil")
        assert hand_of(phone) == held
        async with odin_on("host", "--resume", "--lang", "en", "--data", str(tmp_path)) as again:
            await asyncio.to_thread(phone.until, AT_THE_TABLE)
            assert hand_of(phone) == held
            async with playing(again):
                await asyncio.to_thread(play, phone, HAND_IS_OVER)
        assert "Checked on this phone" in phone.text(".checked")
        assert phone.errors == []


async def test_a_second_tab_takes_over_only_when_it_is_told_to(browser: Browser, tmp_path: Path) -> None:
    async with evening(tmp_path) as table:
        first = await at_the_table(browser, table)
        held = hand_of(first)
        second = browser.page(first.person)
        await asyncio.to_thread(second.go, table.address)
        await asyncio.to_thread(second.until, "document.body.innerText.includes('Another tab is at this table')")
        assert hand_of(first) == held
        await asyncio.to_thread(second.tap, ".button.main")
        await asyncio.to_thread(second.until, f"{CARDS_IN_HAND} === {len(held)}")
        assert hand_of(second) == held
        moved = "document.body.innerText.includes('Your seat is open in another window now')"
        await asyncio.to_thread(first.until, moved)
        async with playing(table.screen):
            await asyncio.to_thread(play, second, HAND_IS_OVER)
        assert first.run(moved), "they do not fight"
        assert first.errors == second.errors == []


async def another_code(table: Evening, phone: Page) -> None:
    """The host makes a new one: the phone shows the old one to nobody any more, nor after a reload."""
    assert CODE in phone.text(".invite")
    table.screen.press("n")
    await table.screen.until("A new code?")
    table.screen.press("n")
    await asyncio.to_thread(phone.until, f"!document.querySelector('.invite').innerText.includes('{CODE}')")
    await asyncio.to_thread(phone.reload)
    await asyncio.to_thread(phone.until, "document.querySelector('.invite') !== null")
    assert CODE not in phone.text(".invite")
    # Who comes in with the new one shows it: that one leads in.
    (new,) = re.findall(r"The code: (\S+)", await table.screen.until(lambda text: "The code: " in text))
    assert new != CODE
    television = phone.browser.page(size=TELEVISION)
    await asyncio.to_thread(television.go, f"{table.address}watch#{new}")
    await asyncio.to_thread(television.until, f"Object.values(sessionStorage).includes('1 {new}')")
    await asyncio.to_thread(
        television.until, "document.querySelector('.big-screen .door p')?.innerText === 'Scan to join'"
    )
    assert television.errors == []


async def test_a_hand_in_arabic_on_a_small_phone(browser: Browser, tmp_path: Path) -> None:
    async with evening(tmp_path) as table:
        phone = await arrived(browser, table, SMALL, "ar")
        assert phone.run("[document.documentElement.lang, getComputedStyle(document.body).direction]") == ["ar", "rtl"]
        await another_code(table, phone)
        await asyncio.to_thread(say_ready, phone)
        table.start()
        async with playing(table.screen):
            await asyncio.to_thread(play, phone, f"{MY_TURN} && {CARDS_IN_HAND} > 0")
            assert not phone.run(SCROLLS)
            await asyncio.to_thread(play, phone, HAND_IS_OVER)
        assert re.search(r"[\u0600-\u06ff]", phone.text("h1"))
        assert phone.errors == []
