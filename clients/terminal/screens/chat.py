"""The chat over a picture: what was said, and the line that is being typed."""

from msgspec.structs import replace

from clients.language import Language
from clients.language.voice import mark
from clients.model import Seen
from clients.sentences import shown_name
from clients.terminal.bindings import LINE, Binding, ScreenDef, Shown
from clients.terminal.drawing.editing import edit
from clients.terminal.drawing.rows import Fragment, Picture, Row, beside, first_lines, plain, shown_chat
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.state import Do, Draft, Intent, Mode, Notice, SayChat, Ui, Updated
from odin_net.game.text import BadText, clean_chat
from protocol.messages import Reason


def _update(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    if intent is Do.BACK:
        return replace(ui, mode=Mode.PLAY, chat_read=seen.chat_count), ()
    if intent is not Do.ENTER:
        return replace(ui, draft=edit(ui.draft, intent)), ()
    if not ui.draft.text.strip():
        return replace(ui, mode=Mode.PLAY, chat_read=seen.chat_count), ()
    try:
        text = clean_chat(ui.draft.text)
    except BadText:
        return replace(ui, notice=Reason.BAD_TEXT), ()
    if seen.is_cut_off:
        return replace(ui, notice=Notice.NOT_SENT), ()  # What was typed stays there, to be sent later.
    return replace(ui, draft=Draft()), (SayChat(text),)


CHAT = ScreenDef(
    (Binding("Enter", Do.ENTER, mark("send")), Binding("Esc", Do.BACK, mark("close chat")), LINE),
    _update,
    is_typed=True,
)


def filled(frame: Frame, rows: list[Row], keys: list[Shown]) -> Picture:
    """These rows, with the keys at the bottom, and above them the chat while it is open."""
    foot = parts.key_rows(frame, keys)
    room = frame.size.rows - len(foot)
    if frame.ui.mode is Mode.CHAT:
        height = max(4, min(8, room - 4))
        panel, (column, row) = chat_panel(frame, height)
        above = [*rows[: room - height], *([()] * (room - height - len(rows)))]
        return Picture((*above, *panel, *foot), (column, len(above) + row))
    rows = rows[:room]
    return Picture((*rows, *([()] * (room - len(rows))), *foot))


def chat_panel(frame: Frame, height: int) -> tuple[list[Row], tuple[int, int]]:
    """What was said and the line that is being typed; and where the cursor stands in it."""
    language, columns = frame.language, frame.size.columns
    room = height - 2
    said_by_all = [_chat_line(language, name, text) for _, name, text in frame.seen.chat]
    head = plain(f" {language('Chat')} ", "class:strong")
    turn = "" if isinstance(frame.ui.notice, Reason) else parts.said(frame)
    if not turn and frame.seen.my_turn:
        turn = language("It is your turn. Esc: close the chat.")
    # Why a line was not taken is read even when it is our turn.
    refused = frame.paragraph(parts.said(frame), "class:bad") if isinstance(frame.ui.notice, Reason) else []
    head = beside(head, plain(f"{turn} ", "class:mark"), columns)
    shown = [*_latest_chat(frame, said_by_all, room - len(refused)), *refused]
    shown = [*shown, *([()] * (room - len(shown)))]
    typed, at = parts.typed_line(frame, columns - 4)
    return [head, *shown, (Fragment("class:key", " > "), Fragment("class:field", typed))], (3 + at, height - 1)


def _latest_chat(frame: Frame, texts: list[str], room: int) -> list[Row]:
    """As many of the latest lines as have room in whole; of the last one its beginning, which says whose it is."""
    shown: list[str] = []
    for text in reversed([text for text in texts if text]):
        lines = frame.lines(text)
        if room <= 0 or (shown and len(shown) + len(lines) > room):
            break
        shown = [*first_lines(lines, room, frame.line_width), *shown]
    return [plain(f" {line}") for line in shown]


def _chat_line(language: Language, name: str, text: str) -> str:
    clean = shown_chat(text)
    # Translators: who it is, and what they said or hold.
    return language("{name}: {text}", name=shown_name(name), text=clean) if clean else ""
