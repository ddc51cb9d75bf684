"""The last game, shown again to the whole table, in lines: the host types where to go, and everybody reads it."""

from collections.abc import Callable

from clients.language import Language
from clients.language.told import step_told
from clients.model import Seen
from clients.plain.actions import Seat
from clients.plain.command_words import Word, words_of
from clients.sentences import shown_name
from clients.viewing import Viewing, shared_positions
from odin_net.game.cards import format_cards, in_reading_order
from odin_net.game.events import HandDealt
from odin_net.game.state import Phase
from protocol.messages import Reason, ShowStep

# Nobody types a longer number.
MOST_DIGITS = 5


class PlainReplay:
    """Says what is shown, and lets the owner of a table step through it."""

    def __init__(self, session: Seat, say: Callable[[str], None]) -> None:
        self._session, self._say = session, say
        self._is_left = False
        """Whether who reads this wants no more of it."""

    # --- what is typed ---

    def act(self, rest: str, seen: Seen, language: Language) -> None:
        """The command, with a step or without one; 0 is the end of it."""
        typed = rest.strip()
        if typed and not (typed.isdecimal() and len(typed) <= MOST_DIGITS):
            self._say_how(language)
        elif seen.owner:
            self._show(int(typed) if typed else None, seen, language)
        elif seen.replay is None:
            self._say(language.refusal(Reason.NOT_THE_OWNER))
        else:
            self._look_away(typed == "0", seen, language)

    def _show(self, number: int | None, seen: Seen, language: Language) -> None:
        if seen.phase is not Phase.LOBBY or seen.over is None:
            self._say(language("There is no game to show again: the last one can be shown until the next one begins."))
        elif number == 0:
            self._session.send(ShowStep(None))
        else:
            # A number from 1 is a step from 0; without one it is the next step.
            following = 0 if seen.replay is None else self._at(seen) + 1
            self._session.send(ShowStep(following if number is None else number - 1))

    def _look_away(self, is_left: bool, seen: Seen, language: Language) -> None:
        self._is_left = is_left
        if is_left:
            word = words_of(language)[Word.AGAIN]
            self._say(language("You read no more of it. Type {word} to read it with the others again.", word=word))
        else:
            self.tell(seen, language)

    def _say_how(self, language: Language) -> None:
        word = words_of(language)[Word.AGAIN]
        self._say(
            language(
                "Type {word} for the next step, {word} 12 for step 12, or {word} 0 to see no more of it.", word=word
            )
        )

    # --- what is shown ---

    def tell(self, seen: Seen, language: Language) -> None:
        """Say where they are now, to who wants to know."""
        if seen.replay is None:
            self._is_left = False
            return
        positions = shared_positions(seen.replay.record)
        if self._is_left:
            return
        if not positions:
            self._say(language("Something in it is wrong, so it cannot be shown here."))
            return
        viewing = Viewing(positions)
        viewing.go(seen.replay.step)
        self._say(
            language(
                "Step {number} of {count}: {text}",
                number=viewing.at + 1,
                count=len(positions),
                text=step_told(language, viewing),
            )
        )
        if isinstance(viewing.position.done, HandDealt):
            self._say_hands(viewing, language)

    def _say_hands(self, viewing: Viewing, language: Language) -> None:
        state = viewing.position.seen.state
        assert state is not None
        for occupant, hand in zip(state.board.game.seats, state.hands, strict=True):
            cards = format_cards(in_reading_order(hand or 0))
            self._say("  " + language("{name}: {text}", name=shown_name(occupant.name), text=cards))

    def _at(self, seen: Seen) -> int:
        """The step that is shown, at most the last."""
        assert seen.replay is not None
        return min(seen.replay.step, len(shared_positions(seen.replay.record)) - 1)
