"""A host that lost something, told in lines: a question, and what may be typed then."""

from clients.news import HostRolledBack, How, Judged, LinkStage
from odin_net.game.state import Phase
from protocol.audit import Result, Verdict, Why
from protocol.messages import SeenMore
from tests.clients.plain.test_narrator import PlainClient, Talk, game
from tests.helpers.simulation import World

QUESTION = "Type ready to go on from there, or leave."


def rolled_back() -> tuple[World, PlainClient, int]:
    """In a game whose host has lost a play; with how many lines were said before that."""
    world, table, client = game(points=99)
    client.start()
    client.type("ready")
    assert table.state.board.phase is Phase.PLAYING
    client.type("play hint")
    table.takes_back = 1
    before = len(client.lines)
    client.cut()
    world.pass_time(2)
    return world, client, before


def test_what_was_lost_is_said_and_a_question_waits_for_its_answer() -> None:
    _, client, before = rolled_back()
    lost = [line for line in client.lines[before:] if "lost the last" in line]
    assert len(lost) == 1
    assert "That happened 1 time at this table." in client.lines
    assert client.lines[-1] == QUESTION
    assert client.session.is_asked
    client.type("pass")
    assert client.lines[-1] == QUESTION, "nothing is played before that"
    client.type("hand")
    assert client.lines[-1].startswith("Your hand"), "looking is free"
    client.type("ready")
    assert not client.session.is_asked
    assert client.session.caught_up
    assert any("cards" in line for line in client.lines[client.lines.index(QUESTION) :] if line.startswith("you: "))
    client.type("play hint")
    assert "Your turn" in "\n".join(client.lines[before:])


def test_leaving_keeps_the_seat() -> None:
    _, client, _ = rolled_back()
    client.type("leave")
    assert client.heard.ended is not None
    assert client.heard.ended.how is How.LEFT
    assert client.store.stored is not None


def test_where_nobody_types_any_more_nobody_goes_on() -> None:
    _, client, _ = rolled_back()
    client.narrator.input_ended()
    assert client.session.stage is LinkStage.ENDED
    assert client.lines[-2:][0] == "The input has ended: a bot takes your seat until you come back."


def test_who_only_watches_goes_on_without_a_question() -> None:
    talk = Talk(watches=True, seat=None)
    talk.session.is_asked = True
    talk.narrator.heard(HostRolledBack(bytes(16), 4, 2, 1))
    assert talk.session.done == ["go on"]
    assert QUESTION not in talk.lines


def test_what_was_taken_back_and_how_often_is_said() -> None:
    talk = Talk()
    talk.narrator.heard(HostRolledBack(bytes(16), 4, 0, 3, (2,)))
    assert talk.lines == [
        "The host's computer lost the last thing that you saw, but no play and no pass.",
        "The end of hand 2 and its check are taken back.",
        "That happened 3 times at this table.",
        QUESTION,
    ]


def test_an_end_that_was_never_shown_is_said_at_once() -> None:
    talk = Talk()
    talk.narrator.heard(Judged(Verdict(Result.NOT_CHECKED, Why.NEVER_SHOWN), 1))
    assert talk.lines == ["Not checked: the end of this hand was never shown."]


def test_who_keeps_the_table_reads_who_had_seen_more() -> None:
    talk = Talk(owner=True)
    talk.narrator.heard(SeenMore(("Bo",)))
    talk.narrator.heard(SeenMore(("Bo", "Cy")))
    assert talk.lines == [f"{name} had seen more of this game than this computer kept." for name in ("Bo", "Cy")]
