"""What is said on the felt: what became of a beaten set, who keeps all waiting, or what was told last. Pure."""

from typing import NamedTuple

from clients.model import Told
from clients.terminal.drawing.rows import fit, width_of
from clients.terminal.frame import Frame
from clients.terminal.screens import common, parts
from clients.terminal.screens.live_line import tip_apart
from clients.terminal.screens.table_sheet import NAME, TableSheet
from clients.terminal.state import Mode
from odin_net.game.cards import Mask, cards_in, format_cards, in_reading_order
from odin_net.game.events import CardsPlayed
from odin_net.game.state import Board

# Of what stands beside the cards in a small window.
BESIDE = 15


class Beaten(NamedTuple):
    """What the set in the middle has beaten, and what became of it."""

    cards: Mask = 0
    taken: Mask = 0

    @property
    def fallen(self) -> Mask:
        return self.cards & ~self.taken


class News(NamedTuple):
    """What is new, and whether it stands beside the cards in a small window."""

    text: str = ""
    is_beside: bool = False


NO_NEWS = News()


def beaten_by(board: Board) -> Beaten:
    """The set below the one in the middle."""
    plays = [done for done in board.this_round if done[1]]
    return Beaten(plays[-2][1], plays[-1][2]) if board.middle and len(plays) > 1 else Beaten()


def what_is_new(table: TableSheet) -> News:
    """What is said about the table now."""
    frame, board = table.frame, table.board
    if frame.lesson or frame.ui.mode is Mode.TAKING or parts.trouble(frame) is not None:
        return NO_NEWS
    if common.may_cover(frame.seen, frame.now):
        name = fit(frame.name(board.turn), NAME)
        # Translators: one line, also in a small window; a name may have 16 cells.
        # Room for 42 cells.
        return News(frame.language("{name} keeps all waiting. B: let a bot play.", name=name))
    tip = tip_apart(frame)
    if tip:
        return News(tip)
    fell = _what_fell(table) if _is_play_last(frame) else ""
    if not fell:
        return News(_latest(frame))
    return News(fell, table.layout.is_list and all(width_of(line) <= BESIDE for line in fell.split(", ")))


def _is_play_last(frame: Frame) -> bool:
    """Whether nothing was told since the set in the middle was played."""
    told = frame.seen.told
    return bool(told) and isinstance(told[-1], Told) and isinstance(told[-1].event, CardsPlayed)


def _what_fell(table: TableSheet) -> str:
    """What became of the set below."""
    language, seen, board = table.frame.language, table.frame.seen, table.board
    beaten, owner = beaten_by(board), board.owner
    if not beaten.taken or board.counts[owner] == 0:
        return ""
    if table.is_last and board.counts[owner] == 1 and seen.passes_left and owner != seen.seat:
        return ""
    taken = format_cards(cards_in(beaten.taken))
    fallen = in_reading_order(beaten.fallen)
    if not fallen:
        return language("{taken} taken", taken=taken)
    if len(fallen) > 2:
        return language("{taken} taken, {count} fell", taken=taken, count=len(fallen))
    return language("{taken} taken, {fallen} fell", taken=taken, fallen=format_cards(fallen))


def _latest(frame: Frame) -> str:
    rows = parts.news(frame, 1)
    text = rows[0][0].text.strip() if rows else ""
    # What led to a position of a game that is looked at stands above the keys.
    return "" if text == frame.watched else text
