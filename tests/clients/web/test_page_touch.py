"""What the page does when it is touched, typed at and listened to, in a real browser without a host."""

from pathlib import Path

import pytest

from tests.clients.web.page_driver import Stage, asked, drawn, fixture_html, pick, show, with_script
from tests.helpers.browser import PHONE, Browser, Page
from tests.helpers.pages import page_in

pytestmark = pytest.mark.xdist_group("page")
LIVE = "document.querySelector('[aria-live=polite]').textContent"
URGENT = "document.querySelector('[aria-live=assertive]').textContent"
FOCUSED = "document.activeElement.dataset.card"


@pytest.fixture(scope="module")
def stage(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """The page with invented models."""
    return Stage(browser, tmp_path_factory.mktemp("page"))


@pytest.fixture
def tab(stage: Stage) -> Page:
    """A phone at its first screen."""
    return stage.open(PHONE)


def card(name: str) -> int:
    """A card as the page counts them."""
    return "ROYGBP".index(name[0]) * 9 + int(name[1]) - 1


def sentence(tab: Page) -> str:
    return tab.text(".say p")


# --- sitting down ---


def test_a_name_and_one_tap_sit_down(tab: Page) -> None:
    tab.tap("#name")
    tab.type("  Ann ")
    tab.tap("button[type=submit]")
    tab.until("Odin.client.asked.length")
    assert asked(tab) == [["join", "Ann", "raven-oak-fjord"]]


def test_what_is_wrong_with_a_name_or_a_code_is_said_at_its_field(stage: Stage) -> None:
    tab = stage.open(PHONE, flags="nocode")
    tab.tap("#code")
    tab.type("ravn oak fjord")
    tab.tap("button[type=submit]")
    tab.until("document.querySelectorAll('[aria-invalid=true]').length === 2")
    assert "Near it are: raven" in tab.text("#code-hint")
    tab.run("document.getElementById('code').value = ''")
    tab.tap("#code")
    tab.type("Raven Oak fjord")
    tab.tap("#name")
    tab.type("Bo")
    tab.tap("button[type=submit]")
    tab.until("Odin.client.asked.length")
    assert asked(tab) == [["join", "Bo", "raven-oak-fjord"]]


def test_a_wrong_code_leads_back_to_the_field(stage: Stage) -> None:
    tab = stage.open(PHONE, flags="nocode")
    show(tab, "wrong")
    assert "That is not the code of this table" in tab.text()
    assert tab.run("document.getElementById('code') !== null")


@pytest.mark.parametrize("code", ["raven-oak-fjord", "Raven%20OAK%20fjord", "rav-oak-fjor"])
def test_a_code_in_the_address_is_read_like_one_that_is_typed(tab: Page, code: str) -> None:
    assert tab.run(f"Odin.readAddress('#{code}')") == "raven-oak-fjord"


@pytest.mark.parametrize("code", ["", "#", "#%", "#raven-oak-fjord%zz", "#caf%C3%A9", "#raven", "#raven-oak-xxxxx"])
def test_what_is_no_code_in_the_address_is_none(tab: Page, code: str) -> None:
    assert tab.run(f"Odin.readAddress('{code}')") is None


def test_the_page_begins_whatever_stands_in_its_address(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(page_in("en").body)
    tab = browser.page(size=PHONE)
    tab.go(f"file://{file}#raven%zz")
    tab.until("document.getElementById('code') !== null")
    assert tab.run("location.hash") == ""
    assert tab.errors == []


# --- picking and playing ---


def test_two_taps_pick_a_set_and_the_sentence_says_what_it_beats(tab: Page) -> None:
    show(tab, "mine")
    assert sentence(tab) == "Your turn: beat 85 with 2 cards or 3, or pass."
    pick(tab, "G2", "G8")
    assert sentence(tab) == "82 does not beat 85."
    assert tab.run("document.querySelector('.play').disabled")
    pick(tab, "O9")
    assert tab.run("[...document.querySelectorAll('[aria-pressed=true]')].map((one) => one.dataset.card)") == ["O9"]
    pick(tab, "O6")
    assert sentence(tab) == "96 beats 85."
    assert tab.run("document.querySelector('.hand [data-card=R4]').classList.contains('asleep')")
    assert tab.run("document.querySelector('.hand [data-card=R4]').getAttribute('aria-description')") == "cannot join"


def test_nothing_is_sent_before_a_card_is_taken(tab: Page) -> None:
    show(tab, "mine")
    pick(tab, "O6", "O9")
    tab.tap(".play")
    drawn(tab)
    assert asked(tab) == []
    tab.tap(".pass")  # It says Back now.
    drawn(tab)
    assert (asked(tab), tab.run("document.querySelectorAll('.offered').length")) == ([], 0)
    tab.tap(".play")
    tab.tap(".offered[data-card=B5]")
    tab.until("Odin.client.asked.length")
    assert asked(tab) == [["play", [card("O6"), card("O9")], card("B5")]]
    drawn(tab)
    assert sentence(tab) == "Sent; the host is about to answer."
    assert tab.run("[document.querySelector('.pass').disabled, document.querySelector('.play').disabled]") == [
        True,
        True,
    ]


def test_cards_may_be_picked_before_the_turn_but_nothing_is_played(tab: Page) -> None:
    show(tab, "wait")
    pick(tab, "O9", "O6")
    assert sentence(tab) == "96 beats 85: play it when your turn comes."
    tab.tap(".play")
    tab.tap(".pass")
    assert asked(tab) == []


def test_passing_is_one_tap(tab: Page) -> None:
    show(tab, "mine")
    tab.tap(".pass")
    tab.until("Odin.client.asked.length")
    assert asked(tab) == [["passTurn"]]
    show(tab, "open")
    assert tab.run("document.querySelector('.pass').disabled")


def test_without_the_host_a_move_is_not_sent(tab: Page) -> None:
    show(tab, "again")
    assert "The host does not answer" in tab.text(".veil")
    assert tab.run("document.querySelectorAll('.hand .card').length") == 9
    tab.tap(".veil button")
    tab.until("Odin.client.asked.length")
    assert asked(tab) == [["retry"]]


def test_a_card_takes_a_tap_while_it_still_flies_to_the_hand(tab: Page) -> None:
    """No motion keeps a finger waiting. Here the flight never ends."""
    tab.prefer(prefers_reduced_motion="no-preference", prefers_color_scheme="dark")
    tab.until("document.documentElement.dataset.motion !== 'off'")
    show(tab, "mine")
    tab.run("globalThis.setTimeout = () => 0; Odin.happen(Odin.make.play(0, 'O9 O6', 'B8'))")
    drawn(tab)
    assert tab.run("document.querySelectorAll('.fly').length") > 0
    pick(tab, "B8")
    assert tab.run("document.querySelector('.hand [data-card=B8]').getAttribute('aria-pressed')") == "true"


def test_what_was_to_be_drawn_when_the_page_was_hidden_is_drawn(tab: Page) -> None:
    """Its title says whose turn it is, though the frame that was asked for does not come to a hidden page."""
    tab.run("globalThis.requestAnimationFrame = () => 0; Odin.show('mine')")
    tab.run("Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });")
    tab.run("document.dispatchEvent(new Event('visibilitychange'))")
    assert tab.run("document.title") == "● Your turn – Odin"


# --- keys ---


def test_a_whole_play_by_keys_with_the_focus_led(tab: Page) -> None:
    show(tab, "mine")
    for key in ("9", "6", "Enter"):
        tab.press(key)
        drawn(tab)
    assert tab.run(FOCUSED) == "B8"
    tab.press("Escape")
    drawn(tab)
    assert tab.run("document.querySelectorAll('.offered').length") == 0
    assert tab.run("document.activeElement.closest('.hand') !== null")
    tab.press("Enter")
    drawn(tab)
    assert tab.run(FOCUSED) == "B8"
    tab.press("Enter")
    tab.until("Odin.client.asked.length")
    assert asked(tab) == [["play", [card("O9"), card("O6")], card("B8")]]


def test_the_tabulator_goes_from_hand_to_buttons_to_the_rest(tab: Page) -> None:
    show(tab, "mine")
    order = tab.run(
        "[...document.querySelectorAll('button:not(:disabled)')].filter((one) => one.offsetParent !== null)"
        ".map((one) => one.closest('.hand') ? 'hand' : one.closest('.own') ? one.classList[1] ?? 'sort' : "
        "one.closest('.middle') ? 'middle' : 'bar')"
    )
    assert list(dict.fromkeys(order)) == ["sort", "hand", "pass", "middle", "bar"]


def test_sorting_is_remembered(tab: Page) -> None:
    show(tab, "mine")
    hand = "[...document.querySelectorAll('.hand .card')].map((one) => one.dataset.card).join(' ')"
    assert tab.run(hand) == "P1 G2 B3 R4 Y4 O6 P7 G8 O9"
    tab.press("s")
    tab.until(f"{hand} === 'R4 O6 O9 Y4 G2 G8 B3 P1 P7'")
    tab.reload()
    show(tab, "mine")
    assert tab.run(hand) == "R4 O6 O9 Y4 G2 G8 B3 P1 P7"


def test_dialogs_are_closed_by_escape_and_keys_do_not_reach_the_table(tab: Page) -> None:
    show(tab, "mine")
    tab.press("?")
    tab.until("document.querySelector('dialog[open]') !== null")
    tab.press("p")
    assert asked(tab) == []
    tab.press("Escape")
    tab.until("document.querySelector('dialog') === null")


# --- what is heard ---


def test_each_event_is_said_and_the_urgent_at_once(tab: Page) -> None:
    show(tab, "wait")
    tab.run("Odin.happen(Odin.make.pass(5))")
    tab.until(f"{LIVE} === 'Sigrún passes. 3 more passes end the round.'")
    tab.run("Odin.happen(Odin.make.play(0, 'O9 O6', 'B8'))")
    tab.until(f"{LIVE} === 'You play 96 with O9 O6 and take B8.'")
    tab.run("Odin.show('again', { kind: 'LinkChanged' })")
    tab.until(f"{URGENT}.startsWith('The host does not answer.')")
    show(tab, "alarm")
    tab.until(f"{URGENT}.startsWith('WRONG:')")


def test_what_is_said_aloud_are_whole_sentences_in_every_language(stage: Stage) -> None:
    tab = stage.open(PHONE, "de")
    show(tab, "wait")
    tab.run("Odin.happen(Odin.make.pass(5))")
    tab.until(f"{LIVE} === 'Sigrún passt. Noch 3-mal passen, dann endet die Runde.'")


def test_it_says_whose_turn_it_is(tab: Page) -> None:
    show(tab, "wait")
    assert tab.run("document.title") == "Odin"
    assert tab.run("document.querySelector('[aria-current=true] .name').textContent") == "Sigrún"
    show(tab, "mine")
    assert tab.run("document.title") == "● Your turn – Odin"
    assert tab.run("document.querySelector('.hand').getAttribute('aria-label')") == "your cards: 9"
    assert tab.run("document.querySelector('.hand .card').getAttribute('aria-label')") == "1 purple, healer"


def test_all_who_share_the_victory_have_a_winners_bar(tab: Page) -> None:
    bars = (
        "[...document.querySelectorAll('.race .was')].filter((bar) => getComputedStyle(bar).backgroundImage !== 'none')"
    )
    show(tab, "end")
    assert tab.run(f"{bars}.length") == 1
    tab.run(
        "const { over } = Odin.client.model;"
        "const state = { ...over.state, game: { ...over.state.game, winners: [0, 3] } };"
        "Odin.page.changed(Odin.client.model.with({ over: { ...over, state } }), { kind: 'Terms' })"
    )
    drawn(tab)
    assert tab.run(f"{bars}.map((bar) => bar.closest('li').innerText.split('\\n')[0])") == ["Ann", "Freydis"]


# --- the way in for the next friend ---


def lobby_with(tab: Page, terms: str) -> str:
    """What the lobby shows after the host has told these terms."""
    model = f"Odin.client.model.with({{ terms: {{ ...Odin.client.model.terms, {terms} }} }})"
    tab.run(f"Odin.page.changed({model}, {{ kind: 'Terms' }})")
    drawn(tab)
    return tab.text()


def test_a_code_is_shown_as_long_as_it_leads_in(tab: Page) -> None:
    show(tab, "lobby")
    assert "raven-oak-fjord" in tab.text()
    picture = "document.querySelector('.qr path').getAttribute('d')"
    before = tab.run(picture)
    assert "raven-oak-fjord" in lobby_with(tab, "codes: 1"), "the one that led in, and was not the table's first"
    text = lobby_with(tab, "codes: 2")
    assert "raven-oak-fjord" not in text
    assert "Ask the host for the words." in text
    assert len(tab.run(picture)) < len(before), "it leads to the page without the code"


def test_free_seats_are_those_that_the_table_has(tab: Page) -> None:
    show(tab, "lobby")
    seats = tab.run("Odin.client.model.seats.length")
    assert "waits for a friend" in tab.text()
    assert "waits for a friend" not in lobby_with(tab, f"seats: {seats}")


def test_the_first_screen_says_whose_table_it_is(tab: Page) -> None:
    assert tab.text("h1") == "A table of Odin"
    tab.run("document.getElementById('page').dataset.owner = 'Bo <b>'; dispatchEvent(new Event('resize'))")
    drawn(tab)
    assert tab.text("h1") == "The table of Bo <b>"


def test_a_second_big_screen_takes_a_name_by_itself(stage: Stage) -> None:
    tab = stage.open(PHONE, flags="big")
    for number in (2, 3):
        tab.run("Odin.page.changed(Odin.client.model.with({ nameRefused: 34 }), { kind: 'Refused', reason: 34 })")
        assert asked(tab)[-1] == ["rename", f"big screen {number}"]


# --- ends, dialogs, company ---


def test_what_one_calls_to_the_table_is_seen_on_ones_own_phone(tab: Page) -> None:
    show(tab, "mine")
    tab.run("Odin.page.changed(Odin.client.model, { kind: 'Reacted', seat: 0, name: 'Ann', code: 1 })")
    drawn(tab)
    assert tab.text(".me .said") == "Well played!"


def test_a_second_call_is_seen_as_long_as_the_first(tab: Page) -> None:
    show(tab, "mine")
    tab.run(
        "globalThis.timers = new Map();"
        "globalThis.setTimeout = (call) => { timers.set(timers.size + 1, call); return timers.size; };"
        "globalThis.clearTimeout = (timer) => { if (timers.has(timer)) timers.set(timer, null); }"
    )
    for code in (1, 2):
        tab.run(f"Odin.page.changed(Odin.client.model, {{ kind: 'Reacted', seat: 0, name: 'Ann', code: {code} }})")
    first, second = "[...timers.values()][0]", "[...timers.values()][1]"
    tab.run(f"{first}?.()")
    drawn(tab)
    assert tab.text(".me .said") not in ("", "Well played!")
    tab.run(f"{second}()")
    drawn(tab)
    assert tab.run("document.querySelector('.me .said') === null")


def test_motion_can_be_switched_off_for_good(tab: Page) -> None:
    tab.prefer(prefers_reduced_motion="no-preference")
    motion = "document.documentElement.dataset.motion"
    tab.until(f"{motion} === ''")
    show(tab, "mine")
    tab.run("[...document.querySelectorAll('.tool')].find((one) => one.ariaLabel === 'Menu').click()")
    tab.until("document.querySelector('dialog[open]') !== null")
    tab.run("[...document.querySelectorAll('dialog button')].find((one) => one.innerText === 'Settings').click()")
    tab.tap("[aria-label=Motion]")
    tab.until(f"{motion} === 'off'")
    tab.reload()
    assert tab.run(motion) == "off"


def test_a_hand_ends_in_three_beats_and_a_tap_ends_any(tab: Page) -> None:
    show(tab, "mine")
    tab.run("Odin.show('hand', { kind: 'Logged', seq: 9, history: false, event: { kind: 'HandEnded' } })")
    drawn(tab)
    assert "Hoskuld goes out!" in tab.text()
    # The log of the next game is caught up with: that takes nothing away.
    tab.run("Odin.page.changed(Odin.client.model, { kind: 'CaughtUp' })")
    drawn(tab)
    assert "Hoskuld goes out!" in tab.text()
    tab.touch(200, 100)
    tab.until("document.querySelector('.laid') !== null")
    tab.touch(200, 100)
    tab.until("document.querySelector('.race') !== null")
    assert "Checked on this phone" in tab.text()
    tab.run("[...document.querySelectorAll('.button')].find((one) => one.innerText === 'Four words').click()")
    tab.until("document.querySelector('.four')?.innerText === 'amber fox north oar'")
    tab.tap(".button.main")
    tab.until("Odin.client.asked.some(([what]) => what === 'ready')")
    drawn(tab)
    assert "You are ready." in tab.text()


def test_the_button_ends_one_beat_and_not_two(tab: Page) -> None:
    show(tab, "mine")
    tab.run("Odin.show('hand', { kind: 'Logged', seq: 9, history: false, event: { kind: 'HandEnded' } })")
    drawn(tab)
    tab.tap("main > .quiet")
    drawn(tab)
    assert tab.run("document.querySelector('.laid') !== null")


def test_no_seat_is_free_while_we_wait_for_one(tab: Page) -> None:
    show(tab, "watchLobby")
    assert "all seats are taken" in tab.text()
    assert "waits for a friend" not in tab.text()


def test_who_only_watches_is_promised_no_seat(tab: Page) -> None:
    show(tab, "onlyWatches")
    assert "You watch." in tab.text()
    assert "is yours" not in tab.text()
    assert "waits for a friend" in tab.text()


def test_leaving_has_three_choices(tab: Page) -> None:
    show(tab, "mine")
    tab.run("document.querySelector('.tools').lastElementChild.click()")
    tab.until("document.querySelectorAll('dialog .choice').length > 3")
    tab.run("[...document.querySelectorAll('.choice')].at(-1).click()")
    tab.until("document.querySelectorAll('dialog .choice').length === 3")
    tab.run("[...document.querySelectorAll('.choice')].at(-1).click()")
    tab.until("Odin.client.asked.length")
    assert asked(tab) == [["leave", True]]


def test_names_and_chat_are_text_and_never_markup(tab: Page) -> None:
    show(tab, "mine")
    evil = "<img src=x onerror=alert(1)>"
    tab.run(
        "(() => { const { model } = Odin.client; const seats = model.seats.map((a) => ({ ...a, name: '<b>x</b>' }));"
        " const state = { ...model.state, game: { ...model.state.game, seats } };"
        f" const chat = [{{ kind: 'ChatSaid', seat: 1, name: '<i>y</i>', text: '{evil}' }}];"
        " Odin.page.changed(model.with({ state, chat, chatCount: 1 }), null); })()"
    )
    tab.press("c")
    tab.until("document.querySelector('.chat li') !== null")
    assert tab.text(".chat li") == f"<i>y</i>: {evil}"
    assert tab.text(".seat .name") == "<b>x</b>"
    assert tab.run("document.querySelectorAll('img').length") == 0


def test_a_bot_may_play_for_who_keeps_all_waiting_and_for_us(tab: Page) -> None:
    show(tab, "slow")
    tab.tap(".cover")
    tab.until("Odin.client.asked.length")
    assert asked(tab) == [["cover", 5]]
    show(tab, "covered")
    tab.tap(".veil .button")
    tab.until("Odin.client.asked.some(([what]) => what === 'back')")


@pytest.mark.parametrize(
    ("model", "sentence"),
    [
        ("kicked", "The host has taken you from the table: talk to them."),
        ("ended", "Your seat is open in another window now: go on there."),
        ("tab", "Another tab is at this table"),
        ("rollback", "The host's computer lost the last 3 plays and passes that you saw."),
        ("name", "Somebody at the table has that name already: choose another one."),
        ("paused", "The table waits until one of them is back: Eve, Freydis."),
        ("alarm", "WRONG: the rules do not allow a play (event 41)."),
        ("watching", "You watch this game. From the next one on a free seat is yours."),
    ],
)
def test_each_trouble_has_its_sentence(tab: Page, model: str, sentence: str) -> None:
    show(tab, model)
    assert sentence in tab.text().replace("\n", " ")
    assert tab.errors == []


# --- what a browser may lack ---


def test_a_tap_keeps_the_screen_on(tab: Page) -> None:
    tab.run("Object.defineProperty(navigator, 'wakeLock', { value: undefined, configurable: true })")
    tab.tap("#name")
    tab.type("Ann")
    tab.tap("button[type=submit]")
    tab.until("document.querySelector('video.awake')?.currentTime > 0")
    assert tab.run("document.querySelector('video.awake').getBoundingClientRect().height") == PHONE.height
    assert tab.errors == []


def test_a_browser_that_cannot_read_the_page_says_so(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "old.html"
    file.write_text(with_script(fixture_html(), "const one = 1nn;"), encoding="utf-8")
    tab = browser.page()
    tab.go(f"file://{file}")
    tab.until("document.getElementById('too-old').hidden === false")
    assert "This browser is too old for Odin" in tab.text()


def test_a_browser_that_keeps_nothing_can_play(stage: Stage) -> None:
    tab = stage.open(PHONE)
    tab.call(
        "Page.addScriptToEvaluateOnNewDocument",
        source="for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(globalThis, name, { get() { throw new Error('no'); } });",
    )
    tab.reload()
    tab.tap("#name")
    tab.type("Ann")
    tab.tap("button[type=submit]")
    tab.until("Odin.client.asked.length")
    show(tab, "mine")
    assert "Your turn" in sentence(tab)
    assert tab.errors == []
