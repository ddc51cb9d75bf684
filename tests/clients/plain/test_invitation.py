"""A host in lines says how others join, with a QR code if that is asked for."""

from ipaddress import ip_address

import pytest

from clients.invitation import Invitation, invitation_lines
from clients.language import LANGUAGES, Language
from clients.news import CaughtUp
from clients.plain.command_words import Word, words_of
from clients.plain.narrator import Narrator
from odin_net.game.state import open_lobby
from protocol.messages import Reason
from tests.clients.plain.test_narrator import Remembering
from tests.helpers.host_said import table_code
from tests.helpers.qr_codes import read_lines
from tests.helpers.tables import lobby

CODE = "raven-oak-fjord"
INVITATION = Invitation((ip_address("192.168.1.20"), ip_address("10.8.0.3")), fingerprint="SHA256:abc")


def said(
    line: str, language: Language, *, owner: bool = True, invitation: Invitation | None = INVITATION, code: str = CODE
) -> list[str]:
    """What a narrator says to this line."""
    lines: list[str] = []
    narrator = Narrator(language, lines.append, invitation=invitation)
    narrator.attach(Remembering(open_lobby(lobby(3)), 0, owner=owner))
    if code:
        narrator.heard(table_code(code))
    narrator.heard(CaughtUp())
    lines.clear()
    narrator.typed(line)
    return lines


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_word_tells_what_the_command_tells(code: str) -> None:
    language = Language(code)
    for typed in (words_of(language)[Word.INVITE], "invite"):
        assert said(typed, language) == invitation_lines(language, INVITATION, CODE)


def test_a_phone_reads_the_code_that_was_asked_for() -> None:
    lines = said("invite qr", Language("en"))
    told = invitation_lines(Language("en"), INVITATION, CODE)
    assert lines[: len(told)] == told
    assert read_lines(lines[len(told) :]) == ["http://192.168.1.20:9054/#raven-oak-fjord"]
    open_table = said("invite qr", Language("en"), code="")
    assert read_lines([line for line in open_table if "█" in line]) == ["http://192.168.1.20:9054/"]


def test_in_ascii_a_sentence_says_what_draws_it() -> None:
    lines = said("invite qr", Language("en").spelled_out())
    assert lines[-1] == "With --ascii there is no QR code: odin invite --qr draws it elsewhere."
    assert all(map(str.isascii, lines))


def test_nobody_but_the_owner_is_told() -> None:
    english = Language("en")
    assert said("invite", english, owner=False) == [english.refusal(Reason.NOT_THE_OWNER)]
    assert said("invite", english, invitation=None) == ["Nobody else can come to this table."]
