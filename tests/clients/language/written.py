"""The sentences of the code and the catalogues of the repository, read once for all tests that only look at them."""

from functools import cache

from babel.messages.catalog import Catalog, Message

from clients.language import catalogues


@cache
def template() -> Catalog:
    """Every sentence in the code."""
    return catalogues.template()


@cache
def written(code: str) -> Catalog:
    """A language's catalogue."""
    return catalogues.read(code)


def sentences(catalogue: Catalog) -> list[Message]:
    """What is in it, without its header."""
    return [sentence for sentence in catalogue if sentence.id]
