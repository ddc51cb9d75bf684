"""The invitation: how others come to this table, with a QR code for phones where the window has room for it."""

from msgspec.structs import replace

from clients import invitation as invited
from clients.invitation import Invitation
from clients.language.voice import mark
from clients.model import Seen
from clients.qr_code import BORDER, LEAST_BORDER, QrCode, qr_code
from clients.terminal.bindings import Binding, ScreenDef, Shown, while_it_lasts
from clients.terminal.drawing.rows import FROM_THE_RIGHT, POP, Fragment, Picture, Row, padded, plain, row_width, wrap
from clients.terminal.frame import GOOD, Frame
from clients.terminal.screens import parts
from clients.terminal.state import Do, Intent, Mode, Ui, Updated

# Columns between the code and what stands beside it, and how many that needs at least.
GAP = 2
LEAST_TEXT = 30
# Where a line must not be broken; the canvas shows it as a space.
NO_BREAK_SPACE = "\xa0"

STEPS = {Do.LEFT: -1, Do.RIGHT: 1, Do.UP: -1, Do.DOWN: 1}


def _update(ui: Ui, intent: Intent, _seen: Seen, _now: float) -> Updated:
    if isinstance(intent, Do) and intent in STEPS:
        return replace(ui, address=ui.address + STEPS[intent]), ()
    return replace(ui, mode=Mode.PLAY), ()


def _draw(frame: Frame, keys: list[Shown]) -> Picture:
    invitation = frame.settings.invitation
    if invitation is None:
        return Picture(())
    number, count = frame.ui.address % len(invitation.addresses), len(invitation.addresses)
    more = "" if count == 1 else frame.language("address {number} of {count}", number=number + 1, count=count)
    rows = [parts.headline(frame, frame.language("How others join"), more)]
    foot = parts.key_rows(frame, keys)
    room = frame.size.rows - len(rows) - len(foot)
    shown = _page(frame, invitation, invited.ways(invitation, frame.seen.code or "")[number], room)
    return Picture((*rows, *shown[:room], *([()] * (room - len(shown))), *foot))


def _page(frame: Frame, invitation: Invitation, to: invited.Ways, room: int) -> list[Row]:
    """What is said, beside the code if there is one and it has room; else why it is not there."""
    language, columns = frame.language, frame.size.columns
    said, key = _said(frame, invitation, to), _key(frame, invitation)
    if not to.link:
        return _texts(frame, [*said, *key], columns, room)
    if frame.settings.ascii:
        why = language("With --ascii there is no QR code: {command} draws it elsewhere.", command="odin invite --qr")
        return _texts(frame, [*said, *key, ("class:mark", why)], columns, room)
    code = qr_code(to.link)
    for border in range(BORDER, LEAST_BORDER - 1, -1):
        beside = columns - code.width(border) - 2 * GAP
        # The key of this computer is compared letter by letter, and must not be broken: there may be room for it below.
        is_narrow = beside < len(invitation.fingerprint or "") + GAP
        below = _texts(frame, key, columns, 0) if is_narrow else []
        if code.height(border) + len(below) <= room and beside >= LEAST_TEXT:
            told = [("class:strong", language("Scan this with a phone to play in its browser.")), *said]
            return [*_beside(frame, code, border, told if is_narrow else [*told, *key], room - len(below)), *below]
    why = language("To see a QR code, make this window larger: {columns} columns and {rows} rows.", **GOOD._asdict())
    return _texts(frame, [*said, *key, ("class:mark", why)], columns, room)


def _beside(frame: Frame, code: QrCode, border: int, said: list[tuple[str, str]], room: int) -> list[Row]:
    # A row ends a column before the window does: where it is turned, it begins with that one.
    width = frame.size.columns - 1
    room_beside = width - code.width(border) - GAP
    texts = _texts(frame, said, room_beside, room)
    if frame.language.is_rtl:
        # What stands beside a drawing is not moved to the right side where its row is turned.
        texts = [(Fragment("", " " * (room_beside - row_width(text))), *text) for text in texts]
    drawn = [Fragment("class:qr", line) for line in code.dark_on_light(border)]
    drawn += [Fragment("", " " * code.width(border))] * (len(texts) - len(drawn))
    texts += [plain("")] * (len(drawn) - len(texts))
    return [
        padded((Fragment("", " "), qr, Fragment("", " " * (GAP - 1)), *text), width)
        for qr, text in zip(drawn, texts, strict=True)
    ]


def _said(frame: Frame, invitation: Invitation, to: invited.Ways) -> list[tuple[str, str]]:
    """Style and text of each paragraph."""
    language, code = frame.language, frame.seen.code or ""
    # What is to be typed stays in one line where it can.
    whole = to._replace(**{name: line.replace(" ", NO_BREAK_SPACE) for name, line in to._asdict().items()})
    lines = invited.way_lines(language, whole, is_typed=True)
    return [
        ("class:big" if code else "class:mark", invited.way_in(language, code)),
        *(("", line) for line in lines),
        ("class:faint", invited.reach_note(language, invitation)),
    ]


def _key(frame: Frame, invitation: Invitation) -> list[tuple[str, str]]:
    return [("class:faint", note) for note in invited.key_note(frame.language, invitation)]


def _texts(frame: Frame, said: list[tuple[str, str]], width: int, room: int) -> list[Row]:
    """Paragraphs in so many columns, with a row of air before each if there is room for it."""
    paragraphs = []
    for style, text in said:
        lines = wrap(text, width - 2)
        if frame.language.is_rtl:
            lines = [f"{FROM_THE_RIGHT}{line}{POP}" for line in lines]
        paragraphs.append([plain(f" {line}", style) for line in lines])
    air: list[Row] = [()] if sum(map(len, paragraphs)) + len(paragraphs) <= room else []
    return [row for paragraph in paragraphs for row in (*air, *paragraph)]


def _has_several(frame: Frame) -> bool:
    invitation = frame.settings.invitation
    return invitation is not None and len(invitation.addresses) > 1


INVITATION = ScreenDef(
    (
        Binding("← → ↑ ↓", Do.RIGHT, mark("another address"), _has_several, tuple(STEPS), shown="← →"),
        Binding("Esc", Do.BACK, mark("back")),
    ),
    _update,
    _draw,
    otherwise=Do.BACK,
    is_open=lambda ui, seen: while_it_lasts(ui, seen) and seen.owner,
)
