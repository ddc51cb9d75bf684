"""What is said to people: every refusal, hint, verdict and event in every language, and nothing raw that they typed."""

import re
import unicodedata
from itertools import accumulate
from pathlib import Path

import pytest

from clients.language import LANGUAGES, Language, language_for, voice
from clients.language.language import _say_once
from clients.language.rules import rules_of, rules_page
from clients.news import Ended, How
from clients.plain.command_words import words_of
from odin_net.bots.hint import Advice, HintReason
from odin_net.errors import saying
from odin_net.game import Actor, LobbyOpened, Occupant, Options, Starter, State
from odin_net.game.cards import COLOURS
from odin_net.game.events import (
    CardsPlayed,
    ChatSaid,
    DealAborted,
    DealOpened,
    Event,
    GameEnded,
    GameStarted,
    HandDealt,
    HandEnded,
    Kind,
    OptionsChanged,
    Passed,
    Presence,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.state import Phase, evolve, open_lobby, view_of
from odin_net.game.text import TextFault
from protocol.audit import Result, Verdict, Why
from protocol.codes import CodeError, parse_code
from protocol.errors import Close, Hint
from protocol.messages import Reason
from tests.clients.language.written import sentences, written
from tests.helpers.tables import card, cards, mask, position, started

TONGUES = [Language(code) for code in LANGUAGES]
EN = Language("en")
HOSTILE = ("A\x1b[2J", "A\u202eB", "A\u200bB", "A\x9b1m", "Z" + "\u0301" * 9, "{name}", "A\nB")


@pytest.fixture(params=TONGUES, ids=lambda language: str(language.code))
def language(request: pytest.FixtureRequest) -> Language:
    found = request.param
    assert isinstance(found, Language)
    return found


@pytest.mark.parametrize(
    ("chosen", "environ", "code"),
    [
        ("de", {"LANG": "fr_FR"}, "de"),
        ("de-CH", {}, "de"),
        (None, {"LC_ALL": "de_AT.UTF-8", "LANG": "fr_FR.UTF-8"}, "de"),
        (None, {"LC_MESSAGES": "ar", "LANG": "fr_FR.UTF-8"}, "ar"),
        (None, {"LANG": "nl_NL@euro"}, "nl"),
        (None, {"LANG": "it.UTF-8"}, "it"),
        (None, {"LC_ALL": "", "LANG": "es_MX"}, "es"),
        (None, {"LC_ALL": "C.UTF-8", "LANG": "es_MX"}, "en"),
        (None, {"LANG": "xx_YY"}, "en"),
        ("xx", {"LANG": "fr"}, "fr"),
        (None, {}, "en"),
    ],
)
def test_the_language_is_the_chosen_one_or_that_of_the_environment(
    chosen: str | None, environ: dict[str, str], code: str
) -> None:
    assert language_for(chosen, environ).code == code


def test_where_languages_are_not_built_all_is_english_and_a_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(voice, "LOCALES", tmp_path)
    _say_once.cache_clear()
    for _ in range(2):
        language = language_for("ar", {})
        assert (language.code, language.is_rtl, language("ok"), language.viking(1)) == (
            "en",
            False,
            "ok",
            Language().viking(1),
        )
    assert capsys.readouterr().err == (
        "odin: العربية is not built yet: `pip install -e .` in Odin's folder builds it.\n"
    ), "once"


def test_values_are_never_templates() -> None:
    assert EN("{name} passes.", name="{text} {0} %s") == "{text} {0} %s passes."


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_number_in_a_sentence_has_the_sign_of_its_language_before_its_decimals(code: str) -> None:
    shown = "0.3" if code in ("en", "ar") else "0,3"
    late = saying("this check took longer than {seconds} s", seconds=0.3)
    assert shown in Language(code).tell(late)
    assert re.findall(r"\d\S*", Language(code)("bots take {seconds} s", seconds=3.0)) == ["3"]
    assert str(late) == "this check took longer than 0.3 s"


def test_a_flag_in_a_line_from_the_right_is_read_from_the_left() -> None:
    sentence = 'no code was given for {place}: ask the host and add --code WORDS, or --code "" if it is open to all.'
    told = Language("ar")(sentence, place="[fe80::1]:9054")
    assert "\u2066--code WORDS\u2069" in told
    assert '\u2066--code ""\u2069' in told
    assert "\u2066" not in Language("de")(sentence, place="[fe80::1]:9054")
    for entry in sentences(written("ar")):
        for form in [entry.string] if isinstance(entry.string, str) else entry.string or ():
            told = Language("ar")._fill(form, dict.fromkeys(re.findall(r"\{([a-z_]+)\}", form), ""))
            assert told.count("--") == told.count("\u2066--"), form


def test_a_mistyped_place_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        EN("{name} passes.")


def test_only_arabic_lines_isolate_what_is_inserted() -> None:
    arabic = Language("ar")
    assert arabic("{name} passes.", name="Ann").startswith("\u2068Ann\u2069")
    assert "\u2068" not in Language("de")("{name} passes.", name="Ann")


@pytest.mark.parametrize(
    ("line", "is_marked"),
    [
        ("\u2068مرر\u2069 R3 G3: مرر", True),
        ("  \u2067لعبة\u2069، \u2067يد\u2069", True),
        ("\u2068Ann\u2069: تمرير.", False),
        ("دورك: R3", False),
        ("odin host --resume", False),
        ("", False),
    ],
)
def test_a_line_that_begins_with_a_card_is_still_read_from_the_right(line: str, is_marked: bool) -> None:
    assert Language("ar").as_line(line) == "\u200f" * is_marked + line
    assert Language("de").as_line(line) == line


def test_what_arabic_puts_together_itself_is_read_from_the_right() -> None:
    arabic = Language("ar")
    # Each name by itself, so that the comma between them has the direction of the line.
    names = arabic.enumerated(["Ann", "Bo"])
    assert names == "\u2068Ann\u2069، \u2068Bo\u2069"
    assert f"\u2067{names}\u2069" in arabic("Not ready yet: {names}.", names=names)
    assert arabic.enumerated(["R الأحمر", "B الأزرق"]) == "\u2067R الأحمر\u2069، \u2067B الأزرق\u2069"
    assert arabic.enumerated(["Ann"]) == "Ann"
    assert Language("de").enumerated(["Ann", "Bo"]) == "Ann, Bo"
    assert arabic.is_rtl


def test_two_languages_speak_at_once() -> None:
    german, french = Language("de"), Language("fr")
    assert (german("You pass."), french("You pass."), EN("You pass.")) == ("Du passt.", "Tu passes.", "You pass.")


def test_vikings_and_colours() -> None:
    assert Language("de").viking(6) == "Huscarl"
    assert Language("ar").viking(9) == "جارل"
    assert [Language("nl").colour(letter) for letter in "RP"] == ["rood", "paars"]


# --- refusals ---


def test_every_reason_has_a_line_of_its_own(language: Language) -> None:
    view = view_of(position("R8 R2", "G1", "B1", middle="R7 G7", turn=0), 0)
    opening = view_of(position("R8 R2", "G1", "B1"), 0)
    for lines in (
        [language.refusal(reason) for reason in Reason],
        [language.refusal(reason, view, cards("R8 R2")) for reason in Reason],
        [language.refusal(reason, opening, cards("R8 R2")) for reason in Reason],
    ):
        assert len(set(lines)) == len(Reason)
        assert all(line.strip() and "{" not in line for line in lines)


def test_a_refusal_tells_what_is_known_of_the_position() -> None:
    view = view_of(position("R8 R2", "G1", "B1", middle="R7 G7"), 0)
    waiting = view_of(position("R8 R2", "G1", "B1", middle="R7", turn=1), 0)
    assert EN.refusal(Reason.VALUE_TOO_LOW, view, cards("R2 G2")) == "22 does not beat 77."
    assert EN.refusal(Reason.WRONG_NUMBER_OF_CARDS, view) == "2 cards lie in the middle: play 2 or 3."
    assert EN.refusal(Reason.CHOOSE_A_CARD_TO_TAKE, view) == "Choose a card to take: R7, G7."
    assert EN.refusal(Reason.NOT_YOUR_TURN, waiting) == "It is not your turn: B plays now."


def test_every_hint_close_and_fault_is_said(language: Language) -> None:
    assert len({language.hint_refusal(hint) for hint in Hint}) == len(Hint)
    assert len({language.close(close) for close in Close}) == len(Close)
    assert len({language.text_fault(fault) for fault in TextFault}) == len(TextFault)


def test_every_end_is_said(language: Language) -> None:
    assert len({language.ended(Ended(how), "10.0.0.1:9054") for how in How}) == len(How)
    assert language.ended(Ended(How.REFUSED, Hint.FULL), "") == language.hint_refusal(Hint.FULL)
    assert language.ended(Ended(How.REFUSED, reason=Reason.NAME_TAKEN), "") == language.refusal(Reason.NAME_TAKEN)
    assert language.ended(Ended(How.GONE, Hint.UNKNOWN_SEAT), "") == language.hint_refusal(Hint.UNKNOWN_SEAT)
    assert "10.0.0.1:9054" in language.ended(Ended(How.GONE), "10.0.0.1:9054")


@pytest.mark.parametrize("typed", ["raven oak", "raven oak fjrod", "raven oak \x1b[2J", "raven oak qqqqqq"])
def test_a_code_that_cannot_be_right_is_explained(language: Language, typed: str) -> None:
    with pytest.raises(CodeError) as error:
        parse_code(typed)
    assert_clean(language.code_error(error.value))
    for_its_maker = language.code_error(error.value, "--code")
    assert_clean(for_its_maker)
    assert ("--code" in for_its_maker) == (not error.value.suggestions), "what is near is the same to both"


# --- verdicts and hints ---


def test_every_verdict_is_one_line(language: Language) -> None:
    assert len({language.verdict(Verdict(Result.NOT_CHECKED, why)) for why in Why}) == len(Why)
    assert len({language.verdict(Verdict(Result.WRONG, why, 7)) for why in Why}) == len(Why)
    assert language.verdict(Verdict(Result.CHECKED))
    assert "7" in language.verdict(Verdict(Result.WRONG, Why.PLAY, 7))


def test_every_hint_has_its_reason(language: Language) -> None:
    of = {"seat": 1, "cards": 2, "which": 3, "turns": 4}
    moves = [(mask("R8 R5"), card("G3")), (mask("R8"), None), (0, None)]
    said = {language.advice(Advice(move, reason, of)) for move in moves for reason in HintReason}
    assert len(said) == len(moves) * len(HintReason)
    view = view_of(position("R8 R2", "G1", "B1"), 0)
    named = language.advice(Advice(moves[0], HintReason.SOMEBODY_IS_NEARLY_OUT, of), view)
    assert "B" in named
    assert "R8 R5" in named
    assert "G3" in named


def test_what_a_hint_keeps_together_is_named_as_people_say_it() -> None:
    of = {"cards": 3, "which": 1}
    for code, said in (
        ("en", "3 orange cards"),
        ("fr", "3 cartes de la même couleur (orange)"),
        ("de", "3 Karten der Farbe Orange"),
    ):
        assert said in Language(code).advice(Advice((0, None), HintReason.KEEPS_COLOUR, of))


def test_a_newcomer_reads_what_a_check_means() -> None:
    said = Language("en").verdict(Verdict(Result.CHECKED))
    assert "your computer helped to shuffle, so nobody could choose the cards" in said


# --- events ---

BEFORE = position("R8 R5", "G1 G2", "B1 B2", middle="Y7 O7", turn=0)
OPENING = position("R8 R5", "G1 G2", "B1 B2", turn=0)
DEALING = State(BEFORE.board._replace(phase=Phase.DEALING), BEFORE.hands)
DEALT_AGAIN = "The host's computer lost a part of this hand, and somebody has seen all its cards: it is dealt again."
LOBBY = open_lobby(LobbyOpened(b"game", (Occupant("A"), Occupant("B"), Occupant("Njal", Kind.BOT, "easy")), Options()))
# A and B change places, and that is told of one of them so far.
SWAPPING = evolve(LOBBY, SeatChanged(0, Occupant("B")))


@pytest.mark.parametrize(
    ("before", "event", "mine", "others"),
    [
        (
            BEFORE,
            CardsPlayed(0, cards("R8 R5")),
            "You play 85 with R8 R5 and go out!",
            "A plays 85 with R8 R5 and goes out.",
        ),
        (
            position("R8 R5 G1", "G2", middle="Y7 O7"),
            CardsPlayed(0, cards("R5 R8"), card("O7")),
            "You play 85 with R8 R5 and take O7.",
            "A plays 85 with R8 R5 and takes O7.",
        ),
        (OPENING, CardsPlayed(0, cards("R8")), "You open with R8.", "A opens with R8."),
        (
            OPENING,
            CardsPlayed(0, cards("R8"), None, Actor.BOT),
            "You open with R8. A bot did that for you.",
            "A opens with R8. A bot did that for A.",
        ),
        (BEFORE, Passed(0), "You pass.", "A passes."),
        (BEFORE, Passed(0, Actor.CLOCK), "You pass. You ran out of time.", "A passes. A ran out of time."),
        (
            BEFORE,
            RoundEnded(0),
            "All others have passed: you open the next round.",
            "All others have passed: A opens the next round.",
        ),
        (
            started(3),
            HandDealt(1, 0, "RYGP"),
            "Hand 1 is dealt; you open. Out of this game: orange (O), blue (B).",
            "Hand 1 is dealt; A opens. Out of this game: orange (O), blue (B).",
        ),
        (
            position("", "G1 G2", "B1"),
            HandEnded(((), cards("G1 G2"), cards("B1")), (0, 2, 1)),
            "The hand is over: you 0 points, now 0; B 2 points, now 2; C 1 point, now 1.",
            "The hand is over: A 0 points, now 0; B 2 points, now 2; C 1 point, now 1.",
        ),
        (BEFORE, GameEnded((0,)), "The game is over: you win!", "The game is over: A wins."),
        (
            BEFORE,
            GameEnded((0, 1)),
            "The game is over: you share the victory with B.",
            "The game is over: A and B share the victory.",
        ),
        (BEFORE, TableStopped(), "The game stops here; nobody wins.", "The game stops here; nobody wins."),
        (DEALING, DealAborted((), b""), "The cards are shuffled again.", "The cards are shuffled again."),
        (BEFORE, DealAborted((), b""), DEALT_AGAIN, DEALT_AGAIN),
        (LOBBY, GameStarted(3), "The game begins with 3 players.", "The game begins with 3 players."),
        (LOBBY, SeatChanged(0, Occupant("A", ready=True)), "You are ready.", "A is ready."),
        (BEFORE, SeatChanged(0, Occupant("A", ready=True)), None, None),
        (
            BEFORE,
            SeatChanged(0, Occupant("A", presence=Presence.AWAY)),
            "You were away.",
            "A is away. If that lasts, a bot plays for them.",
        ),
        (
            BEFORE,
            SeatChanged(0, Occupant("A", presence=Presence.COVERED)),
            "A bot plays for you now: any command takes your seat back.",
            "A bot plays for A now.",
        ),
        (
            LOBBY,
            SeatChanged(0, Occupant("A", presence=Presence.AWAY)),
            "You were away.",
            "A is away. If that lasts, the game may begin with a bot in their place.",
        ),
        (
            LOBBY,
            SeatChanged(0, Occupant("A", presence=Presence.COVERED)),
            "If the game begins, a bot plays for you: any command takes your seat back.",
            "If the game begins, a bot plays for A.",
        ),
        (LOBBY, SeatChanged(0, Occupant("Bo")), "You are called Bo now.", "A is called Bo now."),
        (LOBBY, SeatChanged(0, Occupant("B")), "B sits at seat 1 now.", "B sits at seat 1 now."),
        (SWAPPING, SeatChanged(1, Occupant("A")), "A sits at seat 2 now.", "A sits at seat 2 now."),
        (LOBBY, SeatChanged(2, None), "Njal leaves the table.", "Njal leaves the table."),
        (LOBBY, SeatChanged(3, Occupant("Eve")), "Eve sits down.", "Eve sits down."),
        (
            LOBBY,
            SeatChanged(2, Occupant("Njal", Kind.BOT, "hard")),
            "Njal is another bot now: bot, hard.",
            "Njal is another bot now: bot, hard.",
        ),
        (LOBBY, SeatChanged(2, Occupant("Eve")), "Eve takes over from Njal.", "Eve takes over from Njal."),
        (BEFORE, SeatChanged(0, Occupant("Eve")), "You take over from A.", "Eve takes over from A."),
        (LOBBY, ChatSaid(1, "B", "good  luck"), "B says: good luck", "B says: good luck"),
        (LOBBY, DealOpened(1, 0, b""), None, None),
    ],
)
def test_every_event_is_one_spoken_sentence(before: State, event: Event, mine: str | None, others: str | None) -> None:
    after = evolve(before, event)
    assert EN.event(event, before, after, 0) == mine
    assert EN.event(event, before, after, None) == others
    for language in TONGUES[1:]:
        told = language.event(event, before, after, 0)
        assert (told is None) == (mine is None)
        assert told is None or isinstance(event, ChatSaid) or told != mine


def test_options_and_lobbies_are_told(language: Language) -> None:
    for options in (Options(1, "6"), Options(15, "4", Starter.LAST), Options(99, "RYGP")):
        assert_clean(language.event(OptionsChanged(options), LOBBY, LOBBY, 0) or "")
        lobby = LobbyOpened(b"", (Occupant("A"), Occupant("N", Kind.BOT, "hard")), options)
        assert_clean(language.event(lobby, None, open_lobby(lobby), None) or "")


def test_an_event_of_a_seat_that_nobody_knows_is_told(language: Language) -> None:
    assert "6" in (language.event(Passed(5), BEFORE, BEFORE, 0) or "")
    assert language.event(CardsPlayed(5, cards("R1")), None, None, None)


@pytest.mark.parametrize("name", HOSTILE)
def test_what_people_typed_never_comes_out_raw(language: Language, name: str) -> None:
    lobby = LobbyOpened(b"", (Occupant(name), Occupant("B")), Options())
    before = open_lobby(lobby)
    hostile: list[Event] = [
        lobby,
        ChatSaid(0, name, "hello"),
        ChatSaid(None, "B", name),
        SeatChanged(0, None),
        SeatChanged(1, Occupant(name)),
        SeatChanged(0, Occupant(name, ready=True)),
        SeatChanged(0, Occupant(name, presence=Presence.AWAY)),
        Passed(0),
        GameEnded((0,)),
        DealAborted((0,), b""),
    ]
    for event in hostile:
        line = language.event(event, before, before, 1)
        assert_clean(line or "")


def test_the_rules_take_a_minute(language: Language) -> None:
    page = rules_page(language, Options())
    assert len(page) == 11
    assert sum(len(paragraph.split()) for paragraph in page) < 300


@pytest.mark.parametrize(
    ("code", "of_hands", "of_rounds"),
    [("fr", "manche", r"\btours?\b(?! de jeu)"), ("de", "Durchg", "Runde"), ("es", "mano", "ronda"),
     ("it", "mano", "giro"), ("nl", "hand", "ronde"), ("ar", "مرحل|مراحل", "جول")],
)  # fmt: skip
def test_the_rules_and_the_game_call_hands_and_rounds_the_same(code: str, of_hands: str, of_rounds: str) -> None:
    for message in written(code):
        english, told = str(message.id), str(message.string)
        names_hand, names_round = re.search(r"\b[Hh]ands?\b", english), re.search(r"\bround\b", english)
        if names_hand and not names_round:
            assert not re.search(of_rounds, told), english
        if names_round and not names_hand:
            assert re.search(of_rounds, told), english
            assert not re.search(of_hands, told), english


def test_the_rules_are_those_of_the_table() -> None:
    english = Language("en")

    def told(options: Options, players: int = 4, colours: str = "") -> str:
        return " ".join(rules_page(english, options, players, colours))

    usual = told(Options())
    assert "reaches 15 points. The fewest points win, and ties share the victory." in usual
    assert "the player to the left of a hand's opener opens the next one" in usual
    assert "unless you have no cards left" in usual
    assert "red (R), orange (O), yellow (Y), green (G), blue (B), purple (P)." in usual
    assert "two players" not in usual
    other = told(Options(points=20, starter=Starter.LAST))
    assert "reaches 20 points" in other
    assert "Whoever ended a hand opens the next one." in other
    assert "left of" not in other
    short = told(Options(points=1))
    assert "The game is one hand." in short
    assert "the next one" not in short
    assert told(Options(), 2, "RYGP").count("red (R), yellow (Y), green (G), purple (P).") == 1
    assert told(Options(colours="OYGB"), 2).count("orange (O), yellow (Y), green (G), blue (B).") == 1
    assert "purple (P)" in told(Options(colours="6"), 2)
    # Until they are drawn, or while others may still come, nobody knows which they will be.
    for players in (0, 2):
        assert "With two players, four random colours are in play." in told(Options(), players)
    assert "With two players, the colours are O Y G B." in told(Options(colours="OYGB"), 0)


def test_the_rules_of_a_lobby_count_nobody_yet(language: Language) -> None:
    lobby = open_lobby(LobbyOpened(b"game", (Occupant("Ann"), Occupant("Bo")), Options(points=30))).board
    assert rules_of(language, lobby) == rules_page(language, Options(points=30))
    playing = lobby._replace(phase=Phase.PLAYING, game=lobby.game._replace(colours="RYGP"))
    assert rules_of(language, playing) == rules_page(language, Options(points=30), 2, "RYGP")
    for letter in COLOURS:
        assert language.colour(letter) in " ".join(rules_of(language, lobby)), letter


def assert_clean(line: str) -> None:
    """One line, and nothing in it that could drive a terminal or turn the text around; isolates open and close."""
    depths = list(accumulate({"\u2066": 1, "\u2067": 1, "\u2068": 1, "\u2069": -1}.get(char, 0) for char in line))
    assert not depths or (min(depths) >= 0 and not depths[-1]), ascii(line)
    line = line.replace("\u2066", "").replace("\u2067", "").replace("\u2068", "").replace("\u2069", "")
    assert all(unicodedata.category(char) not in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co") for char in line), ascii(line)
    assert "\u0301\u0301" not in line


def test_of_what_was_agreed_only_what_has_changed_is_said() -> None:
    table = open_lobby(LobbyOpened(b"game", tuple(Occupant(name) for name in "ABCD"), Options()))
    for changed, said in [
        (Options(points=1), "The game is one hand."),
        (Options(points=20), "The game goes to 20 points."),
        (Options(colours="6"), "With two players, all six colours are in play."),
        (Options(starter=Starter.LAST), "Whoever went out opens the next hand."),
        (Options(), ""),
    ]:
        assert EN.event(OptionsChanged(changed), table, table, 0) == said


def test_who_was_ready_reads_that_it_is_to_be_said_again() -> None:
    seats = (Occupant("A"), Occupant("B", ready=True))
    table = open_lobby(LobbyOpened(b"game", seats, Options()))
    changed = OptionsChanged(Options(points=20))
    assert EN.event(changed, table, table, 0) == "The game goes to 20 points."
    assert EN.event(changed, table, table, 1) == "The game goes to 20 points. Confirm again that you are ready."


def test_a_screen_that_was_started_anew_is_not_told_that_the_host_alone_chose_the_cards() -> None:
    said = Language("en").verdict(Verdict(Result.NOT_CHECKED, Why.CAME_DURING))
    assert "came to the table during this hand" in said
    assert "host's hands" not in said
    assert "host's hands" in Language("en").verdict(Verdict(Result.NOT_CHECKED, Why.AWAY))


def test_a_saying_in_a_saying_is_told_in_the_same_language() -> None:
    german = Language("de")
    why = saying("it comes first")
    told = german.tell(saying("the table is at {place}, since {why}", place="{x}", why=why))
    assert told == german("the table is at {place}, since {why}", place="{x}", why=german("it comes first"))
    assert str(why) not in told


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code not in ("en", "ar")])
def test_a_language_is_spelled_without_accents_where_a_terminal_has_only_ascii(code: str) -> None:
    language = Language(code).spelled_out()
    for sentence in written(code):
        told = (sentence.string,) if isinstance(sentence.string, str) else sentence.string
        assert [form for form in map(language.spelling, told or ()) if not form.isascii()] == []
    assert all(word.isascii() for word in words_of(language).values())


def test_letters_that_have_no_ascii_stay() -> None:
    arabic = Language("ar")
    assert arabic.spelled_out().spelling("أيّ بطاقة") == "أيّ بطاقة"
    assert Language("fr").spelled_out().spelling("«\u00a0Prêt\u00a0» à œuvrer\u00a0!") == '"Pret" a oeuvrer !'
    assert Language("de").spelled_out().spelling("„züge“") == '"zuege"'
