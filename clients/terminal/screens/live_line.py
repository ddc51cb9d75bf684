"""The line of the table about what is picked: what would come of Enter now, or why nothing would."""

from clients.language import Language
from clients.model import middle_of
from clients.terminal.drawing.rows import width_of
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.selection import PlayPreview, joining, judge, legal_plays, whole_hand
from clients.terminal.state import Mode, Notice, is_sent
from odin_net.game.cards import format_card, format_cards, in_reading_order, mask_of, number_of
from odin_net.game.refusals import Refusal
from odin_net.game.sets import SETS, is_set
from odin_net.game.state import Board, Phase, PlayerView
from protocol.messages import Reason, reason_of


def live_line(frame: Frame, board: Board) -> tuple[str, str]:
    """What would come of Enter now, and in which style to say it."""
    language, ui, view = frame.language, frame.ui, frame.seen.view
    if ui.mode is Mode.TAKING:
        return _about_taking(frame, board), "class:mark"
    if ui.mode is Mode.PASSING:
        return language("Pass? Enter or P again: pass, Esc: back."), "class:mark"
    said = parts.said(frame)
    if ui.notice is Notice.YOUR_TURN and view is not None:
        if frame.seen.is_cut_off:
            return _without_host(language)
        text, style = _about_picked(frame, view)
        return _joined(said, text), style
    if said:
        return said, "class:bad" if isinstance(ui.notice, Reason) else "class:mark"
    if view is None:
        return _without_hand(frame, board), ""
    if frame.seen.is_cut_off:
        return _without_host(language)
    if board.phase is not Phase.PLAYING:
        return "", ""
    if is_sent(ui, board):
        return language("Sent; the host is about to answer."), "class:faint"
    if ui.picked:
        return _about_picked(frame, view)
    return _about_turn(frame, view)


def _about_taking(frame: Frame, board: Board) -> str:
    """What follows from taking the chosen card, in one line: the cards above have to be seen."""
    language, cards = frame.language, middle_of(board)
    if not cards:
        return ""
    # Room for 56 cells.
    nothing_yet = language("Nothing is sent before you choose.")
    taken = cards[frame.ui.taking % len(cards)]
    held = 0 if frame.seen.view is None else (frame.seen.view.hand & ~frame.ui.picked).bit_count() + 1
    # Translators: while a card is chosen; {cards} is "6 cards", {fallen} the cards that are discarded.
    text = language(
        "You take {taken} and keep {cards}; to Valhalla: {fallen}.",
        taken=format_card(taken),
        cards=language.many("{count} card", "{count} cards", held),
        fallen=format_cards([card for card in cards if card != taken]),
    )
    ways = (f"{text} {nothing_yet}", text, nothing_yet)
    return next((way for way in ways if _is_line(frame, way)), nothing_yet)


def _without_host(language: Language) -> tuple[str, str]:
    """The middle of the table says why."""
    # Room for 56 cells.
    return language("Nothing can be played until the host is back."), "class:faint"


def _without_hand(frame: Frame, board: Board) -> str:
    language = frame.language
    if frame.seen.seat is None and (frame.settings.watches or frame.seen.watching is not None):
        return parts.watching_line(frame)
    if board.phase is Phase.PLAYING:
        return language("Your hand is not known here yet; the next deal brings you one.")
    return ""


def _about_turn(frame: Frame, view: PlayerView) -> tuple[str, str]:
    language, board = frame.language, view.board
    if board.turn != view.seat:
        return _joined(language("You may pick cards already."), _under_cursor(frame, view)), "class:faint"
    what = _what_to_do(frame, view)
    if frame.seen.nudged:
        return f"{language('The table waits for you.')} {what}", "class:mark"
    # In the lesson the tip says what to press.
    return _joined(
        what, (not frame.lesson and _under_cursor(frame, view)) or _tip_beside(frame, view, what)
    ), "class:mark"


def _tip_beside(frame: Frame, view: PlayerView, what: str) -> str:
    """What somebody may not know yet, unless it stands apart."""
    tip = _tip(frame, view)
    return tip if frame.lesson or _is_line(frame, _joined(what, tip)) or not _is_line(frame, tip) else ""


def _tip(frame: Frame, view: PlayerView) -> str:
    is_first = view.board.game.hand == 1
    return frame.language.spelling(frame.settings.tip) if is_first and legal_plays(view) else ""


def tip_apart(frame: Frame) -> str:
    """The same where it has no room beside what is to be done: one's cards are not to move when one is picked."""
    view, ui = frame.seen.view, frame.ui
    if view is None or not frame.seen.my_turn or ui.picked or ui.mode is not Mode.PLAY or parts.said(frame):
        return ""
    is_told = is_sent(ui, view.board) or frame.seen.nudged or ui.hint is not None or _under_cursor(frame, view)
    return "" if is_told or _tip_beside(frame, view, _what_to_do(frame, view)) else _tip(frame, view)


def _under_cursor(frame: Frame, view: PlayerView) -> str:
    """Who stands on the card that the cursor was put on."""
    card = frame.ui.cursor
    if card is None or not view.hand >> card & 1:
        return ""
    viking = frame.language.viking_explained(number_of(card))
    return frame.language("{card}: {viking}.", card=format_card(card), viking=viking)


def _is_line(frame: Frame, text: str) -> bool:
    """Whether this has room in one row: the hand is not to move while somebody picks."""
    return width_of(text) <= frame.line_width


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _what_to_do(frame: Frame, view: PlayerView) -> str:
    language, board = frame.language, view.board
    if not legal_plays(view):
        return parts.notice(language, Notice.NO_PLAY)
    if not board.middle:
        if view.hand.bit_count() > 1 and whole_hand(view):
            return language("Your turn: open with one card, or with your whole hand at once.")
        return language("Your turn: open the round with one card.")
    size = len(board.middle)
    return language.many(
        "Your turn: beat {value} with one card or two, or pass.",
        "Your turn: beat {value} with {count} cards or {more}, or pass.",
        size,
        value=board.value,
        more=size + 1,
    )


def _about_picked(frame: Frame, view: PlayerView) -> tuple[str, str]:
    text, style = _about_playing(frame, view)
    more = joining(view, frame.ui.picked)
    if not more:
        return text, style
    both = f"{text} {frame.language('Can join: {cards}.', cards=format_cards(in_reading_order(mask_of(more))))}"
    return both if _is_line(frame, both) else text, style


def _about_playing(frame: Frame, view: PlayerView) -> tuple[str, str]:
    board = view.board
    if board.turn != view.seat and not board.middle and is_set(frame.ui.picked):
        # Somebody else opens: what these cards will have to beat is not known.
        said = frame.language("{name} opens first. You see then what your cards beat.", name=frame.name(board.turn))
        return said, "class:faint"
    outcome = judge(view, frame.ui.picked)
    if outcome.refusal is not None:
        cards = SETS[frame.ui.picked][0]
        # As if it were our turn: the reason is about the cards.
        turned = view._replace(board=board._replace(turn=view.seat))
        text = frame.language.refusal(reason_of(outcome.refusal), turned, cards)
        return text if _is_line(frame, text) else _in_short(frame, turned, outcome.refusal) or text, "class:bad"
    if board.turn != view.seat:
        values = {"value": outcome.value, "middle": board.value}
        return frame.language("{value} beats {middle}: play it when your turn comes.", **values), "class:good"
    return _about_enter(frame, view, outcome), "class:good"


def _in_short(frame: Frame, view: PlayerView, refusal: Refusal) -> str:
    """The same refusal where there is less room, if it can be said: Enter says all of it."""
    if refusal is Refusal.NOT_ONE_SET:
        # Translators: while cards are picked; Enter says then why they are none. Room for 56 cells.
        return frame.language("These cards are no set.")
    return "" if view.board.middle else _what_to_do(frame, view)


def _about_enter(frame: Frame, view: PlayerView, outcome: PlayPreview) -> str:
    language = frame.language
    if not view.board.middle:
        return _about_opening(language, view, outcome)
    values = {"value": outcome.value, "middle": view.board.value}
    if outcome.goes_out:
        return language("{value} beats {middle}. Enter: play, and you are out!", **values)
    if len(outcome.takes) == 1:
        taken = format_card(outcome.takes[0])
        return language("{value} beats {middle}. Enter: play, and take {taken}.", **values, taken=taken)
    text = language("{value} beats {middle}. Enter: play, then choose what to take.", **values)
    # Translators: the same where there is less room: the table is not to move for it. Room for 56 cells.
    return text if _is_line(frame, text) else language("{value} beats {middle}. Enter: play.", **values)


def _about_opening(language: Language, view: PlayerView, outcome: PlayPreview) -> str:
    if not outcome.goes_out:
        return language("You open with {value}. Enter: play.", value=outcome.value)
    if view.hand.bit_count() > 1:
        return language("Your whole hand is one set. Enter: play, and you are out!")
    return language("You open with {value}. Enter: play, and you are out!", value=outcome.value)
