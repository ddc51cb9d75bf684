import pytest

from tests.clients.web.engines import ENGINES, Engine, engine_called


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine in turn."""
    return engine_called(request.param)


@pytest.fixture(params=["v8", pytest.param("quickjs", marks=pytest.mark.slow)])
def cheap_engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine in turn, with an exchange that costs nothing: for whole evenings."""
    return engine_called(request.param, cheap=True)
