"""Compiles the rules and the bots on their way into a wheel, for those who ask for it and have a C compiler:

    HATCH_BUILD_HOOK_ENABLE_CUSTOM=true pip install .

The same sources go through mypyc, and stay in the wheel beside what it makes of them. They are compiled in a folder of
their own: left beside the sources of a clone, the libraries would hide every later change of those.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = ("odin_net/game", "odin_net/bots")
# Packages themselves, and where bots meet processes: no time is spent there.
INTERPRETED = {"__init__.py", "pool.py", "workers.py"}


class Compilation(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            self.app.abort("An editable install runs the sources as they are: leave out -e to compile them.")
        self.workshop = TemporaryDirectory()
        folder = Path(self.workshop.name)
        shutil.copytree(Path(self.root, "odin_net"), folder / "odin_net")
        self.compile(folder)
        # All code is in one library beside the packages; one for each module leads there.
        libraries = [path for path in folder.rglob("*") if path.suffix in {".so", ".pyd"}]
        build_data["force_include"] |= {str(path): path.relative_to(folder).as_posix() for path in libraries}
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        self.workshop.cleanup()

    def compile(self, folder: Path) -> None:
        """Let mypyc put a library beside each module of a copy of the sources."""
        sources = [path for name in COMPILED for path in sorted((folder / name).glob("*.py"))]
        modules = [str(path.relative_to(folder)) for path in sources if path.name not in INTERPRETED]
        command = [sys.executable, "-m", "mypyc", *modules]
        # A compiler may speak in another code page than Python reads.
        said = subprocess.run(  # noqa: S603
            command, cwd=folder, capture_output=True, text=True, errors="replace", check=False
        )
        if said.returncode:
            self.app.display_error(said.stdout + said.stderr)
            self.app.abort(
                "This does not compile here, perhaps for want of a C compiler or of Python's headers: "
                "install without HATCH_BUILD_HOOK_ENABLE_CUSTOM instead."
            )
        shutil.rmtree(folder / "build")
