"""How the page looks in a real browser: nothing scrolls at the table, nothing jumps, all can be touched and read."""

import json
import re
from pathlib import Path

import pytest

from tests.clients.web.page_driver import Stage, drawn, pick, show
from tests.helpers.browser import Browser, Page, Size

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]
SIZES = {
    "phone": Size(390, 844, 1),
    "phone with bars": Size(390, 664, 1),
    "small phone": Size(320, 568, 1),
    "small phone with bars": Size(320, 460, 1),
    "on its side": Size(844, 390, 1),
    "on its side with bars": Size(844, 340, 1),
    "tablet": Size(820, 1180, 1),
    "tablet on its side": Size(1180, 820, 1),
    "laptop": Size(1440, 900, 1),
}
TABLES = ("wait", "mine", "open", "last", "many", "again", "alarm", "paused", "covered", "clock", "slow", "watching")
# What stands or lies outside of the window, or within the table's own scrolling; what is only spoken has no size.
OUTSIDE = """[...document.querySelectorAll('main.table, main.table *')].filter((node) => {
    const box = node.getBoundingClientRect();
    const isSeen = box.width > 2 && box.height > 2 && getComputedStyle(node).visibility === 'visible';
    const isClipped = node.closest('.side, .veil, .card, svg') !== null || getComputedStyle(node).clipPath !== 'none';
    const isOut = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    return isSeen && !isClipped && isOut;
}).map((node) => node.className)"""
SMALL_TARGETS = """[...document.querySelectorAll('button, select, input')].filter((node) => {
    const { width, height } = node.getBoundingClientRect();
    return width > 0 && !node.classList.contains('inline') && (width < 43.5 || height < 43.5);
}).map((node) => `${node.className} ${node.getBoundingClientRect().width}x${node.getBoundingClientRect().height}`)"""


@pytest.fixture(scope="module")
def stage(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Stage:
    """The page with invented models."""
    return Stage(browser, tmp_path_factory.mktemp("page"))


def scrolls(tab: Page) -> bool:
    script = "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth"
    return bool(tab.run(script))


def boxes(tab: Page, *selectors: str) -> list[list[float]]:
    """Where these are: left, top, width and height."""
    return [
        tab.run(
            f"(() => {{ const b = document.querySelector({json.dumps(one)}).getBoundingClientRect();"
            " return [b.x, b.y, b.width, b.height].map(Math.round); })()"
        )
        for one in selectors
    ]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("code", ["en", "de", "ar"])
def test_no_table_scrolls_and_all_of_it_can_be_touched(stage: Stage, size: str, code: str) -> None:
    tab = stage.open(SIZES[size], code)
    for model in TABLES:
        show(tab, model)
        assert not scrolls(tab), model
        assert tab.run(OUTSIDE) == [], model
        assert tab.run(SMALL_TARGETS) == [], model
    assert tab.errors == []


@pytest.mark.parametrize("model", ["mine", "last"])
def test_where_we_are_and_names_on_cards_are_not_cut_off(stage: Stage, model: str) -> None:
    tab = stage.open(SIZES["phone"], "de")
    show(tab, model)
    # The longest of the Vikings' names, and fewer cards, which are larger.
    tab.run("document.querySelectorAll('.hand .card em').forEach((name) => { name.textContent = 'Steuermann'; })")
    assert (
        tab.run(
            "[...document.querySelectorAll('.where, .hand .card')].filter((one) => one.scrollWidth > one.clientWidth)"
            ".map((one) => one.innerText)"
        )
        == []
    )


@pytest.mark.parametrize("size", SIZES)
def test_hand_pass_and_play_never_move(stage: Stage, size: str) -> None:
    tab = stage.open(SIZES[size])
    show(tab, "mine")
    before = boxes(tab, ".hand", ".pass", ".play", ".bar")
    pick(tab, "O9", "O6")
    assert boxes(tab, ".hand", ".pass", ".play", ".bar") == before
    tab.tap(".play")
    drawn(tab)
    assert tab.run("document.querySelectorAll('.offered').length") == 2
    assert boxes(tab, ".hand", ".pass", ".play", ".bar") == before
    for model in ("wait", "last", "many", "again"):
        show(tab, model)
        assert boxes(tab, ".hand", ".pass", ".play", ".bar") == before, model


@pytest.mark.parametrize("size", ["phone", "small phone", "small phone with bars"])
def test_twice_the_size_of_text_leaves_the_hand_where_it_is(stage: Stage, size: str) -> None:
    tab = stage.open(SIZES[size])
    show(tab, "mine")
    cards = tab.run("document.querySelectorAll('.hand .card').length")
    tab.run("document.documentElement.style.fontSize = '200%'")
    drawn(tab)
    hidden = """[...document.querySelectorAll('.hand .card, .pass, .play')].filter((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    }).length"""
    assert (cards, tab.run(hidden), scrolls(tab)) == (9, 0, False)
    heights = tab.run("[...document.querySelectorAll('.hand .card')].map((one) => one.getBoundingClientRect().height)")
    assert min(heights) >= 52


def test_the_big_screen_has_all_seats_in_sight(stage: Stage) -> None:
    for size in (Size(1920, 1080, 1, touch=False), Size(1280, 720, 1, touch=False)):
        tab = stage.open(size, flags="big")
        for model in ("watching", "watchLobby", "watchHand", "watchEnd", "watchDone"):
            show(tab, model)
            out = """[...document.querySelectorAll('.seat, .qr, .ring, .corner')].filter((node) => {
                const { left, right, top, bottom } = node.getBoundingClientRect();
                return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
            }).map((node) => node.className)"""
            assert tab.run(out) == [], (size, model)
            assert not scrolls(tab)
        assert "your cards" not in tab.text().lower()


def test_what_the_big_screen_shows_of_a_hands_end_is_within_its_frame_and_large(stage: Stage) -> None:
    tab = stage.open(Size(1920, 1080, 1, touch=False), flags="big")
    show(tab, "watchHand")
    tab.run("Odin.client.model = Odin.client.model.with({ latest: Odin.client.model.told.slice(-1) })")
    ended = "{ kind: 'Logged', seq: 9, history: false, event: { kind: 'HandEnded' } }"
    tab.run(f"Odin.page.changed(Odin.client.model, {ended})")
    outside = """(() => {
        const ring = document.querySelector('.ring').getBoundingClientRect();
        const rim = ring.height / 20;
        return [...document.querySelectorAll('.ring > :not(.knot)')].filter((node) => {
            const { top, bottom } = node.getBoundingClientRect();
            return top < ring.top + rim || bottom > ring.bottom - rim;
        }).map((node) => node.innerText);
    })()"""
    small = """[...document.querySelectorAll('.ring > p, .ring > h1')].filter(
        (node) => parseFloat(getComputedStyle(node).fontSize) < 24
    ).map((node) => node.innerText)"""
    for beat in (".set.big", ".laid", ".race"):
        tab.until(f"document.querySelector('{beat}') !== null")
        assert (tab.run(outside), tab.run(small)) == ([], []), beat


def test_the_big_screen_goes_on_showing_who_has_won_the_last_game(stage: Stage) -> None:
    tab = stage.open(Size(1920, 1080, 1, touch=False), flags="big")
    show(tab, "watchEnd")
    show(tab, "watchDone")
    assert "Ann wins." in tab.text(".ring")
    assert "Thank you for playing!" in tab.text(".ring")
    assert tab.run("document.querySelectorAll('.ring .race li').length") == 6


GILDED = """[...document.querySelectorAll('.race li')].filter((one) =>
    getComputedStyle(one.querySelector('.now')).backgroundImage !== 'none'
).map((one) => one.querySelector('.name').innerText)"""


def test_at_the_end_of_a_game_all_winners_are_gold_and_nobody_else(stage: Stage) -> None:
    tab = stage.open(SIZES["phone"])
    show(tab, "shared")
    assert tab.run(GILDED) == ["Ann", "Freydis"]
    television = stage.open(Size(1920, 1080, 1, touch=False), flags="big")
    show(television, "watchEnd")
    assert television.run(GILDED) == ["Ann"]


@pytest.mark.parametrize("size", ["phone", "phone with bars", "small phone", "small phone with bars"])
def test_a_lifted_card_leaves_the_sentence_free(stage: Stage, size: str) -> None:
    tab = stage.open(SIZES[size], "de")
    show(tab, "mine")
    pick(tab, "P1", "P7")
    room = """(() => {
        const text = document.createRange();
        text.selectNodeContents(document.querySelector('.say p'));
        const card = document.querySelector('.hand [data-card=P1][aria-pressed=true]').getBoundingClientRect();
        return [text.getClientRects().length, card.top - text.getBoundingClientRect().bottom];
    })()"""
    lines, gap = tab.run(room)
    assert lines > 1
    assert gap >= 3, "a rim of light is around the card"


@pytest.mark.parametrize("size", ["phone", "small phone", "on its side"])
@pytest.mark.parametrize("model", ["lobby", "hand", "end"])
def test_what_is_to_be_done_is_in_reach_without_scrolling(stage: Stage, size: str, model: str) -> None:
    tab = stage.open(SIZES[size])
    show(tab, model)
    box = "document.querySelector('.button.main').getBoundingClientRect()"
    assert 0 <= tab.run(f"{box}.top") < tab.run(f"{box}.bottom") <= SIZES[size].height
    assert tab.run("document.querySelector('main.page').clientWidth") == SIZES[size].width, "it scrolls at its edge"


def test_a_long_name_loses_its_end_whichever_way_the_page_is_read(stage: Stage) -> None:
    tab = stage.open(SIZES["small phone"], "ar")
    show(tab, "mine")
    cut = """[...document.querySelectorAll('.seat bdi')].filter((one) => one.innerText === 'Hoskuld').map((one) => {
        const { display, direction, overflowX, textOverflow } = getComputedStyle(one);
        return [display, direction, overflowX, textOverflow];
    })"""
    assert tab.run(cut) == [["block", "ltr", "hidden", "ellipsis"]]


# --- contrast ---


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of what a browser computes, from 0 to 1."""
    numbers = [float(number) for number in re.findall(r"[\d.]+", colour)]
    scale = 1.0 if colour.startswith("color(") else 255.0
    return numbers[0] / scale, numbers[1] / scale, numbers[2] / scale


def luminance(colour: str) -> float:
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


# The colours of texts and of what they lie on, as the palette names them; what is light or dark is computed.
PAIRS = [
    *((ink, ground) for ink in ("ink", "soft", "yes", "no") for ground in ("night", "sea", "sky", "plank")),
    *(("gold-ink", ground) for ground in ("night", "sky", "plank")),
    ("on-gold", "gold"), ("on-ember", "ember"), ("ember", "night"),
]  # fmt: skip
SCHEMES = {"dark": {}, "light": {"prefers_color_scheme": "light"}, "high contrast": {"prefers_contrast": "more"}}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_text_has_its_contrast(stage: Stage, scheme: str) -> None:
    tab = stage.open(SIZES["phone"])
    tab.prefer(prefers_reduced_motion="reduce", **{"prefers_color_scheme": "dark", **SCHEMES[scheme]})
    wanted = f"{'light' if scheme == 'light' else 'dark'},{'more' if scheme == 'high contrast' else ''}"
    tab.until(
        f"(({{ scheme, contrast }}) => `${{scheme}},${{contrast}}`)(document.documentElement.dataset) === '{wanted}'"
    )
    tab.run(
        "globalThis.colourOf = (name) => { const node = document.body.appendChild(document.createElement('i'));"
        " node.style.color = `var(--${name})`; const { color } = getComputedStyle(node); node.remove(); return color; }"
    )
    for ink, ground in PAIRS:
        found = contrast(tab.run(f"colourOf('{ink}')"), tab.run(f"colourOf('{ground}')"))
        assert found >= 4.5, (ink, ground, found)
    show(tab, "mine")
    for picked in ((), ("O9",)):
        pick(tab, *picked)
        cards = tab.run(
            "[...document.querySelectorAll('.hand .card')].map((node) => { const style = getComputedStyle(node);"
            " return [node.dataset.card, style.color, style.backgroundColor]; })"
        )
        for card, ink, ground in cards:
            assert contrast(ink, ground) >= 4.5, (card, ink, ground)


@pytest.mark.parametrize("size", ["phone", "small phone", "small phone with bars"])
def test_the_band_of_a_card_leaves_its_letter_free_in_high_contrast(stage: Stage, size: str) -> None:
    tab = stage.open(SIZES[size])
    tab.prefer(prefers_reduced_motion="reduce", prefers_contrast="more")
    tab.until("document.documentElement.dataset.contrast === 'more'")
    show(tab, "mine")
    overlaps = tab.run(
        "[...document.querySelectorAll('.card')].filter((card) => card.offsetParent !== null).map((card) => {"
        " const text = document.createRange(); text.selectNodeContents(card.querySelector('i'));"
        " const band = parseFloat(getComputedStyle(card, '::after').height);"
        " const { bottom } = card.getBoundingClientRect();"
        # The room below a letter's base is a fifth of its line at least.
        " const { bottom: below, height } = text.getBoundingClientRect();"
        " return below - height / 5 - (bottom - band); }).filter((pixels) => pixels > 0)"
    )
    assert overlaps == []


# --- from the right ---


def test_arabic_is_read_from_the_right_but_sets_are_numbers(stage: Stage) -> None:
    tab = stage.open(SIZES["phone"], "ar")
    show(tab, "mine")
    assert tab.run("[document.documentElement.dir, document.documentElement.lang]") == ["rtl", "ar"]
    (first, last), (left, right) = boxes(tab, "[data-seat='1']", "[data-seat='5']"), boxes(tab, ".play", ".pass")
    assert first[0] > last[0]
    assert left[0] < right[0]
    eight, five = boxes(tab, ".duel [data-card=B8]", ".duel [data-card=B5]")
    assert eight[0] < five[0]


def test_a_latin_name_among_arabic_ones_is_cut_off_at_its_end(stage: Stage) -> None:
    tab = stage.open(SIZES["phone"], "ar")
    show(tab, "watching")
    script = (
        "[...document.querySelectorAll('.seat .name')].map((one) => [one.innerText, getComputedStyle(one).direction])"
    )
    names = dict(tab.run(script))
    assert (names["Hoskuld"], names["سلمى"]) == ("ltr", "rtl")


# --- motion ---


def test_what_moves_can_be_told_to_stand_still(stage: Stage) -> None:
    tab = stage.open(SIZES["phone"])
    show(tab, "last")
    assert tab.run("document.getAnimations().length") == 0
    tab.prefer(prefers_reduced_motion="no-preference", prefers_color_scheme="dark")
    tab.until("document.getAnimations().length > 0")


def test_a_play_flies_and_what_is_tapped_meanwhile_counts(stage: Stage) -> None:
    tab = stage.open(SIZES["phone"])
    tab.prefer(prefers_reduced_motion="no-preference", prefers_color_scheme="dark")
    show(tab, "wait")
    flights = "document.querySelectorAll('.fly').length"
    tab.run("Odin.happen(Odin.make.play(5, 'R9 R7', 'B8'))")
    # Two are played, one is taken and one falls.
    assert tab.until(flights) == 4
    tab.run("document.querySelector('.hand [data-card=O9]').click()")
    tab.until("document.querySelector('.hand [data-card=O9]').getAttribute('aria-pressed') === 'true'")
    tab.until(f"{flights} === 0")
    assert tab.run("document.querySelectorAll('.flown-to').length") == 0
    assert tab.errors == []


def test_pictures_can_be_taken(stage: Stage, tmp_path: Path) -> None:
    tab = stage.open(SIZES["phone"])
    show(tab, "mine")
    tab.picture(tmp_path / "mine.png")
    assert (tmp_path / "mine.png").stat().st_size > 20_000
