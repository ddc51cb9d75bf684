"""`odin replay`: read recorded games aloud, or check them."""

import argparse
from pathlib import Path
from typing import assert_never

from clients.language import Language
from odin_net.commands.console import language_of, printable
from odin_net.errors import CHECK_FAILED, DONE
from odin_net.game.cards import cards_in, format_card, format_cards, in_reading_order, mask_of, number_of
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
from odin_net.game.records import SUFFIX
from odin_net.game.replay import CUT_OFF, RecordError, ReplayStep, replay
from odin_net.game.sets import value_of
from odin_net.game.state import Phase, State

# A long game of six with all its proofs takes some 3 MB.
MAX_BYTES = 8 * 1024 * 1024


def run(arguments: argparse.Namespace) -> int:
    language = language_of(arguments)
    broken = 0
    for file in [file for named in arguments.files for file in records_in(named)]:
        try:
            check(file) if arguments.check else tell(file, language)
        except RecordError as error:
            line = f":{error.line}" if error.line else ""
            print(f"{printable(file)}{line}: {error.reason}")
            broken += 1
    return CHECK_FAILED if broken else DONE


def records_in(named: str) -> list[str]:
    """The records of a folder, or the file itself."""
    folder = Path(named)
    if not is_folder(folder):
        return [named]
    return sorted(str(path) for path in folder.iterdir() if path.name.endswith(SUFFIX)) or [named]


def is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def check(file: str) -> None:
    steps = list(replay(read_text(file)))
    print(f"{printable(file)}: {summary(steps[-1].state)}")


def tell(file: str, language: Language) -> None:
    text = read_text(file)
    print(printable(file))
    step = None
    former: list[str] = []
    for step in replay(text):
        for event in step.events:
            for line in sentences(language, step, event, former):
                print(line)
        former = [seat.name for seat in step.state.board.game.seats]
    if step is not None and step.state.board.phase is not Phase.OVER:
        print(language("The record ends here: the game is unfinished."))
    print()


def read_text(file: str) -> str:
    """The text of a record; RecordError if it cannot be one, of no line if there is nothing to read."""
    try:
        if not Path(file).is_file():
            what = f"no *{SUFFIX} is in this folder" if is_folder(Path(file)) else "there is no such file"
            raise RecordError(0, f"the file cannot be read: {what}")
        with Path(file).open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(0, f"the file cannot be read: {error.strerror or 'the system refuses'}") from None
    except ValueError:
        raise RecordError(0, "no file can have such a name") from None
    if len(data) > MAX_BYTES:
        raise RecordError(1, f"the file is too large for a record: more than {MAX_BYTES // 1024**2} MiB")
    try:
        # Some editors put a mark at the beginning of every text.
        return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
    except UnicodeDecodeError as error:
        cut_off = error.end == len(data) and error.reason == "unexpected end of data"
        reason = CUT_OFF if cut_off else "this is not a line of JSON: it is not UTF-8"
        raise RecordError(data.count(b"\n", 0, error.start) + 1, reason) from None


def summary(state: State) -> str:
    board = state.board
    game = board.game
    hands = f"{len(game.scores)} hand{'' if len(game.scores) == 1 else 's'}"
    if game.winners:
        return f"ok, {hands}, won by {' and '.join(game.seats[seat].name for seat in game.winners)}"
    return f"ok, {hands}, stopped early" if board.phase is Phase.OVER else f"ok, {hands}, unfinished"


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
            return ["", language("Hand {number}. {name} opens.", number=hand, name=names[opener]), *_hands(step, names)]
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


def _hands(step: ReplayStep, names: list[str]) -> list[str]:
    return [
        f"  {name}: {format_cards(sorted(cards_in(hand or 0), key=lambda card: (number_of(card), card)))}"
        for name, hand in zip(names, step.state.hands, strict=True)
    ]


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
