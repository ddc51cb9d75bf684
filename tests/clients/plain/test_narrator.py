"""Plain mode without a network: a session that only remembers, and whole games at a small table in memory."""

import unicodedata

import pytest

from clients.follower import tag_of
from clients.language import LANGUAGES, Language
from clients.lesson import STEPS
from clients.news import CaughtUp, Ended, How, Judged, LinkChanged, LinkStage, Logged, Moved, SeatTaken
from clients.plain.command_words import Word
from clients.plain.narrator import Narrator
from clients.robot import MOST_NAMES
from clients.session import JoinRequest
from odin_net.game import LobbyOpened, Occupant, Options, Starter, State
from odin_net.game.cards import Card, format_cards, in_reading_order
from odin_net.game.commands import PlayCards
from odin_net.game.events import CardsPlayed, ChatSaid, Event, GameStarted, Kind, Presence, SeatChanged
from odin_net.game.rules import Move, decide
from odin_net.game.state import Phase, PlayerView, evolve, open_lobby, view_of
from protocol.audit import Result, Verdict, Why
from protocol.errors import Close, Hint
from protocol.log import Log
from protocol.messages import (
    AddBot,
    Audience,
    Back,
    Clock,
    CodeNews,
    GiveSeat,
    Join,
    Nudge,
    Part,
    Paused,
    Play,
    Reacted,
    Reaction,
    Ready,
    Reason,
    Refused,
    Remove,
    Start,
    Watch,
    Watching,
)
from tests.helpers.host_said import onlooker, table_code, terms
from tests.helpers.pairs import CODE
from tests.helpers.simulation import Client, World
from tests.helpers.tables import card, cards, position
from tests.helpers.tiny_table import TinyTable

GAME = bytes(16)
MIDDLE = position("R8 R5 G9 G6 B1", "G1 G2", "B2 B3", middle="Y8 Y5")


class Remembering:
    """A session that does nothing but remember."""

    def __init__(self, state: State | None, seat: int | None = 0, *, owner: bool = False) -> None:
        self.state, self.seat, self.owner, self.name = state, seat, owner, "Ann"
        self.caught_up = state is not None
        self.stage = LinkStage.OPEN
        self.is_asked = False
        self.log: Log | None = Log(GAME)
        self.done: list[object] = []

    @property
    def view(self) -> PlayerView | None:
        state, seat = self.state, self.seat
        if state is None or seat is None or seat >= len(state.hands) or state.hands[seat] is None:
            return None
        return view_of(state, seat)

    @property
    def is_my_turn(self) -> bool:
        return self.view is not None and self.view.board.turn == self.seat and self.caught_up

    def go_on(self) -> None:
        self.is_asked = False
        self.done.append("go on")

    def play(self, cards: tuple[Card, ...], take: Card | None) -> None:
        self.done.append(("play", cards, take))

    def pass_turn(self) -> None:
        self.done.append("pass")

    def move(self, move: Move) -> None:
        self.done.append(("move", move))

    def ready(self, ready: bool = True) -> bool:
        self.done.append("ready")
        return ready

    def say(self, text: str) -> bool:
        self.done.append(("say", text))
        return True

    def react(self, code: Reaction) -> bool:
        self.done.append(code)
        return True

    def rename(self, name: str) -> bool:
        self.done.append(("name", name))
        return True

    def send(self, message: Part) -> bool:
        self.done.append(message)
        return True

    def leave(self, *, for_good: bool) -> None:
        self.stage = LinkStage.ENDED
        self.done.append("quit" if for_good else "leave")


class Talk:
    """A narrator, what it said and what it did."""

    def __init__(
        self,
        state: State | None = MIDDLE,
        code: str = "en",
        *,
        seat: int | None = 0,
        owner: bool = False,
        watches: bool = False,
        by_hand: bool = False,
    ) -> None:
        self.lines: list[str] = []
        self.session = Remembering(state, seat, owner=owner)
        self.narrator = Narrator(Language(code), self.lines.append, watches=watches, by_hand=by_hand)
        self.narrator.attach(self.session)
        if state is not None:
            self.narrator.heard(CaughtUp())
        self.lines.clear()
        self.session.done.clear()

    def type(self, *lines: str) -> list[str]:
        """What is said to these lines."""
        self.lines.clear()
        for line in lines:
            self.narrator.typed(line)
        return self.lines

    def happen(self, event: Event) -> list[str]:
        self.lines.clear()
        assert self.session.state is not None
        self.session.state = evolve(self.session.state, event)
        self.narrator.heard(Logged(self.narrator.seen.known[1], event, history=False))
        return self.lines


# --- moves ---


def test_a_play_with_one_card_to_take_needs_no_question() -> None:
    talk = Talk(position("R8 R5 G9", "G1", middle="Y4"))
    talk.type("play 5r")
    assert talk.session.done == [("play", cards("R5"), card("Y4"))]


def test_the_card_to_take_is_asked_for_or_named_at_once() -> None:
    talk = Talk()
    assert talk.type("play G9 G6") == ["Which card do you take: Y8, Y5?"]
    assert talk.session.done == []
    talk.type("take y5")
    assert talk.session.done == [("play", cards("G9 G6"), card("Y5"))]
    short, one_line = Talk(), Talk()
    short.type("g9 g6", "8y")
    one_line.type("play G9 G6 take Y8")
    assert short.session.done == one_line.session.done == [("play", cards("G9 G6"), card("Y8"))]


def test_a_refused_card_to_take_may_be_named_again() -> None:
    talk = Talk()
    talk.type("play G9 G6")
    assert talk.type("take R1") == ["That card does not lie in the middle: take one of Y8, Y5."]
    talk.type("take Y8")
    assert talk.session.done == [("play", cards("G9 G6"), card("Y8"))]


def test_another_play_takes_the_place_of_the_one_that_was_asked_about() -> None:
    talk = Talk()
    talk.type("play G9 G6", "pass")
    assert talk.session.done == ["pass"]
    talk.type("take Y8")
    assert talk.session.done == ["pass"], "nothing is asked any more"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("state", "line", "reason"),
    [
        (MIDDLE, "play P9", Reason.NOT_YOUR_CARD),
        (MIDDLE, "play G9 G9", Reason.SAME_CARD_TWICE),
        (MIDDLE, "play G9 R8", Reason.NOT_ONE_SET),
        (MIDDLE, "play G9", Reason.WRONG_NUMBER_OF_CARDS),
        (MIDDLE, "play R8 R5", Reason.VALUE_TOO_LOW),
        (MIDDLE, "play G9 G6 take B1", Reason.NOT_IN_THE_MIDDLE),
        (position("R8 R5", "G1", middle="Y4"), "play R8 R5 take Y4", Reason.NOTHING_TO_TAKE),
        (position("R8 G5", "G1"), "pass", Reason.OPENER_CANNOT_PASS),
        (position("R8 G5", "G1"), "play R8 take G5", Reason.NOT_IN_THE_MIDDLE),
    ],
)
def test_every_refusal_is_said_in_every_language(code: str, state: State, line: str, reason: Reason) -> None:
    talk = Talk(state, code)
    (said,) = talk.type(line)
    assert said
    assert talk.session.done == []
    assert talk.type("why") == [said]
    if code == "en":
        typed = cards(line.removeprefix("play ").partition(" take")[0]) if line != "pass" else ()
        assert said == Language("en").refusal(reason, view_of(state, 0), typed)


def test_a_move_waits_for_its_turn() -> None:
    waiting = position("R8 R5 G9 G6 B1", "G1 G2", "B2 B3", middle="Y8 Y5", turn=2, passes=0)
    talk = Talk(waiting)
    assert talk.type("play G9 G6 take Y8") == ["That waits for your turn."]
    assert talk.type("hand")[0].startswith("Your hand, 5 cards")
    assert talk.session.done == []
    talk.session.state = MIDDLE
    talk.narrator.heard(CaughtUp())
    assert talk.session.done == [("play", cards("G9 G6"), card("Y8"))]


def test_the_next_move_waits_for_the_answer_to_the_first() -> None:
    talk = Talk()
    talk.type("pass", "play G9 G6 take Y8")
    assert talk.session.done == ["pass"]
    talk.narrator.heard(Refused(20, 0, Reason.NOT_NOW))
    assert talk.session.done == ["pass", ("play", cards("G9 G6"), card("Y8"))]


def test_who_is_ready_too_early_is_told_and_can_go_on_playing() -> None:
    talk = Talk()
    assert talk.type("ready") == ["That waits until the hand is over."]
    assert talk.type("ready") == ["That waits until the hand is over."]
    talk.type("play G9 G6 take Y8")
    assert talk.session.done == [("play", cards("G9 G6"), card("Y8"))]


def test_behind_a_word_that_waits_a_move_says_what_it_waits_for() -> None:
    talk = Talk(position("R8 R5 G9", "G1 G2", "B2 B3", middle="Y8 Y5", turn=2))
    assert talk.type("ready", "pass") == ["That waits until the hand is over.", "That waits for your turn."]
    talk.session.state = position("R8 R5 G9", "G1 G2", "B2 B3", middle="Y8 Y5")
    talk.narrator.heard(CaughtUp())
    assert talk.session.done == ["pass"]


def test_who_was_ready_too_early_is_ready_when_the_hand_is_over() -> None:
    _, table, client = game(points=99)
    client.start()
    client.type("ready")
    client.type("ready")
    for _ in range(40):
        if table.state.board.game.hand == 2:
            break
        client.type("play hint")
    assert table.state.board.game.hand == 2
    assert client.lines.count("That waits until the hand is over.") == 1


def test_who_was_ready_in_the_last_hand_is_ready_in_the_next_lobby() -> None:
    table = TinyTable(5, 1, Options(points=1), left=0, people=1)
    client = PlainClient(World(5), table)
    client.start()
    client.type("ready")
    first = table.log.game
    table.is_silent_about = {Ready}
    client.type("ready")
    for _ in range(40):
        if table.log.game != first:
            break
        client.type("play hint")
    # SPEC: it names the hands that are over, and a new game has none.
    assert [said for said in table.peers[0].said if isinstance(said, Ready)][-1].after == 0


def test_nobody_goes_before_they_could_say_that_they_are_ready() -> None:
    talk = Talk()
    talk.type("ready", "leave")
    assert talk.lines[-1] == "Commands still wait for their turn. Type that again to go at once."
    talk.type("play G9 G6 take Y8")
    assert talk.session.done == [("play", cards("G9 G6"), card("Y8"))]


def test_a_file_that_ends_with_ready_does_not_keep_the_table_waiting() -> None:
    talk = Talk()
    talk.type("ready")
    talk.narrator.input_ended()
    assert talk.session.done == ["leave"]


def test_a_file_that_ends_with_ready_and_quit_gives_the_seat_up() -> None:
    talk = Talk()
    talk.type("ready", "quit")
    talk.narrator.input_ended()
    assert talk.session.done == ["quit"]


def test_a_file_that_ends_with_ready_waits_while_others_play() -> None:
    talk = Talk(position("R8 R5 G9", "G1 G2", "B2 B3", middle="Y8 Y5", turn=2))
    talk.type("ready")
    talk.narrator.input_ended()
    assert talk.session.done == []


@pytest.mark.parametrize(
    ("by_hand", "left"), [(True, [Word.READY]), (False, [Word.READY, Word.PLAY])], ids=["typed", "in a file"]
)
def test_a_move_that_is_typed_is_for_the_game_of_now(by_hand: bool, left: list[Word]) -> None:
    talk = Talk(position("R8 R5 G9", "G1", "B2 B3", middle="Y8", turn=1), by_hand=by_hand)
    talk.type("ready", "play R8")
    actions = talk.narrator._actions
    assert actions.game_over() == (1 if by_hand else 0)
    assert [said.word for said in actions._waiting] == left


@pytest.mark.parametrize("line", ["play G9 G6", "pass", "ready", "chat hello", "react ouch", "name Bo"])
def test_while_the_host_is_away_what_is_typed_waits_and_says_so_once(line: str) -> None:
    talk = Talk(position("R8 R5 G9 G6", "G1 G2", "B2 B3", middle="Y8 Y5", turn=2))
    talk.type("pass")
    talk.session.caught_up, talk.session.stage = False, LinkStage.WAITING
    talk.narrator.heard(LinkChanged(LinkStage.WAITING))
    assert talk.type(line, line) == ["That waits until the host is back."]
    assert talk.session.done == []
    talk.session.caught_up, talk.session.stage = True, LinkStage.OPEN
    talk.narrator.heard(CaughtUp())
    talk.session.caught_up, talk.session.stage = False, LinkStage.WAITING
    talk.narrator.heard(LinkChanged(LinkStage.WAITING))
    assert talk.type(line) == ["That waits until the host is back."], "the next time it is said again"


def test_who_waits_for_a_seat_hears_that_a_move_does_too() -> None:
    talk = Talk(seat=None)
    assert talk.type("play G9", "play G8") == ["That waits until you have a seat."]
    assert talk.type("ready") == ["That waits until you have a seat."]


def test_no_bot_takes_a_seat_of_who_waits_for_one() -> None:
    talk = Talk(seat=None)
    talk.narrator.heard(Watching(0))
    talk.lines.clear()
    talk.narrator.input_ended()
    assert talk.lines == ["The input has ended."]
    assert talk.session.done == ["leave"]


# --- questions ---


def test_why() -> None:
    talk = Talk()
    assert talk.type("why G9 G6") == ["96 beats 85: as many cards, and the number is higher."]
    assert talk.type("why R8 R5") == ["85 does not beat 85."]
    opened = Talk(position("R8 R5", "G2", middle="Y9"))
    assert opened.type("why") == [
        "In the middle: Y9, jarl, by B.",
        "Whoever opens may play any card. Type why and cards to ask whether you can play them.",
    ]
    empty = Talk(position("R8 R5", "G2"))
    assert empty.type("why") == [
        "Whoever opens may play any card. Type why and cards to ask whether you can play them."
    ]
    more = Talk(position("R8 R5 R1 G1", "G2", middle="Y9 O9"))
    assert more.type("why R1 R5 R8") == ["851 beats 99: one card more is always higher."]
    out = Talk(position("R8 R5", "G2", middle="Y9"))
    assert out.type("why R8 R5") == ["85 beats 9: one card more is always higher."]


def test_why_tells_of_the_last_play() -> None:
    talk = Talk(position("R1 B1", "G9 G6 G1", "B2", middle="Y8 Y5", turn=1))
    talk.happen(CardsPlayed(1, cards("G9 G6"), card("Y8")))
    assert talk.type("why") == ["96 beats 85: as many cards, and the number is higher."]


def test_after_a_game_its_points_are_told_until_the_next_one_begins() -> None:
    state = position("R8", "G2 G1", options=Options(points=1, colours="6"))
    *before, over = decide(state, PlayCards(0, cards("R8")))
    for event in before:
        state = evolve(state, event)
    talk = Talk(state)
    talk.happen(over)
    talk.happen(LobbyOpened(GAME, (Occupant("B"), Occupant("A")), Options()))
    assert talk.type("score") == ["The game is over: you win!", "you: 0 points", "B: 2 points"]
    talk.happen(GameStarted(2))
    assert talk.type("score") == ["you: 0 points", "A: 0 points", "The game goes to 15 points."]


def test_rules_are_those_of_this_table() -> None:
    rules = Talk(position("R8 R5", "G2", options=Options(points=30, colours="6", starter=Starter.LAST))).type("rules")
    assert any("reaches 30 points" in line for line in rules)
    assert any("Whoever ended a hand opens the next one." in line for line in rules)
    assert not any("two players" in line for line in rules)


def test_hand_table_score_moves_and_hint() -> None:
    talk = Talk()
    assert talk.type("hand") == ["Your hand, 5 cards: R8 R5, G9 G6, B1."]
    assert talk.type("moves") == ["You can play:", "96 with G9 G6", "Or type pass."]
    assert talk.type("table")[0] == "In the middle: 85 with Y8 Y5, by C."
    assert talk.type("table")[-1] == "It is your turn."
    assert talk.type("score") == ["you: 0 points", "B: 0 points", "C: 0 points", "The game goes to 15 points."]
    assert talk.type("hint")[0].startswith("Hint: ")
    assert talk.type("log") == ["Nothing has happened yet."]
    assert talk.type("words") == ["The four words come with the end of the first hand."]


def test_single_cards_have_their_viking() -> None:
    talk = Talk(position("R8", "G1 G2", middle="Y7"))
    assert talk.type("table")[0] == "In the middle: Y7, berserker, by B."


def test_unclear_lines_are_answered() -> None:
    talk = Talk()
    assert talk.type("p") == ["More than one command begins so: play, pass."]
    assert talk.type("xyzzy") == ["I do not know that command: type help for all of them."]
    assert talk.type("play nothing") == ["Name the cards with letter and number, R3 G3 for example."]
    assert talk.type("") == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_everything_can_be_asked_in_every_language(code: str) -> None:
    talk = Talk(MIDDLE, code)
    for line in ("help", "rules", "hand", "table", "score", "moves", "why", "why R8", "hint", "log", "words", "lang"):
        assert talk.type(line), line
        assert all("{" not in said and "\n" not in said for said in talk.lines)


def test_before_the_table_is_there_questions_are_answered_too() -> None:
    talk = Talk(None, seat=None)
    assert talk.type("hand", "table") == ["You have no cards yet.", "You are not at the table yet."]


def test_the_language_can_be_changed_at_any_time() -> None:
    talk = Talk()
    assert talk.type("lang de")[0].startswith("Ab jetzt auf Deutsch.")
    assert talk.type("hand") == ["Du hast 5 Handkarten: R8 R5, G9 G6, B1."]
    assert talk.type("sprache العربية")[0].startswith("نتكلم العربية")
    assert talk.type("lang klingon")[0].startswith("نتكلم العربية")
    assert talk.type("بطاقات") == ["معك 5 بطاقات: \u2067\u2068R8 R5\u2069، \u2068G9 G6\u2069، \u2068B1\u2069\u2069."]


# --- around the table ---


def lobby_of(*seats: Occupant) -> State:
    return open_lobby(LobbyOpened(GAME, seats, Options()))


BOT = Occupant("Njal", Kind.BOT, "easy")


def test_the_owner_adds_and_drops_bots_and_starts() -> None:
    talk = Talk(lobby_of(Occupant("Ann"), BOT), owner=True)
    talk.type("bots 3 hard", "start")
    assert talk.session.done == [AddBot("hard"), AddBot("hard"), Start()]
    talk.session.done.clear()
    talk.type("bots 0")
    assert talk.session.done == [Remove(1)]
    talk.session.done.clear()
    talk.type("bots 2", "bots 2 easy")
    assert talk.session.done == [AddBot("normal"), AddBot("easy")]
    for wrong in ("bots", "bots 9", "bots ² hard", "bots 2 perfect"):
        assert talk.type(wrong) == ["Type bots, a number from 0 to 5 and a level: easy, normal, hard."]


def test_others_cannot() -> None:
    talk = Talk(lobby_of(Occupant("Ann"), BOT))
    assert talk.type("bots 1", "start") == ["Only the host of the table can do that."] * 2
    assert talk.session.done == []


@pytest.mark.parametrize(
    ("code", "line", "reaction"),
    [
        ("en", "react ouch", Reaction.OUCH),
        ("en", "react Ouch!", Reaction.OUCH),
        ("en", "react  well  played", Reaction.WELL_PLAYED),
        ("en", "react sk", Reaction.SKAL),
        ("de", "reagiere gut", Reaction.WELL_PLAYED),
        ("de", "react Hurry", Reaction.HURRY_UP),
        ("fr", "réagis aie", Reaction.OUCH),
        ("es", "reacciona ¡Gracias!", Reaction.THANK_YOU),
        ("ar", "react بسرعة", Reaction.HURRY_UP),
    ],
)
def test_a_reaction_is_called_by_its_words_or_their_beginning(code: str, line: str, reaction: Reaction) -> None:
    talk = Talk(code=code)
    assert talk.type(line) == []
    assert talk.session.done == [reaction]


def test_arabic_lines_that_begin_with_cards_are_read_from_the_right() -> None:
    said = Talk(code="ar").type("help")
    assert [line for line in said if line.startswith("\u200f\u2068أبعد\u2069 Bo: ")]
    # Where the first letter shows it already, no mark is said.
    assert [line for line in said if line.startswith("\u2068مرر\u2069: ")]


@pytest.mark.parametrize("line", ["react", "react !", "react o", "react hello", "react \x1b[2J"])
def test_what_is_no_reaction_is_told_which_there_are(line: str) -> None:
    talk = Talk()
    assert talk.type(line) == ["Type react and one of these: Skål!, Well played!, Thank you!, Oh no!, Ouch!, Hurry up!"]
    assert talk.session.done == []


@pytest.mark.parametrize(("code", "told"), [("en", "Bo says: Ouch!"), ("de", "Bo sagt: Autsch!")])
def test_a_reaction_is_read_in_ones_own_language(code: str, told: str) -> None:
    talk = Talk(code=code)
    before = len(talk.lines)
    talk.narrator.heard(Reacted(1, "Bo", Reaction.OUCH))
    talk.narrator.heard(Reacted(None, "\x1b[2J", Reaction.SKAL))
    assert talk.lines[before] == told
    assert "\x1b" not in talk.lines[-1]


def test_chat_and_names_are_cleaned_before_they_are_sent() -> None:
    talk = Talk(lobby_of(Occupant("Ann"), BOT))
    assert talk.type("chat  good   luck", "name Bo") == []
    assert talk.session.done == [("say", "good luck"), ("name", "Bo")]
    assert talk.type("chat \x1b[2J", "chat", "name " + "x" * 17) == [
        "That text has a character that cannot be shown: write it without.",
        "Nothing is left of that text: write something.",
        "That text is too long: shorten it.",
    ]


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("text", ["\x1b[2J", "a\u202eb", "a\x9bm", "a\u200bb", "Z" + "\u0301" * 20, "a\u2028b"])
def test_hostile_names_and_chat_never_come_out_raw(code: str, text: str) -> None:
    talk = Talk(lobby_of(Occupant("Ann"), Occupant(text), BOT), code)
    lines = [*talk.happen(ChatSaid(1, text, "hello")), *talk.happen(ChatSaid(1, "Bo", text))]
    lines += talk.happen(SeatChanged(1, Occupant(text, ready=True)))
    lines += talk.happen(SeatChanged(1, Occupant(text, presence=Presence.AWAY)))
    lines += talk.type("table", "score")
    talk.narrator.heard(Paused((1,)))
    talk.narrator.heard(table_code(text))
    lines += talk.lines
    for line in lines:
        assert text not in line
        kinds = {unicodedata.category(char) for char in line if char not in "\u2067\u2068\u2069"}
        assert not kinds & {"Cc", "Cf", "Zl", "Zp"}
        assert "\u0301\u0301" not in line


def test_news_around_the_table_are_said() -> None:
    talk = Talk()
    for news, line in (
        (Nudge(), "The table waits for you."),
        (Paused((1, 2)), "The table waits until one of them is back: B, C."),
        (Paused(()), "The table waits: the host's disk is full. It goes on by itself when there is room."),
        (table_code("raven-oak-fjord"), "The code: raven-oak-fjord"),
        (Clock(0, 29_600), "You have 30 seconds."),
        (Watching(0), "You watch this game. From the next one on a free seat is yours."),
        (Watching(2), "You watch this game. Free seats are given before the next one; 2 wait before you."),
        (Refused(24, 0, Reason.MUTED), "The host has muted you: the others do not hear you."),
        (Judged(Verdict(Result.WRONG, Why.SCORE, 9), 1), Language("en").verdict(Verdict(Result.WRONG, Why.SCORE, 9))),
    ):
        talk.lines.clear()
        talk.narrator.heard(news)
        assert talk.lines == [line]
    assert talk.narrator.found_wrong


def test_the_host_hears_why_there_is_a_new_code_and_that_somebody_is_shut_out() -> None:
    talk = Talk()
    talk.narrator.heard(table_code("raven-oak-fjord", CodeNews.SHUT_OUT))
    talk.narrator.heard(table_code("oak-raven-fjord", CodeNews.DRAWN))
    assert talk.lines == [
        "Somebody tried three wrong codes and has to wait; a new code lets them try again.",
        "The code: raven-oak-fjord",
        "Too many wrong codes were tried: the table has a new one, and the old one lets nobody in.",
        "The code: oak-raven-fjord",
    ]


def test_what_needs_no_words_gets_none() -> None:
    talk = Talk()
    talk.narrator.heard(Clock(1, 30_000))
    talk.narrator.heard(Refused(tag_of(Ready), 0, Reason.STALE))
    talk.narrator.heard(LinkChanged(LinkStage.CONNECTING))
    assert talk.lines == []


def test_who_watches_has_no_seat_that_waits() -> None:
    talk = Talk(MIDDLE, seat=None, watches=True)
    talk.narrator.heard(LinkChanged(LinkStage.WAITING))
    assert talk.lines == ["The connection to the host is lost; I keep trying."]


@pytest.mark.parametrize("reason", [Reason.BAD_NAME, Reason.NAME_TAKEN])
def test_where_nobody_can_be_asked_for_another_name_it_goes(reason: Reason) -> None:
    talk = Talk(MIDDLE, seat=None, watches=True)
    for _ in range(MOST_NAMES):
        talk.narrator.heard(Refused(tag_of(Watch), 0, reason))
    assert talk.session.done[-1] == "quit"
    assert talk.lines == []


@pytest.mark.parametrize("closed", [True, False])
def test_who_has_lost_the_host_for_longer_hears_once_what_the_host_types(closed: bool) -> None:
    talk = Talk()
    for attempt in range(6):
        talk.narrator.heard(LinkChanged(LinkStage.CONNECTING, attempt, closed=closed))
        talk.narrator.heard(LinkChanged(LinkStage.WAITING, attempt, closed=closed))
    assert sum("odin host --resume" in line for line in talk.lines) == 1
    assert len(talk.lines) == (1 if closed else 2)


def test_a_lost_link_is_told_once() -> None:
    talk = Talk()
    talk.narrator.heard(LinkChanged(LinkStage.WAITING))
    talk.narrator.heard(LinkChanged(LinkStage.WAITING, 2))
    talk.narrator.heard(LinkChanged(LinkStage.OPEN))
    talk.narrator.heard(CaughtUp())
    assert talk.lines == [
        "The connection to the host is lost; I keep trying. Your seat waits for you.",
        "The host is back.",
    ]


def test_a_seat_that_the_host_has_lost_is_told_once() -> None:
    talk = Talk()
    for attempt in range(1, 5):
        talk.narrator.heard(LinkChanged(LinkStage.WAITING, attempt, hint=None if attempt == 1 else Hint.UNKNOWN_SEAT))
    assert talk.lines.count("The host does not know your seat any more: join again with the code.") == 1


def test_who_is_refused_for_another_reason_than_the_name_is_not_asked_for_one() -> None:
    talk = Talk()
    talk.narrator.heard(Refused(tag_of(Join), 0, Reason.TOO_FAST))
    assert talk.lines == ["That was too much at once: wait a few seconds."]


def test_where_the_table_has_moved_to_is_one_sentence() -> None:
    talk = Talk()
    talk.narrator.heard(Moved("10.0.0.2:9055"))
    assert talk.lines == ["The table is at 10.0.0.2:9055 now."]


@pytest.mark.parametrize("seat", [0, None])
def test_a_table_that_the_host_closed_is_not_called_lost(seat: int | None) -> None:
    talk = Talk(MIDDLE, seat=seat, watches=seat is None)
    talk.narrator.heard(LinkChanged(LinkStage.WAITING, closed=True))
    (line,) = talk.lines
    assert line.startswith("The host has closed the table")
    assert line.endswith("odin host --resume") is (seat is not None)


def test_at_the_door_the_reason_is_told() -> None:
    talk = Talk(None, seat=None)
    talk.narrator.heard(LinkChanged(LinkStage.WAITING, 1, None, Hint.BUSY))
    assert talk.lines == ["Too many are at the door of that table: try again in a minute."]


def test_a_taken_name_is_asked_for_again() -> None:
    talk = Talk(None, seat=None)
    talk.narrator.heard(Refused(tag_of(Join), 0, Reason.NAME_TAKEN))
    assert talk.lines == [
        "Somebody at the table has that name already: choose another one.",
        "Type another name.",
    ]
    talk.type("name Bo")
    assert talk.session.done == [("name", "Bo")]


@pytest.mark.parametrize("name", ["Bo", "P", "R3", "pass", "Bo the 2nd"])
def test_a_bare_name_is_a_name_where_one_was_asked_for(name: str) -> None:
    talk = Talk(None, seat=None)
    talk.type(name)
    assert ("name", name) not in talk.session.done, "nobody has asked yet"
    talk.narrator.heard(Refused(tag_of(Join), 0, Reason.NAME_TAKEN))
    talk.type(name)
    assert talk.session.done[-1] == ("name", name)
    talk.type("leave")
    assert talk.session.done[-1] != ("name", "leave")


def test_nobody_to_ask_a_number_makes_the_name() -> None:
    talk = Talk(None, seat=None)
    talk.narrator.input_ended()
    talk.narrator.heard(Refused(tag_of(Join), 0, Reason.NAME_TAKEN))
    assert talk.session.done == [("name", "Ann 2")]


def test_who_is_covered_takes_the_seat_back_with_any_line() -> None:
    talk = Talk(MIDDLE)
    talk.happen(SeatChanged(0, Occupant("A", presence=Presence.COVERED)))
    assert talk.lines == ["A bot plays for you now: any command takes your seat back."]
    talk.type("hand")
    assert Back() in talk.session.done


def test_who_waited_hears_where_they_sit_and_what_to_say() -> None:
    talk = Talk(lobby_of(Occupant("Bo"), BOT), seat=None)
    talk.narrator.heard(Watching(0))
    assert talk.happen(SeatChanged(2, Occupant("Cy"))) == ["Cy sits down."]
    assert talk.happen(SeatChanged(3, Occupant("Ann"))) == ["You sit at seat 4."]
    talk.lines.clear()
    talk.session.seat = 3
    talk.narrator.heard(SeatTaken(3, owner=False))
    assert talk.lines == ["Type ready when you want to begin, or help for all commands."]
    talk.narrator.heard(SeatTaken(2, owner=False))
    assert len(talk.lines) == 1, "it is not said again when somebody moves up"


def test_who_waited_and_said_ready_is_ready_with_the_seat() -> None:
    talk = Talk(lobby_of(Occupant("Bo"), BOT), seat=None)
    talk.narrator.heard(Watching(0))
    talk.type("ready")
    talk.happen(SeatChanged(2, Occupant("Ann")))
    talk.session.seat = 2
    talk.narrator.heard(SeatTaken(2, owner=False))
    assert talk.session.done == ["ready"]


def test_who_waited_and_is_given_a_seat_takes_over() -> None:
    talk = Talk(with_gone(1), seat=None)
    talk.narrator.heard(Watching(0))
    assert talk.happen(SeatChanged(1, Occupant("Ann"))) == ["You take over from B."]


# --- going ---


def test_leave_keeps_the_seat_and_quit_gives_it_up() -> None:
    for line, deed in (("leave", "leave"), ("quit", "quit")):
        talk = Talk()
        talk.type(line)
        assert talk.session.done == [deed]


def test_who_types_quit_in_a_game_is_told_what_that_does() -> None:
    for first in ("hand", "ready"):
        talk = Talk(by_hand=True)
        talk.type(first)
        (line,) = talk.type("quit")
        assert "for good" in line
        assert "Type leave to keep it" in line
        assert talk.session.done == []
        talk.type("quit")
        assert talk.session.done == ["quit"]


def test_who_was_told_and_goes_on_with_something_else_is_told_again() -> None:
    talk = Talk(by_hand=True)
    talk.type("quit", "hand")
    (line,) = talk.type("quit")
    assert "for good" in line
    assert talk.session.done == []


def test_who_quits_while_the_host_is_away_is_told_too() -> None:
    talk = Talk(by_hand=True)
    talk.session.caught_up, talk.session.stage = False, LinkStage.WAITING
    talk.narrator.heard(LinkChanged(LinkStage.WAITING))
    talk.type("pass")
    (line,) = talk.type("quit")
    assert "for good" in line
    talk.session.caught_up, talk.session.stage = True, LinkStage.OPEN
    talk.narrator.heard(CaughtUp())
    assert talk.session.done == ["pass"]


def test_who_was_told_can_leave_instead() -> None:
    talk = Talk(by_hand=True)
    talk.type("quit", "leave")
    assert talk.session.done == ["leave"]


@pytest.mark.parametrize("owner", [True, False])
def test_who_gives_nothing_up_quits_at_once(owner: bool) -> None:
    talk = Talk(MIDDLE if owner else lobby_of(Occupant("Ann"), BOT), owner=owner, by_hand=True)
    talk.type("quit")
    assert talk.session.done == ["leave" if owner else "quit"]


def test_the_seat_of_who_closes_an_own_table_waits() -> None:
    talk = Talk(owner=True)
    talk.type("quit")
    assert talk.session.done == ["leave"]


def test_leave_lets_what_waits_be_done_and_said_twice_it_does_not() -> None:
    waiting = position("R8 R5", "G1 G2", "B2", middle="Y8", turn=1)
    patient, hasty = Talk(waiting), Talk(waiting)
    patient.type("play R8 R5", "leave")
    assert patient.session.done == []
    patient.session.state = position("R8 R5", "G1 G2", "B2", middle="Y8")
    patient.narrator.heard(CaughtUp())
    assert patient.session.done == [("play", cards("R8 R5"), None), "leave"]
    hasty.type("play R8 R5", "leave", "leave")
    assert hasty.session.done == ["leave"]


def test_when_the_input_ends_a_bot_takes_the_seat_after_what_waits() -> None:
    talk = Talk(position("R8 R5 G1", "G2 G3", "B2", middle="Y8", turn=1))
    talk.type("pass")
    talk.narrator.input_ended()
    assert talk.session.done == []
    talk.session.state = position("R8 R5 G1", "G2 G3", "B2", middle="Y8")
    talk.narrator.heard(CaughtUp())
    assert talk.session.done == ["pass"]
    talk.session.state = position("R8 R5 G1", "G2 G3", "B2", middle="Y8", turn=1)
    talk.session.state = talk.session.state._replace(board=talk.session.state.board._replace(action=9))
    talk.narrator.heard(CaughtUp())
    assert talk.session.done == ["pass", "leave"]


def test_whoever_watches_goes_on_without_input() -> None:
    talk = Talk(MIDDLE, seat=None, watches=True)
    assert talk.type("play R1") == ["You watch: you have no cards."]
    assert talk.type("ready") == ["You watch."]
    talk.narrator.input_ended()
    assert talk.session.done == []


def test_nothing_is_said_after_the_end() -> None:
    talk = Talk()
    talk.type("leave")
    assert talk.type("hand") == []


# --- the lesson ---


def test_the_lesson_is_played_between_two_games() -> None:
    talk = Talk(lobby_of(Occupant("Ann"), BOT))
    assert talk.type("lesson")[-1] == STEPS[0].text
    for step in STEPS:
        mask, take = min(step.right, key=str)
        played = format_cards(in_reading_order(mask))
        talk.type("pass" if not mask else f"play {played}" + (f" take {format_cards([take])}" if take else ""))
    assert talk.lines[0] == "Right!"
    assert talk.session.done == []
    talk.type("lesson", "leave")
    assert talk.session.done == []


# --- whole games in memory ---


class PlainClient(Client):
    """Plain mode at a small table."""

    def __init__(
        self, world: World, table: TinyTable, code: str = "en", *, watch: bool = False, by_hand: bool = False
    ) -> None:
        self.lines: list[str] = []
        self.narrator = Narrator(Language(code), self.lines.append, watches=watch, by_hand=by_hand)
        super().__init__(world, table, JoinRequest("Ann", CODE.decode(), watch=watch), then=self.narrator)
        self.narrator.attach(self.session)

    def type(self, line: str) -> None:
        self.narrator.typed(line)
        self.world.settle()


def game(code: str = "en", points: int = 12) -> tuple[World, TinyTable, PlainClient]:
    world = World(5)
    table = TinyTable(5, 2, Options(points=points), left=1, people=1)
    return world, table, PlainClient(world, table, code)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_whole_game_from_a_file(code: str) -> None:
    world, _, client = game(code)
    client.start()
    for line in ["ready", *["play hint"] * 90]:
        client.narrator.typed(line)
    client.narrator.input_ended()
    for _ in range(200):
        world.pass_time(1)
    assert client.heard.ended == Ended(How.DONE, close=Close.GAME_OVER)
    language = Language(code)
    assert client.lines[-1] == language.close(Close.GAME_OVER)
    assert language.verdict(Verdict(Result.CHECKED)) in client.lines


def test_a_whole_game_by_the_moves_that_are_listed() -> None:
    _, table, client = game(points=20)
    client.start()
    client.type("ready")
    for _ in range(300):
        if client.heard.ended is not None:
            break
        if table.state.board.phase is Phase.DEALING:
            client.type("ready")
        client.lines.clear()
        client.type("moves")
        plays = [line.partition(" with ")[2] for line in client.lines if " with " in line]
        client.type(f"play {plays[-1]}" if plays else "pass")
        if client.lines[-1].startswith("Which card do you take: "):
            client.type(client.lines[-1].rstrip("?")[-2:])
    assert client.heard.ended is not None
    assert client.heard.ended.how is How.DONE


def test_after_a_hand_the_four_words_can_be_compared() -> None:
    world, table, client = game(points=99)
    watcher = PlainClient(world, table, watch=True)
    client.start()
    watcher.start()
    client.type("ready")
    for _ in range(40):
        if table.state.board.phase is Phase.DEALING:
            break
        client.type("play hint")
    for one in (client, watcher):
        one.lines.clear()
        one.type("words")
    assert client.lines == watcher.lines
    assert len(client.lines[0].removeprefix("After the last hand: ").split()) == 4


def test_no_hand_of_another_is_told_before_its_end() -> None:
    world, table, client = game(points=1)
    watcher = PlainClient(world, table, watch=True)
    watcher.start()
    client.start()
    for line in ["ready", *["play hint"] * 40]:
        client.type(line)
    told = [line for line in watcher.lines if "still held" in line or "hand, " in line]
    over = next(n for n, line in enumerate(watcher.lines) if line.startswith("The hand is over"))
    assert told
    assert all(watcher.lines.index(line) > over for line in told)


def test_after_a_drop_nothing_is_told_twice() -> None:
    world, _, client = game(points=99)
    client.start()
    client.type("ready")
    client.type("play hint")
    client.cut()
    world.pass_time(30)
    plays = [line for line in client.lines if line.startswith("Hand 1 is dealt")]
    assert len(plays) == 1
    assert "The host is back." in client.lines
    client.type("play hint")
    assert client.session.stage is LinkStage.OPEN


def test_a_move_that_the_host_refuses_is_told() -> None:
    world, table, client = game(points=99)
    client.start()
    table.refuses[Play] = Reason.NOT_NOW
    client.type("ready")
    world.pass_time(1)
    for _ in range(5):
        client.type("play hint")
    assert "That is not possible right now." in client.lines


def test_commands_for_a_game_that_is_over_are_forgotten() -> None:
    world = World(5)
    table = TinyTable(5, 1, Options(points=1), left=0, people=1)
    client = PlainClient(world, table)
    client.start()
    for line in ["ready", *["play hint"] * 60]:
        client.narrator.typed(line)
    client.narrator.input_ended()
    world.pass_time(5)
    assert "The commands that still waited are forgotten." in client.lines
    assert client.heard.ended == Ended(How.LEFT)
    assert client.store.stored is not None


@pytest.mark.parametrize("by_hand", [True, False])
def test_a_move_that_a_person_typed_for_a_hand_that_is_over_does_not_say_that_they_are_ready(by_hand: bool) -> None:
    world = World(5)
    table = TinyTable(5, 2, Options(points=99), left=1, people=1)
    client = PlainClient(world, table, by_hand=by_hand)
    client.start()
    for line in ["ready", *["play hint"] * 30]:
        client.narrator.typed(line)
    for _ in range(30):
        world.pass_time(1)
    is_dealt = any(line.startswith("Hand 2 is dealt") for line in client.lines)
    assert ("The commands that still waited are forgotten." in client.lines) is by_hand
    assert is_dealt is not by_hand
    client.type("play hint")
    assert any(line.startswith("Hand 2 is dealt") for line in client.lines), "it was typed for the next hand"


def test_two_games_from_a_file() -> None:
    world = World(5)
    table = TinyTable(5, 1, Options(points=1), left=2, people=1)
    client = PlainClient(world, table)
    client.start()
    for line in [*(["ready", *["play hint"] * 50] * 2), "play hint"]:
        client.type(line)
    client.narrator.input_ended()
    world.pass_time(5)
    assert client.heard.ended == Ended(How.DONE, close=Close.GAME_OVER)
    assert client.lines.count("The game is over.") == 1


def test_what_the_host_sets_is_said_once() -> None:
    talk = Talk()
    for news in (terms(30_000), terms(30_000, stop_after=True), terms(30_000, stop_after=True), terms()):
        talk.narrator.heard(news)
    assert talk.lines == [
        "Each turn may take 30 seconds.",
        "The host ends the game with this hand: it is the last one.",
        "There is no turn clock. The host lets the game go on after this hand.",
    ]


def test_who_comes_into_the_last_hand_hears_of_the_clock_too() -> None:
    talk = Talk(position("R8 R5 B1", "G1", "B2", middle="Y8", turn=1))
    talk.narrator.heard(terms(30_000, stop_after=True))
    assert set(talk.lines) == {
        "The host ends the game with this hand: it is the last one.",
        "Each turn may take 30 seconds.",
    }
    assert len(talk.lines) == 2


@pytest.mark.parametrize("turn", [0, 2])
def test_who_comes_back_in_the_middle_of_a_hand_hears_their_own(turn: int) -> None:
    talk = Talk(None)
    talk.session.state, talk.session.caught_up = position("R8 R5 B1", "G1", "B2", middle="Y8", turn=turn), True
    talk.narrator.heard(CaughtUp())
    assert talk.lines.count("Your hand, 3 cards: R8 R5, B1.") == 1


@pytest.mark.parametrize(
    ("code", "first"), [("en", "Type G9 G6, for example, or help for"), ("de", "G9 G6 ein oder „hilfe“")]
)
def test_the_first_turn_says_what_to_type_and_the_next_do_not(code: str, first: str) -> None:
    talk = Talk(None, code)
    talk.session.state, talk.session.caught_up = MIDDLE, True
    talk.narrator.heard(CaughtUp())
    assert first in talk.lines[-1]
    after = MIDDLE.board._replace(action=MIDDLE.board.action + 3)
    talk.session.state = State(after, MIDDLE.hands)
    talk.narrator._go_on()
    assert first not in talk.lines[-1]


def test_who_can_only_pass_is_told_that_word() -> None:
    talk = Talk(None, "de")
    talk.session.state, talk.session.caught_up = position("R1", "G1 G2", middle="Y8 Y5"), True
    talk.narrator.heard(CaughtUp())
    assert "passe" in talk.lines[-1]


@pytest.mark.parametrize(("owner", "said"), [(True, "your table closes"), (False, "a bot takes your seat")])
def test_at_the_end_of_input_the_truth_is_said(owner: bool, said: str) -> None:
    talk = Talk(owner=owner)
    talk.narrator.input_ended()
    assert said in talk.lines[-1]
    assert talk.session.done == ["leave"]


def with_gone(*gone: int) -> State:
    game = MIDDLE.board.game
    seats = tuple(
        one._replace(presence=Presence.COVERED) if seat in gone else one for seat, one in enumerate(game.seats)
    )
    return State(MIDDLE.board._replace(game=game._replace(seats=seats)), MIDDLE.hands)


@pytest.mark.parametrize(
    ("gone", "line", "given"),
    [
        ((1,), "give", GiveSeat(1, "Eve")),
        ((1, 2), "give 3", GiveSeat(2, "Eve")),
        ((1, 2), "give 3 Ulf", GiveSeat(2, "Ulf")),
        ((1, 2), "give", None),
        ((1,), "give 1", None),
        ((1,), "give ²", None),
        ((), "give", None),
    ],
)
def test_the_host_gives_the_seat_of_who_is_gone(gone: tuple[int, ...], line: str, given: GiveSeat | None) -> None:
    talk = Talk(with_gone(*gone), owner=True)
    talk.narrator.heard(Audience((onlooker("Eve", waits=True), onlooker("Ulf", waits=True))))
    assert talk.lines == ["Eve watches, and waits for a seat.", "Ulf watches, and waits for a seat."]
    said = talk.type(line)
    assert talk.session.done == ([] if given is None else [given])
    assert bool(said) == (given is None)


def test_a_host_whom_a_bot_covers_keeps_their_own_seat() -> None:
    talk = Talk(with_gone(0), owner=True)
    talk.narrator.heard(Audience((onlooker("Eve", waits=True),)))
    assert "There is no seat to give: a bot plays for nobody who is gone." in talk.type("give")
    assert not any(isinstance(done, GiveSeat) for done in talk.session.done)


def test_a_seat_is_given_by_the_host_alone_and_to_somebody() -> None:
    assert Talk(with_gone(1), owner=True).type("give 2") == ["Nobody waits for a seat."]
    guest = Talk(with_gone(1))
    assert guest.type("give 2") == ["Only the host of the table can do that."]
    assert guest.session.done == []


# --- the one model ---


def test_who_has_to_wait_is_told_once_it_is_known_what_for() -> None:
    talk = Talk(None, seat=None)
    talk.narrator.heard(Watching(1))
    assert talk.lines == []
    talk.session.state, talk.session.caught_up = lobby_of(Occupant("Bo"), BOT), True
    talk.narrator.heard(CaughtUp())
    assert talk.lines[0] == "You watch, for all seats are taken. 1 waits for one before you."
    talk.lines.clear()
    talk.narrator.heard(Watching(0))
    assert talk.lines == ["You watch, for all seats are taken. The next one that becomes free is yours."]


def test_who_waited_through_a_game_does_not_hear_that_all_seats_are_taken_when_the_next_is_prepared() -> None:
    talk = Talk(None, seat=None)
    talk.narrator.heard(Watching(0))
    talk.session.state, talk.session.caught_up = MIDDLE, True
    talk.narrator.heard(CaughtUp())
    assert talk.lines[0] == "You watch this game. From the next one on a free seat is yours."
    talk.lines.clear()
    talk.session.state = lobby_of(Occupant("Bo"), BOT)
    talk.narrator.heard(CaughtUp())
    assert talk.lines[0] == "The game goes to 15 points."


def test_the_log_tells_what_the_screen_does_also_of_before_we_came_and_in_the_language_of_now() -> None:
    talk = Talk(None, seat=None)
    talk.session.state = lobby_of(Occupant("Bo"), BOT)
    talk.narrator.heard(Logged(0, LobbyOpened(GAME, (Occupant("Bo"), BOT), Options()), history=True))
    talk.session.state = evolve(talk.session.state, SeatChanged(0, Occupant("Bo", ready=True)))
    talk.narrator.heard(Logged(1, SeatChanged(0, Occupant("Bo", ready=True)), history=True))
    talk.session.caught_up = True
    talk.narrator.heard(CaughtUp())
    assert "Bo is ready." not in talk.lines
    assert talk.type("log")[-1] == "Bo is ready."
    assert talk.type("lang de", "log")[-1] == "Bo ist bereit."


def test_what_is_read_once_more_is_not_told_again() -> None:
    talk = Talk(lobby_of(Occupant("Ann"), BOT))
    events: list[Event] = [LobbyOpened(GAME, (Occupant("Ann"), BOT), Options()), ChatSaid(0, "Ann", "hello")]
    for seq, event in enumerate(events):
        talk.narrator.heard(Logged(seq, event, history=False))
    assert talk.lines[-1] == "Ann says: hello"
    talk.lines.clear()
    for seq, event in enumerate(events):
        talk.narrator.heard(Logged(seq, event, history=False))
    assert talk.lines == []
    assert talk.narrator.seen.chat_count == 1


def test_who_comes_back_hears_the_clock_again_only_if_it_was_set_anew() -> None:
    talk = Talk()
    talk.narrator.heard(terms(30_000))
    talk.narrator.heard(LinkChanged(LinkStage.WAITING))
    talk.narrator.heard(LinkChanged(LinkStage.OPEN))
    talk.lines.clear()
    talk.narrator.heard(terms(30_000))
    assert talk.lines == []
    talk.narrator.heard(terms(60_000))
    assert talk.lines == ["Each turn may take 60 seconds."]
