"""The figures of the history in lines: a chart of who won how often, and one player's games in a few facts."""

from datetime import datetime, tzinfo

from clients.language import Language
from clients.language.seats import level as level_of_bot
from odin_net.afterwards.figures import Figures, Own, Standing, Total
from odin_net.afterwards.history import Player, level_of
from odin_net.game.text import columns

BAR = 16
# More rows than so many nobody reads.
MOST_ROWS = 10
INDENT = "  "


def stats_lines(
    language: Language, tonight: Figures, all_time: Figures, me: Player, zone: tzinfo | None, *, is_ascii: bool = False
) -> list[str]:
    """All that is told; dates are those of this time zone. `me` is the player whose games they are."""
    # Translators: a heading: the games since this morning.
    lines = [language("Tonight"), *_section(language, tonight, me, zone, is_ascii=is_ascii), ""]
    # Translators: a heading: all games that there are records of.
    lines += [language("All time"), *_section(language, all_time, me, zone, is_ascii=is_ascii)]
    return lines


def name_of(language: Language, player: Player) -> str:
    """Somebody's name; of bots their level."""
    level = level_of(player)
    return player if level is None else level_of_bot(language, level)


def _section(language: Language, figures: Figures, me: Player, zone: tzinfo | None, *, is_ascii: bool) -> list[str]:
    counted = [
        language.many("{count} game", "{count} games", figures.games),
        language.many("{count} hand", "{count} hands", figures.hands),
    ]
    if figures.unfinished:
        # Translators: games without an end.
        counted.append(language.many("{count} unfinished", "{count} unfinished", figures.unfinished))
    lines = [language.enumerated(counted), *_chart(language, figures.league, me, is_ascii=is_ascii)]
    if figures.own is not None:
        lines += ["", language("The games of {name}", name=name_of(language, figures.own.player))]
        lines += _own_lines(language, figures.own, zone)
    return [INDENT + line if line else "" for line in lines]


def _chart(language: Language, league: list[Standing], me: Player, *, is_ascii: bool) -> list[str]:
    """The share of the games that each has won as a bar, with the figures behind it."""
    rows = league[:MOST_ROWS]
    rows += [standing for standing in league[MOST_ROWS:] if standing.player == me]
    names = [name_of(language, standing.player) for standing in rows]
    width = max(map(columns, names), default=0)
    lines = [
        f"{name}{' ' * (width - columns(name))}  {_bar(standing.total.win_share or 0, is_ascii=is_ascii)}  "
        + _summary(language, standing.total)
        for name, standing in zip(names, rows, strict=True)
    ]
    more = len(league) - len(rows)
    return [*lines, _more(language, more)] if more else lines


def _more(language: Language, count: int) -> str:
    # Translators: players who are not listed.
    return language.many("and {count} more", "and {count} more", count)


def _bar(share: float, *, is_ascii: bool) -> str:
    full = round(share * BAR)
    return ("#" if is_ascii else "█") * full + ("." if is_ascii else "░") * (BAR - full)


def _summary(language: Language, total: Total) -> str:
    said = [language.many("{wins} of {count} game won", "{wins} of {count} games won", total.games, wins=total.wins)]
    if total.points_per_hand is not None:
        # Translators: how many points somebody gets in a hand, on average.
        said.append(language("{points} points a hand", points=round(total.points_per_hand, 2)))
    return language.enumerated(said)


def _own_lines(language: Language, own: Own, zone: tzinfo | None) -> list[str]:
    lines = [
        language.many("{count} player: {text}", "{count} players: {text}", players, text=_summary(language, total))
        for players, total in own.by_players.items()
    ]
    lines += [
        language(
            # Translators: how many games they ended with fewer points than {name}, with more, and all.
            "against {name}: ahead {ahead}, behind {behind}, games {games}",
            name=name_of(language, opponent.player),
            ahead=opponent.rivalry.ahead,
            behind=opponent.rivalry.behind,
            games=opponent.rivalry.games,
        )
        for opponent in own.opponents[:MOST_ROWS]
    ]
    if len(own.opponents) > MOST_ROWS:
        lines.append(_more(language, len(own.opponents) - MOST_ROWS))
    nemesis = own.nemesis
    if nemesis is not None:
        # Translators: the opponent who beats somebody most often.
        lines.append(language("nemesis: {name}", name=name_of(language, nemesis.player)))
    lines.append(
        language("wins in a row: now {now}, at most {longest}", now=own.streaks.now, longest=own.streaks.longest)
    )
    if own.total.longest:
        lines.append(language("longest set: {cards}", cards=_longest(own.total, zone)))
    return lines


def _longest(total: Total, zone: tzinfo | None) -> str:
    cards = " ".join(total.longest)
    if total.longest_date is None:
        return cards
    return f"{cards} ({datetime.fromtimestamp(total.longest_date, zone):%Y-%m-%d})"
