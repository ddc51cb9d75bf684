"""The README's pictures are what the client shows."""

from docs.pictures import draw_all


async def test_the_pictures_are_not_stale() -> None:
    for path, picture in (await draw_all()).items():
        assert path.read_text(encoding="utf-8") == picture, f"{path.name}: run python -m docs.pictures"
