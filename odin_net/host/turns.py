"""Whose turn it is and how long it may take: people, the bots that play or cover, the turn clock, the nudge."""

from odin_net.game.cards import cards_in, number_of
from odin_net.game.commands import Pass, PlayCards
from odin_net.game.events import Actor, HandEnded, Presence, TableStopped
from odin_net.game.refusals import IllegalMove
from odin_net.game.rules import Move, command_of, decide
from odin_net.game.state import NOBODY, Phase, view_of
from odin_net.host.core import Core, SeatLink
from odin_net.host.steps import Ask
from odin_net.levels import USUAL
from protocol.messages import Clock, Nudge, PassTurn, Play, Reason, reason_of

# ARCHITECTURE: who is away. Somebody who is connected and lets so many seconds pass is nudged.
NUDGE = 60.0
# The level of a bot that covers for a person.
COVERING = USUAL
VOTES = 2


class Turns:
    """Watches over the turn, and carries moves out."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._turn: tuple[int, bool] | None = None
        """The action that is awaited, and whether a bot makes it."""
        self._began = 0.0
        self._action: int | None = None
        """The same action, whether a bot makes it or not: the nudge's time runs on for somebody who comes and goes."""
        self._awaited_since = 0.0
        self._nudged = False
        self._votes: set[int] = set()
        self._covered = 0
        """How often others voted for a bot to make this action. From the second time on it does, back or not."""
        self._ask = 0
        self._move: Move | None = None

    def restart_clocks(self) -> None:
        """Somebody is back after all were away: the turn begins anew."""
        self._turn = self._action = None

    # --- what is due ---

    def deadline(self) -> float | None:
        """When `advance` has something to do at the latest, if nobody moves."""
        if self._core.phase is not Phase.PLAYING or self._turn is None:
            return None
        if self._turn[1]:
            return None if self._move is None else self._bot_due()
        nudge = None if self._nudged else self._awaited_since + NUDGE
        if not self._core.memo.people_ms:
            return nudge
        clock = self._clock_due()
        return clock if nudge is None else min(nudge, clock)

    def _bot_due(self) -> float:
        return self._began + self._core.memo.bot_ms / 1000

    def _clock_due(self) -> float:
        return self._began + self._core.memo.people_ms / 1000

    def advance(self) -> bool:
        """Begin the turn if it is a new one, and do what is due; whether something was logged."""
        core = self._core
        seat = core.state.board.turn
        if core.phase is not Phase.PLAYING or seat == NOBODY:
            self._turn = None
            return False
        action = core.state.board.action
        if action != self._action:
            self._action, self._awaited_since, self._nudged, self._covered = action, core.now, False, 0
            self._votes.clear()
        turn = (action, core.is_run_by_bot(seat) or self._covered > 1)
        if turn != self._turn:
            self._begin(turn, seat)
        if self._turn is not None and self._turn[1]:
            return self._move_bot(seat)
        if core.memo.people_ms and core.now >= self._clock_due():
            return self._move_late(seat)
        if not self._nudged and core.now >= self._awaited_since + NUDGE:
            self._nudge(seat)
        return False

    def _begin(self, turn: tuple[int, bool], seat: int) -> None:
        core = self._core
        self._turn, self._began, self._move = turn, core.now, None
        self._ask += 1
        if turn[1]:
            level = core.seats[seat].level or COVERING
            # A fresh seed, which stays in this computer: nobody can guess what the bot does. No card depends on it.
            core.do(Ask(self._ask, level, view_of(core.state, seat), core.random_bytes(16).hex()))
        elif core.memo.people_ms:
            core.tell_all(Clock(seat, core.memo.people_ms))

    def clock(self) -> Clock | None:
        """The turn clock as it stands, for who comes in now."""
        if self._turn is None or self._turn[1] or not self._core.memo.people_ms:
            return None
        left = max(0, int((self._clock_due() - self._core.now) * 1000))
        return Clock(self._core.state.board.turn, left)

    def _nudge(self, seat: int) -> None:
        self._nudged = True
        link = self._core.seat_links[seat].link
        if link is not None:
            self._core.tell(link, Nudge())

    # --- moves ---

    def thought(self, ask: int, move: Move) -> None:
        """A bot has made up its mind. What it is too late for is forgotten."""
        if ask == self._ask and self._turn is not None and self._turn[1]:
            self._move = move

    def _move_bot(self, seat: int) -> bool:
        if self._move is None or self._core.now < self._bot_due():
            return False
        move, self._move = self._move, None
        try:
            self._carry_out(command_of(move, seat, Actor.BOT))
        except IllegalMove:
            self._default(seat, Actor.BOT)
        return True

    def _move_late(self, seat: int) -> bool:
        self._default(seat, Actor.CLOCK)
        return True

    def _default(self, seat: int, by: Actor) -> None:
        """A pass, or the lowest card when opening. ARCHITECTURE: who is away."""
        state = self._core.state
        if state.board.middle:
            self._carry_out(Pass(seat, by))
        else:
            lowest = min(cards_in(view_of(state, seat).hand), key=lambda card: (number_of(card), card))
            self._carry_out(PlayCards(seat, (lowest,), None, by))

    def play(self, seat: int, message: Play | PassTurn) -> Reason | None:
        """Carry out what a person wants; why not, if it may not be."""
        if message.action != self._core.state.board.action:
            return Reason.STALE
        command = PlayCards(seat, message.cards, message.take) if isinstance(message, Play) else Pass(seat)
        try:
            self._carry_out(command)
        except IllegalMove as illegal:
            return reason_of(illegal.reason)
        return None

    def _carry_out(self, command: PlayCards | Pass) -> None:
        core = self._core
        for event in decide(core.state, command):
            core.happen(self._with_proof(event) if isinstance(event, HandEnded) else event)
        if core.phase is Phase.DEALING and core.memo.stop_after:
            core.happen(TableStopped())

    def _with_proof(self, ended: HandEnded) -> HandEnded:
        """The end of a hand shows all that proves its deal."""
        core = self._core
        return ended._replace(secret=core.memo.deal_secret, hand_keys=core.memo.hand_keys, digest=core.log.digest)

    # --- letting a bot cover ---

    def vote(self, seat_link: SeatLink, seat: int, *, owner: bool) -> bool:
        """The owner, or two others, let a bot play for who keeps all waiting; False if it is not their time."""
        core = self._core
        if core.phase is not Phase.PLAYING or seat != core.state.board.turn or not self._nudged:
            return False
        voter = core.seat_of(seat_link)
        # Somebody away may be covered before the grace is over: who comes and goes would have a new grace each time.
        if voter == seat or core.seats[seat].presence is Presence.COVERED:
            return False
        self._votes.add(voter)
        # At a table for two there is only one other to ask.
        others = sum(seat_link.link is not None for other, _, seat_link in core.people() if other != seat)
        if owner or len(self._votes) >= min(VOTES, others):
            self._covered += 1
            self._votes.clear()
            core.change_seat(seat, presence=Presence.COVERED)
        return True
