"""A recorded game as one page for a browser or a printer: nothing is loaded, nothing runs.

It has the look of the phone's page, whose style sheet it shares. Names are hostile: whatever came out of the record is
escaped, and stands in a `bdi`, so that it can turn nothing around it.
"""

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Any

from clients.language import Language
from clients.language.awards import AWARDS
from clients.language.seats import level as level_of_bot
from clients.language.voice import mark
from odin_net.afterwards.points_chart import points_chart
from odin_net.afterwards.story import Action, Hand, Story
from odin_net.game.awards import Award, awards_in
from odin_net.game.cards import Card, colour_of, in_reading_order, mask_of, number_of
from odin_net.game.events import Actor, Kind

# Where something that is drawn stands in a sentence, until it is drawn; no name and no sentence has them.
FIRST_PLACE = 0xE000
# Those that a check of the record has looked at.
PROOF_KEYS = ("attempt", "commitment", "commitments", "shares", "secret")
LONGEST_PART = 64
# So many hands stand beside each other on a sheet of paper.
HANDS_A_TABLE = 15
# Even if a name found a way out of its place, nothing could run or be loaded.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
WORD = (
    '<svg class="word" viewBox="0 0 96 32" role="img" aria-label="Odin">'
    '<path d="M14 3L25 16 14 29 3 16zM35 3v26L49 16zM59 3v26M69 29V3l20 26V3"/></svg>'
)


def report_of(story: Story, language: Language, style: str) -> str:
    """The whole page, with this style."""
    return _Report(story, language).page(style)


class _Report:
    def __init__(self, story: Story, language: Language) -> None:
        self.story, self.language, self.game = story, language, story.game
        self.names = [seat.name for seat in story.game.seats]

    def page(self, style: str) -> str:
        """All of it."""
        language = self.language
        direction = "rtl" if language.is_rtl else "ltr"
        title = f"Odin: {escape(language.enumerated(self.names))}"
        return "".join(
            [
                f'<!doctype html>\n<html lang="{language.code}" dir="{direction}">\n<meta charset="utf-8">\n',
                '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
                '<meta name="color-scheme" content="dark light">\n',
                f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n',
                f'<link rel="icon" href="data:,">\n<title>{title}</title>\n<style>{style}</style>\n',
                f'<main class="page report">\n{self.head()}\n{self.standing()}\n{self.awards()}\n',
                f"{self.points()}\n{''.join(map(self.hand, self.story.hands))}\n{self.proof()}\n</main>\n</html>\n",
            ]
        )

    # --- the parts of the page ---

    def head(self) -> str:
        language = self.language
        date = "" if self.story.date is None else f'<p class="soft ltr">{self.story.date:%Y-%m-%d %H:%M}</p>'
        far = language.many("to {count} point", "to {count} points", self.game.options.points)
        return (
            f'<header class="rays tight">{WORD}<h1>{self.result()}</h1><p class="soft">{escape(far)}</p>{date}</header>'
        )

    def result(self) -> str:
        winners = [self.names[seat] for seat in self.game.winners]
        if len(winners) == 1:
            return self.told(mark("{name} wins."), name=winners[0])
        if winners:
            return self.told(mark("{names} share the victory."), names=winners)
        if self.story.is_over:
            return self.told(mark("The table stopped early: nobody wins."))
        return self.told(mark("The record ends here: the game is unfinished."))

    def standing(self) -> str:
        totals = self.game.totals
        most = max(self.game.options.points, *totals)
        rows = [
            f'<li class="{self.marks(seat)}">'
            f'<span class="name">{_name(self.names[seat])}{self.bot(seat)}</span>'
            f'<span class="track" aria-hidden="true"><s class="was" style="--p:{totals[seat] / most:.3f}"></s></span>'
            f"<b>{totals[seat]}</b></li>"
            for seat in sorted(range(len(totals)), key=lambda seat: (totals[seat], seat))
        ]
        won = " won" if self.game.winners else ""
        return self.section(self.capital(mark("final standing")), f'<ol class="race tight{won}">{"".join(rows)}</ol>')

    def marks(self, seat: int) -> str:
        """The classes of a row: who has reached the target, and who won, with others or alone."""
        is_over, has_won = self.game.totals[seat] >= self.game.options.points, seat in self.game.winners
        return " ".join(["over"] * is_over + ["winner"] * has_won)

    def bot(self, seat: int) -> str:
        occupant = self.game.seats[seat]
        if occupant.kind is not Kind.BOT:
            return ""
        return f' <small class="soft">{escape(level_of_bot(self.language, occupant.level))}</small>'

    def awards(self) -> str:
        items = "".join(f"<li>{self.award(award)}</li>" for award in awards_in(self.story.events))
        return self.section(self.language("Awards"), f'<ul class="awards">{items}</ul>') if items else ""

    def award(self, award: Award) -> str:
        name, cards = self.names[award.seat], _Drawn(_cards(award.cards))
        return self.told(AWARDS[award.kind], name=name, count=award.amount, number=award.hand, cards=cards)

    def points(self) -> str:
        hands = self.story.played
        if not hands:
            return ""
        title = self.language("Points by hand")
        chart = points_chart(self.names, [hand.points for hand in hands], self.game.options.points, title)
        firsts = range(0, len(hands), HANDS_A_TABLE)
        tables = "".join(self.table(hands[: first + HANDS_A_TABLE], first) for first in firsts)
        return self.section(title, chart + tables)

    def table(self, hands: Sequence[Hand], first: int) -> str:
        """The points of these hands but for those before the first, and the sums of all."""
        head = "".join(f'<th scope="col">{hand.number}</th>' for hand in hands[first:])
        rows = "".join(
            f'<tr><th scope="row">{_name(name)}</th>'
            + "".join(f"<td>{hand.points[seat]}</td>" for hand in hands[first:])
            + f"<td><b>{sum(hand.points[seat] for hand in hands)}</b></td></tr>"
            for seat, name in enumerate(self.names)
        )
        table = f"<table><thead><tr><td></td>{head}<td></td></tr></thead><tbody>{rows}</tbody></table>"
        return f'<div class="wide">{table}</div>'

    def hand(self, hand: Hand) -> str:
        """One hand: what was dealt, what was played, what was left."""
        title = self.told(mark("Hand {number}. {name} opens."), number=hand.number, name=self.names[hand.opener])
        dealt = "".join(
            f'<li><span class="name">{_name(name)}</span>{_cards(_by_number(cards))}</li>'
            for name, cards in zip(self.names, hand.dealt, strict=False)
        )
        rounds = "".join(f'<ol class="round">{self.round(actions)}</ol>' for actions in hand.rounds if actions)
        told = f'<ul class="dealt">{dealt}</ul>{rounds}{self.left(hand)}'
        return f'<section class="panel hand-told"><h2>{title}</h2>{told}</section>\n'

    def round(self, actions: Sequence[Action]) -> str:
        """A line for each play, and one for all who pass in a row."""
        groups = groupby(actions, key=lambda action: (action.seat, *action.cards) if action.cards else ())
        return "".join(f"<li>{' '.join(map(self.action, group))}</li>" for _, group in groups)

    def action(self, action: Action) -> str:
        by = "" if action.by is Actor.PERSON else f' <small class="soft">{escape(self.mover(action.by))}</small>'
        if not action.cards:
            return f'<span class="soft">{self.told(mark("{name} passes."), name=action.name)}</span>{by}'
        cards = _Drawn(_cards(in_reading_order(mask_of(action.cards))))
        if action.taken is None:
            said = self.told(mark("{name} plays {value} ({cards})."), name=action.name, value=action.value, cards=cards)
        else:
            said = self.told(
                mark("{name} plays {value} ({cards}) and takes {taken}."),
                name=action.name,
                value=action.value,
                cards=cards,
                taken=_Drawn(_cards((action.taken,))),
            )
        return said + by

    def mover(self, by: Actor) -> str:
        return self.language("bot", "mover") if by is Actor.BOT else self.language("clock", "mover")

    def left(self, hand: Hand) -> str:
        if not hand.points:
            return ""
        rows = "".join(
            f'<li><span class="name">{_name(name)}</span>'
            + (_cards(in_reading_order(mask_of(cards))) if cards else f'<span class="gold rune">{self.out()}</span>')
            + f'<b class="plus">{f"+{points}" if points else 0}</b></li>'
            for name, cards, points in zip(self.names, hand.left, hand.points, strict=True)
        )
        return f'<ol class="laid">{rows}</ol>'

    def out(self) -> str:
        return escape(self.language("out", "state"))

    def proof(self) -> str:
        language, proved, hands = self.language, self.story.proved, self.story.hands
        if not proved:
            return self.section(
                language("The fair deal"), f"<p>{escape(language('This record has no proof of its deals.'))}</p>"
            )
        count = language.many(
            "{proved} of {count} deal is proved.", "{proved} of {count} deals are proved.", len(hands), proved=proved
        )
        about = language(
            "Before each deal the host and every client bound themselves to numbers that nobody else knew; from what "
            "they showed then, exactly these cards follow. {command} computes it again from the record.",
            command="`odin replay --check`",
        )
        told = "".join(
            f"<h3>{self.told(mark('hand {number}'), number=hand.number)}</h3>{_proof(hand.proof)}"
            for hand in hands
            if hand.proof
        )
        game = f'<dl class="ltr"><dt>game</dt><dd>{self.game.id.hex()}</dd></dl>'
        return self.section(
            language("The fair deal"),
            f'<p class="good">{escape(count)}</p><p class="soft">{escape(about)}</p>{game}{told}',
        )

    # --- words ---

    def section(self, title: str, inside: str) -> str:
        return f'<section class="panel"><h2>{escape(title)}</h2>{inside}</section>'

    def capital(self, sentence: str) -> str:
        said = self.language(sentence)
        return said[:1].upper() + said[1:]

    def told(self, sentence: str, **values: Any) -> str:
        """This sentence as markup; names, and what is drawn, are put in where they belong."""
        drawn: list[str] = []

        def place(markup: str) -> str:
            drawn.append(markup)
            return chr(FIRST_PLACE + len(drawn) - 1)

        for key, value in values.items():
            if isinstance(value, _Drawn):
                values[key] = place(value)
            elif isinstance(value, str):
                values[key] = place(_name(value))
            elif isinstance(value, list):
                values[key] = self.language.listed([place(_name(name)) for name in value])
        said = escape(self.language(sentence, **values))
        for number, markup in enumerate(drawn):
            said = said.replace(chr(FIRST_PLACE + number), markup)
        return said


class _Drawn(str):
    """Markup of ours."""

    __slots__ = ()


def _name(name: str) -> str:
    return f"<bdi>{escape(name)}</bdi>"


def _by_number(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=lambda card: (number_of(card), card))


def _cards(cards: Sequence[Card]) -> str:
    return f'<span class="set">{"".join(map(_card, cards))}</span>'


def _card(card: Card) -> str:
    number, colour = number_of(card), colour_of(card)
    return f'<span class="card {colour}" role="img" aria-label="{colour}{number}"><b>{number}</b><i>{colour}</i></span>'


def _proof(proof: dict[str, Any] | None) -> str:
    """What proves a deal, by the keys of the record: numbers and hex digits, and nothing else is shown."""
    rows = []
    for key in PROOF_KEYS:
        value = (proof or {}).get(key)
        parts = value if isinstance(value, list) else [value]
        shown = "<br>".join("–" if part is None else escape(str(part)[:LONGEST_PART]) for part in parts)
        rows.append(f"<dt>{key}</dt><dd>{shown}</dd>")
    return f'<dl class="ltr">{"".join(rows)}</dl>'
