"""A QR code as text: two modules, one above the other, are a character. Pure.

Scanners want dark modules on a light ground, with light around them. Where there are colours, dark modules are drawn in
black on white (`dark_on_light`); where there are none, the light ones are drawn, because most terminals are dark.
"""

from functools import lru_cache

# So many light modules have to be around a code; with fewer than the lesser number it is hard to find.
BORDER, LEAST_BORDER = 4, 2

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


class QrCode:
    """The modules of a code."""

    def __init__(self, dark: tuple[tuple[bool, ...], ...]) -> None:
        """A row of them for each row of the code, without what is around it."""
        self._dark = dark

    def width(self, border: int = BORDER) -> int:
        """How many characters a row takes."""
        return len(self._dark) + 2 * border

    def height(self, border: int = BORDER) -> int:
        """How many rows of characters there are."""
        return (self.width(border) + 1) // 2

    def dark_on_light(self, border: int = BORDER) -> list[str]:
        """To be drawn in black on white."""
        return self._drawn(border, ink=True)

    def light_on_dark(self, border: int = BORDER) -> list[str]:
        """For a terminal that writes light on dark, without colours."""
        return self._drawn(border, ink=False)

    def _drawn(self, border: int, *, ink: bool) -> list[str]:
        side = (False,) * border
        empty = (False,) * self.width(border)
        rows = [*[empty] * border, *((*side, *row, *side) for row in self._dark), *[empty] * border]
        if len(rows) % 2:
            rows.append(empty)
        return [
            "".join(_HALVES[above is ink, below is ink] for above, below in zip(*rows[at : at + 2], strict=True))
            for at in range(0, len(rows), 2)
        ]


@lru_cache(8)
def qr_code(text: str) -> QrCode:
    """The code of this text, as small as it can be."""
    import segno  # noqa: PLC0415  Few look at one, and it takes a moment.

    matrix = segno.make(text, error="l", micro=False).matrix
    return QrCode(tuple(tuple(bool(module) for module in row) for row in matrix))
