"""Motion on a clock that is given: which frames there are, that anything jumps to the end, and that off is off."""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress

import pytest
from msgspec.structs import replace
from prompt_toolkit.input import create_pipe_input

from clients.language import Language
from clients.model import Seen
from clients.terminal.drawing.rows import Fragment, Picture, Row, Size, row_width, text_of
from clients.terminal.drawing.themes import Theme
from clients.terminal.frame import Settings
from clients.terminal.motion import FRAME, LONGEST_FRAME, MOST_SLOW, Moving, motion_between
from clients.terminal.scene import TableScene
from clients.terminal.screens.index import compose
from clients.terminal.screens.table_layout import layout_of
from clients.terminal.stage import Stage, StageGone
from clients.terminal.state import Mode, Ui
from odin_net.game.events import ChatSaid
from odin_net.host.table import Opening
from tests.clients.terminal.moments import SETTINGS, Moment, ended, playing
from tests.clients.terminal.staging import Still, frame_of, sitting
from tests.clients.terminal.told_game import ToldGame
from tests.helpers import LONG
from tests.helpers.evenings import Evening
from tests.helpers.screens import Terminal

SIZES = (Size(80, 24), Size(60, 20), Size(100, 30), Size(120, 35), Size(160, 45))
HANDS = (
    "R2 B2 P4 G6 G8 B8 R9 O1 Y1", "R3 G3 O4 Y8 Y5 G7 P7 P8 B9",
    "R1 G1 O2 Y3 B6 B7 P2 P5 O9", "R4 R5 G5 O6 Y7 G2 P1 P3 B1",
)  # fmt: skip


def dealt(players: int = 4, seat: int | None = 0) -> ToldGame:
    game = ToldGame(*("Ada", "Bo", "Cleo", "Dag")[:players], seat=seat)
    game.start()
    game.deal(*HANDS[:players])
    return game


def beaten(players: int = 4, seat: int | None = 0) -> ToldGame:
    """Bo's pair lies in the middle, and it is Ada's turn."""
    game = dealt(players, seat)
    game.play(0, "B2")
    game.play(1, "Y8 Y5", "B2")
    for other in range(2, players):
        game.pass_turn(other)
    return game


def between(game: ToldGame, act: Callable[[], None], size: Size = SIZES[0], code: str = "en") -> list[Picture]:
    """All frames of what this act leads to; the last one is the picture that stays."""
    before = game.frame(size, code)
    act()
    after = game.frame(size, code)
    picture = compose(after)
    motion = motion_between(before, after, picture)
    return [] if motion is None else [*map(motion.picture, range(motion.frames)), picture]


def lines(picture: Picture) -> list[str]:
    return text_of(picture.rows).split("\n")


def styles_in(row: Row, start: int = 0, end: int = 999) -> set[str]:
    """How the cells of a row look between two columns."""
    found, column = set(), 0
    for style, text, _ in row:
        if column < end and column + len(text) > start:
            found.add(style)
        column += len(text)
    return found


def row_of(picture: Picture, style: str) -> int:
    """The first row in which something looks so."""
    return next(place for place, row in enumerate(picture.rows) if any(style in one.style for one in row))


# --- a play ---


def test_a_set_leaves_the_hand_upward_and_comes_in_from_below() -> None:
    game = beaten()
    game.pick("G8 B8")
    frames = between(game, lambda: game.play(0, "G8 B8", "Y8"))
    layout = layout_of(SIZES[0], 3)
    tops = [
        next(row for row in range(24) if "class:card-b" in styles_in(frame.rows[row])) for frame in frames[:5]
    ]  # fmt: skip
    assert tops[0] == layout.hand.row + 1, "it is raised, and its first row is an edge"
    assert tops == sorted(tops, reverse=True)
    assert len(set(tops)) >= 4, "it is seen on its way"
    assert row_of(frames[-1], "class:card-b") == layout.cards + 1
    # What lay there is tinted, then pushed aside, to the left.
    row = layout.cards + 2
    places = [text_of([frame.rows[row]]).index("▀█") for frame in frames[:3]]
    assert len(set(places)) == 1
    assert all("class:tint-y" in styles_in(frame.rows[row]) for frame in frames[:5])
    lefts = [_first_column(frame.rows[row], "class:tint-y") for frame in frames[:5]]
    assert lefts[0] == lefts[2] > lefts[3] > lefts[4]


def _first_column(row: Row, style: str) -> int:
    column = 0
    for fragment in row:
        if fragment.style == style:
            return column
        column += len(fragment.text)
    raise AssertionError(f"nothing looks like {style}")


def test_the_value_changes_when_the_set_lies_there_and_the_count_when_the_cards_have_fallen() -> None:
    game = beaten()
    game.pick("G8 B8")
    frames = between(game, lambda: game.play(0, "G8 B8", "Y8"))
    assert len(frames) == 8
    assert all("Bo · pair to beat" in text_of(frame.rows) for frame in frames[:5])
    assert all("your pair" in text_of(frame.rows) for frame in frames[5:])
    assert all("Valhalla: 0" in lines(frame)[0] for frame in frames[:7])
    assert "Valhalla: 1" in lines(frames[7])[0]
    # The card that fell is a chip on its way there; the one that was taken stands in the hand at the end.
    assert [("Y5" in _without_news(frame)) for frame in frames] == [False] * 5 + [True, True, False]
    assert "new" in text_of(frames[7].rows)
    assert "new" not in text_of(frames[4].rows)


def _without_news(picture: Picture) -> str:
    return "\n".join(line for line in lines(picture) if "taken" not in line)


def test_the_sets_of_others_leave_their_seat_as_chips() -> None:
    game = dealt()
    game.play(0, "B2")
    frames = between(game, lambda: game.play(1, "Y8 Y5", "B2"))
    found = [[one.start() for line in lines(frame) for one in re.finditer("Y8.Y5", line)] for frame in frames]
    columns = [column for (column,) in found[:3]]
    assert 0 < columns[0] < columns[1] < columns[2], "from the seat at the left"
    assert found[3] == [], "then they are cards"
    # What they took comes to them as a chip.
    assert all(any("B2" in line for line in lines(frame)) for frame in frames[5:7])


def test_own_cards_do_not_move_while_a_set_is_on_its_way() -> None:
    game = beaten()
    game.pick("G8 B8")
    before = lines(compose(game.frame()))
    frames = between(game, lambda: game.play(0, "G8 B8", "Y8"))
    row = layout_of(SIZES[0], 3).hand.row + 2
    start = before[row].index("O")
    assert all(lines(frame)[row].index("O") == start for frame in frames[:5])


# --- what else moves ---


def test_what_nobody_has_beaten_falls() -> None:
    game = beaten()
    game.play(0, "G8 B8", "Y8")
    for seat in (1, 2):
        game.pass_turn(seat)
    frames = between(game, lambda: game.pass_turn(3))
    assert len(frames) == 5
    columns = [max(line.find("G8") for line in lines(frame)) for frame in frames[1:4]]
    assert columns == sorted(columns), "to the right, where what has fallen is counted"
    assert all("Valhalla: 1" in lines(frame)[0] for frame in frames[:4])
    assert "Valhalla: 3" in lines(frames[4])[0]


def test_a_deal_fills_the_seats_three_at_a_time_and_then_turns_our_cards() -> None:
    game = ToldGame("Ada", "Bo", "Cleo", "Dag")
    game.start()
    frames = between(game, lambda: game.deal(*HANDS))
    assert len(frames) == 8
    backs = [lines(frame)[2].count("█▌") for frame in frames]
    assert backs[:4] == [3, 6, 9, 9]
    hand = layout_of(SIZES[0], 3).hand
    faces = [sum("class:card-" in style for style, *_ in frame.rows[hand.row + 2]) for frame in frames]
    assert faces[:3] == [0, 0, 0]
    assert faces == sorted(faces)
    assert faces[-1] >= 9


def test_a_last_card_is_heavy_then_an_alarm_and_the_felt_darkens_once() -> None:
    game = dealt()
    before = game.frame()
    board = game.state.board
    seats = board.game._replace(dealt=(9, 9, 1, 9))
    state = game.seen.state
    assert state is not None
    after = replace(before, seen=replace(game.seen, state=state._replace(board=board._replace(game=seats))))
    motion = motion_between(before, after, compose(after))
    assert motion is not None
    grounds = [
        {style for style in styles_in(frame.rows[10]) if "felt" in style}
        for frame in (*(motion.picture(step) for step in range(motion.frames)), compose(after))
    ]
    names = [next(iter(ground)).split()[0] for ground in grounds]
    assert names == ["class:felt"] * 2 + ["class:felt-last-1"] * 2 + ["class:felt-last-2"] * 2 + ["class:felt-last"]
    edge = [styles_in(motion.picture(step).rows[4], 20, 60) for step in (0, 5)]
    assert ("class:strong" in edge[0], "class:alarm-line" in edge[0]) == (True, False)
    assert "class:alarm-line" in edge[1]
    assert "┗" in lines(motion.picture(0))[4]
    assert motion_between(after, after, compose(after)) is None, "then it stands still"


@pytest.mark.parametrize("code", ["en", "ar"])
def test_gold_runs_along_our_line_from_the_name_on(code: str) -> None:
    game = beaten()
    game.play(0, "G8 B8", "Y8")
    for seat in (1, 2):
        game.pass_turn(seat)
    frames = between(game, lambda: game.pass_turn(3), code=code)
    own = layout_of(SIZES[0], 3).own
    golden = [lines(frame)[own].count("━") for frame in frames]
    assert golden[0] < golden[1] < golden[2] < golden[3] <= golden[4]
    assert "class:turn-word" in styles_in(frames[0].rows[own])
    edge = 79 if code == "ar" else 0
    assert lines(frames[0])[own][edge] == "━"


def just_ended(after: float, *, over: bool = False) -> Seen:
    """A hand that has ended so long before second 5."""
    seen = ended(over=over)
    assert seen.result is not None
    return replace(seen, result=seen.result._replace(at=5.0 - after))


def test_points_count_up_when_the_third_beat_comes() -> None:
    second, third = (frame_of(Moment(just_ended(after), Ui(), "")) for after in (3.5, 3.7))
    motion = motion_between(second, third, compose(third))
    assert motion is not None
    assert motion.frames == 6, "two for each point of who has most"
    totals = [
        [int(line.split()[-2]) for line in lines(motion.picture(step)) if line[1:2].isdigit() and "┃" in line]
        for step in range(6)
    ]
    sums = [sum(total) for total in totals]
    assert sums[0] == sums[1] < sums[2] == sums[3] < sums[4] == sums[5]
    assert motion_between(third, third, compose(third)) is None
    first = frame_of(Moment(just_ended(1.0), Ui(), ""))
    assert motion_between(first, second, compose(second)) is None, "nothing moves between the first two"


def test_nothing_counts_for_who_comes_back_late() -> None:
    seen = ended()
    assert seen.result is not None
    missed = frame_of(Moment(replace(seen, result=seen.result._replace(at=None)), Ui(), ""))
    assert motion_between(missed, missed, compose(missed)) is None


@pytest.mark.parametrize("size", SIZES[:4], ids=str)
def test_the_winners_name_is_filled_from_below(size: Size) -> None:
    seen = ended(over=True)
    read = frame_of(Moment(seen, Ui(read_hand=(b"game", 2)), ""), size)
    motion = motion_between(frame_of(Moment(seen, Ui(), ""), size), read, compose(read))
    assert motion is not None

    def gold(picture: Picture) -> list[int]:
        return [place for place, row in enumerate(picture.rows[1:13]) if any(map(_is_letter, row))]

    last = gold(compose(read))
    shown = [gold(motion.picture(step)) for step in range(motion.frames)]
    assert shown[-1] == last
    assert [len(rows) for rows in shown] == sorted(len(rows) for rows in shown)
    assert all(rows == last[len(last) - len(rows) :] for rows in shown)


def _is_letter(fragment: Fragment) -> bool:
    return "class:turn" in fragment.style and any(char in fragment.text for char in "█▀▄")


# --- everywhere ---


@pytest.mark.parametrize(
    ("size", "players", "seat", "look"),
    [
        (Size(80, 24), 2, 0, "default"), (Size(60, 20), 4, 0, "ascii"), (Size(100, 30), 3, 0, "none"),
        (Size(120, 35), 4, None, "default"), (Size(160, 45), 4, None, "default"), (Size(80, 24), 3, None, "ascii"),
    ],
    ids=str,
)  # fmt: skip
def test_every_frame_fills_the_window_and_clicks_as_the_last_one(
    size: Size, players: int, seat: int | None, look: str
) -> None:
    theme = Theme.NONE if look == "none" else Theme.DEFAULT
    game = ToldGame(*("Ada", "Bo", "Cleo", "Dag")[:players], seat=seat)
    game.settings = replace(SETTINGS, theme=theme, ascii=look == "ascii")
    game.start()
    acts: list[Callable[[], None]] = [
        lambda: game.deal(*HANDS[:players]),
        lambda: game.play(0, "B2"),
        lambda: game.play(1, "Y8 Y5", "B2"),
        *(lambda seat=other: game.pass_turn(seat) for other in range(2, players)),
        lambda: game.play(0, "G8 B8", "Y8"),
        *(lambda seat=other: game.pass_turn(seat) for other in range(1, players)),
    ]
    for act in acts:
        *frames, last = between(game, act, size)
        for frame in frames:
            assert [row_width(row) for row in frame.rows] == [size.columns] * size.rows
            assert _clicks(frame) == _clicks(last)
            assert look != "ascii" or text_of(frame.rows).isascii()


def _clicks(picture: Picture) -> list[list[object]]:
    return [[click for _, text, click in row for _ in text] for row in picture.rows]


# --- the clock ---


class Watched:
    """What is drawn of a game, at the times at which the screen wants to be drawn."""

    def __init__(self, game: ToldGame) -> None:
        self.game, self.moving = game, Moving()
        self.draw()

    def draw(self, took: float = 0.0) -> Picture:
        return self.moving.draw(self.game.frame(), took)

    @property
    def still(self) -> Picture:
        return compose(self.game.frame())

    def play(self) -> None:
        """Bo beats Ada's card."""
        self.moving.jump()
        self.game.play(1, "Y8 Y5", "B2")


def watched(**settings: object) -> Watched:
    game = dealt()
    game.settings = replace(SETTINGS, **settings)
    game.play(0, "B2")
    return Watched(game)


def test_frames_come_at_their_times_and_then_nothing_wakes() -> None:
    seen = watched()
    assert seen.moving.wake_at(seen.game.now) is None
    seen.play()
    pictures, wakes = [seen.draw()], []
    while (wake_at := seen.moving.wake_at(seen.game.now)) is not None:
        wakes.append(wake_at - seen.game.now)
        seen.game.now = wake_at
        pictures.append(seen.draw())
    assert wakes == pytest.approx([FRAME] * 7)
    assert len({picture.rows for picture in pictures}) == 8
    assert pictures[-1] == seen.still
    assert sum(wakes) <= 0.3


def test_a_screen_that_was_held_up_leaves_frames_out() -> None:
    seen = watched()
    seen.play()
    seen.draw()
    seen.game.now += 10.0
    assert seen.draw() == seen.still
    assert seen.moving.wake_at(seen.game.now) is None


def test_anything_jumps_to_the_end() -> None:
    seen = watched()
    seen.play()
    assert seen.draw() != seen.still
    seen.moving.jump()
    assert seen.draw() == seen.still
    assert seen.moving.wake_at(seen.game.now) is None


def test_what_happens_meanwhile_begins_at_the_end() -> None:
    seen = watched()
    seen.play()
    seen.draw()
    seen.moving.jump()
    seen.game.tell(ChatSaid(2, "Cleo", "well played"))
    assert seen.draw() == seen.still
    seen.moving.jump()
    seen.game.pass_turn(2)
    assert seen.draw() != seen.still, "the next turn begins"
    assert seen.moving.wake_at(seen.game.now) == pytest.approx(seen.game.now + FRAME)


def test_off_is_off() -> None:
    seen = watched(motion=False)
    seen.play()
    assert seen.draw() == seen.still
    assert seen.moving.wake_at(seen.game.now) is None


def test_a_slow_frame_ends_its_motion_and_some_of_them_all() -> None:
    seen = watched()
    game = seen.game
    acts: list[Callable[[], None]] = [
        lambda: game.play(1, "Y8 Y5", "B2"), lambda: game.pass_turn(2), lambda: game.pass_turn(3),
        lambda: game.play(0, "G8 B8", "Y8"), lambda: game.pass_turn(1),
    ]  # fmt: skip
    moved = []
    for act in acts:
        seen.moving.jump()
        act()
        moved.append(seen.draw() != seen.still)
        game.now += FRAME
        assert seen.draw(took=LONGEST_FRAME + 0.001) == seen.still
        game.now += 1.0
    assert moved == [True] * MOST_SLOW + [False] * (len(acts) - MOST_SLOW)


def test_nothing_moves_below_what_lies_over_the_table() -> None:
    seen = watched()
    seen.game.ui = replace(seen.game.ui, mode=Mode.LOG)
    seen.draw()
    seen.play()
    assert seen.draw() == seen.still


def test_nothing_moves_in_another_window() -> None:
    game = dealt()
    before = game.frame(Size(100, 30))
    game.play(0, "B2")
    after = game.frame()
    assert motion_between(before, after, compose(after)) is None


def test_two_acts_at_once_are_not_seen_moving() -> None:
    game = dealt()
    before = game.frame()
    game.play(0, "B2")
    game.play(1, "Y8 Y5", "B2")
    after = game.frame()
    motion = motion_between(before, after, compose(after))
    assert motion is not None, "the turn of the next one begins"
    assert "Bo · pair to beat" in text_of(motion.picture(0).rows)


# --- the scene ---


async def test_a_key_jumps_and_counts_for_what_is_true_already(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = TableScene(Language("en"), Settings(), lambda: None, lambda: None)
    now = 100.0
    monkeypatch.setattr(scene._loop, "time", lambda: now)
    game = dealt()
    game.play(0, "B2")
    scene.seen, size = game.seen, SIZES[0]
    scene.draw(size)
    game.play(1, "Y8 Y5", "B2")
    scene.seen = replace(game.seen, turn_began=now)
    assert scene.draw(size) != compose(scene.frame(size))
    assert scene.wake_at() == pytest.approx(now + FRAME)
    scene.press("9", "9")
    assert scene.ui.picked
    assert scene.draw(size) == compose(scene.frame(size))
    assert scene.wake_at() == now + 60, "when a bot may cover"


async def test_a_table_at_which_nothing_happens_never_wakes(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = TableScene(Language("en"), Settings(), lambda: None, lambda: None)
    now = 1000.0
    monkeypatch.setattr(scene._loop, "time", lambda: now)
    scene.seen = replace(playing(), turn_began=now, terms=replace(playing().terms, cover_after=10**9))
    for _ in range(3):
        scene.draw(SIZES[0])
        assert scene.wake_at() == pytest.approx(now + 10**6)


def test_a_motion_is_a_function_of_its_two_moments() -> None:
    def frames() -> list[Picture]:
        game = beaten()
        return between(game, lambda: game.play(0, "G8 B8", "Y8"))

    assert frames() == frames()


# --- the stage ---


async def test_a_stage_tells_how_long_a_picture_took_to_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The link that takes its time is a real output, whose writing is held up on the loop's own clock."""
    terminal, moment = Terminal(), Moment(playing(), Ui(), "")
    loop = asyncio.get_running_loop()
    held_up, begin = 0.0, loop.time
    monkeypatch.setattr(loop, "time", lambda: begin() + held_up)
    flush = terminal.output.flush

    def slow_flush() -> None:
        nonlocal held_up
        held_up += 5.0
        flush()

    with create_pipe_input() as keys:
        async with Stage(keys, terminal.output) as stage:
            showing = asyncio.create_task(stage.show(Still(moment, SETTINGS, Language("en")), loop.create_future()))
            await terminal.until("YOUR TURN")
            assert stage.took < 5.0
            monkeypatch.setattr(terminal.output, "flush", slow_flush)
            stage._application._redraw()
            assert stage.took >= 5.0
            stage.close()
            with suppress(StageGone):
                await showing


@pytest.mark.parametrize("moves", [True, False])
async def test_a_game_on_a_real_stage_shows_its_motion_or_none(moves: bool) -> None:
    drawn: list[tuple[Picture, Picture]] = []
    async with (
        Evening(Opening(code="", seats=3, bots=2, bot_ms=400)) as evening,
        sitting(evening, settings=replace(SETTINGS, motion=moves)) as player,
    ):
        scene = player.app.scene
        draw = scene.draw

        def watch(size: Size) -> Picture:
            picture = draw(size)
            drawn.append((picture, compose(scene.frame(size))))
            return picture

        setattr(scene, "draw", watch)  # noqa: B010
        await player.until("lobby")
        player.guest.session.ready()
        await player.until("hand 1")
        await player.until(lambda text: " cards · 0 points" in text)
        async with asyncio.timeout(LONG):
            while scene._moving.wake_at(scene._loop.time()) is not None:  # noqa: ASYNC110
                await asyncio.sleep(0.002)
    assert any(picture != still for picture, still in drawn) is moves
