"""The page in each language, made once for all tests of a process: each takes two seconds."""

from functools import cache

import pytest

from clients.web.page import make_page

page_in = cache(make_page)
# Tests that want pages are in one process, which makes them.
of_pages = pytest.mark.xdist_group("pages")
