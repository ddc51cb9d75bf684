"""The end of a hand and the end of a game."""

from clients.model import GameResult, HandResult, middle_of
from clients.sentences import shown_name
from clients.terminal.drawing.cards import inline
from clients.terminal.drawing.rows import Fragment, Picture, Row, left, plain, right
from clients.terminal.frame import Frame
from clients.terminal.screens import parts
from clients.terminal.ui import Mode
from odin_net.game.cards import format_cards, in_reading_order
from odin_net.game.state import Game
from protocol.audit import Result, Verdict

NAME = 16
# Where the cards stand in a sentence; no name has it.
CARDS = "\0"
STYLES = {Result.CHECKED: "class:good", Result.NOT_CHECKED: "class:mark", Result.WRONG: "class:alarm"}


def draw_hand_end(frame: Frame) -> Picture:
    """Hands, points, the way to the target, and what came of the check."""
    result = frame.seen.result
    if result is None:
        return Picture(())
    language, game = frame.language, result.state.board.game
    head = [parts.title(frame, language("Hand {number} is over", number=result.number), parts.target(frame)), ()]
    head += [*_who_went_out(frame, result), *_last_hand(frame), *([()] if frame.is_tall else []), _header(frame)]
    for seat in _order(result.seat, len(game.seats)):
        head += _seat(frame, result, seat)
    below = [*head, (), *_checked(frame, result), *_words(frame), *_next(frame)]
    return _filled(frame, below)


def _filled(frame: Frame, rows: list[Row]) -> Picture:
    """The rows, with the keys at the bottom, or the chat."""
    foot = parts.keys(frame)
    room = frame.size.rows - len(foot)
    if frame.ui.mode is Mode.CHAT:
        height = max(4, min(8, room - 4))
        panel, (column, row) = parts.chat_panel(frame, height)
        above = [*rows[: room - height], *([()] * (room - height - len(rows)))]
        return Picture((*above, *panel, *foot), (column, len(above) + row))
    rows = rows[:room]
    return Picture((*rows, *([()] * (room - len(rows))), *foot))


def _order(mine: int | None, seats: int) -> list[int]:
    first = mine if mine is not None and mine < seats else 0
    return [(first + step) % seats for step in range(seats)]


def _who_went_out(frame: Frame, result: HandResult) -> list[Row]:
    """Who, and with which set: nobody saw it lie in the middle. In the cards' colours where they stay in one line."""
    cards = middle_of(result.state.board)
    text = _going_out(frame, result, format_cards(cards))
    # What is read from the right is turned piece by piece: the sentence would fall apart.
    if frame.language.is_rtl or len(frame.lines(text)) > 1:
        return frame.paragraph(text, "class:strong")
    before, after = _going_out(frame, result, CARDS).split(CARDS)
    row = [Fragment("class:strong", f" {before}")]
    for card in cards:
        row += [inline(card), Fragment("", " ")]
    return [(*row[:-1], Fragment("class:strong", after))]


def _going_out(frame: Frame, result: HandResult, cards: str) -> str:
    language, board = frame.language, result.state.board
    # The value of one card is written on it.
    what = cards if len(board.middle) == 1 else language("{value} with {cards}", value=board.value, cards=cards)
    if board.game.went_out == result.seat:
        return language("You play {what} and go out!", what=what)
    name = shown_name(board.game.seats[board.game.went_out].name)
    return language("{name} plays {what} and goes out.", name=name, what=what)


def _last_hand(frame: Frame) -> list[Row]:
    over = frame.seen.over
    if over is None:
        return []
    if over.stopped:
        return frame.paragraph(frame.language("The game stops here; nobody wins."), "class:strong")
    return frame.paragraph(frame.language("That was the last hand: the game is over."), "class:strong")


def _header(frame: Frame) -> Row:
    language = frame.language
    points, total = right(language("points"), 6), right(language("total"), 6)
    return plain(f" {left('', NAME)} {left(language('cards left'), 27)} {points} {total}", "class:faint")


def _seat(frame: Frame, result: HandResult, seat: int) -> list[Row]:
    game = result.state.board.game
    row: list[Fragment] = [
        Fragment("class:turn" if seat == game.went_out else "", f" {left(shown_name(game.seats[seat].name), NAME)} ")
    ]
    hand = in_reading_order(result.state.hands[seat] or 0)
    for card in hand:
        row += [inline(card), Fragment("", " ")]
    row.append(Fragment("", " " * (28 - 3 * len(hand))))
    points, total = game.scores[-1][seat], game.totals[seat]
    # Where there is no room for a bar the target stands beside the total.
    total_text = str(total) if frame.is_wide else f"{total}/{game.options.points}"
    row.append(Fragment("", f"{right(f'+{points}', 6)} {right(total_text, 6)}"))
    if frame.is_wide:
        row += [Fragment("", "  "), *_progress(frame, total, game.options.points)]
    return [tuple(row)]


def _progress(frame: Frame, total: int, target: int) -> list[Fragment]:
    """How far it is to the end of the game."""
    room = frame.size.columns - 62
    done = min(room, round(room * total / target))
    style = "class:bad" if total >= target else ""
    return [Fragment(style, frame.glyphs.bar * done), Fragment("class:faint", frame.glyphs.dot * (room - done))]


def _checked(frame: Frame, result: HandResult) -> list[Row]:
    language = frame.language
    if frame.settings.remote:
        return frame.paragraph(language("Not checked: your screen runs on the host, so a check would prove nothing."))
    verdict: Verdict | None = result.verdict
    if verdict is None:
        return []
    return frame.paragraph(language.verdict(verdict), STYLES[verdict.result])


def _words(frame: Frame) -> list[Row]:
    language, words = frame.language, frame.ui.words
    if words is None:
        return []
    text = language(
        "Read them aloud: whoever has the same four words saw the same game. The host's computer can see all hands."
    )
    return [(), plain(f"   {words}", "class:big"), *frame.paragraph(text, "class:faint")]


def _next(frame: Frame) -> list[Row]:
    language, seen = frame.language, frame.seen
    trouble = parts.trouble(frame)
    if trouble is not None and trouble[1] != "class:alarm":
        return [(), *frame.paragraph(*trouble)]
    said = parts.said(frame)
    if said:
        return [(), *frame.paragraph(said, "class:mark")]
    if seen.over is not None:
        return [(), *frame.paragraph(language("Enter shows the final standing."), "class:mark")]
    if seen.ended is not None:
        return []
    if seen.seat is None:
        text, style = language("The next hand comes when the players are ready."), "class:faint"
    elif frame.ui.is_ready or seen.i_am_ready:
        text = language("You are ready. The next hand comes when all are, 20 seconds after the first at the latest.")
        style = "class:faint"
    else:
        text, style = language("Enter says that you are ready for the next hand."), "class:mark"
    return [(), *frame.paragraph(text, style), *_missing(frame)]


def _missing(frame: Frame) -> list[Row]:
    names = [frame.name(seat) for seat in frame.seen.awaited]
    if not names:
        return []
    return frame.paragraph(
        frame.language("Not ready yet: {names}.", names=frame.language.enumerated(names)), "class:faint"
    )


# --- the end of a game ---


def draw_game_end(frame: Frame) -> Picture:
    """Who won, the standing, and the points hand by hand."""
    over = frame.seen.over
    if over is None:
        return Picture(())
    language, game = frame.language, over.state.board.game
    rows: list[Row] = [parts.title(frame, language("The game is over"), parts.target(frame)), ()]
    rows += frame.paragraph(_result(frame, over), "class:big")
    rematch = _rematch(frame)
    rows += [*rematch, ()] if frame.is_tall else rematch or [()]
    totals = game.totals
    order = sorted(range(len(game.seats)), key=lambda seat: (totals[seat], seat))
    rows += [_standing(frame, game, seat, is_mine=seat == over.seat) for seat in order]
    if game.scores:
        hands = language.many(
            "{count} hand; a block is one that cost points.",
            "{count} hands; each block is one that cost points.",
            len(game.scores),
        )
        rows += [(), *frame.paragraph(hands, "class:faint"), *(_chart(frame, game, seat) for seat in order)]
    trouble = parts.trouble(frame)
    if trouble is not None:
        rows += [(), *frame.paragraph(*trouble)]
    return _filled(frame, rows)


def _rematch(frame: Frame) -> list[Row]:
    """Who is ready for another game already."""
    names = [frame.name(seat) for seat in frame.seen.for_rematch]
    if not names:
        return []
    text = frame.language.many(
        "{names} wants a rematch.", "{names} want a rematch.", len(names), names=frame.language.listed(names)
    )
    return frame.paragraph(text, "class:mark", most=1)


def _result(frame: Frame, over: GameResult) -> str:
    language, game = frame.language, over.state.board.game
    if over.stopped:
        return language("The table stopped early: nobody wins.")
    names = [shown_name(game.seats[seat].name) for seat in game.winners if seat != over.seat]
    if over.seat in game.winners:
        if names:
            return language("You share the victory with {names}!", names=language.listed(names))
        return language("You win!")
    if len(names) == 1:
        return language("{name} wins.", name=names[0])
    return language("{names} share the victory.", names=language.listed(names))


def _standing(frame: Frame, game: Game, seat: int, *, is_mine: bool) -> Row:
    place = 1 + sum(total < game.totals[seat] for total in game.totals)
    style = "class:turn" if seat in game.winners else ""
    you = frame.language("you") if is_mine else ""
    points = frame.language.many("{count} point", "{count} points", game.totals[seat])
    name = left(shown_name(game.seats[seat].name), NAME)
    return Fragment(style, f" {place}. {name} {right(points, 12)}  "), Fragment("class:faint", you)


def _chart(frame: Frame, game: Game, seat: int) -> Row:
    """A bar for each seat; a block of it is a hand that cost points, and each block has an end that can be seen."""
    full, edge = ("#", "|") if frame.settings.ascii else ("█", "▌")
    most = max(1, *game.totals)
    room = frame.size.columns - NAME - 8
    row: list[Fragment] = [Fragment("", f" {left(shown_name(game.seats[seat].name), NAME)} ")]
    done = points = blocks = 0
    for score in game.scores:
        points += score[seat]
        end = points * room // most if most > room else points * max(1, room // most)
        if end > done:
            row.append(Fragment("class:bad" if blocks % 2 else "class:mark", full * (end - done - 1) + edge))
            blocks += 1
        done = end
    return (*row, Fragment("", f" {points}"))
