"""How `odin` ends: the exit codes that scripts rely on, and the error that a person reads."""

DONE = 0
CHECK_FAILED = 1
USAGE = 2
NO_TABLE = 3
REFUSED = 4
INTERRUPTED = 130


class OdinError(Exception):
    """Something a person can mend. The message is one sentence and what to do next."""

    def __init__(self, message: str, code: int = USAGE) -> None:
        super().__init__(message)
        self.code = code
