"""A host that cheats is found out, and whoever looks on reads that: on the screen and in lines."""

from typing import cast

import pytest

from clients.follower import Follower
from clients.language import Language
from clients.model import Seen, facts_of, fold
from clients.news import LinkStage, News
from clients.plain.actions import Seat
from clients.plain.narrator import Narrator
from clients.terminal.drawing.rows import Size, text_of
from clients.terminal.frame import Frame
from clients.terminal.screens.index import compose, react
from clients.terminal.state import Ui
from odin_net.game.events import GameStarted, HandDealt, LobbyOpened, Occupant, RoundEnded
from odin_net.game.options import Options
from odin_net.game.state import State, evolve, open_lobby
from protocol.codec import encode_event
from protocol.log import Log
from protocol.messages import LogFollows, Part, Watching
from tests.helpers.logged_game import GAME
from tests.protocol.test_audit import DISHONEST, SEEN_BY_ALL

EN = Language("en")
NOON = 1000.0


class Onlooker:
    """Follows a log as a session does, and shows it as both clients do."""

    stage = LinkStage.OPEN
    name, seat, owner, view = "Cleo", None, False, None
    is_asked = is_my_turn = False

    def __init__(self) -> None:
        self.follower = Follower(bytes, self.send, self.heard)
        self.lines: list[str] = []
        self.seen, self.ui = Seen(), Ui()
        self.narrator = Narrator(EN, self.lines.append, watches=True)
        self.narrator.attach(cast(Seat, self))  # What it wants of its host is of no interest here.

    @property
    def state(self) -> State | None:
        return None if self.follower.replica is None else self.follower.replica.state

    @property
    def log(self) -> Log | None:
        return None if self.follower.replica is None else self.follower.replica.log

    @property
    def caught_up(self) -> bool:
        return self.follower.caught_up

    def send(self, _message: Part) -> bool:
        return True

    def heard(self, news: News) -> None:
        self.narrator.heard(news)
        before, self.seen = self.seen, fold(self.seen, news, facts_of(self, news, NOON))
        self.ui, _ = react(self.ui, news, before, self.seen)
        self.picture()

    def picture(self) -> str:
        return text_of(compose(Frame(self.seen, self.ui, Size(100, 30), EN, NOON)).rows)


@pytest.mark.parametrize("name", SEEN_BY_ALL)
def test_what_is_wrong_at_the_end_of_a_hand_is_shown_and_said(name: str) -> None:
    onlooker, (log, _) = Onlooker(), DISHONEST[name]
    onlooker.follower.hear(Watching(0))
    onlooker.follower.hear(LogFollows(GAME, 0, 0))
    for entry in log:
        onlooker.follower.follow(encode_event(entry.event), entry.event)
    alarm = EN.verdict(SEEN_BY_ALL[name])
    assert alarm in onlooker.lines
    assert alarm[:60] in onlooker.picture()
    assert onlooker.narrator.found_wrong


def test_a_turn_of_a_seat_that_is_not_there_does_not_end_the_screen() -> None:
    """Plays are checked at the hand's end: until then a host can say that anybody has the turn."""
    state = open_lobby(LobbyOpened(GAME, (Occupant("Ann"), Occupant("Bo")), Options()))
    for event in (GameStarted(1), HandDealt(1, 0, "ROYGBP", 0, (b"", b"")), RoundEnded(5)):
        state = evolve(state, event)
    seen = Seen(state=state, seat=0, caught_up=True)
    assert compose(Frame(seen, Ui(), Size(100, 30), EN, NOON)).rows
