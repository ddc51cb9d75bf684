import pytest

from tests.playthroughs import FOLDER, GAMES, playthrough


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_was_written_down(name: str) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    for number, (line, right) in enumerate(zip(playthrough_lines(name), written, strict=True), 1):
        assert line == right, f"{name}:{number}"


def playthrough_lines(name: str) -> list[str]:
    return "\n".join(playthrough(*GAMES[name])).splitlines()
