import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from odin_net.game.text import BadText, TextFault, clean_chat, clean_name, columns, name_key


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee  ", "Ann Lee"),
        ("Jose\u0301", "José"),
        ("Bj\u00f6rn", "Björn"),
        ("Ann\u00a0Lee", "Ann Lee"),
        ("李小龍", "李小龍"),
        ("عمر", "عمر"),
        ("x̂", "x̂"),
        ("Ann\ufe0f", "Ann"),
        ("❤\ufe0f", "❤"),
        ("a" * 16, "a" * 16),
        ("李" * 8, "李" * 8),
    ],
)
def test_names_that_are_fine(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("", TextFault.EMPTY),
        (" \u3000 ", TextFault.EMPTY),
        ("a" * 17, TextFault.TOO_LONG),
        ("李" * 9, TextFault.TOO_LONG),
        ("a" * 10_000_000, TextFault.TOO_LONG),
        ("\x1b[31mred", TextFault.BAD_CHARACTER),
        ("bell\a", TextFault.BAD_CHARACTER),
        ("two\nlines", TextFault.BAD_CHARACTER),
        ("tab\t", TextFault.BAD_CHARACTER),
        ("c1\x9b31m", TextFault.BAD_CHARACTER),
        ("\u202eevil", TextFault.BAD_CHARACTER),
        ("\u2066isolated", TextFault.BAD_CHARACTER),
        ("zero\u200bwidth", TextFault.BAD_CHARACTER),
        ("joined\u200d", TextFault.BAD_CHARACTER),
        ("soft\u00adhyphen", TextFault.BAD_CHARACTER),
        ("line\u2028break", TextFault.BAD_CHARACTER),
        ("para\u2029", TextFault.BAD_CHARACTER),
        ("half\ud800", TextFault.BAD_CHARACTER),
        ("private\ue000", TextFault.BAD_CHARACTER),
        ("unassigned\u0378", TextFault.BAD_CHARACTER),
        ("tag\U000e0041", TextFault.BAD_CHARACTER),
        ("\u3164", TextFault.BAD_CHARACTER),
        ("Ann\u2800", TextFault.BAD_CHARACTER),
        ("Ann\u034f", TextFault.BAD_CHARACTER),
        ("za\u0316\u0317\u0318lgo", TextFault.TOO_MANY_MARKS),
        ("x\u0302\u0302", TextFault.TOO_MANY_MARKS),
        ("\u0302x", TextFault.TOO_MANY_MARKS),
        ("a \u0302", TextFault.TOO_MANY_MARKS),
    ],
)
def test_names_that_are_refused(typed: str, fault: TextFault) -> None:
    with pytest.raises(BadText) as refused:
        clean_name(typed)
    assert refused.value.fault is fault
    assert str(refused.value) == fault.value, "the text is not quoted"


def test_chat_is_longer_and_may_carry_two_marks() -> None:
    assert clean_chat("x\u0302\u0302 " + "a" * 190)
    for typed in ("a" * 201, "x\u0302\u0302\u0302", "\x1b]0;title\a"):
        with pytest.raises(BadText):
            clean_chat(typed)


@pytest.mark.parametrize(("one", "other"), [("Ann", "ANN"), ("Ann", "\uff21nn"), ("Straße", "STRASSE"), ("ﬁn", "FIN")])
def test_names_that_people_would_take_for_one_have_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
    assert name_key(one) != name_key("Bo")


@given(st.text(max_size=40))
def test_a_clean_text_is_clean(typed: str) -> None:
    for clean in (clean_name, clean_chat):
        try:
            shown = clean(typed)
        except BadText:
            continue
        assert clean(shown) == shown == unicodedata.normalize("NFC", shown)
        assert shown.isprintable()
        assert columns(shown) > 0
