"""The last game, shown again, in lines."""

from msgspec.structs import replace

from clients.model import GameResult
from clients.news import ReplayEnded, ReplayShown
from clients.viewing import shared_positions
from odin_net.game.state import State, open_lobby
from protocol.messages import ShowStep
from tests.afterwards.pasts import bots_record
from tests.clients.plain.test_narrator import Talk
from tests.helpers.tables import lobby

RECORD = bots_record(players=3)
COUNT = len(shared_positions(RECORD))
LOBBY = open_lobby(lobby(3))


def after_a_game(*, owner: bool) -> Talk:
    talk = Talk(LOBBY, owner=owner)
    over: State = LOBBY
    talk.narrator.seen = replace(talk.narrator.seen, over=GameResult(over))
    return talk


def heard(talk: Talk, step: int) -> list[str]:
    talk.lines.clear()
    talk.narrator.heard(ReplayShown(RECORD, step))
    return talk.lines


def asked(talk: Talk, *lines: str) -> list[object]:
    talk.session.done.clear()
    talk.type(*lines)
    return [message for message in talk.session.done if isinstance(message, ShowStep)]


def test_the_host_shows_it_step_by_step_and_ends_it() -> None:
    talk = after_a_game(owner=True)
    assert asked(talk, "again") == [ShowStep(0)]
    heard(talk, 0)
    assert asked(talk, "again") == [ShowStep(1)]
    assert asked(talk, "again 12") == [ShowStep(11)]
    heard(talk, 10**6)
    assert asked(talk, "again") == [ShowStep(COUNT)], "the host refuses it, or everybody stays at the last"
    assert asked(talk, "again 0") == [ShowStep(None)]


def test_a_step_is_what_happened_and_a_deal_shows_all_hands() -> None:
    talk = after_a_game(owner=False)
    first = heard(talk, 0)
    assert first[0] == "The host shows the last game again, step by step."
    assert first[1].startswith(f"Step 1 of {COUNT}: ")
    assert len(first) == 5
    assert all(line.startswith("  ") and len(line.split(": ")[1].split()) == 9 for line in first[2:])
    (second,) = heard(talk, 1)
    assert second.startswith(f"Step 2 of {COUNT}: ")
    talk.lines.clear()
    talk.narrator.heard(ReplayEnded())
    assert talk.lines == ["The last game is not shown any more."]


def test_each_may_read_no_more_of_it_and_come_back() -> None:
    talk = after_a_game(owner=False)
    heard(talk, 0)
    (said,) = talk.type("again 0")
    assert "Type again to read it" in said
    assert heard(talk, 1) == []
    assert talk.type("again")[0].startswith(f"Step 2 of {COUNT}: ")
    talk.type("again 0")
    talk.narrator.heard(ReplayEnded())
    assert len(heard(talk, 0)) == 5, "the next one is told again"


def test_who_cannot_show_it_is_told_why() -> None:
    assert "host" in after_a_game(owner=False).type("again")[0]
    assert "no game to show" in Talk(LOBBY, owner=True).type("again")[0]
    assert "again 12" in after_a_game(owner=True).type("again x")[0]
    talk = after_a_game(owner=False)
    talk.narrator.heard(ReplayShown("", 0))
    assert "cannot be shown" in talk.lines[-1]
