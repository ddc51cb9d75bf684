"""Pages at the real hub of a host, in one process, on a clock of their own: no socket, no thread, no waiting."""

from typing import Any

from odin_net.game.state import State
from odin_net.host.table import Opening
from protocol import pake
from tests.clients.web.engines import Engine
from tests.helpers.hallway import Hallway, Visitor

MOST_STEPS = 100_000
# How long somebody takes who acts without being told.
REACTION = 0.3


class PageLink(Visitor):
    """A link of a page, at the host's end."""

    def __init__(self, page: "Page") -> None:
        super().__init__(page.evening, page.address, None)
        self.page = page
        self.outgoing = b""
        self.is_over = False

    def flush(self) -> bool:
        data, self.outgoing = self.outgoing, b""
        if data:
            self.hallway.hub.received(self.hallway.now, self.number, data)
        return bool(data)

    def read(self) -> bool:
        data, self.wire.data = self.wire.data, b""
        if self.is_over or not (data or self.is_cut):
            return False
        if data:
            self.page.call("received", data)
        else:
            self.is_over = True
            self.page.call("lost")
        return True

    def end(self) -> None:
        """The page has hung up: what it wrote still arrives."""
        self.flush()
        if not self.is_over:
            self.is_over = True
            self.hallway.hub.lost(self.hallway.now, self.number)


class Page:
    """One page of one browser. It plays by itself unless it is told not to."""

    def __init__(
        self, evening: "Evening", name: str, *, code: str | None = None, stored: Any = None, watches: bool = False,
        plays: bool = True, address: str = "10.0.0.7",
    ) -> None:  # fmt: skip
        self.evening, self.engine, self.address, self.plays = evening, evening.engine, address, plays
        self.news: list[dict[str, Any]] = []
        self.dials = 0
        self.link: PageLink | None = None
        self._wants_link = False
        request = {"name": name, "code": code, "watches": watches}
        seed = f"{name} {evening.rng.random()}"
        self.number = self.engine.call("openPage", request, stored, seed)
        self.session: dict[str, Any] = {}
        self.acts_at = evening.now + REACTION if plays else float("inf")
        evening.pages.append(self)

    def call(self, method: str, *values: Any, looks: bool = False) -> Any:
        """Tell its session something."""
        done = self.engine.call("pageCall", self.number, {"now": self.evening.now, "looks": looks}, method, *values)
        assert "error" not in done, done
        self.news += done["news"]
        self.session = done["session"]
        if self.link is not None:
            self.link.outgoing += b"".join(done["sent"])
            if done["closes"]:
                self.link.end()
                self.link = None
        self.dials += done["dials"]
        self._wants_link |= done["dials"] > 0
        return done["shown"] if looks else done["answer"]

    def start(self) -> "Page":
        self.call("start")
        self.evening.settle()
        self.evening.wait(1)
        return self

    def reload(self) -> "Page":
        """The same browser with a new page, which finds what the old one has kept."""
        self.cut()
        self.evening.pages.remove(self)
        again = Page(self.evening, "", stored=self.session["stored"], plays=self.plays, address=self.address)
        return again.start()

    def cut(self) -> None:
        """Its link is lost, and both sides notice."""
        if self.link is not None:
            link, self.link = self.link, None
            link.is_over = True
            self.evening.hub.lost(self.evening.now, link.number)
            self.call("lost")
        self.evening.settle()

    def settle(self) -> bool:
        """Dial if that is wanted; whether it was."""
        if not self._wants_link:
            return False
        self._wants_link = False
        if self.evening.is_up:
            self.link = PageLink(self)
            self.evening.visitors.append(self.link)
            self.call("connected")
        else:
            self.call("connectFailed")
        return True

    def act(self) -> None:
        """Look whether there is something to do, and do it."""
        self.acts_at = self.evening.now + REACTION if self.plays else float("inf")
        if self.plays and self.session["caughtUp"]:
            wish = self.engine.call("wish", self.number, self.evening.rng.randrange(1000))
            if wish is not None:
                self.call(*wish)

    def tick(self) -> None:
        """It may be time for something."""
        wake_at = self.session["wakeAt"]
        if wake_at is not None and wake_at <= self.evening.now:
            self.call("tick")
        if self.acts_at <= self.evening.now:
            self.act()

    @property
    def due(self) -> float:
        """When it wants to be woken."""
        wake_at = self.session["wakeAt"]
        return self.acts_at if wake_at is None else min(wake_at, self.acts_at)

    # --- what a test asks of it ---

    def shown(self) -> dict[str, Any]:
        """What there is to see."""
        seen: dict[str, Any] = self.call("tick", looks=True)
        return seen

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [news for news in self.news if news["kind"] == kind]

    @property
    def ended(self) -> dict[str, Any] | None:
        return next(iter(self.of("Ended")), None)

    @property
    def verdicts(self) -> list[str]:
        return [news["verdict"]["result"] for news in self.of("Judged")]


class Evening(Hallway):
    """A host with pages."""

    def __init__(self, engine: Engine, opening: Opening | None = None, seed: int = 0) -> None:
        self.engine = engine
        self.pages: list[Page] = []
        self.is_up = True
        super().__init__(opening, seed)

    @property
    def code(self) -> str:
        return self.hub.table.memo.code

    @property
    def state(self) -> State:
        """All that the host knows."""
        return self.hub.table._core.state

    def page(self, name: str, **named: Any) -> Page:
        """Somebody comes with the code."""
        return Page(self, name, **{"code": self.code, **named}).start()

    def die(self) -> None:
        """The host is gone, and nobody has started it again yet."""
        self.is_up = False
        links = [page for page in self.pages if page.link is not None]
        self.visitors = []
        for page in links:
            page.link = None
            page.call("lost")

    def kill(self) -> None:
        """The host dies, and another one goes on with its journal."""
        self.die()
        super().kill()
        self.is_up = True
        self.settle()

    def settle(self) -> None:
        for _ in range(MOST_STEPS):
            self.visitors = [one for one in self.visitors if not (isinstance(one, PageLink) and one.is_over)]
            super().settle()
            if not any(page.settle() for page in self.pages):
                return
        raise AssertionError("it does not come to rest")

    def wait(self, seconds: float) -> None:
        """Let so much time pass, for the host and for all pages."""
        end = self.now + seconds
        for _ in range(MOST_STEPS):
            host = (self.hub.wake_at if self.is_up else None) or end
            due = min(host, *(page.due for page in self.pages), end)
            self.now = max(self.now, due)
            if self.is_up:
                self.hub.tick(self.now)
            for page in [*self.pages]:
                page.tick()
            self.settle()
            if due >= end:
                return
        raise AssertionError("it ticks without end")

    def play_until(self, done: Any, most: float = 3600) -> None:
        """Let time pass until this is so."""
        for _ in range(int(most)):
            if done():
                return
            self.wait(1)
        raise AssertionError("it never came to be")


class TrueEvening(Evening):
    """With the exchange that the real host has."""

    def _work(self) -> bool:
        if not self.jobs or not self.works:
            return False
        link, job = self.jobs.popleft()
        self.hub.exchanged(self.now, link, pake.run(job))
        return True
