"""What commands print of things from outside."""


def printable(text: object) -> str:
    """A name from outside, a file's for example, without what could drive a terminal."""
    shown = str(text)
    return shown if shown.isprintable() else ascii(shown)
