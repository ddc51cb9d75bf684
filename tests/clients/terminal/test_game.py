"""Evenings by keys: real tables, real sessions, terminals in memory."""

import asyncio
import re

import pytest

from clients.news import How, LinkStage
from clients.session import JoinRequest
from clients.terminal.drawing.rows import Size
from clients.terminal.frame import GOOD
from clients.terminal.screens.table_layout import layout_of
from clients.terminal.state import Mode
from odin_net.game.options import Options
from odin_net.game.state import Phase
from odin_net.host import seats
from odin_net.host.steps import ClosedDown
from odin_net.host.table import Opening
from protocol.messages import GiveSeat, Say
from tests.clients.terminal.staging import Player, sitting
from tests.helpers.evenings import Evening

ENTER, ESC, TAB, CTRL_C = "\r", "\x1b", "\t", "\x03"
MOST_KEYS = 2000


def table(players: int = 3, people: int = 1, *, points: int = 15, games: int = 1) -> Opening:
    return Opening(
        Options(points), code="", seats=players, bots=players - people, bot_ms=0, games=games
    )  # fmt: skip


async def play_on(player: Player) -> str:
    """Do what the screen says until the game is over; what the last screen showed."""
    for _ in range(MOST_KEYS):
        text = player.terminal.text
        if "The game is over" in text.split("\n")[0]:
            return text
        if "TAKE A CARD" in text:
            player.press("a")
        elif "Pass?" in text or "is over" in text.split("\n")[0]:
            player.press(ENTER)
        elif "beats the middle. P" in text:
            player.press("p")
        elif "Enter: play" in text:
            player.press(ENTER)
        elif "YOUR TURN" in text:
            player.press(TAB)
        await changed(player, text)
    raise AssertionError(f"the game never ended\n{player.terminal.text}")


async def changed(player: Player, before: str) -> None:
    """Wait until the screen shows something else, or for a moment in which nothing does."""
    for _ in range(25):
        await asyncio.sleep(0.002)
        if player.terminal.text != before:
            return


@pytest.mark.slow
@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
@pytest.mark.parametrize("players", [2, 4, 6])
async def test_a_whole_game_by_keys(players: int, size: Size) -> None:
    async with Evening(table(players)) as evening, sitting(evening, size=size) as ann:
        await ann.until("R: ready to begin")
        ann.press("r")
        text = await play_on(ann)
        assert "win" in text or "victory" in text
        state = ann.app.scene.seen.over
        assert state is not None
        assert max(state.state.board.game.totals) >= 15
        ann.press(ENTER)
        await ann.until("The table has played all its games")
        ann.press(ENTER)
        assert await ann.running is How.DONE


async def test_the_next_lobby_waits_until_the_ends_are_read() -> None:
    async with Evening(table(2, points=1, games=0)) as evening, sitting(evening) as ann:
        await ann.until("R: ready to begin")
        ann.press("r")
        await play_to(ann, "Hand 1 is over")
        await ann.terminal.until(lambda _: ann.app.scene.seen.phase is Phase.LOBBY)
        text = await ann.until("That was the last hand")
        assert "Hand 1 is over" in text
        assert "That was the last hand: the game is over." in text
        assert "Enter: the final standing." in text
        assert "Enter final standing" in text
        ann.press(ENTER)
        await ann.until("went out in that hand")
        ann.press("r")
        await ann.until("hand 1")  # The bot is always ready: the rematch begins.
        await play_to(ann, "That was the last hand")
        ann.press(ENTER)
        await ann.until("went out in that hand")
        ann.press(ENTER)
        await ann.until("ODIN  The lobby")


async def play_to(player: Player, sign: str) -> None:
    """Do what the screen says until this is shown."""
    signs = {"TAKE A CARD": "a", "Pass?": ENTER, "beats the middle. P": "p", "Enter: play": ENTER, "YOUR TURN": TAB}
    signs["Enter: ready for the next hand"] = ENTER
    for _ in range(MOST_KEYS):
        text = player.terminal.text
        if sign in text:
            return
        keys = next((key for sign, key in signs.items() if sign in text), "")
        if keys:
            player.press(keys)
        await changed(player, text)
    raise AssertionError(f"never shown: {sign}\n{player.terminal.text}")


async def test_a_hand_ends_with_its_check_and_its_words() -> None:
    async with Evening(table(2, points=1)) as evening, sitting(evening) as ann:
        await ann.until("R: ready to begin")
        ann.press("r")
        await play_to(ann, "Hand 1 is over")
        text = await ann.until("Checked:")
        assert "out: " not in text
        ann.press("w")
        text = await ann.until("Read them aloud")
        result = ann.app.scene.seen.result
        assert result is not None
        from protocol.log import spoken  # noqa: PLC0415

        assert spoken(result.digest) in text


async def test_all_see_who_keeps_the_next_hand_waiting() -> None:
    async with (
        Evening(table(2, people=2)) as evening,
        sitting(evening, "Ann") as ann,
        sitting(evening, "Bo", size=Size(60, 20)) as bo,
    ):
        await ann.until("Bo")
        await bo.until("Ann")
        ann.press("r")
        bo.press("r")
        await asyncio.gather(play_to(ann, "Enter: ready"), play_to(bo, "Enter: ready"))
        await ann.until("Not ready yet: Bo.")
        await bo.until("Not ready yet: Ann.")
        ann.press(ENTER)
        await ann.until("You are ready.")
        await bo.terminal.until(lambda text: "Hand 1 is over" in text and "Not ready yet" not in text)
        bo.press(ENTER)
        await ann.until("hand 2")


async def test_two_apps_in_one_process_are_two_people() -> None:
    async with (
        Evening(table(2, people=2, points=3)) as evening,
        sitting(evening, "Ann") as ann,
        sitting(evening, "Bo", size=Size(60, 20)) as bo,
    ):
        await ann.until("Bo")
        await bo.until("Ann")
        ann.press("chello\r")
        await bo.until("Ann says: hello")
        ann.press(ESC)
        await ann.terminal.until(lambda text: "close chat" not in text)
        ann.press("r")
        bo.press("r")
        texts = await asyncio.gather(play_on(ann), play_on(bo))
        assert all("The game is over" in text for text in texts)


async def test_a_taken_name_is_asked_again_on_the_spot() -> None:
    async with Evening(table(3, people=2)) as evening, sitting(evening, "Ann") as ann, sitting(evening, "ann") as other:
        await ann.until("lobby")
        await other.until("has that name already")
        # What is typed takes the place of the name that will not do, also the second time.
        other.press("ANN")
        await other.until("call you? ANN")
        other.press("\r")
        await other.terminal.until(lambda _: other.app.scene.ui.draft.is_suggestion)
        other.press("B")
        await other.until("call you? B")
        other.press("o\r")
        await other.until("lobby")
        await ann.until("Bo")


async def test_the_window_changes_in_mid_hand() -> None:
    async with Evening(table(4)) as evening, sitting(evening) as ann:
        await ann.until("R: ready to begin")
        ann.press("r")
        await play_to(ann, "Enter: play")
        picked = ann.app.scene.ui.picked
        for size in (Size(60, 20), Size(30, 10), Size(120, 40), Size(80, 24)):
            ann.terminal.resize(*size)
            ann.app.resized()
            await ann.until("Odin needs" if size.columns < 60 else "Enter: play")
        assert ann.app.scene.ui.picked == picked
        ann.press(ENTER)
        await ann.terminal.until(lambda text: "Enter: play" not in text)


async def test_nothing_is_played_blindly_in_a_window_that_is_too_small() -> None:
    async with Evening(table(4)) as evening, sitting(evening) as ann:
        await ann.until("R: ready to begin")
        ann.press("r")
        await play_to(ann, "Enter: play")
        before = ann.app.scene.ui
        await resize(ann, Size(59, 20), "only one key works")
        ann.press(f"{TAB}{ENTER}apq?c\x1b[200~9\x1b[201~")
        # Whatever is pressed later is heard later.
        ann.press(CTRL_C)
        await ann.until("Ctrl-C again within two seconds: leave at once.")
        ui = ann.app.scene.ui
        assert (ui.mode, ui.picked, ui.sent) == (Mode.QUITTING, before.picked, before.sent)
        await resize(ann, Size(80, 24), "Leave the table?")
        ann.press("s")
        await ann.until("Enter: play")


async def test_ctrl_c_leaves_a_window_that_is_too_small() -> None:
    async with Evening(table(3)) as evening, sitting(evening, size=Size(30, 10)) as ann:
        await ann.until("Odin needs")
        ann.press(f"{CTRL_C}{CTRL_C}")
        assert await ann.running is How.LEFT


async def resize(player: Player, size: Size, sign: str) -> None:
    player.terminal.resize(*size)
    player.app.resized()
    await player.until(sign)


async def test_a_drop_is_a_calm_line_and_nothing_is_lost() -> None:
    async with Evening(table(3)) as evening, sitting(evening) as ann:
        await ann.until("R: ready to begin")
        ann.press("r")
        await ann.until("Your turn")
        view = ann.app.scene.seen.view
        assert view is not None
        evening.is_open = False
        ann.guest.drop()
        await ann.until("The host is away; trying")
        await ann.until("odin host --resume")
        ann.press(TAB)
        evening.is_open = True
        await ann.terminal.until(lambda text: "The host is away" not in text)
        after = ann.app.scene.seen.view
        assert after is not None
        assert after.hand == view.hand
        assert ann.app.scene.seen.phase is Phase.PLAYING


async def test_the_host_goes() -> None:
    async with Evening(table(3)) as evening, sitting(evening) as ann:
        await ann.until("lobby")
        evening.is_open = False
        evening.hub.happened(evening.now(), ClosedDown())
        text = await ann.until("The host has closed the table.")
        assert "trying again" not in text
        assert ann.app.scene.seen.link.stage in (LinkStage.WAITING, LinkStage.CONNECTING)
        ann.press("q")
        await ann.until("my seat is kept")
        ann.press("l")
        assert await ann.running is How.LEFT


async def test_ctrl_c_twice_goes_and_the_seat_waits() -> None:
    async with Evening(table(3)) as evening, sitting(evening) as ann:
        await ann.until("lobby")
        ann.press(CTRL_C)
        await ann.until("Leave the table?")
        ann.press(CTRL_C)
        assert await ann.running is How.LEFT
        assert ann.guest.store.stored is not None


async def test_who_leaves_for_a_while_is_not_said_to_have_lost_anything() -> None:
    async with (
        Evening(table(3, people=2)) as evening,
        sitting(evening, "Ann") as ann,
        sitting(evening, "Bo", size=Size(60, 20)) as bo,
    ):
        await ann.until("Bo")
        await bo.until("lobby")
        bo.press("ql")
        assert await bo.running is How.LEFT
        await ann.until("Bo is away. If that lasts, the game may begin with a bot in their place.")


async def test_leaving_for_good_gives_the_seat_up() -> None:
    async with Evening(table(3)) as evening, sitting(evening) as ann:
        await ann.until("lobby")
        ann.press("qg")
        assert await ann.running is How.LEFT
        assert "forget" in ann.guest.store.diary


async def test_somebody_who_comes_in_mid_game_watches_and_sees_no_hand() -> None:
    async with Evening(table(3)) as evening, sitting(evening, "Ann") as ann, sitting(evening, "Bo") as bo:
        await ann.until("lobby")
        await bo.until("You watch")
        ann.press("r")
        text = await bo.until("hand 1")
        hand = layout_of(GOOD, 2).hand
        below = text.split("\n")[hand.row : hand.row + hand.height]
        assert "▄▄▄" not in "".join(below), "there is a seat, and no card"
        assert bo.app.scene.seen.view is None
        bo.press("c")
        await bo.until("close chat")
        bo.press("go Ann\r")
        await ann.until("go Ann")


async def test_who_is_given_a_seat_sees_its_hand_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "GRACE", 0.0)
    async with (
        Evening(table(2, people=2)) as evening,
        sitting(evening, "Ann") as ann,
        sitting(evening, "Bo") as bo,
    ):
        await bo.until("Ann")
        ann.press("r")
        bo.press("r")
        await ann.until("hand 1")
        async with sitting(evening, "Cid", size=Size(60, 20)) as cid:
            await cid.until("You watch this game.")
            bo.press("ql")
            await ann.until(" covered ")
            assert ann.guest.store.stored is not None
            evening.hub.table.memo.owner = ann.guest.store.stored.secret
            ann.guest.session.send(GiveSeat(1, "Cid"))
            await ann.until("Cid takes over from Bo.")
            text = await cid.until(" cards · 0 points")
            assert cid.app.scene.seen.view is not None
            assert "Your hand is not known" not in text
            cid.press("l")
            assert "A bot plays for Bo now." in await cid.until("The log"), "it did not play for us"


async def test_chat_says_when_the_turn_comes_and_keys_wait() -> None:
    async with Evening(table(2)) as evening, sitting(evening) as ann:
        await ann.until("R: ready to begin")
        ann.press("c")
        await ann.until("close chat")
        ann.guest.session.ready()
        await ann.until("It is your turn. Esc: close the chat.")
        ann.press("9p")
        await ann.until("> 9p")
        assert ann.app.scene.ui.mode is Mode.CHAT
        assert ann.app.scene.ui.picked == 0


async def test_hostile_chat_through_the_host_is_refused_and_ours_is_not_sent() -> None:
    async with Evening(table(2, people=2)) as evening, sitting(evening, "Ann") as ann, sitting(evening, "Bo") as bo:
        await ann.until("Bo")
        bo.guest.session.send(Say("\x1b[2Jgone\u202e"))
        await bo.until("does not take that text")
        bo.guest.session.say("<b>bold</b> {name} %s")
        text = await ann.until("<b>bold</b> {name} %s")
        assert "\x1b[2Jgone" not in ann.terminal.written
        assert "gone" not in text


async def test_the_bell_rings_once_a_turn() -> None:
    async with Evening(table(2)) as evening, sitting(evening) as ann:
        await ann.until("R: ready to begin")
        ann.press("r")
        await ann.until("Your turn")
        assert ann.terminal.bells == 1
        ann.press("m")
        await ann.until("The bell is silent")


async def test_the_mouse_picks_cards_and_presses_keys() -> None:
    async with Evening(table(3)) as evening, sitting(evening) as ann:
        await ann.until("R: ready to begin")
        click(ann, "R ready")
        # In our turn nothing moves: the keys stay where they are.
        text = await ann.terminal.until(lambda text: "YOUR TURN" in text and any(map(is_whole_hand, text.split("\n"))))
        row = next(row for row, line in enumerate(text.split("\n")) if is_whole_hand(line))
        click_at(ann, 5, row + 1)
        await ann.terminal.until(lambda _: ann.app.scene.ui.picked.bit_count() == 1)
        click(ann, "? more keys")
        await ann.until("next legal play")
        click(ann, "next page")
        await ann.until("make 85")


def is_whole_hand(line: str) -> bool:
    """Whether nine cards begin here."""
    return len(re.findall("▄{7}", line)) == 9


def click(player: Player, text: str) -> None:
    """Click on the first place where this is shown."""
    lines = player.terminal.lines
    row = next(place for place, line in enumerate(lines) if text in line)
    click_at(player, lines[row].index(text), row)


def click_at(player: Player, column: int, row: int) -> None:
    at = f"{column + 1};{row + 1}"
    player.press(f"\x1b[<0;{at}M\x1b[<0;{at}m")


async def test_a_defect_of_ours_is_seen_and_gives_the_terminal_back() -> None:
    async with Evening(table(3)) as evening, sitting(evening) as ann:
        await ann.until("lobby")
        setattr(ann.app.scene, "draw", lambda _: 1 // 0)  # noqa: B010
        ann.app.stage.redraw()
        with pytest.raises(ZeroDivisionError):
            await ann.running
        ann.running = asyncio.create_task(asyncio.sleep(0, How.LEFT))


async def test_the_terminal_goes_and_the_seat_waits() -> None:
    async with Evening(table(3)) as evening, sitting(evening) as ann:
        await ann.until("lobby")
        ann.keys.close()
        assert await asyncio.wait_for(ann.running, 5) is How.LEFT
        assert ann.guest.store.stored is not None


async def test_a_name_can_be_wide() -> None:
    async with Evening(table(2)) as evening, sitting(evening, "漢字漢字漢字漢字") as ann:
        await ann.until("漢")
        assert JoinRequest("漢字漢字漢字漢字").name == ann.guest.session.name


async def in_a_hand(ann: Player) -> None:
    """Until Ann has played something, and the table waits for her once more."""
    await ann.until("R: ready to begin")
    ann.press("r")
    for _ in range(MOST_KEYS):
        board = ann.app.scene.seen.board
        if board is not None and board.phase is Phase.PLAYING and board.action > 4 and ann.app.scene.seen.my_turn:
            return
        text = ann.terminal.text
        if "TAKE A CARD" in text:
            ann.press("a")
        elif "Pass?" in text or "Enter: play" in text:
            ann.press(ENTER)
        elif "beats the middle. P" in text:
            ann.press("p")
        elif "YOUR TURN" in text:
            ann.press(TAB)
        await changed(ann, text)
    raise AssertionError(f"it never came to that\n{ann.terminal.text}")


@pytest.mark.slow
async def test_a_host_that_lost_something_is_asked_about_on_the_screen_and_enter_goes_on() -> None:
    async with Evening(table(3, points=40)) as evening, sitting(evening) as ann:
        await in_a_hand(ann)
        action = evening.hub.table._core.state.board.action
        evening.restart(lost=3)
        text = await ann.until("Go on?")
        assert "The host's computer lost the last 3 plays and passes that you saw." in text
        assert "That happened 1 time at this table." in text
        assert ann.app.scene.seen.board is not None
        assert ann.app.scene.seen.board.action == action - 3
        ann.press("p")
        ann.press("c")
        assert evening.hub.table._core.everybody_is_away()
        ann.press(ENTER)
        await ann.until(lambda text: "Go on?" not in text and "Ann" in text)
        assert "The game is over" in await play_on(ann)


async def test_q_leaves_a_host_that_lost_something_and_the_seat_is_kept() -> None:
    async with Evening(table(3, points=40)) as evening, sitting(evening) as ann:
        await in_a_hand(ann)
        evening.restart(lost=1)
        await ann.until("Go on?")
        ann.press("q")
        await ann.running
        assert ann.app.scene.how is not None
        assert ann.app.scene.how.how is How.LEFT
        assert ann.guest.store.stored is not None
        assert [seat_link.secrets.secret for seat_link in evening.hub.table._core.seat_links].count(
            ann.guest.store.stored.secret
        ) == 1
