"""The lesson: ten positions, what is said about each, and the moves that are right. Pure; any client can show it.

It goes on only with a right move. The positions are invented, and every right move is a legal one.
"""

from typing import NamedTuple

from clients.language.voice import Voice, mark
from odin_net.game.cards import Card, Mask, format_cards, in_reading_order, mask_of, parse_card
from odin_net.game.events import Kind, Occupant
from odin_net.game.options import Options
from odin_net.game.rules import PASS, Move
from odin_net.game.sets import value_of
from odin_net.game.state import NOBODY, Board, Game, Phase, PlayerView

ME, LEFT, RIGHT = 0, 1, 2
NAMES = ("Ragna", "Egil", "Aud")


class LessonStep(NamedTuple):
    """One position."""

    view: PlayerView
    text: str
    """English, the key of the catalogues: what is to be learnt, and what to do."""
    right: frozenset[Move]
    is_new: bool = False
    """Whether another hand begins here."""


WELCOME = mark(
    "Ten moves, about five minutes: get rid of your cards before the others do. Each card that you keep costs a point."
)
MEANWHILE = mark("Meanwhile {first} passes, and {last} plays {cards}.")
NOT_THAT = mark("The rules allow that, but try what is asked for here.")
FINISHED = mark(
    "That is the whole game. When a hand ends, each card left costs a point. Hands are played until somebody has 15 "
    "points, or as many as the table has agreed on; then the fewest points win."
)
# What the first hand cost, which Aud has ended: each what they still hold when the lesson leaves it.
FIRST_HAND = (5, 9, 0)


def _step(
    text: str,
    *,
    hand: str,
    others: tuple[int, int],
    middle: str = "",
    plays: tuple[str, ...],
    takes: str = "",
    is_new: bool = False,
    in_second: bool = False,
) -> LessonStep:
    """Each of these plays is right with each of these takes; an empty play is a pass. `others` hold so many cards."""
    cards = tuple(map(parse_card, middle.split()))
    view = _view(_mask(hand), cards, others, in_second=in_second)
    taken: list[Card | None] = [*map(parse_card, takes.split())] or [None]
    right = {PASS if not play else (_mask(play), take) for play in plays for take in taken}
    return LessonStep(view, text, frozenset(right), is_new)


def _mask(cards: str) -> Mask:
    return mask_of(map(parse_card, cards.split()))


def _view(hand: Mask, middle: tuple[Card, ...], others: tuple[int, int], *, in_second: bool) -> PlayerView:
    seats = tuple(Occupant(name, Kind.PERSON if seat == ME else Kind.BOT, "easy") for seat, name in enumerate(NAMES))
    counts = (hand.bit_count(), *others)
    number, scores, went_out = (2, (FIRST_HAND,), RIGHT) if in_second else (1, (), NOBODY)
    game = Game(bytes(16), seats, Options(), (), number, ME, "ROYGBP", scores, went_out, (), counts)
    owner = RIGHT if middle else NOBODY
    board = Board(game, Phase.PLAYING, 0, ME, middle, value_of(mask_of(middle)), owner, 0)
    return PlayerView(board, ME, hand)


# From step to step the hand is what the right move left of it, so that nobody looks for a card that is gone; where
# another one begins, the text says so. In between Egil passes, and Aud plays what lies in the middle then.
STEPS: tuple[LessonStep, ...] = (
    _step(
        mark("You open the round, and one card opens it. Play your lowest one: P1."),
        hand="R8 R5 G7 B2 Y3 P3 O9 O6 P1",
        others=(9, 9),
        plays=("P1",),
    ),
    _step(
        mark(
            "Now a 4 lies in the middle. A higher number beats it: play G7. You then take the card that lay there, "
            "so G4 is yours."
        ),
        hand="R8 R5 G7 B2 Y3 P3 O9 O6",
        others=(9, 9),
        middle="G4",
        plays=("G7",),
        takes="G4",
    ),
    _step(
        mark(
            "You may play as many cards as lie there, or one more. Several cards must be a set: one number or one "
            "colour. Two cards always beat one: play your two threes, Y3 and P3."
        ),
        hand="R8 R5 G4 B2 Y3 P3 O9 O6",
        others=(9, 9),
        middle="B8",
        plays=("Y3 P3",),
        takes="B8",
    ),
    _step(
        mark(
            "The digits of a set make its value, the highest digit first: 8 and 5 make 85. That beats 77: play R8 and "
            "R5, and of the two sevens take P7."
        ),
        hand="R8 R5 G4 B2 B8 O9 O6",
        others=(9, 8),
        middle="Y7 P7",
        plays=("R8 R5",),
        takes="P7",
    ),
    _step(
        mark("87 lies there. Your B8 and B2 make only 82, but O9 and O6 make 96. Play what is higher, and take G8."),
        hand="G4 B2 B8 P7 O9 O6",
        others=(9, 7),
        middle="G8 G7",
        plays=("O9 O6",),
        takes="G8",
    ),
    _step(
        mark(
            "98 lies there, and no two cards of yours are higher. Unless you open, you may pass, and play later: pass "
            "now."
        ),
        hand="G4 B2 B8 P7 G8",
        others=(9, 6),
        middle="P9 P8",
        plays=("",),
    ),
    _step(
        mark(
            "Aud went out, and your 5 cards cost 5 points. This is halfway through the next hand. Take what fits "
            "yours; the other card falls and goes to Valhalla. You collect green: play P9 and P7, and take G8."
        ),
        hand="G4 G2 G1 P9 P7 B9",
        others=(7, 6),
        middle="G8 R8",
        plays=("P9 P7",),
        takes="G8",
        is_new=True,
        in_second=True,
    ),
    _step(
        mark(
            "99 lies there, but one card more is always higher: three of one colour. Play G4, G2 and G1, and take G9."
        ),
        hand="G8 G4 G2 G1 B9",
        others=(7, 5),
        middle="G9 Y9",
        plays=("G4 G2 G1",),
        takes="G9",
        in_second=True,
    ),
    _step(
        mark("All others have passed, so the middle goes to Valhalla and you open again, with one card: B9."),
        hand="G9 G8 B9",
        others=(7, 5),
        plays=("B9",),
        in_second=True,
    ),
    _step(
        mark(
            "Nobody beat it: you open once more, and all your cards have one colour. One number would do as well. Then "
            "you may play them all at once, and the hand is over: play G9 and G8."
        ),
        hand="G9 G8",
        others=(7, 5),
        plays=("G9 G8",),
        in_second=True,
    ),
)


def said(language: Voice, step: LessonStep) -> list[str]:
    """What the others did since the last step, where there is something to tell, and what is to be done now."""
    board, text = step.view.board, language(step.text)
    if not board.middle or step.is_new:
        return [text]
    cards = format_cards(in_reading_order(mask_of(board.middle)))
    return [language(MEANWHILE, first=NAMES[LEFT], last=NAMES[RIGHT], cards=cards), text]


class Lesson:
    """Where somebody is in it."""

    def __init__(self) -> None:
        self.number = 0

    @property
    def is_over(self) -> bool:
        return self.number >= len(STEPS)

    @property
    def step(self) -> LessonStep:
        """The position to be shown now; there is one unless the lesson is over."""
        return STEPS[self.number]

    def answer(self, move: Move) -> bool:
        """Whether this move was right; then the lesson is a step further."""
        is_right = not self.is_over and move in self.step.right
        self.number += is_right
        return is_right
