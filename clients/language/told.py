"""What has happened at a table and how it stands there, in one sentence each: the screen and lines say it alike."""

from clients.language import company
from clients.language.language import Language
from clients.language.reactions import called
from clients.language.seats import code_news, terms
from clients.language.verdicts import seen_more
from clients.model import (
    AnyTold,
    BeganToWait,
    CodeTold,
    KickChanged,
    NeverShown,
    ReactionCalled,
    ReplayTold,
    SawMore,
    Seen,
    TermsChanged,
    Told,
)
from clients.news import DiskIsSlow, Moved
from clients.sentences import shown_name
from clients.viewing import Viewing
from odin_net.game.state import Phase


def sentence(language: Language, told: AnyTold) -> str | None:
    """What is said about it, if anything."""
    match told:
        case CodeTold(news):
            return code_news(language, news)
        case KickChanged(name, True, is_open):
            return company.kicked(language, name, is_open=is_open)
        case KickChanged(name):
            return company.forgiven(language, name)
        case BeganToWait(name):
            return language("{name} watches, and waits for a seat.", name=shown_name(name))
        case DiskIsSlow():
            return language("The disk of this computer is slow: a power cut may cost the last second of the game.")
        case Moved(address):
            return language("The table is at {address} now.", address=address)
        case SawMore(name):
            return seen_more(language, name)
        case NeverShown(verdict):
            return language.verdict(verdict)
        case TermsChanged(before, now):
            return terms(language, before, now)
        case ReactionCalled(_, name, code):
            return called(language, name, code)
        case ReplayTold(True):
            return language("The host shows the last game again, step by step.")
        case ReplayTold():
            return language("The last game is not shown any more.")
        case Told():
            return language.event(*told[:4])


def step_told(language: Language, viewing: Viewing) -> str:
    """What led to the position of a game that is over which is looked at."""
    before = viewing.positions[viewing.at - 1].seen.state if viewing.at else None
    position = viewing.position
    return language.event(position.done, before, position.seen.state, None) or ""


def watching(language: Language, seen: Seen) -> str:
    """What somebody without a seat can hope for: seats are given in the lobby, in order of arrival."""
    before = seen.watching or 0
    if seen.phase is Phase.LOBBY:
        if not before:
            return language("You watch, for all seats are taken. The next one that becomes free is yours.")
        return language.many(
            "You watch, for all seats are taken. {count} waits for one before you.",
            "You watch, for all seats are taken. {count} wait for one before you.",
            before,
        )
    if not before:
        return language("You watch this game. From the next one on a free seat is yours.")
    return language.many(
        "You watch this game. Free seats are given before the next one; {count} waits before you.",
        "You watch this game. Free seats are given before the next one; {count} wait before you.",
        before,
    )


def paused(language: Language, seen: Seen) -> str:
    """Why nothing moves; no seats: the host's disk takes no writes."""
    seats = () if seen.game is None else seen.game.seats
    waits_for = seen.paused or ()
    names = [
        shown_name(seats[seat].name) if seat < len(seats) else language("seat {seat}", seat=seat + 1)
        for seat in waits_for
    ]
    if not names:
        return language("The table waits: the host's disk is full. It goes on by itself when there is room.")
    return language("The table waits until one of them is back: {names}.", names=language.enumerated(names))
