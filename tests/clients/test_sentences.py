"""What a robot says of a hand."""

from clients.sentences import tell_points, tell_verdict
from protocol.audit import Result, Verdict, Why


def test_verdicts_in_words() -> None:
    assert tell_verdict(Verdict(Result.CHECKED)) == "checked"
    assert tell_verdict(Verdict(Result.NOT_CHECKED, Why.NOBODY)) == "not checked: nobody"
    assert tell_verdict(Verdict(Result.WRONG, Why.PLAY, 7)) == "WRONG at event 7: play"


def test_points_in_words() -> None:
    assert tell_points(["Ann", "Bo"], (3, 0), (12, 4)) == "Ann +3 = 12, Bo +0 = 4"
