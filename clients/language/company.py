"""Sentences for the hosting player about company: who was kicked, who looks on, and why there is a new code."""

from clients.language.voice import Voice
from clients.sentences import shown_name


def kick_question(language: Voice, name: str, *, is_open: bool) -> str:
    """Whether somebody is really to go, and what else follows from it."""
    if is_open:
        return language(
            "Take {name} from the table? Nobody comes in from their address then, until you take that back.",
            name=shown_name(name),
        )
    return language(
        "Take {name} from the table? There is a new code then; the old one lets nobody in any more.",
        name=shown_name(name),
    )


def kicked(language: Voice, name: str, *, is_open: bool) -> str:
    """Somebody was sent away."""
    if is_open:
        return language(
            "{name} is kicked: nobody comes in from their address, but for this computer, until you take that back.",
            name=shown_name(name),
        )
    return language("{name} is kicked. Only the new code would let them in again.", name=shown_name(name))


def forgiven(language: Voice, name: str) -> str:
    """A kick was taken back."""
    return language("{name} is not kicked any more and may come in again.", name=shown_name(name))


def muted(language: Voice, *, muted: bool) -> str:
    """What follows from a mute, or from its end."""
    return language("Muted: the others do not hear them any more.") if muted else language("They are heard again.")
