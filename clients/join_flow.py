"""Which question comes next on the way to a table, for the screen and for lines. Pure: others ask it, and dial.

    NAME ── answered ──> CODE ── answered ──> DIAL ── ended, the code was wrong ──> CODE
                                                └──── ended otherwise ────────────> AWAY

A question is left out where its answer is known; a seat of ours that waits needs neither. `back` leads from the code to
the name, and from the first question away.
"""

from enum import Enum

from msgspec.structs import replace

from clients.news import Ended, How
from clients.session import JoinRequest
from protocol.errors import Hint


class JoinStep(Enum):
    """What is to be done now."""

    NAME = "ask for the name"
    CODE = "ask for the code"
    DIAL = "dial, with all that is known"
    AWAY = "nothing more"


class JoinFlow:
    """One way to one table."""

    def __init__(
        self,
        join_request: JoinRequest,
        *,
        name_is_known: bool = False,
        has_seat: bool = False,
        can_go_back: bool = False,
    ) -> None:
        self.join_request = join_request
        """What is known so far. The name is suggested only, until somebody has given it."""
        self.name_is_own = False
        """Whether they typed it themselves, on this way."""
        self.hint: Hint | None = None
        """What was wrong with the code that was tried last."""
        self._can_go_back = can_go_back  # To what was asked before; if there is nothing, whoever goes back leaves.
        self._asks_name = not (name_is_known or has_seat)
        self._asks_code = join_request.code is None and not has_seat
        self.step = JoinStep.NAME if self._asks_name else self._behind_name()

    @property
    def asks(self) -> bool:
        """Whether somebody has to answer before it goes on."""
        return self.step in (JoinStep.NAME, JoinStep.CODE)

    @property
    def goes_back(self) -> bool:
        """Whether something stands before this question."""
        return self._can_go_back or (self.step is JoinStep.CODE and self._asks_name)

    def answered(self, answer: str) -> None:
        """To the question that this step is: a name, or a code in its one spelling."""
        if self.step is JoinStep.NAME:
            self.join_request, self.name_is_own = replace(self.join_request, name=answer), True
            self.step = self._behind_name()
        else:
            self.join_request, self.step = replace(self.join_request, code=answer), JoinStep.DIAL

    def back(self) -> None:
        """Somebody does not want to answer this."""
        self.step = JoinStep.NAME if self.step is JoinStep.CODE and self._asks_name else JoinStep.AWAY

    def ended(self, ended: Ended, *, wants_code: bool = False) -> None:
        """The session is over; `wants_code`: it has found no seat of ours and had no code to prove."""
        if not (wants_code or is_about_code(ended)):
            self.step = JoinStep.AWAY
            return
        self._asks_code, self.step = True, JoinStep.CODE
        self.hint = None if wants_code else ended.hint

    def _behind_name(self) -> JoinStep:
        return JoinStep.CODE if self._asks_code else JoinStep.DIAL


def is_about_code(ended: Ended) -> bool:
    """Whether it ended because the code was wrong: then it is asked for again, on the spot."""
    return ended.how is How.REFUSED and ended.hint is Hint.WRONG_PROOF
