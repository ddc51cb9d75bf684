"""Programs that tests need and a computer may not have: then they are skipped; with `ODIN_NO_SKIPS=1` they fail."""

import os
import shutil

import pytest


def skip_unless(there: object, reason: str) -> None:
    """Skip this test if that is missing; where nothing may be skipped it fails."""
    if there:
        return
    if os.environ.get("ODIN_NO_SKIPS"):
        pytest.fail(reason)
    pytest.skip(reason)


def need(program: str, package: str) -> str:
    """Where this program is."""
    found = shutil.which(program)
    skip_unless(found, f"{program} is missing: install {package}")
    assert found is not None
    return found
