"""The levels that a bot can have, from the weakest to the strongest, with the words for such a bot.

How they play stands in `odin_net.bots.policies`: whoever only names them needs not load that.
"""

from odin_net.errors import Saying, saying

WORDS: dict[str, Saying] = {
    "random": saying("random", "level"),
    "easy": saying("easy", "level"),
    "normal": saying("normal", "level"),
    "hard": saying("hard", "level"),
}
LEVELS: dict[str, Saying] = {level: saying("bot, {level}", level=word) for level, word in WORDS.items()}
# The one that plays at random is for tests and arenas.
OFFERED = tuple(level for level in WORDS if level != "random")
USUAL = "normal"
# Those that think for so long that it is worth a worker.
SLOW = frozenset({"hard"})
