"""Settings for all tests: none is timed. By hand each run looks at new examples; for a submission they are fixed."""

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.helpers.browser import browser  # noqa: F401  One for all files: imported there, each file would have its own.

settings.register_profile("odin", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("odin")

# However the shell is set: without bytecode each of the thousand processes that tests start, and each of the workers
# that run them, would compile Odin anew, which takes longer than what it does.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a process, a socket or a browser most of their time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where tests run side by side the slow ones begin, so that no core waits for the last of them."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Where groups are taken no notice of, tests of one group disturb each other or build a thing once a worker."""
    if hasattr(session.config, "workerinput") and session.config.getoption("loadgroup"):
        for item in session.items:
            if item.get_closest_marker("xdist_group") and "@" not in item.nodeid:
                raise pytest.UsageError("this pytest-xdist keeps no groups with this pytest: install those of `dev`")


@pytest.fixture(autouse=True)
def no_page_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if "browser" in request.fixturenames:
        request.getfixturevalue("browser").forget()
