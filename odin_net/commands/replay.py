"""`odin replay`: read recorded games aloud, or check them."""

import argparse
from pathlib import Path

from odin_net.commands.output import printable
from odin_net.exits import CHECK_FAILED, DONE
from odin_net.game.cards import cards_in, format_card, format_cards, in_reading_order, mask_of, number_of
from odin_net.game.events import (
    Actor,
    CardsPlayed,
    Event,
    GameEnded,
    GameStarted,
    HandDealt,
    HandEnded,
    Passed,
    RoundEnded,
    SeatChanged,
    TableStopped,
)
from odin_net.game.records import SUFFIX
from odin_net.game.replay import CUT_OFF, RecordError, Step, replay
from odin_net.game.sets import value_of
from odin_net.game.state import Phase, State

# A long game of six with all its proofs takes some 3 MB.
MAX_BYTES = 8 * 1024 * 1024


def run(arguments: argparse.Namespace) -> int:
    broken = 0
    for file in [file for named in arguments.files for file in records_in(named)]:
        try:
            check(file) if arguments.check else tell(file)
        except RecordError as error:
            print(f"{printable(file)}:{error.line}: {error.reason}")
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


def tell(file: str) -> None:
    text = read_text(file)
    print(printable(file))
    step = None
    former: list[str] = []
    for step in replay(text):
        for event in step.events:
            for line in sentences(step, event, former):
                print(line)
        former = [seat.name for seat in step.state.board.game.seats]
    if step is not None and step.state.board.phase is not Phase.OVER:
        print("The record ends here: the game is unfinished.")
    print()


def read_text(file: str) -> str:
    """The text of a record; RecordError if it cannot be one."""
    try:
        if not Path(file).is_file():
            what = f"no *{SUFFIX} is in this folder" if is_folder(Path(file)) else "there is no such file"
            raise RecordError(1, f"the file cannot be read: {what}")
        with Path(file).open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(1, f"the file cannot be read: {error.strerror or 'the system refuses'}") from None
    except ValueError:
        raise RecordError(1, "no file can have such a name") from None
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


def sentences(step: Step, event: Event, former: list[str]) -> list[str]:
    """What an event is in words. `step.state` is the state after the whole line, `former` are the names before it."""
    game = step.state.board.game
    names = [seat.name for seat in game.seats]
    match event:
        case GameStarted():
            return [f"{', '.join(names)} play to {game.options.points} points."]
        case SeatChanged(seat):
            return [f"{names[seat]} takes over from {former[seat]}."]
        case HandDealt():
            hands = [
                f"  {name}: {format_cards(sorted(cards_in(hand or 0), key=lambda card: (number_of(card), card)))}"
                for name, hand in zip(names, step.state.hands, strict=True)
            ]
            return ["", f"Hand {event.hand}. {names[event.opener]} opens.", *hands]
        case CardsPlayed(seat, cards, taken, by):
            mask = mask_of(cards)
            takes = "" if taken is None else f" and takes {format_card(taken)}"
            plays = f"plays {value_of(mask)} ({format_cards(in_reading_order(mask))})"
            return [f"{names[seat]} {plays}{takes}.{mark_of(by)}"]
        case Passed(seat, by):
            return [f"{names[seat]} passes.{mark_of(by)}"]
        case RoundEnded(opener):
            return [f"The round ends. {names[opener]} opens."]
        case HandEnded():
            scores = zip(names, event.points, game.totals, strict=True)
            return [f"The hand ends: {', '.join(f'{name} +{more} = {total}' for name, more, total in scores)}."]
        case GameEnded(winners):
            return [f"The game ends. Won by {' and '.join(names[seat] for seat in winners)}."]
        case TableStopped():
            return ["The table stopped; nobody wins."]
        case _:
            return []


def mark_of(by: Actor) -> str:
    """Who moved, where it was not the player."""
    return "" if by is Actor.PERSON else f" [{by.name.lower()}]"
