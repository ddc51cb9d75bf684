"""What a door for guests asks of the table: who comes in, and why not. All of it is in the table's loop."""

from msgspec import Struct

from odin_net.doors.user_name import Wishes
from odin_net.game.text import name_key
from odin_net.host.admission import source_of
from odin_net.host.server import Server
from protocol import codes
from protocol.errors import Close, Hint
from protocol.messages import Intent


class Admitted(Struct, frozen=True):
    """Somebody who may come in, and what is known of them."""

    address: str
    wishes: Wishes
    code: str
    """The code that they typed; empty at a table that is open to all."""
    words: str
    """Three words of their own: new ones, or those that they came back with."""
    table: bytes
    secret: bytes | None = None
    """The secret of their seat, if they came back to one."""

    __repr__ = object.__repr__  # It holds the code.


class Desk:
    """Asks the table. What it knows from the start may be read from anywhere."""

    def __init__(self, server: Server) -> None:
        self.server, self.loop = server, server.loop
        self.is_open = server.hub.table.memo.code == codes.OPEN
        """Whether the table has no code, which never changes."""

    def refusal(self, address: str) -> Hint | None:
        """Why nobody comes in from there now, whatever they type."""
        return self.server.hub.table.no_try_now(source_of(address), self.server.now(), of_seat=not self.is_open)

    def asks(self, wishes: Wishes) -> bool:
        """Whether they have to prove anything: where there is a code, or where a seat of their name has words."""
        name = name_key(wishes.name)
        names = map(name_key, self.server.hub.table.names_with_words())
        return not self.is_open or (bool(name) and name in names)

    def compare(self, address: str, wishes: Wishes, code: str) -> Admitted | Hint:
        """Let them in with these three words, which count as a guess from there; why not, if it is a hint."""
        intent = Intent.WATCH if wishes.watches else Intent.SEAT
        tried = self.server.try_code(address, code, intent)
        return tried if isinstance(tried, Hint) else self.admit(address, wishes, code, tried)

    def admit(self, address: str, wishes: Wishes, code: str, secret: bytes | None = None) -> Admitted | Hint:
        """Let them in; why not, if something has come between."""
        hint = self.refusal(address)
        if hint is not None:
            return hint
        table = self.server.hub.table
        # Who came back with words has typed no code.
        typed, words = (code, table.new_words()) if secret is None else (codes.OPEN, code)
        return Admitted(address, wishes, typed, words, table.memo.table, secret)

    def why_closed(self) -> Close:
        """Why the table closes now."""
        return Close.GAME_OVER if self.server.over.is_set() else Close.TABLE_CLOSED
