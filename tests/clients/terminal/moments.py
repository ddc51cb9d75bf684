"""Moments of an evening, each with what was seen and what is open on the screen: one for every picture there is."""

from ipaddress import ip_address
from typing import NamedTuple

from msgspec.structs import replace

from clients.invitation import Invitation
from clients.model import GameResult, HandResult, SeatAct, Seen, Told
from clients.news import Ended, HostRolledBack, How, LinkChanged, LinkStage, ReplayShown
from clients.terminal.frame import Settings
from clients.terminal.state import Draft, Mode, Ui
from odin_net.game.awards import Award, AwardKind
from odin_net.game.cards import mask_of
from odin_net.game.events import CardsPlayed, ChatSaid, HandEnded, Kind, Occupant, Presence, Tally
from odin_net.game.options import Options
from odin_net.game.sets import value_of
from odin_net.game.state import Phase, State, open_lobby
from protocol.audit import Result, Verdict, Why
from protocol.messages import Audience, Reaction, Reason
from tests.afterwards.pasts import bots_record
from tests.helpers.host_said import onlooker
from tests.helpers.tables import card, cards, lobby, mask, position

NAMES = ("Ann", "Bo", "Cleo", "Dag", "Eir", "Finn")
SAID = "well played"
SHOWN_AGAIN = ReplayShown(bots_record(players=6), 9)
# When a hand ended whose end was read as far as it goes by itself.
LONG_AGO = -60.0
SETTINGS = Settings(
    place="192.168.1.20:9054",
    invitation=Invitation(
        (ip_address("192.168.1.20"), ip_address("10.8.0.3")),
        fingerprint="SHA256:o31kk8fo7r3XOuV3FtH1WBY0CQ6krQqgZwvaRs7vapI",
    ),
)


class Moment(NamedTuple):
    """What a screen is drawn from, and words that must be on it."""

    seen: Seen
    ui: Ui
    shows: str


# Those of a game that is over here.
AWARDS = (
    Award(AwardKind.LEAP, 0, 9, 1),
    Award(AwardKind.HIGH_VALUE, 1, 98, 2, cards("G9 G8")),
    Award(AwardKind.MOST_PASSES, 3, 7),
)


def named(state: State, names: tuple[str, ...]) -> State:
    """The same with these people, one of them away, and a bot."""
    seats = tuple(
        Occupant(name, Kind.BOT if place == 1 else Kind.PERSON, "normal" if place == 1 else "",
                 Presence.AWAY if place == 2 else Presence.HERE, place == 0)
        for place, (name, _) in enumerate(zip(names, state.board.game.seats, strict=False))
    )  # fmt: skip
    return State(state.board._replace(game=state.board.game._replace(seats=seats)), state.hands)


def playing(names: tuple[str, ...] = NAMES, *, players: int = 6, turn: int = 0) -> Seen:
    """Ann's turn, with a pair in the middle that Finn has played."""
    hands = ("R3 G3 O4 Y5 B6 G7 P7 P8 R9", *["R1 R2 O1"] * (players - 1))
    state = position(*hands, middle="B8 B5", turn=turn, fallen="R5 O9 P2")
    last = players - 1
    state = State(state.board._replace(owner=last), (state.hands[0], *[None] * last))
    state = named(state, names)
    play = CardsPlayed(last, cards("B8 B5"), card("P7"))
    told = (Told(play, state, state), Told(ChatSaid(1, names[1], SAID), state, state))
    acts = tuple(SeatAct(last, play.cards, play.taken) if seat == last else None for seat in range(6))
    return Seen(
        state=state, seat=0, owner=True, acts=acts, new=card("G7"), told=told, code="raven-oak-fjord",
        chat=(ChatSaid(1, names[1], SAID),), chat_count=1, link=LinkChanged(LinkStage.OPEN), caught_up=True,
        was_in=True,
    )  # fmt: skip


def with_covered(seen: Seen, *covered: int) -> Seen:
    """The same with people on these seats who are away, and bots that cover for them; Eve waits for a seat."""
    assert seen.state is not None
    board = seen.state.board
    seats = tuple(
        occupant._replace(kind=Kind.PERSON, level="", presence=Presence.COVERED) if seat in covered else occupant
        for seat, occupant in enumerate(board.game.seats)
    )
    state = State(board._replace(game=board.game._replace(seats=seats)), seen.state.hands)
    return replace(seen, state=state, audience=Audience((onlooker("Eve", True), onlooker("Ulf", True))))


def ended(names: tuple[str, ...] = NAMES, *, over: bool = False) -> Seen:
    """A hand that Bo has ended, the second one; in a game to 10 points it is the last."""
    seen = playing(names, players=4)
    assert seen.state is not None
    hands = ("R3 G3 O4", "", "Y5 B6", "P8")
    masks = tuple(map(mask, hands))
    points = (3, 0, 2, 1)
    game = seen.state.board.game
    seats = tuple(occupant._replace(ready=seat in (1, 2)) for seat, occupant in enumerate(game.seats))
    scores, winners = ((9, 4, 0, 2), points), (2,) if over else ()
    game = game._replace(seats=seats, scores=scores, went_out=1, hand=2, winners=winners)
    game = game._replace(options=Options(points=10) if over else game.options)
    phase = Phase.OVER if over else Phase.DEALING
    last, value = cards("G9 G8"), value_of(mask("G9 G8"))
    # Each was dealt what they hold now, and the last set.
    game = game._replace(dealt=tuple(hand.bit_count() + (seat == 1) * len(last) for seat, hand in enumerate(masks)))
    board = seen.state.board._replace(
        game=game,
        phase=phase,
        turn=-1,
        middle=last,
        value=value,
        owner=1,
        earlier=(),
        this_round=((1, mask("G9 G8"), 0),),
    )
    state = State(board, masks)
    event = HandEnded(tuple(cards(hand) for hand in hands), points)
    told = (Told(CardsPlayed(1, last), state, state), Told(event, state, state))
    result = HandResult(2, state, Verdict(Result.CHECKED), bytes(32), seen.seat, LONG_AGO)
    return replace(
        seen, state=state, result=result, told=told, over=GameResult(state, seen.seat, AWARDS) if over else None
    )


def at_beat(seen: Seen, beat: int) -> Seen:
    """The same as it is shown at second 5, where moments are drawn: the first beat of its end, or the second."""
    assert seen.result is not None
    return replace(seen, result=seen.result._replace(at=4.0 if beat == 1 else 2.5))


def calling(seen: Seen) -> Seen:
    """The same with two who have just called something to the table, and one whose call is over."""
    calls = (None, (Reaction.SKAL, 3.0), None, (Reaction.HURRY_UP, 4.5), (Reaction.OUCH, 1.0), None)
    return replace(seen, calls=calls)


def in_lobby(names: tuple[str, ...] = NAMES, *, players: int = 5, owner: bool = True) -> Seen:
    """Before the game."""
    state = named(open_lobby(lobby(players)), names)
    state = State(state.board._replace(game=state.board.game._replace(tally=(Tally(names[0], 1, 2),))), state.hands)
    seen = playing(names)
    return Seen(
        state=state, seat=0, owner=owner, code="raven-oak-fjord" if owner else None, told=seen.told[1:], chat=seen.chat,
        chat_count=1, link=LinkChanged(LinkStage.OPEN), caught_up=True, was_in=True,
    )  # fmt: skip


def with_company(seen: Seen) -> Seen:
    """The same with three who look on and one who was kicked."""
    audience = Audience((onlooker("Eve", waits=True), onlooker("Ulf", muted=True), onlooker("Television")))
    return replace(seen, audience=audience, kicked=("Loki",))


def for_two(names: tuple[str, ...] = NAMES) -> Seen:
    """Two players with four colours."""
    seen = playing(names, players=2)
    assert seen.state is not None
    board = seen.state.board
    game = board.game._replace(colours="RYGP", options=Options(colours="RYGP"))
    return replace(seen, state=State(board._replace(game=game), seen.state.hands))


def moments(names: tuple[str, ...] = NAMES) -> dict[str, Moment]:
    """Every picture, by its name."""
    table, hand_end, over = playing(names), ended(names), ended(names, over=True)
    read = (b"game", 2)
    assert table.state is not None
    picked = Ui(picked=mask_of(cards("R9 R3")), cursor=card("R9"))
    waiting = replace(table, link=LinkChanged(LinkStage.WAITING, 4, 12.0), caught_up=False)
    closed = replace(waiting, link=waiting.link._replace(closed=True))
    return {
        "table": Moment(table, Ui(chat_read=1), "beat 85 with 2 cards or 3"),
        "picked": Moment(table, picked, "93 beats 85"),
        "wrong": Moment(table, replace(picked, picked=mask("R9 P8")), "no set"),
        "taking": Moment(table, replace(picked, mode=Mode.TAKING), "You take "),
        "passing": Moment(table, Ui(mode=Mode.PASSING), "Pass? Enter or P again: pass, Esc: back."),
        "two": Moment(for_two(names), Ui(), "out: "),
        "watching": Moment(replace(table, seat=None, owner=False, watching=1), Ui(), "You watch"),
        "chat": Moment(table, Ui(mode=Mode.CHAT, draft=Draft.of("hello")), "hello"),
        "reacting": Moment(calling(table), Ui(mode=Mode.REACTING), "2 Well played!"),
        "log": Moment(table, Ui(mode=Mode.LOG), "The log"),
        "valhalla": Moment(table, Ui(mode=Mode.VALHALLA), "3 cards have fallen"),
        "help": Moment(table, Ui(mode=Mode.HELP), "next card of that number"),
        "quitting": Moment(replace(table, owner=False), Ui(mode=Mode.QUITTING), "my seat waits for me"),
        "waiting": Moment(waiting, Ui(), "The host is away"),
        "closed": Moment(closed, Ui(), "The host has closed the"),
        "giving": Moment(with_covered(table, 2), Ui(mode=Mode.GIVING, giving=2), "to Eve, who waits for one?"),
        "invitation": Moment(table, Ui(mode=Mode.INVITATION), "How others join"),
        "lobby invitation": Moment(in_lobby(names), Ui(mode=Mode.INVITATION, address=1), "address 2 of 2"),
        "rolled back": Moment(
            replace(table, rollback=HostRolledBack(bytes(16), 9, 3, 2, (1, 2))), Ui(), "lost the last 3 plays"
        ),
        "paused": Moment(replace(table, paused=(2,)), Ui(), "The table waits"),
        "alarm": Moment(replace(table, alarm=Verdict(Result.WRONG, Why.ENTRY, 7)), Ui(), "WRONG"),
        "went out": Moment(at_beat(hand_end, 1), Ui(), "the end of hand 2"),
        "hands shown": Moment(at_beat(hand_end, 2), Ui(), "All hands are shown."),
        "hand end": Moment(hand_end, Ui(), "Hand 2 is over"),
        "words": Moment(hand_end, Ui(words="raven oak fjord ice"), "raven oak fjord ice"),
        "game end": Moment(over, Ui(read_hand=read), "The game is over"),
        "last hand": Moment(over, Ui(), "That was the last hand: the game is over."),
        "lobby": Moment(in_lobby(names), Ui(), "The lobby"),
        "guest's lobby": Moment(in_lobby(names, owner=False), Ui(), "The lobby"),
        "shared replay": Moment(replace(in_lobby(names), replay=SHOWN_AGAIN), Ui(), "show it no more"),
        "rename": Moment(in_lobby(names), Ui(mode=Mode.RENAME, draft=Draft.of("Annika")), "Annika"),
        "kicking": Moment(in_lobby(names), Ui(mode=Mode.KICKING, line=3), "from the table?"),
        "company": Moment(with_company(in_lobby(names)), Ui(line=8), "kicked"),
        "kicking a guest": Moment(
            with_company(in_lobby(names)), Ui(mode=Mode.KICKING, line=6), "Take Ulf from the table?"
        ),
        "kicking at an open table": Moment(
            replace(in_lobby(names), code=""), Ui(mode=Mode.KICKING, line=3), "from their address"
        ),
        "starting": Moment(in_lobby(names), Ui(mode=Mode.STARTING), "Not ready yet: "),
        "recoding": Moment(in_lobby(names), Ui(mode=Mode.RECODING), "A new code? "),
        "lobby chat": Moment(in_lobby(names), Ui(mode=Mode.CHAT, draft=Draft.of("hi")), "hi"),
        "name": Moment(Seen(name_refused=Reason.NAME_TAKEN), Ui(draft=Draft.of("Ann")), "has that name"),
        "connecting": Moment(Seen(link=LinkChanged(LinkStage.CONNECTING, 1)), Ui(), "Looking for the table"),
        "ended": Moment(Seen(ended=Ended(How.KICKED)), Ui(), "taken you from the table"),
    }
