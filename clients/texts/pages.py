"""Longer texts: the rules in a minute."""

from clients.texts.voice import Voice, mark

RULES: tuple[str, ...] = (
    mark("Nine cards each, numbers 1 to 9 in six colours. Get rid of them: each card left at the end costs a point."),
    mark("A set is one card, or several of one number or of one colour."),
    mark("Its digits make its value, the highest digit first: 8 and 5 make 85, and 2, 4 and 9 make 942."),
    mark("Whoever opens a round plays one card, and cannot pass."),
    mark(
        "Then each in turn passes, or plays a set of higher value with as many cards as lie in the middle, or one more."
    ),
    mark("After a play you take one card of the set that lay there before; its other cards fall and go to Valhalla."),
    mark("Who has passed may play again later. When all others have passed in a row, you open the next round."),
    mark("If you open and your whole hand is one set, you may play it all at once."),
    mark("A hand ends when somebody has no cards left. The player to the left of its opener opens the next one."),
    mark("When somebody has 15 points the game ends, and the fewest points win. The host may choose another number."),
    mark("With two players only four colours are in play, drawn by lot."),
    mark("Every card goes by a letter and a number: R red, O orange, Y yellow, G green, B blue, P purple."),
)


def rules_page(tongue: Voice) -> list[str]:
    """The rules in a minute, a paragraph each."""
    return [tongue(paragraph) for paragraph in RULES]
