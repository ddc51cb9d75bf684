"""What keys do: each becomes an intent, and the intent a new screen and what is to be done outside."""

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace

from clients.follower import tag_of
from clients.language import LANGUAGES, Language
from clients.language.rules import rules_page
from clients.model import Seen, SessionFacts, fold
from clients.news import CaughtUp, DiskIsSlow, Ended, How, LinkChanged, LinkStage, Logged, Moved
from clients.terminal.drawing.bidi import mirrored, turned
from clients.terminal.drawing.editing import edit
from clients.terminal.drawing.rows import Size, text_of, wrap
from clients.terminal.frame import Frame
from clients.terminal.screens import lobby_lines, parts
from clients.terminal.screens.index import compose, intent_of, react, shown_keys, update
from clients.terminal.screens.live_line import live_line
from clients.terminal.selection import in_order
from clients.terminal.state import (
    Choose,
    Do,
    Draft,
    Effect,
    FindWords,
    LeaveTable,
    Mode,
    Notice,
    OpenLesson,
    PassMove,
    PassSoon,
    PickCard,
    PickNumber,
    PlayMove,
    Ring,
    SayChat,
    SayReady,
    SendPart,
    SetName,
    Type,
    Ui,
)
from odin_net.game.events import CardsPlayed, ChatSaid, GameStarted, Kind, OptionsChanged, Passed, Presence, SeatChanged
from odin_net.game.options import Options, Starter
from odin_net.game.refusals import Refusal
from odin_net.game.state import Phase, State, evolve
from protocol.errors import Hint
from protocol.messages import (
    USUAL_TERMS,
    AddBot,
    Audience,
    Back,
    CodeNews,
    Commit,
    GiveSeat,
    Mute,
    NewCode,
    Part,
    Play,
    React,
    Reaction,
    Reason,
    Refused,
    Remove,
    Say,
    SetLevel,
    SetOptions,
    SetPace,
    Start,
    StopAfterHand,
    SwapSeats,
    TableCode,
    Terms,
    reason_of,
)
from tests.clients.terminal.moments import SETTINGS, Moment, ended, in_lobby, moments, playing, with_covered
from tests.clients.terminal.moments import named as seated_as
from tests.clients.terminal.staging import frame_of, in_felt
from tests.helpers.host_said import onlooker, table_code, terms
from tests.helpers.tables import card, cards, mask, position


def waits(*names: str) -> Audience:
    """These wait for a seat."""
    return Audience(tuple(onlooker(name, waits=True) for name in names))


def frame_at(seen: Seen, ui: Ui, now: float = 0.0) -> Frame:
    return replace(frame_of(Moment(seen, ui, "")), now=now)


def pressed(seen: Seen, keys: str, ui: Ui | None = None, now: float = 0.0) -> tuple[Ui, list[Effect]]:
    """The screen after these keys, and all that was to be done; words in <> are names of keys."""
    done: list[Effect] = []
    ui, rest = ui or Ui(), keys
    while rest:
        if rest.startswith("<"):
            name, _, rest = rest[1:].partition(">")
            text = ""
        else:
            name, text, rest = rest[0], rest[0], rest[1:]
        intent = intent_of(frame_at(seen, ui, now), name, text)
        if intent is not None:
            ui, effects = update(ui, intent, seen, now)
            done += effects
    return ui, done


ENTER, ESC = "<c-m>", "<escape>"
AWAY = moments()["waiting"].seen


# --- playing ---


def test_enter_asks_what_to_take_and_nothing_is_sent_before() -> None:
    seen = playing()
    ui, done = pressed(seen, f"93{ENTER}")
    assert ui.mode is Mode.TAKING
    assert not done
    ui, done = pressed(seen, ESC, ui)
    assert (ui.mode, ui.picked, done) == (Mode.PLAY, mask("R9 R3"), [])
    ui, done = pressed(seen, f"{ENTER}b", ui)
    assert done == [PlayMove(mask("R9 R3"), card("B5"))]
    assert pressed(seen, ENTER, ui)[1] == []  # It is on its way: it is not said twice.


def test_arrows_and_space_pick_and_the_cursor_takes() -> None:
    seen = playing()
    ui, done = pressed(seen, f"<end> <home> {ENTER}<right>{ENTER}")
    assert ui.picked == mask("R9 R3")
    assert done == [PlayMove(mask("R9 R3"), card("B5"))]


def test_one_card_in_the_middle_leaves_no_choice() -> None:
    state = position("R9 R3 G1", "R1", middle="B8")
    _, done = pressed(replace(playing(), state=state), f"9{ENTER}")
    assert done == [PlayMove(mask("R9"), card("B8"))]


def test_a_pass_is_asked_for() -> None:
    seen = playing()
    ui, done = pressed(seen, "p")
    assert (ui.mode, done) == (Mode.PASSING, [])
    assert pressed(seen, "p", ui)[1] == [PassMove()]
    assert pressed(seen, ENTER, ui)[1] == [PassMove()]
    assert pressed(seen, ESC, ui) == (replace(ui, mode=Mode.PLAY), [])


def test_where_nothing_can_be_played_the_keys_that_pass_are_named_and_do_it() -> None:
    seen = replace(playing(), state=position("R2 G3", "R1", middle="B8 B5"))
    ui, _ = pressed(seen, "<c-i>")
    assert "P or Enter: pass." in text_of(compose(frame_of(Moment(seen, ui, ""))).rows)
    for key in ("p", ENTER):
        sent, done = pressed(seen, key, ui)
        assert (sent.mode, done) == (Mode.PLAY, [PassMove()])
        assert pressed(seen, f"p{ENTER}", sent)[1] == [], "it is said once"
    # Who has picked something means that, and reads why it cannot be played.
    ui, done = pressed(seen, f"3{ENTER}")
    assert (ui.notice, done) == (Reason.WRONG_NUMBER_OF_CARDS, [])
    # Before one's turn nobody can pass.
    later = replace(seen, state=position("R2 G3", "R1", middle="B8 B5", turn=1))
    text = text_of(compose(frame_of(Moment(later, pressed(later, "<c-i>")[0], ""))).rows)
    assert "Nothing that you hold beats what lies in the middle now." in text
    assert "passes." not in text


def test_an_opener_cannot_pass() -> None:
    seen = replace(playing(), state=position("R9 G3", "R1"))
    ui, done = pressed(seen, "p")
    assert (ui.notice, done) == (Reason.OPENER_CANNOT_PASS, [])


def test_cards_are_picked_before_the_turn_and_not_played() -> None:
    seen = playing(turn=2)
    ui, done = pressed(seen, f"93{ENTER}")
    assert (ui.picked, ui.notice, done) == (mask("R9 R3"), Reason.NOT_YOUR_TURN, [])


@pytest.mark.parametrize("keys", [f"93{ENTER}", "p"])
def test_a_move_is_not_kept_for_a_host_who_is_away(keys: str) -> None:
    ui, done = pressed(AWAY, keys)
    assert (ui.mode, ui.notice, ui.sent, done) == (Mode.PLAY, Notice.NOT_SENT, None, [])


@pytest.mark.parametrize(("keys", "last"), [(f"93{ENTER}", "b"), (f"93{ENTER}", ENTER), ("p", "p")])
def test_what_is_answered_after_the_link_is_lost_is_not_kept(keys: str, last: str) -> None:
    asked, _ = pressed(playing(), keys)
    ui, done = pressed(AWAY, last, asked)
    assert (ui.mode, ui.notice, ui.sent, done) == (Mode.PLAY, Notice.NOT_SENT, None, [])


def test_the_screen_does_not_call_a_seat_safe_that_the_host_has_lost() -> None:
    lost = replace(AWAY, link=AWAY.link._replace(hint=Hint.UNKNOWN_SEAT))
    frame = frame_of(Moment(lost, Ui(), ""), Size(80, 24))
    assert "The host does not know your seat any more: join again with the code." in in_felt(frame)
    assert "safe" not in text_of(compose(frame).rows)


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
def test_the_screen_says_what_becomes_of_a_move_while_the_host_is_away(size: Size) -> None:
    def screen(ui: Ui) -> str:
        return in_felt(frame_of(Moment(AWAY, ui, ""), size))

    text = screen(pressed(AWAY, "p")[0])
    assert "The host is away: that was not sent. The host is away; trying again in 7 seconds." in text
    sent, _ = pressed(playing(), f"93{ENTER}b")
    assert "Your move is sent again when the host is back. The host is away" in screen(sent)
    # It is not said twice, nor is another one said in its place.
    for keys in (ENTER, "p", "pp"):
        ui, done = pressed(AWAY, keys, sent)
        assert (ui, done) == (sent, [])


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "ar"])
@pytest.mark.parametrize("name", ["waiting", "closed"])
def test_what_becomes_of_a_move_is_read_in_whole(name: str, code: str) -> None:
    language, away = Language(code), moments()[name].seen
    for ui in (Ui(notice=Notice.NOT_SENT), Ui(sent=(b"game", 0))):
        frame = frame_of(Moment(away, ui, ""), Size(60, 20), language=language)
        trouble = parts.trouble(frame)
        assert trouble is not None
        assert " ".join(trouble[0].split()) in " ".join(text_of(compose(frame).rows).split())
        assert trouble[0].startswith(
            (
                language("The host is away: that was not sent."),
                language("Your move is sent again when the host is back."),
            )
        )


def test_a_line_of_chat_that_was_not_sent_is_spoken_of_in_ones_turn() -> None:
    ui = Ui(mode=Mode.CHAT, notice=Notice.NOT_SENT)
    assert "The host is away: that was not sent." in text_of(compose(frame_of(Moment(AWAY, ui, ""))).rows)


def test_the_hint_picks_its_cards() -> None:
    ui, _ = pressed(playing(), "h")
    assert ui.hint is not None
    assert ui.picked == ui.hint.move[0]
    assert ui.cursor == first_picked(ui)
    assert pressed(playing(turn=1), "h")[0].notice is Notice.HINT_ON_YOUR_TURN


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("", "Hint: play R9 R3 and take B8."),
        ("<left>", "Hint: play R9 R3 and take B8."),
        ("p", "Pass? Enter or P again: pass, Esc: back."),
        ("8", "These cards are no set"),
        ("8<c-m>", "These cards are no set"),
        ("2", "You hold no 2."),
        ("<c-m>", "You take B8"),
        ("<c-m><right>", "You take B5"),
    ],
)
def test_a_hint_gives_way_to_what_the_next_key_says(keys: str, says: str) -> None:
    seen = playing()
    ui, _ = pressed(seen, "h" + keys)
    assert says in text_of(compose(frame_of(Moment(seen, ui, ""))).rows)


def first_picked(ui: Ui) -> int:
    view = playing().view
    assert view is not None
    return next(card for card in in_order(view.hand, ui.sort) if ui.picked >> card & 1)


@pytest.mark.parametrize("key", ["<c-i>", "<s-tab>"])
def test_the_cursor_goes_to_what_tab_picks(key: str) -> None:
    ui = Ui(cursor=card("G7"))
    for _ in range(6):
        ui, _ = pressed(playing(), key, ui)
        assert ui.cursor == first_picked(ui)


@pytest.mark.parametrize("size", [Size(120, 40), Size(80, 24)], ids=str)
def test_a_hint_leaves_what_was_just_done_in_sight(size: Size) -> None:
    seen = replace(playing(players=3), told=playing().told[1:])
    ui, _ = pressed(seen, "h")
    text = text_of(compose(frame_of(Moment(seen, ui, ""), size)).rows)
    assert "Hint: " in text
    assert "Bo says: well played" in text


def test_the_mouse_does_what_keys_do() -> None:
    ui, _ = update(Ui(), PickCard(card("R9")), playing(), 0)
    assert ui.picked == mask("R9")
    assert update(ui, PickCard(card("R9")), playing(), 0)[0].picked == 0
    assert update(Ui(), PickCard(card("O9")), playing(), 0)[0].picked == 0


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_has_its_line(refusal: Refusal) -> None:
    moment = moments()["table"]
    moment = moment._replace(ui=replace(moment.ui, notice=reason_of(refusal), picked=mask("R3 G3")))
    frame = frame_of(moment)
    assert frame.seen.board is not None
    text, _ = live_line(frame, frame.seen.board)
    assert len(text) > 10
    others = {live_line(replace(frame, ui=replace(frame.ui, notice=reason_of(other))), frame.seen.board)[0]
              for other in Refusal if other is not refusal}  # fmt: skip
    assert text not in others


def test_the_prompt_says_at_once_when_nothing_can_be_played() -> None:
    for hand, middle, says in (
        ("R3 G4", "B3 Y3 O3", "Nothing that you hold beats the middle. P or Enter: pass."),
        ("R3 G4", "B8 Y8", "Nothing that you hold beats the middle. P or Enter: pass."),
        ("R9 G4", "B8", "Your turn: beat 8 with one card or two, or pass. Tab shows a play."),
        ("R9 G4", "", "Your turn: open the round with one card. Tab shows a play."),
    ):
        state = position(hand, "R1 R2", middle=middle)
        seen = replace(playing(players=2), state=State(state.board, (state.hands[0], None)))
        settings = replace(SETTINGS, tip="Tab shows a play.")
        assert live_line(frame_of(Moment(seen, Ui(), ""), settings=settings), state.board)[0] == says


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_is_waited_for_still_reads_what_to_do(code: str) -> None:
    language = Language(code)
    helpless = language("Nothing that you hold beats the middle. P or Enter: pass.")
    state = position("R3 G4", "R1 R2", middle="B8 Y8")
    seen = replace(playing(players=2), state=State(state.board, (state.hands[0], None)), nudged=True)
    frame = frame_of(Moment(seen, Ui(), ""), Size(60, 20), language=language)
    line, _ = live_line(frame, state.board)
    assert line == f"{language('The table waits for you.')} {helpless}"
    assert len(wrap(line, 58)) <= 2, "it has two rows"
    able = replace(seen, state=playing(players=2).state)
    assert able.board is not None
    line, _ = live_line(frame_of(Moment(able, Ui(), "")), able.board)
    assert line == "The table waits for you. Your turn: beat 85 with 2 cards or 3, or pass."


def test_a_turn_that_comes_while_cards_are_picked_says_so_first() -> None:
    before, after, news = playing(turn=5), playing(), Logged(9, Passed(5), False)
    ui, _ = react(Ui(picked=mask("R9 R3")), news, before, after)

    def line(ui: Ui) -> str:
        frame = frame_of(Moment(after, ui, ""))
        assert frame.seen.board is not None
        return live_line(frame, frame.seen.board)[0]

    assert line(ui) == "Your turn. 93 beats 85. Enter: play, then choose what to take."
    ui, _ = pressed(after, "<left>", ui)
    assert line(ui) == "93 beats 85. Enter: play, then choose what to take.", "it is said once"
    assert react(Ui(), news, before, after)[0].notice is None


def test_nobody_is_called_when_the_player_before_them_has_gone_out() -> None:
    """The end of the hand is an event of its own, right behind that play."""
    state = seated_as(position("R9 R3", "G9", middle="B8", turn=1), ("Ann", "Bo"))
    before, last = replace(playing(players=2), state=state), CardsPlayed(1, cards("G9"), None)
    after = replace(before, state=evolve(state, last))
    assert after.board is not None
    assert (after.board.turn, after.board.phase) == (0, Phase.PLAYING)
    ui = Ui(picked=mask("R9 R3"))
    assert react(ui, Logged(9, last, False), before, after) == (ui, ())


def test_who_picks_while_somebody_else_opens_is_not_told_that_they_open() -> None:
    state = position("R9 R3 G4", "R1 R2", turn=1)
    seen = replace(
        playing(players=2, turn=1), state=seated_as(State(state.board, (state.hands[0], None)), ("Ann", "Bo"))
    )
    for picked, says in (
        ("G4", "Bo opens first. You see then what your cards beat."),
        ("R9", "Bo opens first. You see then what your cards beat. Can join: R3."),
        ("R9 R3", "Bo opens first. You see then what your cards beat."),
        ("R9 G4", "These cards are no set: a set has one colour or one number."),
    ):
        frame = frame_of(Moment(seen, Ui(picked=mask(picked)), ""))
        assert live_line(frame, state.board)[0] == says


def test_the_live_line_says_who_stands_on_the_card_under_the_cursor() -> None:
    def line(cursor: int | None, picked: str = "") -> str:
        frame = frame_of(Moment(playing(), Ui(cursor=cursor, picked=mask(picked)), ""))
        assert frame.seen.board is not None
        return live_line(frame, frame.seen.board)[0]

    captain = card("P8")
    not_held = card("B1")
    assert line(captain).endswith(" P8: styrimadr (ship's captain).")
    assert "(" not in line(None)
    assert line(not_held) == line(None)
    assert "captain" not in line(captain, "P8 P7")


def test_the_live_line_says_exactly_why_not() -> None:
    def line(picked: str) -> str:
        moment = Moment(playing(), Ui(picked=mask(picked)), "")
        frame = frame_of(moment)
        assert frame.seen.board is not None
        return live_line(frame, frame.seen.board)[0]

    assert line("R9 R3") == "93 beats 85. Enter: play, then choose what to take."
    assert line("P8 P7") == "87 beats 85. Enter: play, then choose what to take."
    assert line("R3 G3") == "33 does not beat 85."
    assert line("R9") == "2 cards lie in the middle: play 2 or 3. Can join: R3."
    assert line("R9 P8") == "These cards are no set: a set has one colour or one number."


# --- news ---


def test_the_bell_rings_once_when_the_turn_begins() -> None:
    before, after = playing(turn=5), playing(turn=0)
    news = Logged(9, Passed(5), False)
    assert react(Ui(), news, before, after)[1] == (Ring(),)
    assert react(Ui(), news, after, after)[1] == ()
    assert react(Ui(bell=False), news, before, after)[1] == ()


def test_the_whole_hand_is_picked_for_us() -> None:
    before = playing(turn=5)
    after = replace(before, state=position("R9 R3", "R1", turn=0))
    ui, _ = react(Ui(), Logged(9, Passed(5), False), before, after)
    assert ui.picked == mask("R9 R3")


def test_auto_pass_passes_only_when_nothing_can_be_played() -> None:
    before = playing(turn=5)
    helpless = replace(before, state=position("R1 G2", "R1", middle="B8 B5", turn=0))
    news = Logged(9, Passed(5), False)
    on = Ui(auto_pass=True, bell=False)
    assert react(on, news, before, helpless)[1] == (PassSoon(0),)
    assert react(Ui(bell=False), news, before, helpless)[1] == ()
    assert react(on, news, before, playing())[1] == ()
    assert pressed(helpless, "a")[1] == [PassSoon(0)]


def test_who_was_ready_says_so_again_after_a_drop() -> None:
    assert react(Ui(is_ready=True), CaughtUp(), ended(), ended())[1] == (SayReady(),)


def test_when_the_host_is_back_it_is_not_said_to_be_away() -> None:
    ui, _ = pressed(AWAY, "p")
    assert react(ui, CaughtUp(), AWAY, playing())[0].notice is None
    other = replace(ui, notice=Notice.BY_COLOUR)
    assert react(other, CaughtUp(), AWAY, playing())[0].notice is Notice.BY_COLOUR


def test_what_the_program_says_by_itself_is_refused_in_silence() -> None:
    assert react(Ui(), Refused(tag_of(Commit), 0, Reason.STALE), playing(), playing()) == (Ui(), ())
    ui, _ = react(Ui(sent=(b"game", 0)), Refused(tag_of(Play), 0, Reason.VALUE_TOO_LOW), playing(), playing())
    assert (ui.notice, ui.sent) == (Reason.VALUE_TOO_LOW, None)


def test_what_cannot_be_done_any_more_is_closed() -> None:
    ui, _ = react(Ui(mode=Mode.TAKING), Logged(9, Passed(0), False), playing(), playing(turn=1))
    assert ui.mode is Mode.PLAY


def chatted(seen: Seen, ui: Ui, first: int, *said: ChatSaid, history: bool = False) -> tuple[Seen, Ui]:
    """The same after these lines, which stand in the log from there on."""
    for number, line in enumerate(said, first):
        news, before = Logged(number, line, history), seen
        seen = fold(before, news, SessionFacts(before.state, before.seat, False, 0.0))
        ui, _ = react(ui, news, before, seen)
    return seen, ui


def unread(seen: Seen, ui: Ui) -> bool:
    return any("new" in key.text for key in shown_keys(frame_at(seen, ui)) if key.intent is Do.CHAT)


def test_ones_own_lines_need_not_be_read() -> None:
    start = replace(playing(), chat=(), chat_count=0)
    seen, ui = chatted(start, Ui(), 8, ChatSaid(0, "Ann", "hello"))
    assert not unread(seen, ui)
    seen, ui = chatted(seen, ui, 9, ChatSaid(1, "Bo", "hello"), ChatSaid(0, "Ann", "again"))
    assert "chat (1 new)" in [key.text for key in shown_keys(frame_at(seen, ui))]


def test_lines_that_come_once_more_are_not_new() -> None:
    lines = ChatSaid(1, "Bo", "hello"), ChatSaid(0, "Ann", "hello"), ChatSaid(1, "Bo", "well")
    seen, ui = chatted(replace(playing(), chat=(), chat_count=0), Ui(), 8, *lines)
    ui, _ = pressed(seen, f"c{ESC}", ui)
    assert not unread(seen, ui)
    seen, ui = chatted(seen, ui, 8, *lines, history=True)
    assert not unread(seen, ui)
    # What was said while we were away is.
    assert unread(*chatted(seen, ui, 11, ChatSaid(1, "Bo", "where are you?"), history=True))
    assert unread(*chatted(seen, ui, 11, ChatSaid(1, "Bo", "there you are")))


def test_what_was_said_before_one_came_is_not_new() -> None:
    before = replace(playing(), chat_count=3, was_in=False, caught_up=False)
    ui, _ = react(Ui(), CaughtUp(), before, replace(before, was_in=True, caught_up=True))
    assert not unread(before, ui)
    away = replace(before, was_in=True)
    assert unread(away, react(Ui(), CaughtUp(), away, replace(away, caught_up=True))[0])


# --- around the table ---


def test_no_game_key_acts_while_somebody_chats() -> None:
    seen = playing()
    ui, done = pressed(seen, f"cpass 9 q{ENTER}")
    assert done == [SayChat("pass 9 q")]
    assert (ui.mode, ui.picked) == (Mode.CHAT, 0)
    assert pressed(seen, ESC, ui)[0].mode is Mode.PLAY


def test_chat_that_cannot_be_shown_is_not_sent() -> None:
    ui, done = update(Ui(mode=Mode.CHAT, draft=Draft.of("a" + "\u0301" * 9)), Do.ENTER, playing(), 0)
    assert (ui.notice, done) == (Reason.BAD_TEXT, ())


def test_what_was_to_be_said_stays_while_the_host_is_away() -> None:
    seen = replace(playing(), link=LinkChanged(LinkStage.WAITING))
    ui, done = update(Ui(mode=Mode.CHAT, draft=Draft.of("hi")), Do.ENTER, seen, 0)
    assert (ui.mode, ui.draft.text, ui.notice, done) == (Mode.CHAT, "hi", Notice.NOT_SENT, ())


def test_quitting_asks_and_a_second_ctrl_c_goes() -> None:
    seen = playing()
    ui, done = pressed(seen, "q")
    assert (ui.mode, done) == (Mode.QUITTING, [])
    assert pressed(seen, "s", ui)[0].mode is Mode.PLAY
    assert pressed(seen, "l", ui)[1] == [LeaveTable(for_good=False)]
    assert pressed(replace(seen, owner=False), "g", ui)[1] == [LeaveTable(for_good=True)]
    for cannot in (
        seen,
        replace(seen, owner=False, seat=None),
        replace(seen, owner=False, link=LinkChanged(LinkStage.WAITING)),
    ):
        assert pressed(cannot, "g", ui) == (ui, []), "it is not offered there"
    ui, done = pressed(seen, "<c-c>", now=10)
    assert (ui.mode, done) == (Mode.QUITTING, [])
    assert pressed(seen, "<c-c>", ui, now=11.9)[1] == [LeaveTable(for_good=False)]
    assert pressed(seen, "<c-c>", ui, now=12.1)[1] == []


def test_who_is_covered_is_back_with_any_key() -> None:
    seen = playing()
    assert seen.state is not None
    board = seen.state.board
    seats = (board.game.seats[0]._replace(presence=Presence.COVERED), *board.game.seats[1:])
    covered = State(board._replace(game=board.game._replace(seats=seats)), seen.state.hands)
    assert pressed(replace(seen, state=covered), "9")[1] == [SendPart(Back())]


def test_the_next_hand_comes_when_we_say_so_once() -> None:
    ui, done = pressed(ended(), ENTER)
    assert done == [SayReady()]
    assert pressed(ended(), ENTER, ui)[1] == []
    assert pressed(ended(), "w")[1] == [FindWords(bytes(32))]


def test_ends_are_read_one_after_the_other() -> None:
    seen = ended(over=True)
    ui, done = pressed(seen, ENTER)
    assert (ui.read_hand, done) == ((b"game", 2), [])
    ui, done = pressed(seen, "r", ui)
    assert (ui.read_game, done) == (b"game", [SayReady()])


def test_the_owner_gives_a_covered_seat_to_who_waits_longest() -> None:
    seen = with_covered(playing(), 2, 4)
    ui, done = pressed(seen, "g")
    assert (ui.mode, done) == (Mode.GIVING, [])
    assert pressed(seen, "g", ui)[1] == [SendPart(GiveSeat(2, "Eve"))]
    assert pressed(seen, f"<down>{ENTER}", ui) == (Ui(giving=4), [SendPart(GiveSeat(4, "Eve"))])
    assert pressed(seen, f"<up>{ENTER}", ui)[1] == [SendPart(GiveSeat(4, "Eve"))]
    assert pressed(seen, ESC, ui) == (Ui(giving=2), [])
    assert "G give a seat" in text_of(compose(frame_of(Moment(seen, Ui(), ""), Size(120, 40))).rows)


def test_no_other_seat_is_given_when_its_player_comes_back() -> None:
    both = with_covered(playing(), 2, 4)
    ui, _ = pressed(both, "g")
    ui, _ = react(ui, waits("Eve"), both, with_covered(playing(), 4))
    assert ui.mode is Mode.PLAY


def test_nobody_is_made_ready_for_a_game_by_coming_back() -> None:
    lobby = replace(in_lobby(owner=False), result=ended().result, caught_up=True)
    assert react(Ui(is_ready=True), CaughtUp(), lobby, lobby)[1] == ()


def test_no_seat_is_given_where_there_is_none_or_nobody_waits() -> None:
    seen = with_covered(playing(), 2)
    for other in (
        replace(seen, audience=Audience(())),
        replace(seen, owner=False),
        with_covered(playing()),
        in_lobby(),
    ):
        assert pressed(other, "g") == (Ui(), [])
        assert "G give" not in text_of(compose(frame_of(Moment(other, Ui(), ""), Size(120, 40))).rows)
    ui, _ = react(Ui(mode=Mode.GIVING), Audience(()), seen, replace(seen, audience=Audience(())))
    assert ui.mode is Mode.PLAY


# --- the lobby ---


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ("b", AddBot("normal")),
        ("<down>x", Remove(1)),
        ("<down><right>", SetLevel(1, "hard")),
        ("<down>+", SwapSeats(1, 2)),
        ("<down><down><down>u", Mute(3, True)),
        ("<down><down><down>xx", Remove(3)),
        ("nn", NewCode()),
        ("ss", Start()),
        (f"s{ENTER}", Start()),
    ],
)
def test_the_owner_keeps_the_lobby(keys: str, message: Part) -> None:
    assert pressed(in_lobby(), keys)[1] == [SendPart(message)]


@pytest.mark.parametrize(
    ("line", "told", "key", "message", "text"),
    [
        (lobby_lines.Line.BOT_PACE, terms(), "<left>", SetPace(500, 0), "bots take 1 s"),
        (lobby_lines.Line.BOT_PACE, terms(30_000, bots=700), "<right>", SetPace(1000, 30_000), "bots take 0.7 s"),
        (lobby_lines.Line.PEOPLE_PACE, terms(bots=300), "<right>", SetPace(300, 30_000), "turn clock: off"),
        (lobby_lines.Line.PEOPLE_PACE, terms(60_000, bots=300), "<left>", SetPace(300, 30_000), "turn clock: 60 s"),
    ],
)
def test_the_owner_sets_the_pace_from_what_the_host_says_it_is(
    line: lobby_lines.Line, told: Terms, key: str, message: Part, text: str
) -> None:
    seen = replace(in_lobby(), terms=told)
    ui = Ui(line=lobby_lines.lines_of(seen).index(line))
    after, effects = pressed(seen, key, ui)
    assert (replace(after, pace=None), effects) == (ui, [SendPart(message)])
    assert text in text_of(compose(frame_of(Moment(seen, ui, ""))).rows)


def test_a_second_change_of_the_pace_does_not_undo_one_that_the_host_has_not_answered() -> None:
    before = replace(in_lobby(), terms=terms())
    lines = lobby_lines.lines_of(before)
    bots, people = lines.index(lobby_lines.Line.BOT_PACE), lines.index(lobby_lines.Line.PEOPLE_PACE)
    ui, first = pressed(before, "<left>", Ui(line=bots))
    ui, second = pressed(before, "<right>", replace(ui, line=people))
    assert [*first, *second] == [SendPart(SetPace(500, 0)), SendPart(SetPace(500, 30_000))]
    halfway, done = terms(bots=500), terms(30_000, bots=500)
    ui, _ = react(ui, halfway, before, replace(before, terms=halfway))
    assert ui.pace == (500, 30_000)
    assert react(ui, done, before, replace(before, terms=done))[0].pace is None
    # What the host did not take, or may not have heard, is forgotten.
    for news in (Refused(tag_of(SetPace), 0, Reason.NOT_NOW), CaughtUp()):
        assert react(ui, news, before, before)[0].pace is None


def test_the_owner_chooses_which_four_colours_two_players_have() -> None:
    seen, found = in_lobby(), []
    for _ in range(17):
        line = lobby_lines.lines_of(seen).index(lobby_lines.Line.COLOURS)
        _, (effect,) = pressed(seen, "<right>", Ui(line=line))
        assert isinstance(effect, SendPart)
        assert isinstance(effect.message, SetOptions)
        colours = effect.message.options.colours
        found.append(colours)
        assert seen.state is not None
        board = seen.state.board
        game = board.game._replace(options=board.game.options._replace(colours=colours))
        seen = replace(seen, state=State(board._replace(game=game), seen.state.hands))
        shown = {"4": "4 random colours", "6": "all 6 colours"}.get(colours, " ".join(colours))
        assert f"two: {shown}" in text_of(compose(frame_of(Moment(seen, Ui(), ""), Size(60, 20))).rows)
        assert f"two players: {shown}" in text_of(compose(frame_of(Moment(seen, Ui(), ""), Size(80, 24))).rows)
    assert len(set(found)) == 17
    assert {"4", "6", "ROYG", "RYGP", "YGBP"} < set(found)


def test_nobody_else_does() -> None:
    for keys in ("b", "x", "+", "u", "n", "s"):
        assert pressed(in_lobby(owner=False), keys)[1] == []
    assert pressed(in_lobby(owner=False), "r")[1] == [SayReady(False)]


def test_nobody_is_asked_about_a_start_that_all_are_ready_for() -> None:
    assert pressed(in_lobby(players=2), "s")[1] == [SendPart(Start())]
    ui, done = pressed(in_lobby(), f"s{ESC}")
    assert (ui.mode, done) == (Mode.PLAY, [])
    assert pressed(in_lobby(), "sx") == (Ui(), [])


def test_questions_of_the_lobby_end_with_it() -> None:
    for mode in (Mode.STARTING, Mode.KICKING, Mode.RENAME):
        ui, _ = react(Ui(mode=mode), Logged(9, GameStarted(5), False), in_lobby(), playing(turn=1))
        assert ui.mode is Mode.PLAY


def test_a_name_is_changed_in_the_lobby() -> None:
    ui, done = pressed(in_lobby(owner=False), f"{ENTER}<c-u>Annika{ENTER}")
    assert (ui.mode, done) == (Mode.PLAY, [SetName("Annika")])


def test_a_taken_name_is_asked_again_on_the_spot() -> None:
    seen = Seen(name_refused=Reason.NAME_TAKEN)
    assert pressed(seen, f"<c-h>e{ENTER}", Ui(draft=Draft.of("Ann")))[1] == [SetName("Ane")]


def test_every_key_that_is_shown_does_something() -> None:
    for name, moment in moments().items():
        frame = frame_of(moment)
        for shown in shown_keys(frame):
            if shown.intent is None:
                continue
            ui, done = update(moment.ui, shown.intent, moment.seen, frame.now)
            assert ui != moment.ui or done, (name, shown)


def test_a_line_of_text_is_edited() -> None:
    draft = edit(Draft.of("abc"), Do.LEFT)
    assert edit(draft, Do.RUB_OUT) == Draft("ac", 1)
    assert edit(draft, Do.DELETE) == Draft("ab", 2)
    assert edit(draft, Type("\x1b[31mx\ny")) == Draft("ab[31mx yc", 9)
    assert edit(edit(draft, Do.HOME), Type("ü")) == Draft("üabc", 1)
    assert edit(Draft.of("a" * 200), Type("b")) == Draft.of("a" * 200)
    assert edit(draft, Do.CLEAR) == Draft()


def test_numbers_pick() -> None:
    assert intent_of(frame_at(playing(), Ui()), "7", "7") == PickNumber(7)


# --- help ---


def help_pages(seen: Seen, size: Size, now: float = 0.0, code: str = "en") -> list[str]:
    """What the help shows, page by page."""
    pages: list[str] = []
    for number in range(9):
        frame = frame_of(Moment(seen, Ui(mode=Mode.HELP, scroll=number), ""), size, language=Language(code))
        text = text_of(compose(replace(frame, now=now)).rows)
        if pages and text == pages[0]:
            return pages
        pages.append(text)
    raise AssertionError("so many pages nobody reads")


def named(pages: list[str], key: str) -> bool:
    return re.search(rf"^ (.* )?{re.escape(key)} {{2,}}\S", "\n".join(pages), re.MULTILINE) is not None


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
def test_help_names_every_key_of_the_table_and_fits(size: Size) -> None:
    pages = help_pages(playing(), size)
    guests = help_pages(replace(playing(), owner=False), size)
    assert len(pages) == len(guests) == (2 if size.columns == 80 else 3)
    for key in ("1–9", "Tab", "Enter", "P", "a b c", "Esc", "A", "H", "S", "L", "V", "C", "M", "T", "W", "E", "Q"):
        assert named(pages, key), key
    assert "8 and 5 make 85" in " ".join(" ".join(pages).split())


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
def test_the_key_that_lets_a_bot_play_says_for_whom(size: Size, code: str) -> None:
    language, name = Language(code), "Aðalsteinn Snorr"
    seen = playing(("Ann", "Bo", "Cleo", name, "Eir", "Finn"), turn=3)
    frame = replace(frame_of(Moment(seen, Ui(), ""), size, language=language), now=USUAL_TERMS.cover_after / 1000 + 1)
    for ui in (Ui(), Ui(picked=mask("R9"))):
        text = text_of(compose(replace(frame, ui=ui)).rows)
        assert mirrored(language("{name} keeps all waiting. B: let a bot play.", name=name)) in text, text
        # The seat shows for how long.
        assert "1:01" in text
    text = text_of(compose(frame).rows)
    for key in ("pick", "next play"):
        assert turned(language(key)) in text, text
    assert "1:01" not in text_of(compose(replace(frame, now=30.0)).rows)


def test_help_names_only_keys_that_work() -> None:
    seen, size = playing(turn=3), Size(80, 24)
    assert not named(help_pages(seen, size), "B")
    assert named(help_pages(seen, size, now=USUAL_TERMS.cover_after / 1000 + 1), "B")
    assert not named(help_pages(replace(seen, owner=False), size), "E")
    watching = help_pages(replace(seen, seat=None, owner=False, watching=0), size)
    assert not any(named(watching, key) for key in ("Tab", "P", "H", "A", "E"))
    assert named(watching, "V")
    owners, guests = help_pages(in_lobby(), size), help_pages(in_lobby(owner=False), size)
    for key in ("S", "B", "X", "U", "N", "K"):
        assert named(owners, key)
        assert not named(guests, key)
    alone = help_pages(in_lobby(players=1), size)
    assert not any(named(alone, key) for key in ("S", "X", "U", "- +"))
    assert named(alone, "B")
    assert named(guests, "R")
    assert not named(owners, "Tab")


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
def test_the_end_of_a_game_says_who_wants_a_rematch_and_what_its_keys_do(size: Size) -> None:
    over, ui = ended(over=True), Ui(read_hand=(b"game", 2))
    assert over.over is not None

    def text(seen: Seen, ui: Ui = ui) -> str:
        return " ".join(text_of(compose(frame_of(Moment(seen, ui, ""), size)).rows).split())

    def after(ready: tuple[str, ...]) -> Seen:
        lobby = seated(in_lobby(), "Ann", "Bo", "Cleo")
        assert lobby.state is not None
        game = lobby.state.board.game
        seats = tuple(one._replace(ready=one.name in ready) for one in game.seats)
        board = lobby.state.board._replace(game=game._replace(seats=seats))
        return replace(over, state=State(board, lobby.state.hands))

    assert "rematch." not in text(over), "that somebody was ready for the last hand is no join_request for another game"
    assert "rematch." not in text(after(("Ann",)))
    assert "Bo wants a rematch." in text(after(("Bo",)))
    assert "Bo and Cleo want a rematch." in text(after(("Ann", "Bo", "Cleo")))
    page = text(after(()), replace(ui, mode=Mode.HELP))
    assert "R rematch" in page
    assert "Enter to the lobby" in page
    assert "add a bot" not in page


@pytest.mark.parametrize("code", LANGUAGES)
def test_help_is_read_in_a_few_pages_in_each_language(code: str) -> None:
    for size in (Size(80, 24), Size(60, 20)):
        for seen in (playing(), in_lobby(), ended()):
            pages = help_pages(seen, size, code=code)
            assert len(pages) <= (3 if size.columns == 80 else 4)
            assert not any("…" in page for page in pages)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
def test_the_help_tells_the_rules_of_this_table(size: Size, code: str) -> None:
    seen, language = playing(), Language(code)
    assert seen.state is not None
    options = Options(points=30, starter=Starter.LAST)
    board = seen.state.board._replace(game=seen.state.board.game._replace(options=options))
    pages = help_pages(replace(seen, state=State(board, seen.state.hands)), size, code=code)
    text = " ".join(" ".join("\n".join(page.split("\n")[1:-1]) for page in pages).split())
    for paragraph in rules_page(language, options, 6, "ROYGBP"):
        rows = [" ".join(turned(line).split()) for line in wrap(paragraph, size.columns - 2)]
        assert all(row in text for row in rows), paragraph


def test_rules_that_have_room_on_one_page_stand_on_one() -> None:
    pages = help_pages(playing(), Size(80, 24))
    assert any("The rules of this table" in page and "ties share the victory." in page for page in pages)


def test_keys_turn_the_pages_of_the_help_and_others_close_it() -> None:
    ui, _ = pressed(playing(), "?<right> <down>")
    assert (ui.mode, ui.scroll) == (Mode.HELP, 3)
    assert pressed(playing(), "<left>", ui)[0].scroll == 2
    for key in (ESC, "q", "p", ENTER):
        assert pressed(playing(), key, ui) == (Ui(), [])


# --- the line of keys ---


@pytest.mark.parametrize("code", LANGUAGES)
def test_help_and_the_way_out_are_always_shown(code: str) -> None:
    language = Language(code)
    for name in ("table", "hand end", "last hand", "game end", "lobby", "guest's lobby", "watching"):
        text = text_of(compose(frame_of(moments()[name], Size(60, 20), language=language)).rows[-2:])
        assert "? " in text, (name, text)
        assert "Q " in text, (name, text)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("size", [Size(80, 24), Size(120, 35), Size(160, 45)], ids=str)
def test_keys_are_one_row_below_what_is_said_and_begin_where_that_does(code: str, size: Size) -> None:
    language = Language(code)
    for name in ("table", "went out", "hand end", "game end", "lobby", "guest's lobby", "watching"):
        picture = compose(frame_of(moments()[name], size, language=language))
        styled = [{style for style, *_ in row} for row in picture.rows]
        assert [place for place, styles in enumerate(styled) if "class:key" in styles] == [size.rows - 1], name
        words = [text for style, text, _ in picture.rows[-1] if style == "class:faint"]
        assert any(map(str.strip, words)), "what they do is said less loudly than what is to be done"
    table, keys = text_of(compose(frame_of(moments()["picked"], size)).rows).split("\n")[-2:]
    assert keys.startswith(" 1–9 " if size.columns > 80 else " ← → ")
    assert size.rows > 24 or table.startswith(" 93 beats 85")


@pytest.mark.parametrize(("columns", "wanted"), [(60, "RSK"), (80, "RSKB"), (120, "RSKBN")])
def test_of_the_lobbys_keys_those_that_lead_to_a_game_are_kept(columns: int, wanted: str) -> None:
    row = text_of(compose(frame_of(Moment(in_lobby(), Ui(), ""), Size(columns, 24))).rows[-1:])
    assert set(wanted) <= set(re.findall(r"\b([A-Z]) ", row)), row


def test_who_is_alone_in_the_lobby_can_neither_start_nor_move() -> None:
    text = text_of(compose(frame_of(Moment(in_lobby(players=1), Ui(), ""))).rows[-2:])
    assert "S start" not in text
    assert "move" not in text
    assert "B add a bot" in text
    assert pressed(in_lobby(players=1), "s")[0].notice is Notice.TOO_FEW


def test_what_has_no_room_is_told() -> None:
    def keys(seen: Seen, size: Size) -> str:
        return text_of(compose(frame_of(Moment(seen, Ui(), ""), size)).rows[-2:])

    assert "? help" in keys(in_lobby(owner=False), Size(120, 40))
    assert "? more keys" in keys(playing(), Size(120, 40))
    small = keys(playing(), Size(60, 20))
    assert "? more keys" in small
    assert "C chat (1 new)" in text_of(compose(frame_of(Moment(playing(), Ui(), ""), Size(60, 20))).rows)
    for key in ("Enter play", "P pass", "H hint"):
        assert key in small


@pytest.mark.parametrize("code", LANGUAGES)
def test_who_is_covered_is_read_in_whole_in_the_smallest_window(code: str) -> None:
    seen = playing()
    assert seen.state is not None
    board = seen.state.board
    seats = tuple(seat._replace(kind=Kind.PERSON, presence=Presence.COVERED) for seat in board.game.seats)
    covered = State(board._replace(game=board.game._replace(seats=seats)), seen.state.hands)
    language = Language(code)
    text = text_of(
        compose(frame_of(Moment(replace(seen, state=covered), Ui(), ""), Size(60, 20), language=language)).rows
    )
    assert text.count(turned(language("covered", "column"))) >= 6
    assert "…" not in text


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
def test_where_all_seats_are_taken_no_bot_is_offered_and_the_host_reads_what_to_do(size: Size) -> None:
    full = in_lobby(players=6)
    assert "B" not in [key.key for key in shown_keys(frame_at(full, Ui()))]
    assert "B" in [key.key for key in shown_keys(frame_at(in_lobby(), Ui()))]
    assert not named(help_pages(full, size), "B")
    ui, done = pressed(full, "b")
    assert (ui.notice, done) == (Notice.ALL_TAKEN, [])
    assert "All seats are taken. To make room, choose one and press X." in " ".join(
        text_of(compose(frame_of(Moment(full, ui, ""), size)).rows).split()
    )
    # A table may have been opened with fewer seats: then the host's own program refuses.
    refused = Refused(tag_of(AddBot), 0, Reason.FULL)
    seen = in_lobby(players=4)
    assert react(Ui(), refused, seen, seen)[0].notice is Notice.ALL_TAKEN
    guest = replace(seen, owner=False)
    assert react(Ui(), refused, guest, guest)[0].notice is Reason.FULL


def seated(seen: Seen, *names: str) -> Seen:
    """The same lobby with these people on its first seats."""
    assert seen.state is not None
    board = seen.state.board
    seats = tuple(
        one._replace(name=name, kind=Kind.PERSON, level="", presence=Presence.HERE)
        for one, name in zip(board.game.seats, names, strict=False)
    )
    return replace(seen, state=State(board._replace(game=board.game._replace(seats=seats)), seen.state.hands))


def reseated(ui: Ui, *lobbies: Seen) -> Ui:
    """The screen after the lobby changed from each of these to the next, by one seat."""
    for before, seen in pairwise(lobbies):
        assert before.game is not None
        assert seen.game is not None
        old, new = before.game.seats, seen.game.seats
        changed = (place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
        seat = next(changed, min(len(old), len(new)))
        event = SeatChanged(seat, None if len(new) < len(old) else new[seat])
        ui, _ = react(ui, Logged(7, event, False), before, seen)
    return ui


def test_who_is_muted_stays_so_under_another_name() -> None:
    lobby = seated(in_lobby(), "Ann", "Bo", "Cleo")
    ui, effects = pressed(lobby, "u", Ui(line=1))
    assert (ui.notice, effects) == (Notice.MUTED, [SendPart(Mute(1, True))])
    for names, seat in ((("Ann", "Bo", "Cleo"), 1), (("Ann", "Bertil", "Cleo"), 1), (("Ann", "Cleo", "Bo"), 2)):
        told = replace(seated(lobby, *names), terms=terms(muted=(seat,)))
        ui, effects = pressed(told, "u", Ui(line=seat))
        assert (ui.notice, effects) == (Notice.HEARD_AGAIN, [SendPart(Mute(seat, False))]), "as the host says"
        other = 3 - seat
        assert pressed(told, "u", Ui(line=other))[1] == [SendPart(Mute(other, True))]


def with_bots(seen: Seen, *bots: int) -> Seen:
    assert seen.state is not None
    board = seen.state.board
    seats = tuple(
        one._replace(kind=Kind.BOT, level="normal") if seat in bots else one
        for seat, one in enumerate(board.game.seats)
    )
    return replace(seen, state=State(board._replace(game=board.game._replace(seats=seats)), seen.state.hands))


def test_a_second_x_after_a_bot_was_dropped_is_for_no_person() -> None:
    lobby = with_bots(seated(in_lobby(), "Ann", "Bo", "Cleo"), 2)
    assert pressed(lobby, "x", Ui(line=2))[1] == [SendPart(Remove(2))]
    after = seated(in_lobby(), "Ann", "Bo")
    ui = reseated(Ui(line=2), lobby, after)
    assert pressed(after, "x", ui) == (ui, [])
    # Bots are dropped one after the other.
    lobby = with_bots(seated(in_lobby(), "Ann", "Bo", "Cleo", "Dag"), 2, 3)
    after = with_bots(seated(in_lobby(), "Ann", "Bo", "Cleo"), 2)
    assert pressed(after, "x", reseated(Ui(line=3), lobby, after))[1] == [SendPart(Remove(2))]


def test_the_same_line_of_the_lobby_stays_chosen_when_somebody_comes_or_goes() -> None:
    lobby, fewer = seated(in_lobby(), "Ann", "Bo", "Cleo"), seated(in_lobby(), "Ann", "Cleo")

    def chosen(ui: Ui, *lobbies: Seen) -> tuple[object, Mode]:
        ui = reseated(ui, *lobbies)
        line = lobby_lines.chosen_of(ui, lobbies[-1])
        occupant = lobby_lines.occupant_of(line, lobbies[-1])
        return line if occupant is None else occupant.name, ui.mode

    for line in lobby_lines.lines_of(lobby)[3:]:
        ui = Ui(line=lobby_lines.lines_of(lobby).index(line))
        assert chosen(ui, lobby, fewer) == (line, Mode.PLAY)
        assert chosen(ui, lobby, fewer, lobby) == (line, Mode.PLAY)
    assert chosen(Ui(line=2), lobby, fewer) == ("Cleo", Mode.PLAY)
    assert chosen(Ui(line=2, mode=Mode.KICKING), lobby, fewer) == ("Cleo", Mode.KICKING)
    gone = chosen(Ui(line=1, mode=Mode.KICKING), lobby, fewer)
    assert gone == ("Ann", Mode.PLAY), "who was to be kicked has gone, and nobody else is meant"
    assert chosen(Ui(line=2), lobby, seated(lobby, "Ann", "Bo")) == ("Ann", Mode.PLAY), "no option, but a seat"
    # Who changes places with their neighbour is followed by the key already.
    ui, _ = pressed(lobby, "+", Ui(line=1))
    halfway, swapped = seated(lobby, "Ann", "Cleo", "Cleo"), seated(lobby, "Ann", "Cleo", "Bo")
    assert chosen(ui, lobby, halfway, swapped) == ("Bo", Mode.PLAY)


def test_the_key_says_whether_it_mutes_or_is_heard_again() -> None:
    seen = seated(in_lobby(), "Ann", "Bo")

    def word(seen: Seen) -> str:
        return next(key.text for key in shown_keys(frame_at(seen, Ui(line=1))) if key.key == "U")

    assert word(seen) == "mute"
    assert word(replace(seen, terms=terms(muted=(1,)))) == "unmute"


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
def test_who_is_muted_reads_it_where_they_chat_in_their_turn_too(turn: int, size: Size) -> None:
    ui, _ = react(Ui(mode=Mode.CHAT), Refused(tag_of(Say), 0, Reason.MUTED), playing(turn=turn), playing(turn=turn))
    text = text_of(compose(frame_of(Moment(playing(turn=turn), ui, ""), size)).rows)
    assert "The host has muted you: the others do not hear you." in " ".join(text.split())


def test_a_game_of_one_hand_cannot_be_stopped_after_it() -> None:
    longer = playing()
    assert longer.state is not None
    board = longer.state.board
    game = board.game._replace(options=board.game.options._replace(points=1))
    single = replace(longer, state=State(board._replace(game=game), longer.state.hands))
    for seen, works in ((longer, True), (single, False)):
        assert ("E" in [key.key for key in shown_keys(frame_at(seen, Ui()))]) is works
        assert named(help_pages(seen, Size(80, 24)), "E") is works
        assert bool(pressed(seen, "e")[1]) is works


@pytest.mark.parametrize("again", ["n", ENTER])
def test_a_new_code_is_asked_for(again: str) -> None:
    seen = in_lobby()
    ui, done = pressed(seen, "n")
    assert (ui.mode, done) == (Mode.RECODING, [])
    assert pressed(seen, again, ui) == (Ui(), [SendPart(NewCode())])
    assert pressed(seen, ESC, ui) == pressed(seen, "x", ui) == (Ui(), [])


def test_the_log_says_that_there_is_a_new_code() -> None:
    seen, glance = in_lobby(), SessionFacts(in_lobby().state, 0, True, 0.0)
    said = "The table has a new code; the old one lets nobody in any more."

    def log(after: Seen) -> str:
        return text_of(compose(frame_of(Moment(after, Ui(mode=Mode.LOG), ""))).rows)

    assert said not in log(fold(seen, table_code("raven-oak-fjord"), glance)), "it is the one that was known"
    assert said not in log(fold(replace(seen, code=None), table_code("raven-oak-fjord"), glance)), "it is the first"
    after = fold(seen, table_code("oak-raven-fjord"), glance)
    assert said in log(after)
    assert said in text_of(compose(frame_of(Moment(after, Ui(), ""))).rows)


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20), Size(120, 40)], ids=str)
@pytest.mark.parametrize("seen", [playing(), ended()], ids=["table", "hand end"])
def test_the_hosts_help_says_in_a_game_how_others_join(seen: Seen, size: Size) -> None:
    text = "\n".join(help_pages(seen, size))
    assert "How others join\n" in re.sub(" +\n", "\n", text)
    assert "The code: raven-oak-fjord" in text
    assert "odin join 192.168.1.20" in text
    assert named([text], "K")
    is_open = " ".join("\n".join(help_pages(replace(seen, code=""), size)).split())
    assert "anybody on this network may sit down" in is_open
    guests = "\n".join(help_pages(replace(seen, owner=False, code=None), size))
    assert not any(words in guests for words in ("How others join", "raven", "odin join", "no code"))


@pytest.mark.parametrize("size", [Size(80, 24), Size(60, 20)], ids=str)
@pytest.mark.parametrize(
    ("news", "said"),
    [
        (
            table_code("oak-raven-fjord", CodeNews.DRAWN),
            "Too many wrong codes were tried: the table has a new one, and the old one lets nobody in.",
        ),
        (
            table_code("raven-oak-fjord", CodeNews.SHUT_OUT),
            "Somebody tried three wrong codes and has to wait; a new code lets them try again.",
        ),
    ],
    ids=["drawn", "shut out"],
)
def test_the_host_reads_that_somebody_guesses_and_may_make_a_new_code_in_a_game_too(
    size: Size, news: TableCode, said: str
) -> None:
    seen, glance = playing(), SessionFacts(playing().state, 0, True, 0.0)

    def shown(after: Seen, ui: Ui) -> str:
        return " ".join(text_of(compose(frame_of(Moment(after, ui, ""), size)).rows).split())

    assert pressed(seen, "n") == (Ui(), [])
    after = fold(seen, news, glance)
    ui, _ = react(Ui(), news, seen, after)
    assert after.code == news.words
    assert shown(after, ui).count(said) == 1
    assert said in shown(replace(ended(), is_guessed_at=True), ui), "at the end of a hand, too"
    assert said[:20] in shown(after, Ui()), "also after another key"
    assert " N new code " in shown(after, Ui())
    assert pressed(after, "n")[1] == [SendPart(NewCode())]
    renewed = fold(after, table_code("fjord-oak-raven"), glance)
    assert said in shown(renewed, Ui(mode=Mode.LOG))
    assert pressed(renewed, "n")[1] == []
    in_the_lobby = fold(in_lobby(), news, SessionFacts(in_lobby().state, 0, True, 0.0))
    ui, _ = react(Ui(), news, in_lobby(), in_the_lobby)
    assert shown(in_the_lobby, ui).count(said) == 1
    assert pressed(in_the_lobby, "n")[0].mode is Mode.RECODING


@pytest.mark.parametrize("seen", [playing(), in_lobby(), ended()], ids=["table", "lobby", "hand end"])
def test_the_help_leads_to_the_lesson_that_it_names(seen: Seen) -> None:
    assert named(help_pages(seen, Size(80, 24)), "T")
    assert pressed(seen, "?t") == (Ui(), [OpenLesson()])


def test_the_host_reads_who_began_to_watch_and_wait_for_a_seat() -> None:
    seen, glance = playing(), SessionFacts(playing().state, 0, True, 0.0)

    def shown(after: Seen) -> str:
        return text_of(compose(frame_of(Moment(after, Ui(), ""))).rows)

    once = fold(seen, waits("Eve"), glance)
    assert "Eve watches, and waits for a seat." in shown(once)
    both = fold(once, waits("Eve", "Ulf"), glance)
    assert "Ulf watches, and waits for a seat." in shown(both)
    log = text_of(compose(frame_of(Moment(both, Ui(mode=Mode.LOG), ""))).rows)
    assert log.count("Eve watches") == log.count("Ulf watches") == 1, "it is said once"
    assert "\x1b" not in shown(fold(seen, waits("\x1b[31mUlf"), glance))
    assert fold(both, waits("Eve"), glance).told == both.told, "who has a seat sits down, or goes"


@pytest.mark.parametrize("seen", [playing(), in_lobby()], ids=["table", "lobby"])
def test_the_host_reads_that_the_disk_is_slow(seen: Seen) -> None:
    after = fold(seen, DiskIsSlow(), SessionFacts(seen.state, 0, True, 0.0))
    said = "a power cut may cost the last second"
    assert said in " ".join(text_of(compose(frame_of(Moment(after, Ui(), ""))).rows).split())


def test_a_guest_reads_that_the_host_ends_the_game_with_this_hand() -> None:
    seen, glance = playing(), SessionFacts(playing().state, 0, False, 0.0)

    def shown(after: Seen) -> str:
        return text_of(compose(frame_of(Moment(after, Ui(), ""))).rows)

    last = fold(seen, terms(stop_after=True), glance)
    assert "it is the last one" in shown(last)
    assert "the last hand" in shown(last).split("\n")[0]
    on = fold(last, terms(), glance)
    assert "The host lets the game go on after this hand." in shown(on)
    assert "the last hand" not in shown(on).split("\n")[0]
    assert not fold(last, LinkChanged(LinkStage.WAITING), glance).terms.stop_after, "who comes back is told anew"


def test_where_the_table_has_moved_to_is_on_the_screen_and_in_its_last_words() -> None:
    for seen in (playing(), in_lobby(owner=False)):
        glance = SessionFacts(seen.state, seen.seat, False, 0.0)
        moved = fold(seen, Moved("10.0.0.2:9055"), glance)
        assert "The table is at 10.0.0.2:9055 now." in text_of(compose(frame_of(Moment(moved, Ui(), ""))).rows)
        gone = fold(moved, Ended(How.GONE), glance)
        assert "10.0.0.2:9055" in text_of(compose(frame_of(Moment(gone, Ui(), ""))).rows)


def test_a_guest_sees_the_turn_clock_in_the_lobby() -> None:
    seen = in_lobby(owner=False)
    glance = SessionFacts(seen.state, seen.seat, False, 0.0)

    def shown(after: Seen) -> str:
        return text_of(compose(frame_of(Moment(after, Ui(), ""))).rows)

    assert "turn clock" not in shown(seen)
    set_ = fold(seen, terms(30_000), glance)
    assert "turn clock: 30 s" in shown(set_)
    assert "Each turn may take 30 seconds." in shown(set_)


def test_the_turn_clock_is_told_when_it_changes_and_not_to_who_comes_back() -> None:
    lobby = in_lobby(owner=False)
    glance = SessionFacts(lobby.state, lobby.seat, False, 0.0)
    known = fold(lobby, terms(30_000), glance)
    assert len(known.told) == len(lobby.told) + 1
    back = fold(fold(known, LinkChanged(LinkStage.WAITING), glance), terms(30_000), glance)
    assert (back.told, back.terms) == (known.told, terms(30_000))
    assert len(fold(back, terms(60_000), glance).told) == len(known.told) + 1
    # What bots take is shown where it is set, and no line of the log.
    assert fold(back, terms(30_000, bots=0), glance).told == known.told
    # Who comes into a game sees the seconds that are left; whether it ends is news.
    game, glance = playing(), SessionFacts(playing().state, 0, False, 0.0)
    assert fold(game, terms(30_000), glance).told == game.told
    assert "it is the last one" in text_of(
        compose(frame_of(Moment(fold(game, terms(30_000, stop_after=True), glance), Ui(), ""))).rows
    )


def test_a_host_who_steps_through_an_option_leaves_one_line() -> None:
    seen = in_lobby(owner=False)
    assert seen.state is not None
    for points in (20, 25, 30):
        event = OptionsChanged(seen.state.board.game.options._replace(points=points))
        state = evolve(seen.state, event)
        seen = fold(seen, Logged(9, event, False), SessionFacts(state, seen.seat, False, 0.0))
    shown = text_of(compose(frame_of(Moment(seen, Ui(), ""))).rows)
    assert "The game goes to 30 points." in shown
    assert "20 points" not in shown
    assert "25 points" not in shown


def test_the_host_stops_and_goes_on_by_what_the_table_says() -> None:
    seen, glance = playing(), SessionFacts(playing().state, 0, True, 0.0)
    seen = replace(seen, owner=True)
    assert pressed(seen, "e")[1] == [SendPart(StopAfterHand(True))]
    stopping = fold(seen, terms(stop_after=True), glance)
    assert pressed(stopping, "e")[1] == [SendPart(StopAfterHand(False))]


CALLING = Ui(mode=Mode.REACTING)


def test_when_our_turn_begins_what_can_be_called_out_gives_way_to_it() -> None:
    before, seen = playing(turn=5), playing()
    ui, effects = react(CALLING, Logged(1, Passed(5), False), before, seen)
    assert ui.mode is Mode.PLAY
    assert Ring() in effects
    assert pressed(seen, "7", ui)[0].picked, "a digit picks a card then"
    others, _ = react(CALLING, Logged(1, Passed(4), False), playing(turn=4), before)
    assert others.mode is Mode.REACTING, "somebody else's turn takes nothing away"


def test_while_something_can_be_called_out_the_other_keys_do_what_they_always_do() -> None:
    seen = playing()
    assert pressed(seen, "f2")[1] == [SendPart(React(Reaction(1)))]
    ui, done = pressed(seen, "f" + ENTER, Ui(picked=mask("P8 P7")))
    assert (ui.mode, done) == (Mode.TAKING, []), "85 is beaten, and one of two cards is to be taken"
    assert pressed(seen, "fp")[0].mode is Mode.PASSING
    assert pressed(seen, "f<c-i>")[0].picked
    assert pressed(seen, "f<right>")[0].cursor is not None
    for keys in ("f" + ESC, "ff", "f<f5>", "fz"):
        ui, done = pressed(seen, keys, Ui(picked=mask("P8")))
        assert (ui.mode, ui.picked, done) == (Mode.PLAY, mask("P8"), []), keys


def test_a_click_into_the_lobby_calls_nothing_out() -> None:
    ui, done = update(CALLING, Choose(2), in_lobby(), 0.0)
    assert (ui.mode, ui.line, done) == (Mode.PLAY, 2, ())
