"""Awards and the evening's wins at the end of a game: on the screen, where there is room for them."""

import pytest
from msgspec.structs import replace

from clients.language import LANGUAGES, Language
from clients.language.awards import award_lines
from clients.model import GameResult, Seen
from clients.news import LinkChanged, LinkStage
from clients.terminal.drawing.rows import Size, row_width, text_of
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.screens.awards import award_rows
from clients.terminal.screens.index import compose
from clients.terminal.state import Ui
from odin_net.game.awards import Award, AwardKind
from odin_net.game.events import Tally
from tests.clients.terminal.moments import NAMES, ended
from tests.clients.terminal.test_screens import HOSTILE
from tests.helpers.tables import cards

AWARDS = (
    Award(AwardKind.COMEBACK, 2, 9, 1),
    Award(AwardKind.LONG_SET, 1, 5, 2, cards("R9 R8 R7 R6 R5")),
    Award(AwardKind.MOST_PASSES, 0, 12),
)


def game_end(names: tuple[str, ...] = NAMES) -> tuple[Seen, GameResult, Ui]:
    """The end of a game with awards, in an evening with others before it."""
    seen = ended(names, over=True)
    assert seen.over is not None
    state = seen.over.state
    game = state.board.game._replace(tally=(Tally(names[0], 2, 2),))
    over = GameResult(state._replace(board=state.board._replace(game=game)), seen.over.seat, AWARDS)
    return replace(seen, over=over), over, Ui(read_hand=(game.id, game.hand))


def test_the_screen_tells_them() -> None:
    seen, _, ui = game_end()
    picture = text_of(compose(Frame(seen, ui, Size(80, 24), Language("en"))).rows)
    for line in (
        f"Comeback: {NAMES[2]}, once 9 behind.",
        f"The longest set: R9 R8 R7 R6 R5, {NAMES[1]}.",
        f"Most passes: {NAMES[0]}, 12.",
    ):
        assert line in picture
    assert "wins tonight" in picture


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20), Size(120, 40)], ids=str)
def test_they_take_the_room_that_there_is(size: Size, code: str) -> None:
    for names in (NAMES, HOSTILE):
        seen, over, ui = game_end(names)
        frame = Frame(seen, ui, size, Language(code))
        picture = compose(frame)
        assert len(picture.rows) == size.rows
        assert all(row_width(row) <= size.columns for row in picture.rows)
        assert "\x1b" not in text_of(picture.rows)
        assert award_rows(frame, over, 1) == []
        whole = award_rows(frame, over, 99)
        assert len(whole) > len(award_lines(frame.language, over))
        assert [award_rows(frame, over, room) for room in (2, 3)] == [whole[:2], whole[:3]]


def test_what_is_wrong_with_the_table_is_not_pushed_out_by_them() -> None:
    seen, over, ui = game_end()
    link = LinkChanged(LinkStage.WAITING, 2, 8.0)
    many = replace(seen, over=over._replace(awards=AWARDS * 9), was_in=True, caught_up=False, link=link)
    frame = Frame(many, ui, Size(80, 24), Language("en"))
    trouble = parts.trouble(frame)
    assert trouble is not None
    picture = text_of(compose(frame).rows)
    assert " ".join(trouble[0].split()) in " ".join(picture.split())
    assert "Comeback" in picture
