"""`python -m odin_net` is `odin`."""

import sys

from odin_net.cli import main

sys.exit(main())
