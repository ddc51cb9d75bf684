"""All that a picture is drawn from, in one place."""

from collections.abc import Callable

from msgspec import Struct
from prompt_toolkit.output import ColorDepth

from clients.invitation import Invitation
from clients.language import Language
from clients.model import Seen
from clients.sentences import shown_name
from clients.terminal.drawing.cards import ASCII, UNICODE, Glyphs, Surface
from clients.terminal.drawing.rows import ELLIPSIS, FROM_THE_RIGHT, POP, Fragment, Row, Size, wrap
from clients.terminal.drawing.themes import Theme, fitting
from clients.terminal.selection import Sort
from clients.terminal.state import Ui

# Good from here on; usable from the lesser ones.
GOOD = Size(80, 24)
LEAST = Size(60, 20)


def is_too_small(size: Size) -> bool:
    """Whether nothing can be shown in this window but that it is too small."""
    return size.columns < LEAST.columns or size.rows < LEAST.rows


class Settings(Struct, frozen=True):
    """How somebody wants their screen, and what it cannot know by itself."""

    theme: Theme = Theme.DEFAULT
    ascii: bool = False
    bell: bool = True
    sort: Sort = Sort.NUMBER
    motion: bool = True
    mouse: bool = True
    place: str = ""
    """Where the table is, as people would write it."""
    invitation: Invitation | None = None
    """How others come to the table that is kept here; None: nobody can, or it is somebody else's to tell."""
    hosting: bool = False
    """Whether the table closes when this screen does."""
    offered: ColorDepth = ColorDepth.DEPTH_24_BIT
    """How many colours the terminal has."""
    alone: bool = False
    """Whether nobody else can come: a table of one's own, with bots, which is not kept."""
    resume_with: str = ""
    """How the host takes this table up again."""
    tip: str = ""
    """What somebody may not know yet: said in the first hand, when it is their turn."""
    remote: bool = False
    """Whether a guest's screen runs on the host's computer, where a check would prove nothing to them."""
    own_words: str = ""
    """What such a guest answers when they come back to their seat."""
    watches: bool = False
    """Whether they came to watch, and wait for no seat."""

    __repr__ = object.__repr__  # It holds those words.


NO_WISHES = Settings()


class Frame(Struct, frozen=True):
    """One moment, for one pair of eyes."""

    seen: Seen
    ui: Ui
    size: Size
    language: Language
    now: float = 0.0
    settings: Settings = NO_WISHES
    lesson: str = ""
    """What the lesson says here, if this is one."""
    progress: str = ""
    """How far the lesson is, or the recorded game that is watched."""
    watched: str | None = None
    """What is said where a recorded game is watched: nobody here has a move to make. None: this is a table."""
    step: int | None = None
    """Which frame of a motion is drawn, on screens that draw theirs themselves; None: nothing moves."""

    @property
    def glyphs(self) -> Glyphs:
        return ASCII if self.settings.ascii else UNICODE

    @property
    def surface(self) -> Surface:
        """What cards and boxes are made of here."""
        match fitting(self.settings.theme, self.settings.offered):
            case _ if self.settings.ascii:
                return Surface.FRAMED
            case Theme.NONE:
                return Surface.FRAMED
            case Theme.SIXTEEN:
                return Surface.SIXTEEN
            case _:
                return Surface.PAINTED

    @property
    def turn_text(self) -> Callable[[str], str] | None:
        """What puts a text in the order of the eye, where it is read from the right."""
        if not self.language.is_rtl:
            return None
        from clients.terminal.drawing.bidi import mirrored  # noqa: PLC0415  Other languages need none of it.

        return mirrored

    def turned_row(self, row: Row) -> Row:
        """A row in the order of the eye."""
        if not self.language.is_rtl:
            return row
        from clients.terminal.drawing.bidi import turn_row  # noqa: PLC0415  Other languages need none of it.

        return turn_row(row, self.size.columns)

    def turned_typed(self, row: Row, column: int) -> tuple[Row, int]:
        """A row with a line that is typed and the column of its cursor, in the order of the eye."""
        if not self.language.is_rtl:
            return row, column
        from clients.terminal.drawing.bidi import turn_typed  # noqa: PLC0415  Other languages need none of it.

        return turn_typed(row, self.size.columns, column)

    @property
    def is_wide(self) -> bool:
        return self.size.columns >= GOOD.columns

    @property
    def is_tall(self) -> bool:
        return self.size.rows >= GOOD.rows

    def name(self, seat: int) -> str:
        """Who sits there, fit to be shown."""
        game = self.seen.game
        if game is None or not 0 <= seat < len(game.seats):
            return "?"
        return shown_name(game.seats[seat].name)

    @property
    def line_width(self) -> int:
        """Of a line of text, between its margins."""
        return self.size.columns - 2

    def lines(self, text: str) -> list[str]:
        """A text in as many lines as it needs."""
        return wrap(text.replace(ELLIPSIS, "...") if self.settings.ascii else text, self.line_width)

    def paragraph(self, text: str, style: str = "", most: int | None = None) -> list[Row]:
        """A text in as many rows as it needs, with a margin."""
        lines = self.lines(text)[:most]
        if self.language.is_rtl and not text.isascii():
            # Some of its lines may have no Arabic letter in them.
            lines = [f"{FROM_THE_RIGHT}{line}{POP}" for line in lines]
        return [(Fragment(style, f" {line}"),) for line in lines]
