"""`odin replay`: watch a recorded game, read it aloud, or check it."""

import argparse
from collections import deque
from typing import assert_never

from clients.language import Language
from odin_net.commands.console import has_terminal, language_of, newest_game, printable
from odin_net.errors import CHECK_FAILED, DONE
from odin_net.files import data_folder
from odin_net.game.cards import (
    Card,
    Mask,
    cards_in,
    format_card,
    format_cards,
    in_reading_order,
    mask_of,
    number_of,
)
from odin_net.game.events import (
    Actor,
    CardsPlayed,
    ChatSaid,
    DealAborted,
    DealCommitted,
    DealContributed,
    DealOpened,
    Event,
    GameEnded,
    GameStarted,
    HandDealt,
    HandEnded,
    HandKnown,
    LobbyOpened,
    OptionsChanged,
    Passed,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.replay import RecordError, ReplayStep, replay
from odin_net.game.sets import value_of
from odin_net.game.state import Phase
from odin_net.loading import loading
from odin_net.records.folder import read_record, records_in
from odin_net.records.proofs import CheckedStep, check_record


def run(arguments: argparse.Namespace) -> int:
    language = language_of(arguments)
    broken = 0
    named = arguments.files or [newest_game(data_folder(arguments.data))]
    files = [file for name in named for file in records_in(name)]
    on_screen = len(files) == 1 and not arguments.plain and has_terminal()
    for file in files:
        try:
            if arguments.check:
                check(file)
            elif not on_screen or not show(file, arguments):
                tell(file, language)
        except RecordError as error:
            line = f":{error.line}" if error.line else ""
            print(f"{printable(file)}{line}: {error.reason}")
            broken += 1
    return CHECK_FAILED if broken else DONE


def show(file: str, arguments: argparse.Namespace) -> bool:
    """On the screen, once all of it was read; False if there is nothing to see in it, not even a deal."""
    with loading():
        from clients.viewing import positions_of  # noqa: PLC0415  Lines need no screen.
        from odin_net.commands.replay_on_screen import watch  # noqa: PLC0415
    positions = positions_of(replay(read_record(file)))
    if positions:
        watch(positions, arguments)
    return bool(positions)


def check(file: str) -> None:
    (checked,) = deque(check_record(read_record(file)), maxlen=1)  # The steps before it need not be kept.
    print(f"{printable(file)}: {summary(checked)}")


def tell(file: str, language: Language) -> None:
    text = read_record(file)
    print(printable(file))
    step = None
    former: list[str] = []
    for step in replay(text):
        for event in step.events:
            for line in sentences(language, step, event, former):
                print(language.as_line(line))
        former = [seat.name for seat in step.state.board.game.seats]
    if step is not None and step.state.board.phase is not Phase.OVER:
        print(language("The record ends here: the game is unfinished."))
    print()


def summary(checked: CheckedStep) -> str:
    """How a record ends, and how many of its deals are proved, where it has proofs."""
    board = checked.step.state.board
    game = board.game
    hands = f"{len(game.scores)} hand{'' if len(game.scores) == 1 else 's'}"
    end = "stopped early" if board.phase is Phase.OVER else "unfinished"
    if game.winners:
        end = f"won by {' and '.join(game.seats[seat].name for seat in game.winners)}"
    return f"ok, {hands}, {end}{proofs(checked.proved, len(game.scores))}"


def proofs(proved: int, hands: int) -> str:
    if not proved:
        return ""
    count = f"{proved} of {hands}" if proved < hands else str(proved)
    return f"; {count} deal{'' if hands == 1 else 's'} proved"


def sentences(language: Language, step: ReplayStep, event: Event, former: list[str]) -> list[str]:
    """What an event is in words. `step.state` is the state after the whole line, `former` are the names before it."""
    game = step.state.board.game
    names = [seat.name for seat in game.seats]
    match event:
        case GameStarted():
            all_names = language.enumerated(names)
            points = game.options.points
            return [
                language.many(
                    "{names} play to {count} point.", "{names} play to {count} points.", points, names=all_names
                )
            ]
        case SeatChanged(seat):
            return [language("{name} takes over from {former}.", name=names[seat], former=former[seat])]
        case HandDealt(hand, opener):
            opens = language("Hand {number}. {name} opens.", number=hand, name=names[opener])
            return ["", opens, *_hands(language, step, names)]
        case CardsPlayed():
            return [_played(language, event, names[event.seat])]
        case Passed(seat, by):
            return [language("{name} passes.", name=names[seat]) + mark_of(language, by)]
        case RoundEnded(opener):
            return [language("The round ends. {name} opens.", name=names[opener])]
        case HandEnded():
            scores = zip(names, event.points, game.totals, strict=True)
            results = language.enumerated([f"{name} +{more} = {total}" for name, more, total in scores])
            return [language("The hand ends: {points}.", points=results)]
        case GameEnded(winners):
            return [
                language("The game ends. Won by {names}.", names=language.listed([names[seat] for seat in winners]))
            ]
        case TableStopped():
            return [language("The table stopped; nobody wins.")]
        case HandKnown() | LobbyOpened() | OptionsChanged() | ChatSaid():
            return []
        case DealOpened() | DealCommitted() | DealContributed() | DealAborted():
            return []
        case _:
            assert_never(event)


def _hands(language: Language, step: ReplayStep, names: list[str]) -> list[str]:
    return [
        "  " + language("{name}: {text}", name=name, text=format_cards(_by_number(hand or 0)))
        for name, hand in zip(names, step.state.hands, strict=True)
    ]


def _by_number(hand: Mask) -> list[Card]:
    return sorted(cards_in(hand), key=lambda card: (number_of(card), card))


def _played(language: Language, played: CardsPlayed, name: str) -> str:
    mask = mask_of(played.cards)
    value, cards = value_of(mask), format_cards(in_reading_order(mask))
    if played.taken is None:
        said = language("{name} plays {value} ({cards}).", name=name, value=value, cards=cards)
    else:
        taken = format_card(played.taken)
        said = language(
            "{name} plays {value} ({cards}) and takes {taken}.", name=name, value=value, cards=cards, taken=taken
        )
    return said + mark_of(language, played.by)


def mark_of(language: Language, by: Actor) -> str:
    """Who moved, where it was not the player."""
    if by is Actor.PERSON:
        return ""
    return f" [{language('bot' if by is Actor.BOT else 'clock', 'mover')}]"
