"""The words that let people in: how often they were guessed wrong, and when there are new ones. SPEC 4."""

from odin_net.host import steps
from odin_net.host.core import Core
from odin_net.host.seating import Seating
from protocol import codes
from protocol.errors import Hint
from protocol.messages import TableCode

# SPEC 4: so many wrong codes shut the door to newcomers.
MAX_GUESSES = 5
# A headless table draws so many new codes at once: people mistype. Who goes on guessing waits for the next ones, for
# longer each time, until nobody has guessed for a while.
CODES_AT_ONCE = 4
FIRST_CODE_PAUSE, LONGEST_CODE_PAUSE = 1.0, 60.0
GUESSES_FORGOTTEN_AFTER = 600.0


class Guesses:
    """Counts guesses, and draws new words when there were too many: by itself where nobody sits at the host."""

    def __init__(self, core: Core, seating: Seating) -> None:
        self._core = core
        self._seating = seating
        self._guessing = 0
        """How many proofs of the code are being looked at."""
        self._drawn = 0
        """How many new codes a headless table has drawn lately."""
        self._drawn_at = float("-inf")
        self.due: float | None = None
        """When `advance` has something to do: new words to draw."""

    @property
    def no_guess_now(self) -> Hint | None:
        """Why nobody may try a code now: too many were wrong, or so many are being looked at that they might be."""
        memo = self._core.memo
        if memo.code == codes.OPEN or memo.guesses < MAX_GUESSES:
            return None
        return Hint.BUSY if memo.guesses - self._guessing < MAX_GUESSES else Hint.NEW_CODE_NEEDED

    def shown(self) -> TableCode | None:
        """What the owner is told of the code. SPEC 6: no words ask for new ones."""
        if self._core.memo.code == codes.OPEN:
            return None
        is_spent = self.no_guess_now is Hint.NEW_CODE_NEEDED
        return TableCode(codes.OPEN if is_spent else self._core.memo.code)

    def guessed(self, right: bool | None) -> None:
        """A guess counts before it is looked at; then it has proved right, and is given back, or wrong."""
        core = self._core
        if core.memo.code == codes.OPEN:
            return
        self._guessing += 1 if right is None else -1
        if right is not False:
            core.memo.guesses = max(0, core.memo.guesses + (-1 if right else 1))
            core.remember()
        elif self.no_guess_now is Hint.NEW_CODE_NEEDED:
            self._ask_for_new()

    def resume(self) -> None:
        """Those that were looked at when the host ended count as wrong: nobody settles them any more."""
        if self.no_guess_now is not None and self._core.memo.headless:
            self.renew()

    def advance(self) -> None:
        """Draw new words if it is time."""
        core = self._core
        if self.due is not None and core.now >= self.due and not (core.stuck or core.closed):
            self.due, self._drawn_at = None, core.now
            self._drawn += 1
            self.renew()

    def renew(self) -> bool:
        """New words; False where the table is open to all."""
        core = self._core
        if core.memo.code == codes.OPEN:
            return False
        core.memo.code, core.memo.guesses = codes.code_from(core.draw(codes.ENTROPY)), 0
        core.remember()
        self._seating.turn_newcomers_away()
        core.do(steps.CodeChanged(core.memo.code))
        self._tell_owner()
        return True

    def _ask_for_new(self) -> None:
        core = self._core
        if not core.memo.headless:
            self._tell_owner()
        elif self.due is None:
            if core.now >= self._drawn_at + GUESSES_FORGOTTEN_AFTER:
                self._drawn = 0
            # `advance` draws them: now, or when it is time.
            self.due = core.now + code_pause(self._drawn)

    def _tell_owner(self) -> None:
        message = self.shown()
        if message is not None:
            self._seating.tell_owner(message)


def code_pause(drawn: int) -> float:
    """How long newcomers wait for the next code of a headless table that has drawn so many lately."""
    if drawn < CODES_AT_ONCE:
        return 0.0
    return float(min(LONGEST_CODE_PAUSE, FIRST_CODE_PAUSE * 2 ** min(drawn - CODES_AT_ONCE, 16)))
