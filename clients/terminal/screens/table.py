"""The table: everybody's seat, the middle, what was just done, one's own hand, and one line about what is picked."""

from clients.language.told import watching
from clients.model import SeatAct, middle_of, new_in
from clients.terminal.bindings import TAKING_LETTERS
from clients.terminal.drawing.cards import SHORT, TALL, Look, draw, looks_of
from clients.terminal.drawing.rows import Fragment, Picture, Row, beside, left, padded, plain, right, row_width
from clients.terminal.frame import Frame
from clients.terminal.intents import PickCard
from clients.terminal.screens import parts
from clients.terminal.selection import Outcome, in_order, joinable, joining, judge, legal_plays, whole_hand
from clients.terminal.ui import Mode, Notice
from clients.terminal.update import cursor_of, is_sent
from odin_net.game.cards import format_card, format_cards, in_reading_order, mask_of
from odin_net.game.events import Kind, Occupant, Presence
from odin_net.game.sets import SETS, is_set, value_of
from odin_net.game.state import Board, Phase, PlayerView
from protocol.messages import Reason, reason_of

NAME = 16
ACT_SEPARATOR = " · "
# Between what stands at both sides of a row.
GAP = 3
LEAST_NEWS = 4


def draw_table(frame: Frame) -> Picture:
    """The whole picture."""
    board = frame.seen.board
    if board is None:
        return Picture(())
    height = TALL if frame.is_tall else SHORT
    head = [_title(frame, board)]
    # In a small window the lesson needs the room; its other players are invented.
    if frame.is_tall or not frame.lesson:
        head += [_header(frame), *(_seat(frame, board, seat) for seat in frame.seen.seats_from_me)]
    middle = _middle(frame, board, height)
    foot = parts.keys(frame)
    if frame.ui.mode is Mode.CHAT:
        return _with_chat(frame, [*head, *middle], foot)
    hand = _hand(frame, height)
    live = _live_rows(frame, board)
    room = frame.size.rows - len(head) - len(middle) - len(hand) - len(live) - len(foot)
    if room < 0:
        # In one row there is still room for the help and the way out.
        foot = parts.keys(frame, parts.KEY_ROWS - 1)
    between = _between(frame, max(0, room))
    return Picture((*head, *middle, *between, *hand, *live, *foot))


def _with_chat(frame: Frame, above: list[Row], foot: list[Row]) -> Picture:
    room = frame.size.rows - len(above) - len(foot)
    panel, (column, row) = parts.chat_panel(frame, room)
    return Picture((*above, *panel, *foot), (column, len(above) + row))


def _between(frame: Frame, room: int) -> list[Row]:
    """What was just done and the hint that was asked for, with air where there is room for it."""
    hint = frame.ui.hint
    if frame.lesson:
        rows = frame.paragraph(frame.lesson, "class:mark", most=room)
    else:
        advice = "" if hint is None else frame.language.advice(hint, frame.seen.view)
        last = frame.paragraph(advice, "class:mark", most=room) if advice else []
        # In a large window it grows into what is free, with a row of air on both sides.
        free = room - len(last)
        rows = [*parts.news(frame, max(min(free, LEAST_NEWS), free - 2)), *last]
    air: Row = ()
    if len(rows) < room:
        rows = [air, *rows]
    return [*rows, *([air] * (room - len(rows)))]


# --- the seats ---


def _title(frame: Frame, board: Board) -> Row:
    language = frame.language
    hand = language("hand {number}", number=board.game.hand) if board.game.hand else language("the first deal")
    fallen = language("Valhalla: {count}", count=board.valhalla.bit_count())
    goal = language("the last hand") if frame.seen.terms.stop_after else parts.target(frame)
    facts = [language("Odin"), language("the lesson")] if frame.lesson else [language("Odin"), hand, goal]
    # The lesson counts no cards: its positions are invented.
    more = [frame.progress] if frame.lesson else [parts.out_of_play(frame), fallen]
    return parts.title(frame, ACT_SEPARATOR.join(facts), ACT_SEPARATOR.join(filter(None, more)))


def _header(frame: Frame) -> Row:
    language = frame.language
    cards = left(language("cards"), 11) if frame.is_wide else right(language("cards"), 6)
    before = " " * (2 + NAME + 1 + _kind_width(frame))
    return plain(f"{before}{cards} {right(language('points'), 6)}", "class:faint")


def _kind_width(frame: Frame) -> int:
    """Of the column with the space behind it; the numbers behind that have space before them."""
    return 11 if frame.is_wide else 7


def _seat(frame: Frame, board: Board, seat: int) -> Row:
    occupant = board.game.seats[seat]
    is_turn = board.turn == seat
    mark = frame.glyphs.turn if is_turn else frame.glyphs.next if frame.seen.next_seat == seat else " "
    style = "class:turn" if is_turn else ""
    count, points = board.counts[seat], board.game.totals[seat]
    cards = left(f"{frame.glyphs.back * count} {count}", 11) if frame.is_wide else right(str(count), 6)
    gap = "  " if frame.is_wide else " "
    kind = left(_kind(frame, seat, occupant), _kind_width(frame))
    return (
        Fragment("class:mark", f"{mark} "),
        Fragment(style, left(frame.name(seat), NAME)),
        Fragment("class:faint", f" {kind}"),
        Fragment(style, f"{cards} {right(str(points), 6)}{gap}"),
        Fragment(style, _doing(frame, board, seat)),
    )


def _kind(frame: Frame, seat: int, occupant: Occupant) -> str:
    language = frame.language
    if seat == frame.seen.seat:
        return language("you") if occupant.presence is not Presence.COVERED else language("covered")
    if occupant.kind is Kind.BOT:
        return language("bot")
    if frame.seen.is_cut_off:
        return ""
    match occupant.presence:
        case Presence.AWAY:
            return language("away")
        case Presence.COVERED:
            return language("covered")
        case _:
            return language("here")


def _doing(frame: Frame, board: Board, seat: int) -> str:
    """Its last act since the middle was beaten, whether it is its turn, whether it is next."""
    language, act = frame.language, frame.seen.acts[seat]
    said = [] if act is None else [_act(frame, act)]
    if board.turn == seat:
        if seat == frame.seen.seat:
            said.append(language("your turn"))
        elif not frame.seen.is_cut_off:
            said.append(language("thinks"))
        clock = frame.seen.clock
        if clock is not None and clock[0] == seat:
            said.append(language("{seconds} s left", seconds=parts.seconds_left(frame, clock[1])))
    elif frame.seen.next_seat == seat and len(board.game.seats) > 2 and (act is None or frame.is_wide):
        said.append(language("next"))
    return ACT_SEPARATOR.join(said)


def _act(frame: Frame, act: SeatAct) -> str:
    language = frame.language
    if not act.cards:
        return language("passed")
    value = value_of(mask_of(act.cards))
    if act.taken is None:
        return language("played {value}", value=value)
    return language("played {value}, took {taken}", value=value, taken=format_card(act.taken))


# --- the middle ---


def _middle(frame: Frame, board: Board, height: int) -> list[Row]:
    language = frame.language
    if not board.middle:
        return [plain(f" {_empty_middle(frame, board)}"), *([()] * height)]
    who = frame.name(board.owner)
    if board.owner == frame.seen.seat:
        label = language("The middle: {value}, played by you", value=board.value)
    else:
        label = language("The middle: {value}, played by {name}", value=board.value, name=who)
    return [
        _beside_passes(frame, board, plain(f" {label}", "class:strong")),
        *_indented(draw(_middle_looks(frame, board), frame.size.columns - 2, height, frame.glyphs, lift=False)),
    ]


def _beside_passes(frame: Frame, board: Board, row: Row) -> Row:
    """The row, and how many passes are left at its right side, as long as has room: the two are no one sentence."""
    columns = frame.size.columns
    for more in _passes_left(frame, board):
        passes = plain(f"{more} ", "class:faint")
        if row_width(row) + GAP + row_width(passes) <= columns:
            return beside(row, passes, columns)
    return padded(row, columns)


def _passes_left(frame: Frame, board: Board) -> list[str]:
    """How many passes end the round, at length where there is room for it, and in short."""
    language, count = frame.language, frame.seen.passes_left
    if not count or board.phase is not Phase.PLAYING:
        return []
    short = language("passes to go: {count}", count=count)
    if not frame.is_wide:
        return [short]
    return [language.many("{count} more pass ends the round", "{count} more passes end the round", count), short]


def _empty_middle(frame: Frame, board: Board) -> str:
    language = frame.language
    if board.phase is not Phase.PLAYING:
        return language("The cards are being shuffled; all who are here help with it.")
    if board.turn == frame.seen.seat:
        return language("The middle is empty: you open the round.")
    return language("The middle is empty: {name} opens the round.", name=frame.name(board.turn))


def _middle_looks(frame: Frame, board: Board) -> list[Look]:
    cards = middle_of(board)
    if frame.ui.mode is not Mode.TAKING:
        return looks_of(cards, frame.language.viking)
    looks = looks_of(cards, frame.language.viking, TAKING_LETTERS)
    return [
        look._replace(cursor=place == frame.ui.taking, click=PickCard(look.card)) for place, look in enumerate(looks)
    ]


def _indented(rows: list[Row]) -> list[Row]:
    return [(Fragment("", " "), *row) for row in rows]


# --- the hand ---


def _hand(frame: Frame, height: int) -> list[Row]:
    view, ui = frame.seen.view, frame.ui
    if view is None or view.board.phase is not Phase.PLAYING:
        return [()] * (height + 1)
    cursor, new = cursor_of(ui, view), new_in(frame.seen, view.hand)
    bright = joinable(view, ui.picked) | ui.picked
    looks = [
        look._replace(
            raised=bool(ui.picked >> look.card & 1),
            cursor=look.card == cursor and ui.mode is not Mode.TAKING,
            dim=not bright >> look.card & 1,
            tag=frame.language("new") if look.card == new else "",
            click=PickCard(look.card),
        )
        for look in looks_of(in_order(view.hand, ui.sort), frame.language.viking)
    ]
    return _indented(draw(looks, frame.size.columns - 2, height, frame.glyphs, lift=True))


# --- the line about what is picked ---


def _live_rows(frame: Frame, board: Board) -> list[Row]:
    trouble = parts.trouble(frame)
    if trouble is not None:
        return frame.paragraph(*trouble, most=parts.TROUBLE_ROWS)
    text, style = live_line(frame, board)
    return frame.paragraph(text, style, most=2) if text else [()]


def live_line(frame: Frame, board: Board) -> tuple[str, str]:
    """What would come of Enter now, and in which style to say it."""
    language, ui, view = frame.language, frame.ui, frame.seen.view
    if ui.mode is Mode.TAKING:
        return language("Which card do you take? Nothing is sent before you choose; Esc goes back."), "class:mark"
    if ui.mode is Mode.PASSING:
        return language("Pass? Enter or P again passes, Esc goes back."), "class:mark"
    said = parts.said(frame)
    if said:
        return said, "class:bad" if isinstance(ui.notice, Reason) else "class:mark"
    if view is None:
        return _without_hand(frame, board), ""
    if board.phase is not Phase.PLAYING:
        return "", ""
    if is_sent(ui, board):
        return language("Sent; the host is about to answer."), "class:faint"
    if ui.picked:
        return _about_picked(frame, view)
    return _about_turn(frame, view)


def _without_hand(frame: Frame, board: Board) -> str:
    language = frame.language
    if frame.seen.seat is None and frame.seen.watching is not None:
        return watching(frame.language, frame.seen)
    if board.phase is Phase.PLAYING:
        return language("Your hand is not known here yet; the next deal brings you one.")
    return ""


def _about_turn(frame: Frame, view: PlayerView) -> tuple[str, str]:
    language, board = frame.language, view.board
    if board.turn != view.seat:
        return language("{name} plays now. You may pick cards already.", name=frame.name(board.turn)), "class:faint"
    what = _what_to_do(frame, view)
    if frame.seen.nudged:
        return f"{language('The table waits for you.')} {what}", "class:mark"
    tip = language.spelling(frame.settings.tip) if board.game.hand == 1 and legal_plays(view) else ""
    return " ".join(filter(None, [what, tip])), "class:mark"


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
        "Your turn: beat {value} with {count} card or {more}, or pass.",
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
    return f"{text} {frame.language('Can join: {cards}.', cards=format_cards(in_reading_order(mask_of(more))))}", style


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
        return frame.language.refusal(reason_of(outcome.refusal), turned, cards), "class:bad"
    text = _what_it_does(frame, view, outcome)
    if board.turn != view.seat:
        return f"{text} – {frame.language('when your turn comes.')}", "class:good"
    return f"{text} – {_what_enter_does(frame, outcome)}", "class:good"


def _what_it_does(frame: Frame, view: PlayerView, outcome: Outcome) -> str:
    language = frame.language
    if not view.board.middle:
        if outcome.goes_out and view.hand.bit_count() > 1:
            return language("Your whole hand is one set")
        return language("You open with {value}", value=outcome.value)
    return language("{value} beats {middle}", value=outcome.value, middle=view.board.value)


def _what_enter_does(frame: Frame, outcome: Outcome) -> str:
    language = frame.language
    if outcome.goes_out:
        return language("Enter plays, and you are out!")
    if not outcome.takes:
        return language("Enter plays.")
    if len(outcome.takes) == 1:
        return language("Enter plays, and you take {taken}.", taken=format_card(outcome.takes[0]))
    return language("Enter plays, then choose what to take.")
