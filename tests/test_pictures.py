"""The README's pictures are what the client shows."""

import re

from clients.terminal.drawing.rows import text_of
from docs.film import shots
from docs.pictures import FOLDER, draw_all


async def test_the_pictures_are_not_stale() -> None:
    for path, picture in (await draw_all()).items():
        assert path.read_text(encoding="utf-8") == picture, f"{path.name}: run python -m docs.pictures"


def test_the_film_is_small_and_tells_of_a_table_from_its_lobby_to_the_end_of_a_hand() -> None:
    film = (FOLDER / "film.svg").read_text(encoding="utf-8")
    assert len(film.encode()) <= 400_000
    told = [text_of(picture.rows) for picture, _ in shots()]
    scenes = ["1 of 6 seats taken", "Cleo sits down", "hand 1", "TAKE A CARD", "WENT OUT", "Hand 1 is over"]
    places = [next(place for place, text in enumerate(told) if scene in text) for scene in scenes]
    assert places == sorted(places)
    (length,) = set(re.findall(r" ([\d.]+)s step-end infinite", film))
    assert 11 <= float(length) <= 14
    assert float(length) == round(sum(seconds for _, seconds in shots()), 2)


def test_who_wants_no_motion_sees_one_moment_of_the_film() -> None:
    film = (FOLDER / "film.svg").read_text(encoding="utf-8")
    assert "@media(prefers-reduced-motion:reduce)" in film
    groups = set(re.findall(r'<g class="(a\d+)">', film))
    hidden = set(re.findall(r"\.(a\d+)\{visibility:hidden\}", film))
    still = "".join(re.findall(rf'<g class="(?:{"|".join(groups - hidden)})">(.*?)</g>', film, flags=re.DOTALL))
    assert "Cleo · 3 cards to beat" in still
    assert "8642 beats 999" in still
    assert "The code" not in still
