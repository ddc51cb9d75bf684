"""Sentences about a game that is over: what was remarkable in it, and who has won how often this evening."""

from typing import Final

from clients.language.voice import Voice, mark
from clients.model import GameResult
from clients.sentences import shown_name
from odin_net.game.awards import Award, AwardKind, tally_after
from odin_net.game.cards import format_cards
from odin_net.game.state import Game

# Who it was stands there as a name, so that no verb has to fit it.
AWARDS: Final[dict[AwardKind, str]] = {
    # Translators: won the game though so many points behind the best after a hand.
    AwardKind.COMEBACK: mark("Comeback: {name}, once {count} behind."),
    # Translators: held a single card when another player went out, so many times.
    AwardKind.ONE_SHORT: mark("One card short most often: {name}, {count}."),
    # Translators: the hand with the fewest turns, and who won it with the turn of this number.
    AwardKind.FAST_HAND: mark("Fastest hand: {name}, out in turn {count}."),
    AwardKind.NEVER_PASSED: mark("Won without a pass: hand {number}, {name}."),
    # Translators: so many points in one hand, and yet below the target at the end.
    AwardKind.LEAP: mark("Biggest leap survived: {name}, +{count} in hand {number}."),
    AwardKind.LONG_SET: mark("The longest set: {cards}, {name}."),
    # Translators: of the sets that this player has beaten, all cards but the ones that were taken.
    AwardKind.VALHALLA: mark("Most cards sent to Valhalla: {name}, {count}."),
    AwardKind.MOST_HANDS: mark("Most hands won: {name}, {count}."),
    AwardKind.HIGH_VALUE: mark("The highest value: {count}, {name}."),
    AwardKind.MOST_PASSES: mark("Most passes: {name}, {count}."),
}


def after_game(language: Voice, over: GameResult) -> list[str]:
    """A line for each award that is shown, and one for the evening."""
    won = tonight(language, over.state.board.game)
    return [*award_lines(language, over), *([won] if won else [])]


def award_lines(language: Voice, over: GameResult) -> list[str]:
    """A line for each award that is shown."""
    return [award(language, one, over.state.board.game) for one in over.awards]


def award(language: Voice, award: Award, game: Game) -> str:
    """What somebody gets it for."""
    name, cards = shown_name(game.seats[award.seat].name), format_cards(award.cards)
    return language(AWARDS[award.kind], name=name, count=award.amount, number=award.hand, cards=cards)


def tonight(language: Voice, game: Game) -> str | None:
    """What everybody has won this evening, this game included; None while that is this game alone."""
    if not any(entry.wins for entry in game.tally):
        return None
    won = sorted((entry for entry in tally_after(game) if entry.wins), key=lambda entry: -entry.wins)
    names = language.enumerated([f"{shown_name(entry.name)} {entry.wins}" for entry in won])
    return language("Won tonight: {names}", names=names)
