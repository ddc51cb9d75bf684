"""The points after each hand as a drawing: one line a seat, told apart by dashes, marks and names."""

from collections.abc import Sequence
from html import escape

from odin_net.game.text import columns

WIDTH, HEIGHT = 500, 320
LEFT, RIGHT, TOP, BOTTOM = 32, 176, 14, 30
# Lines of text are so far from each other.
LINE = 20
# So wide are letters, about: a browser knows better, but computes nothing for us.
LETTER, CAPITAL, BROAD = 9.5, 12, 16
BROAD_LETTERS = "MWmw@%"
# So many numbers stand at an axis at most.
MOST_TICKS = 12
DASHES = ("", "9 5", "2 5", "12 4 2 4", "18 6", "5 3 1 3 1 3")
MARKS = (
    '<circle r="5"/>',
    '<path d="M-5-5h10v10h-10z"/>',
    '<path d="M0-7L6 5H-6z"/>',
    '<path d="M0-7L7 0 0 7-7 0z"/>',
    '<path d="M-5-5L5 5M5-5L-5 5"/>',
    '<path d="M0 7L-6-5H6z"/>',
)


def points_chart(names: Sequence[str], scores: Sequence[Sequence[int]], target: int, title: str) -> str:
    """An SVG of these points by hand. Names are written as they are."""
    sums = [
        [sum(hand[seat] for hand in scores[:played]) for played in range(len(scores) + 1)] for seat in range(len(names))
    ]
    most = max(target, *(line[-1] for line in sums))
    chart = _Chart(len(scores), most)
    labels = _apart([chart.y(line[-1]) for line in sums])
    return "".join(
        [
            f'<svg class="points" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">',
            *chart.axes(target),
            *(_line(seat, chart, line) for seat, line in enumerate(sums)),
            *(_label(seat, chart, names[seat], sums[seat][-1], labels[seat]) for seat in range(len(names))),
            "</svg>",
        ]
    )


class _Chart:
    """Where a number of points after a number of hands stands."""

    def __init__(self, hands: int, most: int) -> None:
        self.hands, self.most = max(1, hands), most

    def x(self, hand: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * hand / self.hands, 1)

    def y(self, points: int) -> float:
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * points / self.most, 1)

    def axes(self, target: int) -> list[str]:
        low, right = self.y(0), self.x(self.hands)
        lines = [
            f'<path class="axis" d="M{LEFT} {self.y(points)}H{right}"/>'
            f'<text x="{LEFT - 8}" y="{self.y(points) + 5}" text-anchor="end">{points}</text>'
            for points in range(0, self.most + 1, _every(self.most))
        ]
        lines += [
            f'<text x="{self.x(hand)}" y="{low + 22}" text-anchor="middle">{hand}</text>'
            for hand in range(0, self.hands + 1, _every(self.hands))
        ]
        return [*lines, f'<path class="target" d="M{LEFT} {self.y(target)}H{right}"/>']


def _every(most: int) -> int:
    """How far the numbers at an axis are from each other."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, most) if most / step <= MOST_TICKS)


def _line(seat: int, chart: _Chart, sums: Sequence[int]) -> str:
    places = [(chart.x(hand), chart.y(points)) for hand, points in enumerate(sums)]
    path = "L".join(f"{x} {y}" for x, y in places)
    marks = "".join(f'<g transform="translate({x} {y})">{MARKS[seat]}</g>' for x, y in places[1:])
    return f'<g class="seat{seat}"><path class="run" d="M{path}" stroke-dasharray="{DASHES[seat]}"/>{marks}</g>'


def _label(seat: int, chart: _Chart, name: str, points: int, y: float) -> str:
    x, end = chart.x(chart.hands), chart.y(points)
    room = WIDTH - x - 40
    # Squeezed into its room: else the picture would cut it off.
    fitted = f' textLength="{room:g}" lengthAdjust="spacingAndGlyphs"' if _width(name) > room else ""
    return (
        f'<g class="seat{seat}"><path class="lead" d="M{x + 8} {end}L{x + 18} {y}"/>'
        f'<g transform="translate({x + 28} {y})">{MARKS[seat]}</g>'
        f'<text class="name" x="{x + 40}" y="{y + 5}"{fitted}>{escape(name)}</text></g>'
    )


def _width(name: str) -> float:
    return sum(
        BROAD if char in BROAD_LETTERS else (CAPITAL if char.isupper() else LETTER) * columns(char) for char in name
    )


def _apart(heights: Sequence[float]) -> list[float]:
    """These heights in the same order, moved so far that a line of text fits between each two of them."""
    order = sorted(range(len(heights)), key=lambda one: heights[one])
    placed: list[float] = []
    for one in order:
        placed.append(max(heights[one], placed[-1] + LINE if placed else TOP))
    over = max(0.0, placed[-1] - (HEIGHT - BOTTOM))
    for at in range(len(placed) - 1, -1, -1):
        least = placed[at + 1] - LINE if at + 1 < len(placed) else placed[at] - over
        placed[at] = min(placed[at], least)
    return [round(placed[order.index(one)], 1) for one in range(len(heights))]
