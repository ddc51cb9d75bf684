"""Giving the seat of somebody who is away to who waits for one: only the hosting player may. Pure."""

from msgspec.structs import replace

from clients import model
from clients.model import Seen
from clients.terminal.intents import Do, Intent
from clients.terminal.ui import Mode, SendPart, Ui, Updated
from protocol.messages import GiveSeat


def seats_to_give(seen: Seen) -> tuple[int, ...]:
    """The seats that a bot covers, if one of them can be given away now."""
    return model.seats_to_give(seen.board, seen.seat) if seen.owner and seen.waiting else ()


def chosen_seat(ui: Ui, seen: Seen) -> int | None:
    """Whose seat is being given away; None if it cannot be any more."""
    return ui.giving if ui.giving in seats_to_give(seen) else None


def opened(ui: Ui, seen: Seen) -> Ui:
    """Ask about the first seat that can be given."""
    return replace(ui, mode=Mode.GIVING, giving=seats_to_give(seen)[0])


def asked(ui: Ui, intent: Intent, seen: Seen) -> Updated:
    """The answer to whether it is meant."""
    seat = chosen_seat(ui, seen)
    match intent:
        case Do.UP | Do.DOWN if seat is not None:
            seats = seats_to_give(seen)
            step = 1 if intent is Do.DOWN else -1
            return replace(ui, giving=seats[(seats.index(seat) + step) % len(seats)]), ()
        case Do.ENTER | Do.GIVE if seat is not None:
            # ARCHITECTURE: who is away. In order of arrival.
            return replace(ui, mode=Mode.PLAY), (SendPart(GiveSeat(seat, seen.waiting[0])),)
    return replace(ui, mode=Mode.PLAY), ()
