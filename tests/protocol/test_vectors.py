import pytest

from tests.protocol.vectors import FOLDER, VECTORS, as_json


@pytest.mark.parametrize("name", VECTORS)
def test_the_published_vectors_are_what_we_compute(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == as_json(VECTORS[name]())


def test_there_are_no_other_files_among_them() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(VECTORS)
