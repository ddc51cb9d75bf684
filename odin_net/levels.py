"""The levels that a bot can have, from the weakest to the strongest, with the words for such a bot.

How they play stands in `odin_net.bots.levels`: whoever only names them needs not load that.
"""

from odin_net.errors import Saying, saying

LEVELS: dict[str, Saying] = {
    "random": saying("bot, random"),
    "easy": saying("bot, easy"),
    "normal": saying("bot, normal"),
    "hard": saying("bot, hard"),
}
USUAL = "normal"
# Those that think for so long that it is worth a worker.
SLOW = frozenset({"hard"})
