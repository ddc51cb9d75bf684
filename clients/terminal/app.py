"""A table on one terminal: a stage, the scene of a session, and how it ended."""

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from clients.language import Language
from clients.news import How, News
from clients.session import Session
from clients.terminal.frame import Settings
from clients.terminal.scene import TableScene
from clients.terminal.stage import Stage, StageGone


class TableApp:
    """Make it in a running loop, give it its session with `attach`, start that, and await `run`.

    It is the session's listener. Any number of them live in one process.
    """

    def __init__(
        self,
        session: Session | None,
        language: Language,
        settings: Settings,
        input: Input,  # noqa: A002
        output: Output,
    ) -> None:
        self.stage = Stage(input, output, theme=settings.theme, mouse=settings.mouse)
        self.scene = TableScene(language, settings, self.stage.redraw, self.stage.ring, session)

    def attach(self, session: Session) -> None:
        """Show this one."""
        self.scene.attach(session)

    def heard(self, news: News) -> None:
        """Take the session's news in."""
        self.scene.heard(news)

    async def run(self) -> How:
        """Show the table until the session has ended and all is read, or the terminal is gone: then we go, too."""
        try:
            async with self.stage:
                await self.stage.show(self.scene, self.scene.done)
        except StageGone:
            self.scene.leave()
        finally:
            self.scene.close()
        return How.LEFT if self.scene.how is None else self.scene.how.how

    def resized(self) -> None:
        """The window has another size; only needed where no signal says so."""
        self.stage.resized()

    def close(self) -> None:
        """End the screen now, whatever it shows. The session is not told."""
        self.scene.finish()
