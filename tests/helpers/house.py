"""A table on virtual time, without links: people who do as they are told or play by themselves, bots that think, and a
journal from which the whole of it can be resumed at any step.

People are clients of their own: they fold the log that they are given, open their own hands and audit every deal.
"""

from collections import deque
from collections.abc import Callable, Iterable
from enum import Flag, auto
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from odin_net.bots.policies import POLICIES
from odin_net.game import Phase, State, evolve
from odin_net.game.cards import cards_in
from odin_net.game.events import (
    DealAborted,
    DealCommitted,
    DealOpened,
    Event,
    HandDealt,
    HandKnown,
    LobbyOpened,
    Occupant,
    Presence,
)
from odin_net.game.options import Options
from odin_net.game.state import open_lobby, view_of
from odin_net.host import steps
from odin_net.host.core import Core
from odin_net.host.journal import Written
from odin_net.host.memo import encode_memo
from odin_net.host.resume import games_of, resume_table
from odin_net.host.table import Opening, open_table
from protocol import messages as wire
from protocol.audit import Auditor, Entry, Result, Verdict
from protocol.codec import decode_event
from protocol.errors import Close, Hint
from protocol.fair_deal import DealId, seat_commitment
from protocol.log import Log
from protocol.messages import FromClient, Hello, Intent, Part, Reason

FAST = Options(points=1)
# How long somebody takes who acts without being told.
REACTION = 0.05
OWNER = b"owner".ljust(32, b".")
# Where nobody has guessed a code.
ELSEWHERE = "10.9.9.9"


class Does(Flag):
    """What somebody does without being told."""

    NOTHING = 0
    COMMIT = auto()
    SHARE = auto()
    READY = auto()
    PLAY = auto()
    DEAL = COMMIT | SHARE
    ALL = COMMIT | SHARE | READY | PLAY


class Person:
    """A client: what it has heard, what it makes of it, and what it does about it."""

    def __init__(self, house: "House", name: str, secret: bytes | None, does: Does, address: str = "") -> None:
        self.house, self.name, self.secret, self.does, self.address = house, name, secret, does, address
        self.link: int | None = None
        self.heard: list[Part | Event] = []
        self.closed: Close | None = None
        self.seat: int | None = None
        self.key = b""
        self.is_owner = False
        self.verdicts: list[Verdict] = []
        self.judged: dict[tuple[bytes, int], tuple[Verdict, bool]] = {}
        """The verdict on each hand of each game, and whether it had a seat."""
        self.log = Log(b"")
        self.state: State | None = None
        self.shares: dict[DealId, tuple[int, bytes]] = {}
        self.answers: deque[FromClient] = deque()
        self._auditor = Auditor(b"")
        self._history = 0
        self._deal: DealId | None = None
        self._acted: set[object] = set()

    # --- what it hears ---

    def hear(self, message: Part) -> None:
        self.heard.append(message)
        match message:
            case wire.Seated(seat, key, owner):
                self.seat, self.key, self.is_owner = seat, key, owner
                self._auditor.seated(seat, key)
            case wire.HandKey(_, _, key):
                self._auditor.open_hand(key)
                self._fold_again()

    def follow(self, game: bytes, seq: int, length: int) -> None:
        self.heard.append(wire.LogFollows(game, seq, length))
        self._history = length
        if seq == 0:
            self.log, self.state, self._auditor, self._deal = Log(game), None, Auditor(game), None
            if self.seat is not None:
                self._auditor.seated(self.seat, self.key)
        assert (game, seq) == (self.log.game, len(self.log))

    def see(self, raw: bytes) -> None:
        seq, before = len(self.log), self.log.digest
        event = self.log.append(raw)
        self.heard.append(event)
        verdict = self._auditor.feed(Entry(seq, event, before))
        if verdict is not None:
            self.verdicts.append(verdict)
        self.state = self._fold(self.state, event)
        if verdict is not None:
            self.judged[self.log.game, self.state.board.game.hand] = (verdict, self.seat is not None)
        self._take_part(event, is_live=seq >= self._history)

    def _fold(self, state: State | None, event: Event) -> State:
        if isinstance(event, LobbyOpened):
            return open_lobby(event)
        assert state is not None
        state = evolve(state, event)
        if isinstance(event, HandDealt) and self._auditor.cards is not None and self.seat is not None:
            state = evolve(state, HandKnown(self.seat, self._auditor.cards))
        return state

    def _fold_again(self) -> None:
        """The hand was opened after it was dealt."""
        self.state = None
        events = list(map(decode_event, self.log.raw))
        last = max(index for index, event in enumerate(events) if isinstance(event, HandDealt))
        for index, event in enumerate(events):
            if isinstance(event, HandDealt) and index != last:
                assert self.state is not None
                self.state = evolve(self.state, event)
            else:
                self.state = self._fold(self.state, event)

    def _take_part(self, event: Event, *, is_live: bool) -> None:
        match event:
            case DealOpened(hand, attempt, _):
                self._deal = DealId(self.log.game, hand, attempt)
                if is_live and self.seat is not None and Does.COMMIT in self.does:
                    self.bind()
            case DealCommitted(commitments) if self._deal is not None and self._deal in self.shares:
                seat, share = self.shares[self._deal]
                is_mine = commitments[seat] == seat_commitment(self._deal, seat, share)
                if is_live and is_mine and Does.SHARE in self.does:
                    self.answers.append(wire.Contribute(self._deal.hand, self._deal.attempt, share))
            case HandDealt() | DealAborted():
                self._deal = None

    def bind(self) -> None:
        """Make a share for the deal that is open and send its commitment."""
        assert self._deal is not None
        assert self.seat is not None
        share = self.house.rng.randbytes(32)
        self.shares[self._deal] = (self.seat, share)
        self._auditor.contributed(self._deal, share)
        commitment = seat_commitment(self._deal, self.seat, share)
        self.answers.append(wire.Commit(self._deal.hand, self._deal.attempt, commitment))

    # --- what it does ---

    @property
    def wants_to_act(self) -> bool:
        """Whether it does something now by itself. Each thing is done once a link."""
        return self._key not in self._acted and self.join_request is not None

    def act(self) -> None:
        """Do it."""
        join_request = self.join_request
        assert join_request is not None
        assert self.link is not None
        self._acted.add(self._key)
        self.house.handle(steps.Said(self.link, join_request))

    @property
    def _key(self) -> object:
        return (self.link, self.log.game, len(self.log))

    @property
    def join_request(self) -> FromClient | None:
        """What it wants to do now."""
        if self.link is None or self.seat is None or self.state is None:
            return None
        return self._join_request(self.state, self.seat)

    def _join_request(self, state: State, seat: int) -> FromClient | None:
        board = state.board
        me = board.game.seats[seat]
        match board.phase:
            case Phase.LOBBY if Does.READY in self.does and not me.ready:
                return wire.Ready(0, True)
            case Phase.DEALING if Does.READY in self.does and self._deal is None and board.game.hand:
                return wire.Ready(board.game.hand, True)
            case Phase.PLAYING if Does.PLAY in self.does and board.turn == seat and me.presence is Presence.HERE:
                return self.a_move()
        return None

    def a_move(self, level: str = "random") -> wire.Play | wire.PassTurn:
        """A legal move, by what this client knows."""
        assert self.state is not None
        assert self.seat is not None
        cards, take = POLICIES[level](view_of(self.state, self.seat), self.house.rng)
        action = self.state.board.action
        return wire.Play(action, cards_in(cards), take) if cards else wire.PassTurn(action)

    def say(self, *messages: FromClient) -> "Person":
        """Say this, and let follow what follows at once."""
        for message in messages:
            assert self.link is not None
            self.house.handle(steps.Said(self.link, message))
        self.house.settle()
        return self

    def lose(self) -> None:
        """The link is lost."""
        self.go(None)

    def go(self, close: Close | None) -> None:
        """Say this good-bye, or none."""
        link = self.link
        assert link is not None
        self.house.unlink(self)
        self.house.handle(steps.Gone(link, close))
        self.house.settle()

    def come_back(self, sync: wire.Sync | None = None) -> "Person":
        """Resume over a new link, with what it has of the log."""
        assert self.secret is not None
        self.house.arrive(self, Intent.RESUME)
        return self.say(sync or (self.log.sync() if self.log.raw else wire.Sync(None, 0, None)))

    def go_on(self, secret: bytes | None = None) -> "Person":
        """Drop what the host says that it has not kept, and go on from there."""
        kept = self.last(wire.RolledBack)
        assert isinstance(kept, wire.RolledBack)
        raw = self.log.raw[: kept.seq]
        self.follow(kept.game, 0, kept.seq)
        for event in raw:
            self.see(event)
        self._auditor.rolled_back(None)
        return self.say(wire.GoOn(secret))

    # --- what a test asks of it ---

    def last(self, kind: type[Part]) -> Part:
        return next(message for message in reversed(self.heard) if isinstance(message, kind))

    def count(self, kind: type[Part]) -> int:
        return sum(isinstance(message, kind) for message in self.heard)

    @property
    def refusals(self) -> list[Reason]:
        return [message.reason for message in self.heard if isinstance(message, wire.Refused)]

    @property
    def occupant(self) -> Occupant:
        """How the table shows it."""
        assert self.seat is not None
        return self.house.seats[self.seat]


class House:
    """A table, its people, its bots, its journal and its time."""

    def __init__(self, opening: Opening | None = None, seed: int = 0) -> None:
        self.rng = Random(seed)
        self._random_bytes = Random(seed + 1).randbytes
        self.now = 1000.0
        self.people: list[Person] = []
        self.journal: list[Written] = []
        self.logs: list[Log] = []
        self.news: list[steps.Output] = []
        self.asks: deque[steps.Ask] = deque()
        self.bots_think = True
        self._links = 0
        self._by_link: dict[int, Person] = {}
        self._cursors: dict[int, tuple[Log, int]] = {}
        self.steps = 0
        self.kill_at: int | None = None
        """Kill the host right after so many steps."""
        self.table, first = open_table(opening or Opening(), self._random_bytes, self.now)
        self._take(first)
        self.handle(steps.Ticked())

    # --- people come ---

    def join(self, name: str, does: Does = Does.DEAL, secret: bytes | None = None, address: str = "") -> Person:
        """Somebody comes with the code and wants a seat."""
        person = Person(self, name, secret or self.rng.randbytes(32), does, address)
        self.arrive(person, Intent.SEAT)
        assert person.secret is not None
        return person.say(wire.Join(name, person.secret))

    def watch(self, name: str, address: str = "") -> Person:
        """Somebody comes with the code to look on."""
        person = Person(self, name, self.rng.randbytes(32), Does.NOTHING, address)
        self.arrive(person, Intent.WATCH)
        assert person.secret is not None
        return person.say(wire.Watch(name, person.secret))

    def arrive(self, person: Person, intent: Intent) -> None:
        if person not in self.people:
            self.people.append(person)
        if person.link is not None:
            self.unlink(person)
        link, self._links = self._links, self._links + 1
        person.link, person.closed = link, None
        self._by_link[link] = person
        proved = person.secret if intent is Intent.RESUME else None
        self.handle(steps.Arrived(link, intent, proved, person.address))

    def unlink(self, person: Person) -> None:
        if person.link is not None:
            self._by_link.pop(person.link, None)
            self._cursors.pop(person.link, None)
        person.link = None
        person.answers.clear()

    # --- steps ---

    def handle(self, happened: steps.Input) -> steps.Step:
        """Let something happen: it is written, then told."""
        step = self.table.handle(self.now, happened)
        self._take(step)
        self.steps += 1
        if self.steps == self.kill_at:
            self.kill()
        return step

    def _take(self, step: steps.Step) -> None:
        if step.memo is not None or step.events:
            self.journal.append(Written(int(self.now * 1000), step.memo, step.events))
        for raw in step.events:
            event = decode_event(raw)
            if isinstance(event, LobbyOpened):
                self.logs.append(Log(event.game))
            self.logs[-1].append(raw)
        for output in step.outputs:
            self._do(output)
        for link in list(self._cursors):
            self._catch_up(link)

    def _do(self, output: steps.Output) -> None:
        """What a feed does for a reader who is never slow."""
        match output:
            case steps.Tell(link, message, at):
                if link in self._by_link:
                    self._catch_up(link, at)
                    self._by_link[link].hear(message)
            case steps.Follow(link, log, seq, length, at):
                if link in self._by_link:
                    self._catch_up(link, at)
                    self._follow(link, log, seq, length)
            case steps.LogOpened(log, at):
                for link in list(self._cursors):
                    self._catch_up(link, at)
                    self._follow(link, log, 0, 1)
            case steps.End(link, close, at):
                if link in self._by_link:
                    self._catch_up(link, at)
                    self._by_link[link].closed = close
                    self.unlink(self._by_link[link])
            case steps.Ask():
                self.asks.append(output)
            case _:
                self.news.append(output)

    def _follow(self, link: int, log: Log, seq: int, length: int) -> None:
        self._cursors[link] = (log, seq)
        self._by_link[link].follow(log.game, seq, length)

    def _catch_up(self, link: int, at: int | None = None) -> None:
        if link in self._cursors:
            log, cursor = self._cursors[link]
            end = len(log) if at is None else max(at, cursor)
            for raw in log.raw[cursor:end]:
                self._by_link[link].see(raw)
            self._cursors[link] = (log, end)

    # --- time ---

    def settle(self) -> None:
        """Let bots think and clients answer until all wait for somebody's decision, or for the time to pass."""
        while self._think() or self._answer():
            pass

    def _think(self) -> bool:
        if not self.asks or not self.bots_think:
            return False
        ask = self.asks.popleft()
        self.handle(steps.Thought(ask.ask, POLICIES[ask.level](ask.view, Random(ask.seed))))
        return True

    def _answer(self) -> bool:
        for person in self.people:
            if person.link is not None and person.answers:
                self.handle(steps.Said(person.link, person.answers.popleft()))
                return True
        return False

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        self._pass_time(self.now + seconds, lambda: False)

    def run(self, until: Callable[[], bool], most: float = 3600.0) -> None:
        """Go on until this is so; it is a fault if it takes longer than that."""
        self._pass_time(self.now + most, until)
        assert until(), "it never comes to that"

    def _pass_time(self, end: float, until: Callable[[], bool]) -> None:
        self.settle()
        while not until():
            person = next((person for person in self.people if person.wants_to_act), None)
            due = self.table.wake_at
            soon = end if person is None else min(end, self.now + REACTION)
            if due is not None and due <= soon:
                self.now = max(self.now, due)
                self.tick()
            elif person is None or soon == end:
                self.now = end
                return
            else:
                self.now = soon
                person.act()
            self.settle()

    def tick(self) -> None:
        self.handle(steps.Ticked())
        again = self.table.wake_at
        assert again is None or again > self.now, "the table wants to be woken without end"

    # --- the host ends, and another goes on with its journal ---

    def kill(self, lost: int = 0) -> None:
        """Kill the host and resume the table from its journal. All links are lost, and so many of its last entries."""
        before = self.remembered
        del self.journal[len(self.journal) - lost :]
        memo, games = games_of(self.journal)
        if lost:
            self.logs = [_copy(game.log) for game in games]
        assert [game.log.raw for game in games] == [log.raw for log in self.logs]
        for person in self.people:
            self.unlink(person)
        self.asks.clear()
        self.table, step = resume_table(memo, games, self._random_bytes, self.now)
        assert lost or self.remembered == before
        self._take(step)
        self.handle(steps.Ticked())

    @property
    def remembered(self) -> tuple[object, ...]:
        """All that must outlive the host: everything but who is connected."""
        board = self.state.board
        seats = [occupant._replace(presence=Presence.HERE) for occupant in board.game.seats]
        seat_secrets = [seat_link.secrets for seat_link in self.core.seat_links]
        whole = board._replace(game=board.game._replace(seats=()))
        memo = replace(self.table.memo, resumed=[])  # A restart adds to that.
        return (encode_memo(memo), seat_secrets, seats, self.state.hands, whole)

    # --- what a test asks of it ---

    @property
    def core(self) -> Core:
        """The inside of the table, to compare two of them."""
        return self.table._core

    @property
    def state(self) -> State:
        return self.core.state

    def is_in(self, phase: Phase) -> bool:
        return self.state.board.phase is phase

    @property
    def seats(self) -> tuple[Occupant, ...]:
        return self.state.board.game.seats

    def presence(self, seat: int) -> Presence:
        return self.seats[seat].presence

    @property
    def events(self) -> list[Event]:
        """The log of the game under way."""
        return list(map(decode_event, self.logs[-1].raw))

    def events_of(self, *kinds: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kinds)]

    def news_of(self, kind: type[steps.Output]) -> list[steps.Output]:
        return [news for news in self.news if isinstance(news, kind)]

    @property
    def turn(self) -> Person:
        """Whose turn it is; a person who is connected."""
        return next(
            person for person in self.people if person.link is not None and person.seat == self.state.board.turn
        )

    def others(self, *persons: Person) -> list[Person]:
        return [person for person in self.people if person not in persons and person.link is not None]

    def password_for(self, hello: Hello, address: str = ELSEWHERE) -> bytes | Hint:
        """What somebody there would have to prove now."""
        return self.table.password_for(hello, address, self.now)

    def refuses(self, person: Person, message: FromClient, reason: Reason) -> None:
        """This is refused for this reason, and changes nothing."""
        assert person.link is not None
        before, state = len(person.refusals), self.state
        step = self.handle(steps.Said(person.link, message))
        assert person.refusals[before:] == [reason]
        assert (step.memo, step.events, self.state) == (None, (), state)


Seated: TypeAlias = tuple[House, list[Person]]


def owned(
    *names: str, does: Does = Does.DEAL, opening: Opening | None = None, seed: int = 0
) -> tuple[House, list[Person]]:
    """A table whose owner is the first of these people."""
    house = House((opening or Opening(options=FAST))._replace(owner=OWNER), seed)
    first, *rest = names
    return house, [house.join(first, does, OWNER), *(house.join(name, does) for name in rest)]


def playing(
    *names: str, does: Does = Does.DEAL, opening: Opening | None = None, seed: int = 0
) -> tuple[House, list[Person]]:
    """The same, with the first hand dealt."""
    house, people = owned(*names, does=does, opening=opening, seed=seed)
    if house.is_in(Phase.LOBBY):
        people[0].say(wire.Start())
    assert house.is_in(Phase.PLAYING)
    return house, people


def headless(seats: int, bots: int = 0, games: int = 0, seed: int = 0, options: Options = FAST) -> House:
    """A table without an owner."""
    return House(Opening(options=options, seats=seats, bots=bots, level="random", games=games), seed)


def results(verdicts: Iterable[Verdict]) -> list[Result]:
    return [verdict.result for verdict in verdicts]


def _copy(log: Log) -> Log:
    copy = Log(log.game)
    copy.raw += log.raw
    return copy
