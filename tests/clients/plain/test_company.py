"""A host in lines can do what a host on the screen can: new codes, kicks and mutes, with the same sentences."""

import pytest

from clients.language import LANGUAGES, Language
from clients.plain.command_words import Word, words_of
from odin_net.game.events import Kind
from odin_net.game.state import State, open_lobby
from protocol.messages import (
    Audience,
    CodeNews,
    Forgive,
    Kicked,
    KickGuest,
    Mute,
    MuteGuest,
    NewCode,
    Part,
    Remove,
)
from tests.clients.plain.test_narrator import Talk
from tests.helpers.host_said import onlooker, table_code
from tests.helpers.tables import lobby

CODE = "raven-oak-fjord"


def owning(code: str = CODE, *, by_hand: bool = False, lang: str = "en") -> Talk:
    """Ann hosts Bo, Cy and a bot; Eve waits, Ulf watches and is muted, Loki was kicked."""
    state = open_lobby(lobby(4))
    named = zip(("Ann", "Bo", "Cy", "Bot"), state.board.game.seats, strict=True)
    seats = tuple(one._replace(name=name, kind=Kind.BOT if name == "Bot" else Kind.PERSON) for name, one in named)
    state = State(state.board._replace(game=state.board.game._replace(seats=seats)), state.hands)
    talk = Talk(state, lang, owner=True, by_hand=by_hand)
    if code:
        talk.narrator.heard(table_code(code))
    talk.narrator.heard(Audience((onlooker("Eve", waits=True), onlooker("Ulf", muted=True))))
    talk.narrator.heard(Kicked(("Loki",)))
    talk.lines.clear()
    return talk


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("new code", NewCode()),
        ("new", NewCode()),
        ("kick Bo", Remove(1)),
        ("kick  cy ", Remove(2)),
        ("kick eve", KickGuest("Eve")),
        ("mute Bo", Mute(1, True)),
        ("unmute BO", Mute(1, False)),
        ("mute Eve", MuteGuest("Eve", True)),
        ("unmute Ulf", MuteGuest("Ulf", False)),
        ("forgive loki", Forgive("Loki")),
    ],
)
def test_what_is_typed_is_done(line: str, message: Part) -> None:
    talk = owning()
    talk.type(line)
    assert talk.session.done == [message]


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_words_of_each_language_do_it_too(code: str) -> None:
    words = words_of(Language(code))
    talk = owning(lang=code)
    talk.type(f"{words[Word.NEW]} code", f"{words[Word.KICK]} Bo", f"{words[Word.MUTE]} Bo")
    talk.type(f"{words[Word.UNMUTE]} Bo", f"{words[Word.FORGIVE]} Loki")
    assert talk.session.done == [NewCode(), Remove(1), Mute(1, True), Mute(1, False), Forgive("Loki")]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("kick", ["Type kick and a name: Bo, Cy, Eve, Ulf.", "Kicked: Loki."]),
        ("kick Ann", ["Type kick and a name: Bo, Cy, Eve, Ulf.", "Kicked: Loki."]),
        ("kick Bot", ["Type kick and a name: Bo, Cy, Eve, Ulf.", "Kicked: Loki."]),
        ("mute Nobody", ["Type mute and a name: Bo, Cy, Eve, Ulf."]),
        ("forgive Bo", ["Kicked: Loki."]),
        ("mute Bo", ["Muted: the others do not hear them any more."]),
        ("unmute Bo", ["They are heard again."]),
    ],
)
def test_what_is_answered(line: str, answer: list[str]) -> None:
    assert owning().type(line) == answer


def test_where_nobody_is_there_it_is_said() -> None:
    talk = Talk(open_lobby(lobby(1)), owner=True)
    assert talk.type("kick Bo") == ["Nobody else is there."]
    assert talk.type("forgive Bo") == ["Nobody is kicked."]


@pytest.mark.parametrize("line", ["new code", "kick Bo", "mute Bo", "unmute Bo", "forgive Bo"])
def test_only_the_host_may(line: str) -> None:
    talk = Talk()
    assert talk.type(line) == ["Only the host of the table can do that."]
    assert talk.session.done == []


def test_who_types_is_asked_where_the_screen_asks() -> None:
    talk = owning(by_hand=True)
    assert talk.type("new code") == ["A new code? The old one lets nobody in any more. Type that again to do it."]
    assert talk.session.done == []
    talk.type("new code")
    assert talk.session.done == [NewCode()]
    talk.session.done.clear()
    (question,) = talk.type("kick bo")
    assert question == (
        "Take Bo from the table? There is a new code then; the old one lets nobody in any more. "
        "Type that again to do it."
    )
    talk.type("kick Eve")
    assert talk.session.done == [], "another was meant"
    talk.type("score", "kick Eve")
    assert talk.session.done == [], "something else was said between"
    talk.type("kick eve")
    assert talk.session.done == [KickGuest("Eve")]
    talk.type("mute Bo")
    assert talk.session.done[-1] == Mute(1, True), "what can be taken back is not asked about"


def test_at_an_open_table_the_question_tells_of_the_address() -> None:
    talk = owning("", by_hand=True)
    (question,) = talk.type("kick Bo")
    assert question.startswith("Take Bo from the table? Nobody comes in from their address then")
    talk.lines.clear()
    talk.narrator.heard(Kicked(("Loki", "Bo")))
    assert talk.lines == [
        "Bo is kicked: nobody comes in from their address, but for this computer, until you take that back."
    ]


def test_the_same_sentences_as_on_the_screen_are_said_of_codes_and_kicks() -> None:
    talk = owning()
    talk.narrator.heard(table_code("oak-raven-fjord"))
    talk.narrator.heard(Kicked(("Loki", "Bo")))
    talk.narrator.heard(table_code("fjord-raven-oak", CodeNews.DRAWN))
    talk.narrator.heard(Kicked(("Bo",)))
    assert talk.lines == [
        "The table has a new code; the old one lets nobody in any more.",
        "The code: oak-raven-fjord",
        "Bo is kicked. Only the new code would let them in again.",
        "Too many wrong codes were tried: the table has a new one, and the old one lets nobody in.",
        "The code: fjord-raven-oak",
        "Loki is not kicked any more and may come in again.",
    ]


def test_the_table_lists_who_looks_on_and_who_was_kicked() -> None:
    assert owning().type("table")[-2:] == ["Looking on: Eve, Ulf (muted).", "Kicked: Loki."]
    assert not any("Looking" in line or "Kicked" in line for line in Talk().type("table"))


def test_hostile_names_drive_no_terminal() -> None:
    talk = owning(by_hand=True)
    talk.narrator.heard(Audience((onlooker("\x1b[31mUlf", waits=True),)))
    talk.narrator.heard(Kicked(("\x1b]0;x\x07",)))
    talk.narrator.typed("kick \x1b[31mUlf")
    talk.narrator.typed("table")
    assert not any("\x1b" in line for line in talk.lines)
