"""Somebody with a page in their hands: sits down and plays by taps, and knows only what the page shows.

`Touched` is what the driver of a browser has to offer for it; that of Chromium is `tests/helpers/browser.py`.
"""

import json
import time
from typing import Any, Protocol

from odin_net.game.cards import cards_in, format_card, mask_of, parse_card
from odin_net.game.sets import is_set, sets_beating, value_of
from tests.helpers import LONG
from tests.helpers.browser import ScriptError
from tests.helpers.webkit import WebDriverError

GAME_IS_OVER = "document.querySelector('.race.won') !== null"
HAND_IS_OVER = "document.querySelector('main[data-hand] .race') !== null"
MY_TURN = "document.querySelector('main.table.mine') !== null && document.querySelector('.veil') === null"
CARDS_IN_HAND = "document.querySelectorAll('.hand .card').length"
SHOWN = """(() => {
    const named = (where) => [...document.querySelectorAll(where)].map((one) => one.dataset.card);
    const isThere = (where) => document.querySelector(where) !== null;
    return {
        hand: named(".hand .card"),
        middle: named(".middle .duel .card"),
        mayMove: isThere("main.table.mine") && !isThere(".veil"),
        next: document.querySelector("main[data-hand] > .button.main")?.innerText ?? null,
    };
})()"""
LOOK = 0.02


class Touched(Protocol):
    """A page that is looked at and touched."""

    def run(self, script: str) -> Any: ...
    def until(self, script: str) -> Any: ...
    def tap(self, selector: str) -> None: ...
    def type(self, text: str) -> None: ...


def sit_down(page: Touched, name: str) -> None:
    """Type a name and tap the button, at the page's first screen."""
    page.tap("#name")
    page.type(name)
    page.tap("button[type=submit]")
    page.until("document.querySelector('.people, main.table') !== null")


def say_ready(page: Touched) -> None:
    """In the lobby."""
    page.tap("main > .button.main")


class Changed(Exception):
    """What was to be touched is not there any more: the table has gone on."""


def play(page: Touched, until: str = GAME_IS_OVER) -> None:
    """Do what has to be done, by taps, until this is true there."""
    end = time.monotonic() + LONG
    while True:
        # At one moment: the end that is waited for may come between two looks, and would be tapped away.
        is_over, shown = page.run(f"[{until}, {SHOWN}]")
        if is_over:
            return
        assert time.monotonic() < end, page.run("document.body.innerText")
        try:
            if _act(page, shown):
                page.until(f"{_has_changed(shown)} || ({until})")
            else:
                time.sleep(LOOK)
        except Changed:
            pass  # As after a lost link: the move that was sent before it was answered meanwhile.


def _has_changed(shown: dict[str, Any]) -> str:
    return f"(JSON.stringify({SHOWN}) !== JSON.stringify({json.dumps(shown)}))"


def _tap(page: Touched, selector: str, shown: dict[str, Any]) -> None:
    """Touch this as soon as it is there, unless the table is not what it was when that was decided."""
    page.until(f"document.querySelector('{selector}') !== null || {_has_changed(shown)}")
    if page.run(f"document.querySelector('{selector}') === null"):
        raise Changed
    try:
        page.tap(selector)
    except (ScriptError, WebDriverError):  # It went between that look and the touch.
        raise Changed from None


def _act(page: Touched, shown: dict[str, Any]) -> bool:
    """Do the next thing that has to be done, if there is one; the beats of a hand's end pass by themselves."""
    if shown["next"] is not None:
        page.tap("main[data-hand] > .button.main")
    elif shown["mayMove"]:
        _move(page, shown)
    else:
        return False
    return True


def _move(page: Touched, shown: dict[str, Any]) -> None:
    """Play one of the largest sets that beat the middle and take a card, or pass."""
    play = chosen(shown["hand"], shown["middle"])
    if not play:
        _tap(page, ".pass:not(:disabled)", shown)
        return
    for card in page.run("[...document.querySelectorAll('.hand [aria-pressed=true]')].map((one) => one.dataset.card)"):
        if card not in play:
            _toggle(page, card, shown, picked=False)
    for card in play:
        _toggle(page, card, shown, picked=True)
    _tap(page, ".play:not(:disabled)", shown)
    # One card is taken without a question; so is none.
    if len(shown["middle"]) > 1 and len(play) < len(shown["hand"]):
        page.tap(".offered")
        # Until the host has answered, the hand is shown as it was.
        page.until("document.querySelector('.offered') === null")


def _toggle(page: Touched, card: str, shown: dict[str, Any], *, picked: bool) -> None:
    """Tap a card unless it is as it shall be: what was picked before the turn is still picked."""
    done = f"document.querySelector('.hand [data-card={card}][aria-pressed={str(picked).lower()}]') !== null"
    if not page.run(done):
        _tap(page, f".hand [data-card={card}]", shown)
        page.until(f"{done} || {_has_changed(shown)}")


def chosen(hand: list[str], middle: list[str]) -> list[str]:
    """What to play of this hand on this middle; nothing is a pass."""
    held, lies = (mask_of(map(parse_card, cards)) for cards in (hand, middle))
    if not middle:
        return hand if is_set(held) else hand[:1]
    most = max(sets_beating(held, len(middle), value_of(lies)), key=int.bit_count, default=0)
    return [format_card(card) for card in cards_in(most)]
