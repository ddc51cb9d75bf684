"""When a session comes back, when it gives up, and how long it waits between tries. Pure.

What a host says in the channel is its word; what is said before is a hint that anybody on the network could have sent.
So no hint ever ends the return to a seat that we had.
"""

from clients.news import How
from protocol.errors import Close, Hint

FIRST_DELAY = 0.2
LONGEST_DELAY = 5.0
# After so many tries it was more than a hiccup.
PATIENT_TRIES = 2
# And after so many more each time, one looks again whether the table is announced elsewhere.
TRIES_BETWEEN_LOOKS = 4
# Until a host was met at all: somebody starts it just now.
LONGEST_FIRST_DELAY = 0.5
# SPEC 4: try again within 15 s, at random moments.
BUSY_FOR = 15.0
BUSY_DELAY = 2.0
# SPEC 12: each proof of a code gives a false host one guess at it. An honest one that restarts needs less than these.
MOST_UNANSWERED_PROOFS = 5

# SPEC 8: how a session ends after the host's good-bye. Those that are not here: come back.
ENDS: dict[Close, How] = {
    Close.DONE: How.GONE,
    Close.REPLACED: How.REPLACED,
    Close.KICKED: How.KICKED,
    Close.GIVEN: How.GIVEN,
    Close.FORKED: How.FORKED,
    Close.GAME_OVER: How.DONE,
}
# After these the seat's secret is worth nothing.
SEAT_IS_OVER = frozenset({How.KICKED, How.GIVEN, How.DONE})

# To go on proving a code that is wrong would cost the table its guesses; the others do not pass by themselves.
REFUSES_NEWCOMERS = frozenset(
    {Hint.VERSION, Hint.FULL, Hint.WRONG_PROOF, Hint.NEW_CODE_NEEDED, Hint.SHUT_OUT, Hint.KICKED}
)


def delay_before(attempt: int, chance: bytes, longest: float = LONGEST_DELAY) -> float:
    """How long to wait before this try, the first being 1: doubling, and half of it by chance."""
    full = min(longest, FIRST_DELAY * 2.0 ** min(attempt - 1, 16))
    return full * (0.5 + _fraction(chance) / 2)


def is_time_to_look(attempt: int) -> bool:
    """Whether to look for the table on the network when this try has failed, the first being 1."""
    return attempt >= PATIENT_TRIES and (attempt - PATIENT_TRIES) % TRIES_BETWEEN_LOOKS == 0


def delay_when_busy(chance: bytes) -> float:
    """How long to wait at a door that is too full."""
    return FIRST_DELAY + BUSY_DELAY * _fraction(chance)


def _fraction(chance: bytes) -> float:
    return int.from_bytes(chance, "big") / 256.0 ** len(chance)
