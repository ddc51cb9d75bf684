"""The Vikings on the cards and the colours, as the catalogues have them. RULES: cards."""

from clients.language.voice import mark

VIKINGS: dict[int, str] = {
    1: mark("healer", "viking"),
    2: mark("skald", "viking"),
    3: mark("spy", "viking"),
    4: mark("seidmadr", "viking"),
    5: mark("völva", "viking"),
    6: mark("hirdman", "viking"),
    7: mark("berserker", "viking"),
    8: mark("styrimadr", "viking"),
    9: mark("jarl", "viking"),
}

# The same with a word for those who do not know these names.
EXPLAINED: dict[int, str] = {
    1: VIKINGS[1],
    2: mark("skald (bard)", "viking"),
    3: VIKINGS[3],
    4: mark("seidmadr (sorcerer)", "viking"),
    5: mark("völva (seeress)", "viking"),
    6: mark("hirdman (guard)", "viking"),
    7: VIKINGS[7],
    8: mark("styrimadr (ship's captain)", "viking"),
    9: mark("jarl (chieftain)", "viking"),
}

COLOURS: dict[str, str] = {
    "R": mark("red", "colour"),
    "O": mark("orange", "colour"),
    "Y": mark("yellow", "colour"),
    "G": mark("green", "colour"),
    "B": mark("blue", "colour"),
    "P": mark("purple", "colour"),
}
