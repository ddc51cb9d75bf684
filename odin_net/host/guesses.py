"""The words that let people in: how often they were guessed wrong, and from where, and when there are new ones. SPEC 4.

An address comes in as data, as `admission.source_of` writes it: a guess has one, however its maker is linked.
"""

from collections import Counter

from odin_net.host import steps
from odin_net.host.core import Core
from odin_net.host.memo import Guesser
from odin_net.host.seats import Seats
from protocol import codes
from protocol.errors import Hint
from protocol.messages import CodeNews, TableCode

# SPEC 4: so many wrong codes of one address shut it out, for longer each time.
MAX_OF_ONE = 3
FIRST_SHUT_OUT, LONGEST_SHUT_OUT = 300.0, 3600.0
# An address that has made no guess for so long is forgotten, and so many are remembered at most.
GUESSER_FORGOTTEN_AFTER = 3600.0
MAX_GUESSERS = 256
# So many wrong ones in all, and the table makes another code.
MAX_GUESSES = 20
# So many new codes come without a pause: people mistype. Before each further one there is a pause, longer each time,
# until nobody has guessed for a while.
CODES_AT_ONCE = 4
FIRST_CODE_PAUSE, LONGEST_CODE_PAUSE = 1.0, 60.0
GUESSES_FORGOTTEN_AFTER = 600.0


class Guesses:
    """Counts guesses, shuts addresses out, and makes a new code when there were too many."""

    def __init__(self, core: Core, seats: Seats) -> None:
        self._core = core
        self._seats = seats
        self._guessing: Counter[str] = Counter()
        """How many proofs of the code are being looked at, by address."""
        self.due: float | None = None
        """When `advance` has something to do: a new code is to be made."""

    def no_guess_now(self, address: str, now: float, *, of_seat: bool = False) -> Hint | None:
        """Why no code may be tried from there now: too many were wrong, or so many are looked at that they might be.

        `of_seat`: nor the words of a seat. Those are counted at a table without a code, too, but by address alone.
        """
        memo = self._core.memo
        if memo.code == codes.OPEN and not of_seat:
            return None
        guesser = self._find(address)
        if guesser is not None and now < guesser.until:
            return Hint.SHUT_OUT
        if self._is_spent():
            return Hint.NEW_CODE_NEEDED
        might_be = memo.guesses >= MAX_GUESSES or (guesser is not None and guesser.wrong >= MAX_OF_ONE)
        return Hint.BUSY if might_be else None

    def shown(self) -> TableCode | None:
        """What the owner is told of the code; an open table has none."""
        return None if self._core.memo.code == codes.OPEN else TableCode(self._core.memo.code, CodeNews.SHOWN)

    def guessed(self, address: str, right: bool | None, *, of_seat: bool = False) -> None:
        """A guess counts before it is looked at; then it has proved right, and is given back, or wrong."""
        if self._core.memo.code == codes.OPEN and not of_seat:
            return
        match right:
            case None:
                self._count(address)
            case True:
                self._give_back(address)
            case False:
                self._settle(address)

    def resume(self) -> None:
        """Guesses that were being checked when the host ended count as wrong: no result will come any more."""
        for guesser in list(self._core.memo.guessers):
            # The clock may have been set back meanwhile.
            guesser.until = min(guesser.until, self._core.now + LONGEST_SHUT_OUT)
            self._shut_out_if_due(guesser)
        self._schedule_renewal()
        self.advance()

    def advance(self) -> None:
        """Make a new code if it is time."""
        core = self._core
        if self.due is not None and core.now >= self.due and not (core.disk_failed or core.closed):
            core.memo.codes_renewed, core.memo.code_renewed_at = core.memo.codes_renewed + 1, core.now
            self._renew(CodeNews.DRAWN)

    def renew(self, *, forgives: bool) -> bool:
        """Make a new code; False where the table is open to all. With it every address may be forgiven: so when the
        owner asks for one, not so after a kick."""
        if self._core.memo.code == codes.OPEN:
            return False
        if forgives:
            self._core.memo.guessers = []
        self._renew(CodeNews.SHOWN)
        return True

    def _renew(self, news: CodeNews) -> None:
        core = self._core
        self.due = None
        core.memo.code, core.memo.guesses = codes.code_from(core.random_bytes(codes.ENTROPY)), 0
        core.memo.codes += 1
        core.remember()
        self._seats.turn_newcomers_away()
        core.do(steps.CodeChanged(core.memo.code))
        self._seats.tell_owner(TableCode(core.memo.code, news))

    # --- one guess ---

    def _count(self, address: str) -> None:
        core = self._core
        self._guessing[address] += 1
        if core.memo.code != codes.OPEN:
            core.memo.guesses += 1
        guesser = self._find(address) or self._add(address)
        guesser.wrong += 1
        guesser.until = max(guesser.until, core.now)
        core.remember()

    def _give_back(self, address: str) -> None:
        core = self._core
        self._guessing -= Counter([address])
        core.memo.guesses = max(0, core.memo.guesses - 1)
        guesser = self._find(address)
        if guesser is not None:
            guesser.wrong = max(0, guesser.wrong - 1)
            if not (guesser.wrong or guesser.shut_out):
                core.memo.guessers.remove(guesser)
        core.remember()

    def _settle(self, address: str) -> None:
        self._guessing -= Counter([address])
        guesser = self._find(address)
        if guesser is not None:
            self._shut_out_if_due(guesser)
        self._schedule_renewal()

    # --- too many ---

    def _find(self, address: str) -> Guesser | None:
        return next((guesser for guesser in self._core.memo.guessers if guesser.address == address), None)

    def _add(self, address: str) -> Guesser:
        """Remember one more address; those whose time is over make room, or else the one whose time is over first."""
        core = self._core
        known = [guesser for guesser in core.memo.guessers if core.now < guesser.until + GUESSER_FORGOTTEN_AFTER]
        if len(known) >= MAX_GUESSERS:
            known.remove(min(known, key=lambda guesser: guesser.until))
        guesser = Guesser(address)
        core.memo.guessers = [*known, guesser]
        return guesser

    def _shut_out_if_due(self, guesser: Guesser) -> None:
        core = self._core
        if guesser.wrong - self._guessing[guesser.address] < MAX_OF_ONE:
            return
        guesser.wrong, guesser.shut_out = 0, guesser.shut_out + 1
        guesser.until = core.now + shut_out_for(guesser.shut_out)
        core.remember()
        if core.memo.code != codes.OPEN:
            self._seats.tell_owner(TableCode(core.memo.code, CodeNews.SHUT_OUT))

    def _is_spent(self) -> bool:
        return self._core.memo.guesses - self._guessing.total() >= MAX_GUESSES

    def _schedule_renewal(self) -> None:
        """If this code is spent, say when `advance` makes the next one: now, or after a pause."""
        memo, now = self._core.memo, self._core.now
        if not self._is_spent() or self.due is not None:
            return
        if now >= memo.code_renewed_at + GUESSES_FORGOTTEN_AFTER:
            memo.codes_renewed = 0
        self.due = now + code_pause(memo.codes_renewed)


def shut_out_for(times: int) -> float:
    """How long an address is shut out for the first, second, third … time."""
    return _doubled(FIRST_SHUT_OUT, times - 1, LONGEST_SHUT_OUT)


def code_pause(renewed: int) -> float:
    """How long newcomers wait for the next code of a table that has made so many by itself lately."""
    return 0.0 if renewed < CODES_AT_ONCE else _doubled(FIRST_CODE_PAUSE, renewed - CODES_AT_ONCE, LONGEST_CODE_PAUSE)


def _doubled(first: float, times: int, most: float) -> float:
    return min(most, first * 2.0 ** min(times, 16))
