"""Settings for all tests: none is timed. By hand each run looks at new examples; for a submission they are fixed."""

import os

import pytest
from hypothesis import settings

settings.register_profile("odin", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("odin")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where tests run side by side the slow ones begin, so that no core waits for the last of them."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.get_closest_marker("slow") is None)
