"""Chat: who may speak, how much, and what of it is shown."""

from odin_net.game.events import ChatSaid
from odin_net.game.text import BadText, clean_chat
from odin_net.host.core import Core, Guest
from protocol.codec import decode_event
from protocol.messages import Reason, Say

# DESIGN 7: five lines in five seconds, a thousand a game.
WINDOW = 5.0
MAX_LINES = 1000


class Chat:
    """Takes lines of chat in."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._game = b""
        self._lines = 0

    def say(self, guest: Guest, message: Say) -> Reason | None:
        """Let everybody read this line; why not, if they may not."""
        if not guest.name or (guest.place is None and not guest.watches):
            return Reason.NOT_NOW
        if guest.place is not None and guest.place.chair.muted:
            return Reason.MUTED
        if len(guest.chats) == guest.chats.maxlen and self._core.now < guest.chats[0] + WINDOW:
            return Reason.TOO_FAST
        try:
            text = clean_chat(message.text)
        except BadText:
            return Reason.BAD_TEXT
        if not self._count_line():
            return Reason.NOT_NOW
        guest.chats.append(self._core.now)
        seat = None if guest.place is None else self._core.seat_of(guest.place)
        self._core.happen(ChatSaid(seat, guest.name, text))
        return None

    def _count_line(self) -> bool:
        log = self._core.log
        if log.game != self._game:
            # After a restart of the host there are lines already.
            self._game, self._lines = log.game, sum(isinstance(event, ChatSaid) for event in map(decode_event, log.raw))
        self._lines += 1
        return self._lines <= MAX_LINES
