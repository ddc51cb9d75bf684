"""All that a picture is drawn from, in one place."""

from msgspec import Struct

from clients.language import Language
from clients.model import Seen
from clients.sentences import shown_name
from clients.terminal.drawing.cards import ASCII, UNICODE, Glyphs
from clients.terminal.drawing.rows import ELLIPSIS, FROM_THE_RIGHT, POP, Fragment, Row, Size, wrap
from clients.terminal.drawing.themes import Theme
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
    mouse: bool = True
    place: str = ""
    """Where the table is, as people would write it."""
    ways: tuple[str, ...] = ()
    """Every way to join as a line; `{code}` is filled with the table's code."""
    hosting: bool = False
    """Whether the table closes when this screen does."""
    alone: bool = False
    """Whether nobody else can come: a table of one's own, with bots, which is not kept."""
    resume_with: str = ""
    """How the host takes this table up again."""
    tip: str = ""
    """What somebody may not know yet: said in the first hand, when it is their turn."""
    remote: bool = False
    """Whether a guest's screen runs on the host's computer, where a check would prove nothing to them. There is no
    way in for such guests yet."""


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
    """How far the lesson is."""

    @property
    def glyphs(self) -> Glyphs:
        return ASCII if self.settings.ascii else UNICODE

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
