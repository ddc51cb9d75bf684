"""Longer texts: the rules in a minute, as the table at hand plays them."""

from clients.language.language import Language
from clients.language.names import EXPLAINED
from clients.language.options import colours_for_two, option_rules
from odin_net.game.cards import COLOURS
from odin_net.game.options import Options
from odin_net.game.state import Board, Phase


def rules_of(language: Language, board: Board | None) -> list[str]:
    """The rules of this table; of a usual one where there is none yet."""
    if board is None:
        return rules_page(language, Options())
    options, seats, colours = board.game.options, board.game.seats, board.game.colours
    # In the lobby people still come and go.
    return rules_page(language, options, 0 if board.phase is Phase.LOBBY else len(seats), colours)


def rules_page(language: Language, options: Options, players: int = 0, colours: str = "") -> list[str]:
    """The rules in a minute, a paragraph each; 0 players: nobody knows yet how many. `colours` are those in play, if
    they are known already."""
    known = colours or (options.fixed_colours(players) if players else None)
    named = language.enumerated([f"{language.colour(letter)} ({letter})" for letter in known or COLOURS])
    return [
        language(
            "Everybody is dealt nine cards, with a number from 1 to 9 and a colour, which is written as a letter: "
            "{colours}.",
            colours=named,
        ),
        *([] if known else [colours_for_two(language, options.colours)]),
        language(
            "A set is one card, or several of one number or of one colour. Its digits make its value, the highest "
            "first: 8 and 5 make 85; 2, 4 and 9 make 942."
        ),
        language(
            "You open a round with one card, and cannot pass then. If all your cards are one set, you may play them "
            "all at once, and the hand is over."
        ),
        language(
            "Then each in turn passes, or plays a set of higher value with as many cards as lie in the middle, or one "
            "more."
        ),
        language(
            "After a play you take one card of the set that lay there before, unless you have no cards left; its other "
            "cards fall and go to Valhalla."
        ),
        language("Who has passed may play again later. When all others have passed in a row, you open the next round."),
        language(
            "Who has no cards left ends the hand at once. Each card that the others still hold costs them a point."
        ),
        *option_rules(language, options),
        language("Vikings: {vikings}.", vikings=_vikings(language)),
    ]


def _vikings(language: Language) -> str:
    """Those whose names do not say who they are."""
    explained = {number: language.viking_explained(number) for number in EXPLAINED}
    return language.enumerated(
        [f"{number} {told}" for number, told in explained.items() if told != language.viking(number)]
    )
