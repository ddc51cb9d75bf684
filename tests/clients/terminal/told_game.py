"""A game by the real rules as one seat hears of it, told command by command on a clock that is given."""

from collections.abc import Sequence

from msgspec.structs import replace

from clients.language import Language
from clients.model import Seen, SessionFacts, fold
from clients.news import CaughtUp, Judged, LinkChanged, LinkStage, Logged, News
from clients.terminal.drawing.rows import Size
from clients.terminal.frame import GOOD, Frame, Settings
from clients.terminal.screens.index import react
from clients.terminal.state import Ui
from odin_net.game import Deal, LobbyOpened, Occupant, Options, Pass, PlayCards, StartGame, State, decide
from odin_net.game.cards import ALL_CARDS, COLOURS, Card, cards_in
from odin_net.game.commands import Command
from odin_net.game.events import Event, HandEnded
from odin_net.game.options import ALL_SIX
from odin_net.game.state import evolve, open_lobby
from protocol.audit import Result, Verdict
from protocol.messages import CodeNews, TableCode
from tests.clients.terminal.moments import SETTINGS
from tests.helpers.tables import card, cards


class ToldGame:
    """The state with all hands, and what the first seat (or who watches) has seen of it."""

    def __init__(
        self, *names: str, options: Options | None = None, seat: int | None = 0, settings: Settings = SETTINGS
    ) -> None:
        opened = LobbyOpened(b"game", tuple(map(Occupant, names)), options or Options(colours=ALL_SIX))
        self.state = open_lobby(opened)
        self.seat, self.settings, self.now = seat, settings, 100.0
        self.seen, self.ui, self._seq = Seen(), Ui(), 1
        code = TableCode("raven-oak-fjord", CodeNews.SHOWN)
        for news in (LinkChanged(LinkStage.OPEN), Logged(0, opened, False), CaughtUp(), code):
            self.hear(news)

    def hear(self, news: News) -> None:
        """Take news in, as a scene does."""
        board = self.state.board
        is_over = isinstance(news, Logged) and isinstance(news.event, HandEnded)
        hands = tuple(hand if seat == self.seat or is_over else None for seat, hand in enumerate(self.state.hands))
        before = self.seen
        facts = SessionFacts(State(board, hands), self.seat, self.seat == 0, self.now, "", bytes(32))
        self.seen = fold(before, news, facts)
        self.ui, _ = react(self.ui, news, before, self.seen)

    def tell(self, event: Event) -> None:
        """One event."""
        self.state = evolve(self.state, event)
        if isinstance(event, HandEnded):
            self.hear(Judged(Verdict(Result.CHECKED), self.state.board.game.hand))
        self.hear(Logged(self._seq, event, False))
        self._seq += 1

    def do(self, command: Command) -> None:
        """All that follows from a command."""
        for event in decide(self.state, command):
            self.tell(event)

    def start(self) -> None:
        self.do(StartGame())

    def deal(self, *hands: str, opener: int = 0) -> None:
        """These cards to each seat, as people write them."""
        deck: Sequence[Card] = [one for hand in hands for one in cards(hand)]
        rest = [one for one in cards_in(ALL_CARDS) if one not in deck]
        self.do(Deal((*deck, *rest), opener, COLOURS))

    def play(self, seat: int, played: str, take: str = "") -> None:
        self.do(PlayCards(seat, cards(played), card(take) if take else None))

    def pass_turn(self, seat: int) -> None:
        self.do(Pass(seat))

    def pick(self, picked: str) -> None:
        """Cards that our own hand has raised."""
        self.ui = replace(self.ui, picked=sum(1 << one for one in cards(picked)))

    def frame(self, size: Size = GOOD, code: str = "en") -> Frame:
        """This moment."""
        return Frame(self.seen, self.ui, size, Language(code), self.now, self.settings)
