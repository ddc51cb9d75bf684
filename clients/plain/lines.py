"""What there is to see, in lines: the hand, the table, the points, the moves, and why."""

from clients.language import Language
from clients.language.options import goal
from clients.language.seats import who
from clients.language.told import sentence
from clients.model import Seen, legal_plays, middle_of
from clients.plain.command_words import Word, words_of
from clients.sentences import names_of
from odin_net.game.cards import COLOUR_MASKS, Card, Mask, format_cards, in_reading_order, mask_of, number_of
from odin_net.game.events import GameEnded
from odin_net.game.refusals import Refusal
from odin_net.game.rules import legal_moves, refuse_play
from odin_net.game.sets import is_set, value_of
from odin_net.game.state import Board, Phase, PlayerView, State
from protocol.messages import reason_of

MOST_OF_LOG = 20


def hand_line(language: Language, view: PlayerView) -> str:
    """My cards, by colour."""
    groups = [format_cards(in_reading_order(view.hand & colour)) for colour in COLOUR_MASKS if view.hand & colour]
    return language.many(
        "Your hand, {count} card: {cards}.",
        "Your hand, {count} cards: {cards}.",
        view.hand.bit_count(),
        cards=language.enumerated(groups),
    )


def middle_line(language: Language, board: Board) -> str:
    """What lies in the middle."""
    if not board.middle:
        return language("The middle is empty.")
    cards = format_cards(middle_of(board))
    names = names_of(State(board, ()))
    owner = names[board.owner] if 0 <= board.owner < len(names) else "?"
    if len(board.middle) == 1:
        viking = language.viking(number_of(board.middle[0]))
        return language("In the middle: {card}, {viking}, by {name}.", card=cards, viking=viking, name=owner)
    return language("In the middle: {value} with {cards}, by {name}.", value=board.value, cards=cards, name=owner)


def turn_lines(language: Language, view: PlayerView) -> list[str]:
    """What is asked of me now."""
    board = view.board
    lines = []
    if not board.middle:
        lines.append(language("Your turn: you open the round with one card."))
        if view.hand.bit_count() > 1 and is_set(view.hand):
            lines.append(language("All your cards are one set: you may play them all at once."))
    else:
        lines += [language("Your turn: play or pass."), middle_line(language, board)]
    lines.append(hand_line(language, view))
    if board.middle and len(legal_moves(view)) == 1:
        lines.append(language("Nothing that you hold beats the middle."))
    return lines


def table_lines(language: Language, state: State, me: int | None) -> list[str]:
    """All that everybody sees."""
    board = state.board
    if board.phase is not Phase.PLAYING:
        return lobby_lines(language, state)
    names = names_of(state)
    lines = [middle_line(language, board)]
    for seat, count in enumerate(board.counts):
        name = language("you", "name") if seat == me else who(language, board.game.seats[seat], in_lobby=False)
        lines.append(language.many("{name}: {count} card", "{name}: {count} cards", count, name=name))
    lines.append(language.many("Valhalla: {count} card", "Valhalla: {count} cards", board.valhalla.bit_count()))
    if board.turn == me:
        lines.append(language("It is your turn."))
    elif 0 <= board.turn < len(names):
        lines.append(language("It is the turn of {name}.", name=names[board.turn]))
    return lines


def lobby_lines(language: Language, state: State) -> list[str]:
    """Who is there while no hand is played."""
    game = state.board.game
    lines = [goal(language, game.options.points)]
    for seat, occupant in enumerate(game.seats, 1):
        lines.append(
            language(
                "Seat {seat}: {name}",
                seat=seat,
                name=who(language, occupant, in_lobby=state.board.phase is Phase.LOBBY),
            )
        )
    return lines


def score_lines(language: Language, state: State, me: int | None) -> list[str]:
    """The points so far."""
    return [*_totals(language, state, me), goal(language, state.board.game.options.points)]


def final_score_lines(language: Language, state: State, me: int | None) -> list[str]:
    """The points of a game that is over, and who has won it."""
    won = language.event(GameEnded(state.board.game.winners), state, state, me)
    return [*([won] if won else []), *_totals(language, state, me)]


def _totals(language: Language, state: State, me: int | None) -> list[str]:
    names = [language("you", "name") if seat == me else name for seat, name in enumerate(names_of(state))]
    return [
        language.many("{name}: {count} point", "{name}: {count} points", total, name=name)
        for name, total in zip(names, state.board.game.totals, strict=False)
    ]


def log_lines(language: Language, seen: Seen) -> list[str]:
    """What happened last."""
    lines: list[str] = []
    for told in reversed(seen.told):
        line = sentence(language, told)
        lines = [line, *lines] if line else lines
        if len(lines) == MOST_OF_LOG:
            break
    return lines


def move_lines(language: Language, view: PlayerView) -> list[str]:
    """Every play that is legal now, lowest first."""
    moves = legal_moves(view)
    if not moves:
        return [language("It is not your turn.")]
    sets = legal_plays(view)
    if not sets:
        return [language("Nothing that you hold beats the middle.")]
    lines = [language("You can play:")]
    for cards in sets:
        lines.append(language("{value} with {cards}", value=value_of(cards), cards=_written(cards)))
    return [*lines, language("Or type {word}.", word=words_of(language)[Word.PASS])] if view.board.middle else lines


def example_line(language: Language, view: PlayerView) -> str:
    """What somebody could type now who never did."""
    words, sets = words_of(language), legal_plays(view)
    example = _written(sets[0]) if sets else words[Word.PASS]
    return language("Type {example}, for example, or {help} for all commands.", example=example, help=words[Word.HELP])


def why_cards(language: Language, view: PlayerView, cards: tuple[Card, ...]) -> str:
    """Whether these cards may be played, and why."""
    middle = view.board.middle
    refusal = refuse_play(view, cards, middle[0] if middle else None)
    if refusal is Refusal.NOTHING_TO_TAKE:
        refusal = None  # It goes out: there is no card to take, and none is asked for.
    if refusal is not None:
        return language.refusal(reason_of(refusal), view, cards)
    if not middle:
        return language("You open the round: you may play that.")
    return why_beats(language, mask_of(cards), mask_of(middle))


def why_beats(language: Language, higher: Mask, lower: Mask) -> str:
    """Why one set beats another."""
    values = {"value": value_of(higher), "middle": value_of(lower)}
    if higher.bit_count() > lower.bit_count():
        return language("{value} beats {middle}: one card more is always higher.", **values)
    return language("{value} beats {middle}: as many cards, and the number is higher.", **values)


def _written(cards: Mask) -> str:
    return format_cards(in_reading_order(cards))
