"""Settings for all tests: none is timed. By hand each run looks at new examples; for a submission they are fixed."""

import os

from hypothesis import settings

settings.register_profile("odin", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("odin")
