"""What people call to the table: short words, which each reads in their own language."""

from clients.language.voice import Voice, mark
from clients.sentences import shown_name
from protocol.messages import Reaction

REACTIONS: dict[Reaction, str] = {
    # Translators: said when people raise their glasses; a word that all Vikings know.
    Reaction.SKAL: mark("Skål!"),
    Reaction.WELL_PLAYED: mark("Well played!"),
    Reaction.THANK_YOU: mark("Thank you!"),
    Reaction.OH_NO: mark("Oh no!"),
    Reaction.OUCH: mark("Ouch!"),
    Reaction.HURRY_UP: mark("Hurry up!"),
}


def reaction(language: Voice, code: Reaction) -> str:
    """What is called."""
    return language(REACTIONS[code])


def called(language: Voice, name: str, code: Reaction) -> str:
    """Who calls it."""
    return language("{name} says: {text}", name=shown_name(name), text=reaction(language, code))
