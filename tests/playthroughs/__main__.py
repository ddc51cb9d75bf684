"""Write the playthroughs anew."""

from tests.playthroughs import FOLDER, GAMES, playthrough

for name, game in GAMES.items():
    (FOLDER / name).write_text("\n".join(playthrough(*game)) + "\n", encoding="utf-8", newline="\n")
