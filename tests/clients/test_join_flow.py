"""Which question comes next on the way to a table."""

import pytest

from clients.join_flow import JoinFlow, JoinStep
from clients.language import Language
from clients.language.typed import Wrong, check_code, check_name
from clients.news import Ended, How
from clients.session import JoinRequest
from protocol.codes import OPEN
from protocol.errors import Hint

CODE = "raven-oak-fjord"
ENGLISH = Language("en")
WRONG = Ended(How.REFUSED, hint=Hint.WRONG_PROOF)


@pytest.mark.parametrize(
    ("join_request", "name_is_known", "has_seat", "step"),
    [
        (JoinRequest("ann"), False, False, JoinStep.NAME),
        (JoinRequest("ann", CODE), False, False, JoinStep.NAME),
        (JoinRequest("ann"), True, False, JoinStep.CODE),
        (JoinRequest("ann", OPEN), True, False, JoinStep.DIAL),
        (JoinRequest("ann"), False, True, JoinStep.DIAL),
    ],
)
def test_only_what_is_missing_is_asked_for(
    join_request: JoinRequest, name_is_known: bool, has_seat: bool, step: JoinStep
) -> None:
    flow = JoinFlow(join_request, name_is_known=name_is_known, has_seat=has_seat)
    assert flow.step is step
    assert flow.asks == (step is not JoinStep.DIAL)


def test_name_and_code_are_asked_for_and_dialled_with() -> None:
    flow = JoinFlow(JoinRequest("ann"))
    assert not flow.goes_back
    flow.answered("Ann")
    assert (flow.step, flow.goes_back) == (JoinStep.CODE, True)
    flow.answered(CODE)
    assert (flow.step, flow.join_request) == (JoinStep.DIAL, JoinRequest("Ann", CODE))


def test_back_leads_from_the_code_to_the_name_and_from_there_away() -> None:
    flow = JoinFlow(JoinRequest("ann"))
    flow.answered("Ann")
    flow.back()
    assert (flow.step, flow.join_request.name, flow.name_is_own) == (JoinStep.NAME, "Ann", True)
    flow.back()
    assert flow.step is JoinStep.AWAY


def test_whoever_is_known_goes_from_the_code_to_what_was_before_it() -> None:
    assert JoinFlow(JoinRequest("ann"), name_is_known=True, can_go_back=True).goes_back
    flow = JoinFlow(JoinRequest("ann"), name_is_known=True)
    assert not flow.goes_back
    flow.back()
    assert flow.step is JoinStep.AWAY


def test_a_wrong_code_is_asked_for_again_with_why() -> None:
    flow = JoinFlow(JoinRequest("ann", CODE))
    flow.answered("Ann")
    flow.ended(WRONG)
    assert (flow.step, flow.hint) == (JoinStep.CODE, Hint.WRONG_PROOF)
    flow.back()
    flow.answered("Annika")
    assert flow.step is JoinStep.CODE, "the code is still wrong"
    flow.answered("raven-oak-otter")
    assert flow.join_request == JoinRequest("Annika", "raven-oak-otter")


def test_where_the_seat_is_no_more_the_code_is_asked_for_without_reproach() -> None:
    flow = JoinFlow(JoinRequest("ann"), has_seat=True)
    flow.ended(Ended(How.LEFT), wants_code=True)
    assert (flow.step, flow.hint, flow.goes_back) == (JoinStep.CODE, None, False)


@pytest.mark.parametrize("how", [How.DONE, How.LEFT, How.UNREACHABLE, How.REFUSED])
def test_every_other_end_is_the_end(how: How) -> None:
    flow = JoinFlow(JoinRequest("ann", CODE), name_is_known=True)
    flow.ended(Ended(how))
    assert (flow.step, flow.asks) == (JoinStep.AWAY, False)


def test_an_empty_code_is_that_of_an_open_table() -> None:
    assert check_code(ENGLISH, " \n") == OPEN
    assert check_code(ENGLISH, "Raven oak FJORD") == CODE


def test_what_will_not_do_is_answered_with_what_to_type_instead() -> None:
    with pytest.raises(Wrong, match="A code is three words, such as raven-oak-fjord"):
        check_code(ENGLISH, "raven")
    with pytest.raises(Wrong, match="zu lang: Kürze ihn"):
        check_name(Language("de"), "x" * 99)
    assert check_name(ENGLISH, " Ann  Lee ") == "Ann Lee"
