"""How `odin` ends: the exit codes that scripts rely on, and the error that a person reads."""

from odin_net.sayings import Saying

DONE = 0
CHECK_FAILED = 1
USAGE = 2
NO_TABLE = 3
REFUSED = 4
INTERRUPTED = 130


class OdinError(Exception):
    """Something a person can mend: one sentence, and what to do next, told in their language at the very end."""

    def __init__(self, sentence: str, code: int = USAGE, **places: object) -> None:
        self.saying = Saying(sentence, places)
        super().__init__(str(self.saying))
        self.code = code


class ToldError(OdinError):
    """The same, where the sentence is in the reader's language already."""
