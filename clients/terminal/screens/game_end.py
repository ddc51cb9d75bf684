"""The end of a game: who won, the standing, the points hand by hand, and who wants another one."""

from msgspec.structs import replace

from clients.language.voice import mark
from clients.model import GameResult, Seen
from clients.sentences import shown_name
from clients.terminal.bindings import Binding, ScreenDef, Section, Shown
from clients.terminal.drawing.rows import Fragment, Picture, Row, left, right
from clients.terminal.frame import Frame
from clients.terminal.screens import chat, common, parts
from clients.terminal.state import Do, Intent, SayReady, Ui, Updated
from odin_net.game.state import Game

NAME = 16

# --- its keys ---


def _may_play_again(frame: Frame) -> bool:
    return frame.seen.seat is not None and frame.seen.ended is None


def _go_on(frame: Frame) -> str:
    return frame.language("to the lobby") if frame.seen.ended is None else frame.language("go on", "key")


BINDINGS = (
    Binding("R", Do.READY, mark("rematch"), _may_play_again),
    Binding("Enter Space Esc", Do.ENTER, _go_on, shown="Enter"),
)


# --- what they do ---


def _update(ui: Ui, intent: Intent, seen: Seen, _now: float) -> Updated:
    if seen.over is None or intent not in (Do.ENTER, Do.READY):
        return ui, ()
    ui = replace(ui, read_game=seen.over.state.board.game.id)
    is_rematch = intent is Do.READY and seen.seat is not None and seen.ended is None
    return ui, (SayReady(),) if is_rematch else ()


# --- how it is drawn ---


def _draw(frame: Frame, keys: list[Shown]) -> Picture:
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
    return chat.filled(frame, rows, keys)


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
    you = frame.language("you", "state") if is_mine else ""
    # Room for 12 cells.
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


GAME_END = ScreenDef(
    BINDINGS,
    _update,
    _draw,
    common=common.BINDINGS,
    shows_common=lambda frame: frame.seen.ended is None,
    sections=(Section(mark("The game is over"), (*BINDINGS, *common.BINDINGS)),),
)
