"""What the choices of a turn were worth, in words, where a recorded game is watched."""

from clients.language.voice import Voice
from odin_net.bots.worth import Choice, Weighed
from odin_net.game.cards import format_card, format_cards, in_reading_order
from odin_net.game.rules import PASS, Move
from odin_net.game.sets import value_of


def move_in_words(language: Voice, move: Move) -> str:
    """A move, in as few words as name it."""
    if move == PASS:
        return language("pass", "key")
    cards, taken = move
    # The value of one card is written on it.
    what = format_cards(in_reading_order(cards))
    if cards.bit_count() > 1:
        what = f"{value_of(cards)} ({what})"
    if taken is None:
        return what
    # Translators: one of the choices that somebody had at their turn: what to play, and the card that is taken for it.
    return language("{what}, taking {taken}", what=what, taken=format_card(taken))


def worth_in_words(language: Voice, choice: Choice) -> str:
    """The mean, and its standard error."""
    return f"{choice.worth:+.1f}\xa0±\xa0{choice.spread:.1f}".replace(".", language.decimal_point)


def weighed_in_words(language: Voice, weighed: Weighed, name: str, done: Move | None) -> str:
    """What the hard bot would have done, and what was done by who is called so."""
    best = weighed.of(weighed.best)
    chosen = None if done is None else weighed.of(done)
    if best is None:
        return ""
    said = {"best": move_in_words(language, best.move), "worth": worth_in_words(language, best)}
    if done == weighed.best:
        # Translators: below a recorded game: what the strongest bot would have done. `worth` is a number of points.
        return language("The hard bot does the same as {name}: {best} ({worth}).", name=name, **said)
    if chosen is None:
        # Translators: below a recorded game: what the strongest bot would have done. `worth` is a number of points.
        return language("The hard bot would choose {best} ({worth}).", **said)
    # Translators: the same, and what somebody did. `worth` and `other` are numbers of points.
    return language(
        "The hard bot would choose {best} ({worth}), {name} chooses {move} ({other}).",
        **said, name=name, move=move_in_words(language, chosen.move), other=worth_in_words(language, chosen),
    )  # fmt: skip
