"""The last game shown again at a real table: the host steps by keys, and everybody's screen follows."""

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from clients.model import Seen
from clients.news import ReplayEnded, ReplayShown
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.screens.index import compose, intent_of, react, update
from clients.terminal.state import Screen, SendPart, Ui, screen_of
from clients.viewing import shared_positions
from odin_net.game.options import Options
from odin_net.game.state import Phase
from odin_net.host.table import Opening
from protocol.messages import ShowStep
from tests.afterwards.pasts import bots_record
from tests.clients.terminal.moments import Moment, in_lobby
from tests.clients.terminal.staging import Player, frame_of, sitting
from tests.clients.terminal.test_game import play_to
from tests.helpers.evenings import Evening

ENTER, ESC, RIGHT, END = "\r", "\x1b", "\x1b[C", "\x1b[F"
# What the key is called that leaves the replay: for its owner, and for the others.
LEAVING = ("show it no more", "to the lobby")
OWNER = b"owner".ljust(32, b".")
TABLE = Opening(Options(points=1), code="", owner=OWNER, bots=1, bot_ms=0)


@asynccontextmanager
async def hosting(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Player]:
    """The owner of the evening's table, who has begun to dial and made no secret yet."""
    async with sitting(evening) as ann:
        monkeypatch.setattr(
            ann.guest, "random_bytes", lambda count: OWNER if count == 32 else secrets.token_bytes(count)
        )
        yield ann


async def test_the_host_steps_and_all_see_it_until_a_game_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    async with Evening(TABLE) as evening, hosting(evening, monkeypatch) as ann:
        await ann.until("ODIN  The lobby")
        ann.press("r")
        await play_to(ann, "That was the last hand")
        ann.press(ENTER)
        await ann.until("W show it again")
        async with sitting(evening, "Bo") as bo:
            await bo.until("ODIN  The lobby")
            assert "show it again" not in bo.terminal.text
            ann.press("w")
            for player in (ann, bo):
                await player.until("1 of ")
            assert "hand 1" in bo.terminal.text
            ann.press(RIGHT + RIGHT)
            for player in (ann, bo):
                await player.until("3 of ")
            ann.press(END)
            for player in (ann, bo):
                await player.until("The game is over")
            # Each may leave it, and come back to it.
            bo.press(ESC)
            await bo.until("W watch with all")
            ann.press("\x1b[D")
            await ann.until("is over")
            bo.press("w")
            await bo.until("is over")
            bo.press("q")
            await bo.until("Leave")
            bo.press(ESC)
            ann.press(ESC)
            await bo.until("ODIN  The lobby")
            assert "watch with all" not in bo.terminal.text
            await ann.until("went out in that hand")
            ann.press("w")
            await bo.until("1 of ")
            ann.guest.session.ready()
            bo.guest.session.ready()
            for player in (ann, bo):
                await player.until(lambda text: "hand 1" in text and not any(key in text for key in LEAVING))


# --- on a clock that is given ---


def shown(step: int, *, owner: bool) -> Seen:
    record = bots_record(players=3)
    return replace(in_lobby(), owner=owner, replay=ReplayShown(record, step))


def press(seen: Seen, ui: Ui, key: str) -> tuple[Ui, list[int | None]]:
    """What a key does, and which steps are asked for."""
    intent = intent_of(frame_of(Moment(seen, ui, "")), key, key if len(key) == 1 else "")
    assert intent is not None
    ui, effects = update(ui, intent, seen, 0.0)
    asked = [effect.message for effect in effects if isinstance(effect, SendPart)]
    return ui, [message.step for message in asked if isinstance(message, ShowStep)]


def test_keys_that_are_quicker_than_the_host_count_from_what_was_asked_for() -> None:
    seen, ui = shown(0, owner=True), Ui()
    ui, first = press(seen, ui, "right")
    ui, second = press(seen, ui, "right")
    assert (first, second) == ([1], [2])
    late = replace(seen, replay=seen.replay and seen.replay._replace(step=1))
    ui, _ = react(ui, late.replay, seen, late)  # type: ignore[arg-type]
    assert press(late, ui, "right")[1] == [3]
    there = replace(seen, replay=seen.replay and seen.replay._replace(step=2))
    ui, _ = react(ui, there.replay, late, there)  # type: ignore[arg-type]
    assert ui.asked_step is None


def test_behind_the_last_step_nothing_is_asked_for() -> None:
    seen = shown(10**6, owner=True)
    last = len(shared_positions(bots_record(players=3))) - 1
    assert press(seen, Ui(), "right")[1] == []
    assert press(seen, Ui(), "left")[1] == [last - 1]
    assert press(seen, Ui(), "home")[1] == [0]


def test_only_the_host_steps_and_each_may_leave_by_one_key() -> None:
    seen = shown(3, owner=False)
    assert press(seen, Ui(), "right") == (Ui(), [])
    ui, asked = press(seen, Ui(), "escape")
    assert (screen_of(seen, ui), asked) == (Screen.LOBBY, [])
    over, _ = react(ui, ReplayEnded(), seen, replace(seen, replay=None))
    assert not over.left_replay, "the next one is looked at again"
    assert press(shown(3, owner=True), Ui(), "escape")[1] == [None]


@pytest.mark.parametrize("size", [Size(60, 20), Size(80, 24)], ids=str)
def test_what_led_to_a_position_is_said_once(size: Size) -> None:
    found = 0
    for step, position in enumerate(shared_positions(bots_record(players=3))[:60]):
        if position.seen.phase is not Phase.PLAYING:
            continue
        text = text_of(compose(frame_of(Moment(shown(step, owner=True), Ui(), ""), size)).rows)
        assert text.count(" passes.") <= 1
        found += " passes." in text
    assert found


def test_what_cannot_be_shown_says_so() -> None:
    seen = replace(shown(0, owner=False), replay=ReplayShown("", 0))
    picture = compose(frame_of(Moment(seen, Ui(), "")))
    assert "cannot be shown" in str(picture.rows)
