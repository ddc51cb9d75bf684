"""Settings for all tests: none of them is timed."""

from hypothesis import settings

settings.register_profile("odin", deadline=None)
settings.load_profile("odin")
