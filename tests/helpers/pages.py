"""The pages in each language, made once for all tests of a process: each takes two seconds."""

from functools import cache

import pytest

from clients.web.page import PLAYERS, Page, make_page


def page_in(code: str, path: str = PLAYERS) -> Page:
    """The page in this language at this path; nobody's."""
    return _made(code, path)


@cache
def _made(code: str, path: str) -> Page:
    return make_page(code, path=path)


# Tests that want pages are in one process, which makes them.
of_pages = pytest.mark.xdist_group("pages")
