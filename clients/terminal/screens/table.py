"""The table: everybody's seat, the middle, what was just done, one's own hand, and one line about what is picked."""

from typing import Literal, assert_never

from msgspec.structs import replace

from clients.language.voice import mark
from clients.model import SeatAct, Seen, middle_of, new_in
from clients.news import CaughtUp, News
from clients.sentences import shown_name
from clients.terminal.bindings import Binding, ScreenDef, Shown, never, while_it_lasts
from clients.terminal.drawing.cards import SHORT, TALL, Look, draw, looks_of
from clients.terminal.drawing.rows import Fragment, Picture, Row, beside, left, padded, plain, right, row_width
from clients.terminal.frame import Frame
from clients.terminal.screens import chat, common, overlays, parts
from clients.terminal.screens.live_line import live_rows
from clients.terminal.selection import (
    Sort,
    in_order,
    joinable,
    judge,
    legal_plays,
    next_play,
    pick_number,
    whole_hand,
)
from clients.terminal.state import (
    Do,
    Intent,
    Mode,
    NotHeld,
    Notice,
    PassMove,
    PassSoon,
    PickCard,
    PickNumber,
    PlayMove,
    Ring,
    SendPart,
    Take,
    Ui,
    Updated,
    is_sent,
)
from odin_net.game.cards import NUMBER_MASKS, Card, Mask, format_card, mask_of
from odin_net.game.events import Kind, Occupant, Presence
from odin_net.game.rules import refuse_pass
from odin_net.game.sets import value_of
from odin_net.game.state import Board, Phase, PlayerView
from protocol.messages import Cover, Reason, reason_of

TAKING_LETTERS = "abcdefghi"
# To pick, the next play, to play, to pass, the hint.
MAIN_KEYS = 5
NAME = 16
ACT_SEPARATOR = " · "
# Between what stands at both sides of a row.
GAP = 3
LEAST_NEWS = 4

# --- its keys ---


def may_cover(seen: Seen, now: float) -> bool:
    """Whether somebody has kept all waiting for so long that a bot may play for them."""
    board = seen.board
    if board is None or board.phase is not Phase.PLAYING or seen.my_turn or seen.seat is None:
        return False
    if not 0 <= board.turn < len(board.game.seats):
        return False  # Plays are checked at the hand's end: until then a lying host may name a seat that is not there.
    occupant = board.game.seats[board.turn]
    return occupant.presence is Presence.HERE and not occupant.level and now >= seen.cover_at


def _has_cards(frame: Frame) -> bool:
    """Whether somebody has a hand here, or is about to get one."""
    return frame.seen.seat is not None and frame.seen.phase in (Phase.PLAYING, Phase.DEALING)


def _is_playing(frame: Frame) -> bool:
    return frame.seen.view is not None and frame.seen.phase is Phase.PLAYING


def _is_my_turn(frame: Frame) -> bool:
    return _is_playing(frame) and frame.seen.my_turn


def _may_pass(frame: Frame) -> bool:
    view = frame.seen.view
    return view is not None and _is_my_turn(frame) and refuse_pass(view) is None


def _auto_pass(frame: Frame) -> str:
    state = frame.language("on" if frame.ui.auto_pass else "off", "auto-pass")
    return frame.language("auto-pass: {state}", state=state)


def _bot_for(frame: Frame) -> str:
    board = frame.seen.board
    name = "?" if board is None else shown_name(board.game.seats[board.turn].name)
    return frame.language("a bot for {name}", name=name)


def _letters_to_take(frame: Frame) -> str:
    board = frame.seen.board
    last = TAKING_LETTERS[len(board.middle) - 1] if board is not None else "b"
    return f"A–{last.upper()}"


# It has the letters only while a card is taken; the help tells it among the others.
TAKE = Binding(
    "A–I", None, mark("take that card"), _has_cards, tuple(map(Take, range(len(TAKING_LETTERS)))),
    shown=_letters_to_take, told="a b c",
)  # fmt: skip
HAND = (
    Binding(
        "1–9", None, mark("pick"), _has_cards, tuple(map(PickNumber, range(1, 10))),
        # Room for 24 cells.
        bar=_is_playing, help=mark("next card of that number"),
    ),
    Binding(
        "← → Space", None, mark("pick"), _has_cards, (Do.LEFT, Do.RIGHT, Do.TOGGLE),
        bar=_is_playing, help=mark("pick a card"),
    ),
    Binding("Home End", None, when=_has_cards, each=(Do.HOME, Do.END), help=mark("first or last card")),
    Binding("Tab", Do.NEXT_PLAY, mark("next play"), _has_cards, bar=_is_playing, help=mark("next legal play")),
    Binding("Shift-Tab", Do.PREVIOUS_PLAY, when=_has_cards, help=mark("previous legal play")),
    Binding("Enter", Do.ENTER, mark("play", "key"), _has_cards, bar=_is_my_turn),
    Binding("P", Do.PASS, mark("pass", "key"), _has_cards, bar=_may_pass),
    TAKE,
    Binding("Esc", Do.BACK, when=_has_cards, help=mark("back")),
    Binding(
        "A", Do.AUTO_PASS, _auto_pass, _has_cards,
        bar=_is_playing, rank=1, help=mark("pass for me"), in_lesson=False,
    ),
    Binding("H", Do.HINT, mark("hint", "key"), _has_cards, bar=_is_my_turn, in_lesson=False),
    Binding("S", Do.SORT, mark("sort"), _has_cards, bar=_is_playing, rank=1),
)  # fmt: skip
AROUND = (
    Binding("V", Do.VALHALLA, mark("Valhalla", "key"), rank=3, help=mark("fallen cards"), in_lesson=False),
    Binding(
        "B", Do.COVER, _bot_for, lambda frame: may_cover(frame.seen, frame.now),
        rank=-1, help=mark("let a bot play"),
    ),
    Binding("G", Do.GIVE, mark("give a seat"), lambda frame: bool(overlays.seats_to_give(frame.seen)), rank=2),
)  # fmt: skip
BINDINGS = (*(row for row in HAND if row is not TAKE), *AROUND)


# --- what they do ---


def _update(ui: Ui, intent: Intent, seen: Seen, now: float) -> Updated:
    match intent:
        case Do.VALHALLA:
            return replace(ui, mode=Mode.VALHALLA), ()
        case Do.SORT:
            sort = Sort.COLOUR if ui.sort is Sort.NUMBER else Sort.NUMBER
            return replace(ui, sort=sort, notice=Notice.BY_COLOUR if sort is Sort.COLOUR else Notice.BY_NUMBER), ()
        case Do.COVER if may_cover(seen, now) and seen.board is not None:
            return replace(ui, notice=Notice.COVER_ASKED), (SendPart(Cover(seen.board.turn)),)
        case Do.GIVE if overlays.seats_to_give(seen):
            return overlays.ask_to_give(ui, seen), ()
    view = seen.view
    if view is None or not _shows_hand(view):
        return ui, ()
    if intent is Do.AUTO_PASS:
        ui = replace(ui, auto_pass=not ui.auto_pass)
        notice = Notice.AUTO_PASS_ON if ui.auto_pass else Notice.AUTO_PASS_OFF
        return replace(ui, notice=notice), auto_pass(ui, seen)
    if ui.mode is Mode.TAKING:
        return _take(ui, intent, seen, view)
    return _answer_pass(ui, intent, seen, view) if ui.mode is Mode.PASSING else _pick(ui, intent, seen, view)


def _pick(ui: Ui, intent: Intent, seen: Seen, view: PlayerView) -> Updated:
    match intent:
        case PickNumber(number) if not view.hand & NUMBER_MASKS[number - 1]:
            return replace(ui, notice=NotHeld(number)), ()
        case PickNumber(number):
            picked = pick_number(view, ui.picked, number)
            changed = picked & ~ui.picked
            cursor = changed.bit_length() - 1 if changed else ui.cursor
            return replace(ui, picked=picked, cursor=cursor), ()
        case PickCard(card) if view.hand >> card & 1:
            return replace(ui, picked=ui.picked ^ 1 << card, cursor=card), ()
        case Do.TOGGLE:
            cursor = cursor_of(ui, view)
            return replace(ui, picked=ui.picked ^ 1 << cursor, cursor=cursor), ()
        case Do.LEFT | Do.RIGHT | Do.HOME | Do.END:
            return replace(ui, cursor=_moved(ui, view, intent)), ()
        case Do.NEXT_PLAY | Do.PREVIOUS_PLAY:
            picked = next_play(view, ui.picked, 1 if intent is Do.NEXT_PLAY else -1)
            if picked:
                return _with_picked(ui, view, picked), ()
            return replace(ui, notice=Notice.NO_PLAY if seen.my_turn else Notice.NO_PLAY_YET), ()
        case Do.BACK:
            return replace(ui, picked=0, hint=None), ()
        case Do.HINT:
            return _hint(ui, seen, view)
        case Do.PASS:
            return _pass(ui, seen, view)
        case Do.ENTER:
            return _play(ui, seen, view)
    return ui, ()


def _shows_hand(view: PlayerView) -> bool:
    """Whether there is a card to be picked. Who is out has none, and the hand's end may still be on its way."""
    return view.board.phase is Phase.PLAYING and view.hand != 0


def cursor_of(ui: Ui, view: PlayerView) -> Card:
    """The card under the cursor: the one it was put on, or the first."""
    if ui.cursor is not None and view.hand >> ui.cursor & 1:
        return ui.cursor
    return in_order(view.hand, ui.sort)[0]


def _moved(ui: Ui, view: PlayerView, intent: Literal[Do.LEFT, Do.RIGHT, Do.HOME, Do.END]) -> Card:
    cards = in_order(view.hand, ui.sort)
    at = cards.index(cursor_of(ui, view))
    match intent:
        case Do.LEFT:
            return cards[(at - 1) % len(cards)]
        case Do.RIGHT:
            return cards[(at + 1) % len(cards)]
        case Do.HOME:
            return cards[0]
        case Do.END:
            return cards[-1]
        case _:
            assert_never(intent)


def _hint(ui: Ui, seen: Seen, view: PlayerView) -> Updated:
    if not seen.my_turn:
        return replace(ui, notice=Notice.HINT_ON_YOUR_TURN), ()
    from odin_net.bots.hint import hint  # noqa: PLC0415  It brings the bots along, for those who ask for one.

    advice = hint(view)
    return replace(_with_picked(ui, view, advice.move[0]), hint=advice), ()


def _with_picked(ui: Ui, view: PlayerView, picked: Mask) -> Ui:
    """These cards picked, with the cursor on the first of them: who changes them begins there."""
    cursor = next((card for card in in_order(view.hand, ui.sort) if picked >> card & 1), ui.cursor)
    return replace(ui, picked=picked, cursor=cursor)


def _pass(ui: Ui, seen: Seen, view: PlayerView) -> Updated:
    refusal = refuse_pass(view)
    if refusal is not None:
        return replace(ui, notice=reason_of(refusal)), ()
    if is_sent(ui, view.board):
        return ui, ()
    return _not_sent(ui) if seen.is_cut_off else (replace(ui, mode=Mode.PASSING), ())


def _play(ui: Ui, seen: Seen, view: PlayerView) -> Updated:
    board = view.board
    if board.turn != view.seat:
        return replace(ui, notice=Reason.NOT_YOUR_TURN), ()
    if not ui.picked:
        return replace(ui, notice=Notice.PICK_FIRST if legal_plays(view) else Notice.NO_PLAY), ()
    if is_sent(ui, board):
        return ui, ()
    outcome = judge(view, ui.picked)
    if outcome.refusal is not None:
        return replace(ui, notice=reason_of(outcome.refusal)), ()
    if seen.is_cut_off:
        return _not_sent(ui)
    if len(outcome.takes) > 1:
        # A hint that was followed has chosen already: its card is under the cursor.
        wanted = ui.hint.move[1] if ui.hint is not None and ui.hint.move[0] == ui.picked else None
        middle = middle_of(board)
        return replace(ui, mode=Mode.TAKING, taking=middle.index(wanted) if wanted in middle else 0), ()
    return _send(ui, seen, view, PlayMove(ui.picked, outcome.takes[0] if outcome.takes else None))


def _send(ui: Ui, seen: Seen, view: PlayerView, move: PlayMove | PassMove) -> Updated:
    if seen.is_cut_off:
        return _not_sent(ui)
    sent = view.board.game.id, view.board.action
    return replace(ui, mode=Mode.PLAY, sent=sent, hint=None), (move,)


def _not_sent(ui: Ui) -> Updated:
    """Nothing is kept for a host who is away: before it is back, somebody may have thought of another move."""
    return replace(ui, mode=Mode.PLAY, notice=Notice.NOT_SENT), ()


def _take(ui: Ui, intent: Intent, seen: Seen, view: PlayerView) -> Updated:
    middle = middle_of(view.board)
    match intent:
        case Take(place) if place < len(middle):
            return _send(ui, seen, view, PlayMove(ui.picked, middle[place]))
        case PickCard(card) if card in middle:
            return _send(ui, seen, view, PlayMove(ui.picked, card))
        case Do.ENTER:
            return _send(ui, seen, view, PlayMove(ui.picked, middle[ui.taking % len(middle)]))
        case Do.LEFT:
            return replace(ui, taking=(ui.taking - 1) % len(middle)), ()
        case Do.RIGHT | Do.NEXT_PLAY:
            return replace(ui, taking=(ui.taking + 1) % len(middle)), ()
        case Do.BACK:
            return replace(ui, mode=Mode.PLAY), ()
    return ui, ()


def _answer_pass(ui: Ui, intent: Intent, seen: Seen, view: PlayerView) -> Updated:
    if intent in (Do.ENTER, Do.PASS):
        return _send(ui, seen, view, PassMove())
    return replace(ui, mode=Mode.PLAY), ()


def auto_pass(ui: Ui, seen: Seen) -> tuple[PassSoon, ...]:
    """Pass for who wants that, if nothing can be played."""
    view = seen.view
    if not ui.auto_pass or view is None or not seen.my_turn or refuse_pass(view) is not None or legal_plays(view):
        return ()
    return (PassSoon(view.board.action),)


# --- what news do to it ---


def after_move(ui: Ui, seen: Seen) -> Ui:
    """What is still picked when somebody has moved."""
    view = seen.view
    if view is None:
        return replace(ui, picked=0)
    return replace(ui, picked=ui.picked & view.hand, hint=None if not seen.my_turn else ui.hint, notice=None)


def look_at_turn(ui: Ui, news: News, before: Seen, seen: Seen) -> Updated:
    """When our turn begins: a bell, and whatever can be done for us."""
    view = seen.view
    came_in = isinstance(news, CaughtUp)
    if view is None or not seen.my_turn or not seen.caught_up or (_same_turn(before, seen) and not came_in):
        return ui, ()
    ring = () if came_in and before.was_in else (Ring(),)
    out = whole_hand(view)
    if out and not ui.picked:
        ui = replace(ui, picked=out)
    return ui, (*(ring if ui.bell else ()), *auto_pass(ui, seen))


def _same_turn(before: Seen, seen: Seen) -> bool:
    if before.board is None or seen.board is None:
        return False
    return before.my_turn and before.board.action == seen.board.action and before.board.game.id == seen.board.game.id


# --- how it is drawn ---


def _draw(frame: Frame, keys: list[Shown]) -> Picture:
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
    foot = parts.key_rows(frame, keys)
    if frame.ui.mode is Mode.CHAT:
        return _with_chat(frame, [*head, *middle], foot)
    hand = _hand(frame, height)
    live = live_rows(frame, board)
    room = frame.size.rows - len(head) - len(middle) - len(hand) - len(live) - len(foot)
    if room < 0:
        # In one row there is still room for the help and the way out.
        foot = parts.key_rows(frame, keys, parts.KEY_ROWS - 1)
    between = _between(frame, max(0, room))
    return Picture((*head, *middle, *between, *hand, *live, *foot))


def _with_chat(frame: Frame, above: list[Row], foot: list[Row]) -> Picture:
    room = frame.size.rows - len(above) - len(foot)
    panel, (column, row) = chat.chat_panel(frame, room)
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
    # Room for 6 cells.
    cards = language("cards", "column")
    cards = left(cards, 11) if frame.is_wide else right(cards, 6)
    before = " " * (2 + NAME + 1 + _kind_width(frame))
    return plain(f"{before}{cards} {right(language('points', 'column'), 6)}", "class:faint")


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
        # Room for 7 cells.
        return language("you" if occupant.presence is not Presence.COVERED else "covered", "column")
    if occupant.kind is Kind.BOT:
        # Room for 7 cells.
        return language("bot", "column")
    if frame.seen.is_cut_off:
        return ""
    match occupant.presence:
        case Presence.AWAY:
            # Room for 7 cells.
            return language("away", "column")
        case Presence.COVERED:
            return language("covered", "column")
        case Presence.HERE:
            # Room for 7 cells.
            return language("here", "column")
        case _:
            assert_never(occupant.presence)


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
    if view is None or not _shows_hand(view):
        return [()] * (height + 1)
    cursor, new = cursor_of(ui, view), new_in(frame.seen, view.hand)
    bright = joinable(view, ui.picked) | ui.picked
    looks = [
        look._replace(
            raised=bool(ui.picked >> look.card & 1),
            cursor=look.card == cursor and ui.mode is not Mode.TAKING,
            dim=not bright >> look.card & 1,
            # Translators: on the edge of the card that was taken last. A word of more than 4 letters may become a star.
            tag=frame.language("new") if look.card == new else "",
            click=None if ui.mode is Mode.TAKING else PickCard(look.card),
        )
        for look in looks_of(in_order(view.hand, ui.sort), frame.language.viking)
    ]
    return _indented(draw(looks, frame.size.columns - 2, height, frame.glyphs, lift=True))


TABLE = ScreenDef(BINDINGS, _update, _draw, common=common.BINDINGS, main=MAIN_KEYS)


def _asks(*bindings: Binding) -> ScreenDef:
    """A question about one's own move: the other keys of the table work meanwhile, and are told in its help."""
    others = (*BINDINGS, *common.BINDINGS)
    return ScreenDef(bindings, _update, common=others, shows_common=never, is_open=_is_still_my_turn)


def _is_still_my_turn(ui: Ui, seen: Seen) -> bool:
    return while_it_lasts(ui, seen) and seen.my_turn


TAKING = _asks(
    TAKE,
    Binding("← → Tab", None, mark("choose"), each=(Do.LEFT, Do.RIGHT, Do.NEXT_PLAY), shown="← →"),
    Binding("Enter", Do.ENTER, mark("take the chosen one")),
    Binding("Esc", Do.BACK, mark("back")),
)
PASSING = _asks(Binding("Enter P", Do.ENTER, mark("pass", "key")), Binding("Esc", Do.BACK, mark("back")))
