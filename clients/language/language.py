"""A language with all that has to be said in it; each subject has a module of its own."""

import sys
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from clients.language import events, refusals, verdicts
from clients.language.names import COLOURS, EXPLAINED, VIKINGS
from clients.language.voice import Voice
from clients.news import Ended
from odin_net.errors import LANGUAGES
from odin_net.game.cards import Card
from odin_net.game.events import Event
from odin_net.game.state import PlayerView, State
from odin_net.game.text import TextFault
from protocol.audit import Verdict
from protocol.codes import CodeError
from protocol.errors import Close, Hint
from protocol.messages import Reason

if TYPE_CHECKING:
    from odin_net.bots.hint import Advice


class Language(Voice):
    """One language."""

    def viking(self, number: int) -> str:
        """Who stands on the cards of this number."""
        return self(VIKINGS[number])

    def viking_explained(self, number: int) -> str:
        """The same, and what that is, where the name does not say it."""
        return self(EXPLAINED[number])

    def colour(self, letter: str) -> str:
        """The name of a colour, by its letter."""
        return self(COLOURS[letter])

    def level(self, level: str) -> str:
        """The name of a bot's level."""
        return events.level(self, level)

    def refusal(self, reason: Reason, view: PlayerView | None = None, cards: tuple[Card, ...] = ()) -> str:
        """Why the host, or the rules before it, did not do it; `cards` are those that were to be played."""
        return refusals.refusal(self, reason, view, cards)

    def hint_refusal(self, hint: Hint) -> str:
        """Why the host did not let us in, and what to do next."""
        return refusals.hint_refusal(self, hint)

    def close(self, close: Close) -> str:
        """Why a connection ended."""
        return refusals.close(self, close)

    def table_closed(self, *, has_seat: bool) -> str:
        """The host has closed the table, and may open it again."""
        return refusals.table_closed(self, has_seat=has_seat)

    def ended(self, ended: Ended, place: str) -> str:
        """How a session ended, and what to do next; `place` is the table's address."""
        return refusals.ended(self, ended, place)

    def verdict(self, verdict: Verdict) -> str:
        """What came of the check of a hand, and what that means."""
        return verdicts.verdict(self, verdict)

    def advice(self, hint: "Advice", view: PlayerView | None = None) -> str:
        """The bot's hint and its one reason."""
        from clients.language import hints  # noqa: PLC0415  It brings the bots along, for those who ask for one.

        return hints.advice(self, hint, view, self.colour)

    def code_error(self, error: CodeError, flag: str = "") -> str:
        """What to type instead of that code; `flag` gave it, where somebody made it up."""
        return refusals.code_error(self, error, flag)

    def text_fault(self, fault: TextFault) -> str:
        """What is wrong with a name or a line of chat."""
        return refusals.text_fault(self, fault)

    def event(self, event: Event, before: State | None, after: State | None, my_seat: int | None) -> str | None:
        """What has happened, in one sentence; None where people need no words."""
        return events.event(self, event, events.Around(before, after, my_seat), self.colour)


def language_for(chosen: str | None, environ: Mapping[str, str]) -> Language:
    """The language of who runs us, who is told if it is not there."""
    code = code_for(chosen, environ)
    language = Language(code)
    if language.code != code:
        # In English: no catalogue could tell it otherwise.
        _say_once(f"odin: {LANGUAGES[code]} is not built yet: `pip install -e .` in Odin's folder builds it.")
    return language


def code_for(chosen: str | None, environ: Mapping[str, str]) -> str:
    """The language that was chosen, or that of the environment, or English."""
    wanted = [chosen, *(environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))]
    for name in filter(None, wanted):
        code = name.replace("-", "_").partition("_")[0].partition(".")[0].lower()
        if code in LANGUAGES:
            return code
        if code in ("c", "posix"):
            break  # Somebody wants no language: the lesser variables do not count.
    return "en"


@cache
def _say_once(sentence: str) -> None:
    print(sentence, file=sys.stderr)
