"""Builds what is not in the sources: the catalogues of all languages, always, and where it is asked for

    ODIN_COMPILE=1 pip install .

the rules and the bots, compiled, for those who have a C compiler. The same sources go through mypyc, and stay in the
wheel beside what it makes of them. They are compiled in a folder of their own: left beside the sources of a clone, the
libraries would hide every later change of those. Catalogues are put beside the sources, for `pip install -e`.
"""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LANGUAGE = "clients/language"
COMPILED = ("odin_net/game", "odin_net/bots")
# Packages themselves, and where bots meet a process: no time is spent there.
INTERPRETED = {"__init__.py", "pool.py", "file_bot.py"}


def is_to_compile() -> bool:
    return os.environ.get("ODIN_COMPILE", "") not in ("", "0")


class Build(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return ["mypy>=1.16", "setuptools>=70"] if is_to_compile() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        self.workshop = TemporaryDirectory()
        # Odin itself cannot be imported here: what it needs is not installed.
        language = Path(self.root, LANGUAGE)
        runpy.run_path(str(language / "mo_files.py"))["compile_all"](language / "locale")
        if is_to_compile():
            if version == "editable":
                self.app.abort("An editable install runs the sources as they are: leave out -e to compile them.")
            self.add_libraries(Path(self.workshop.name), build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        self.workshop.cleanup()

    def add_libraries(self, folder: Path, build_data: dict[str, Any]) -> None:
        """Compile a copy of the sources, and add what comes of it to the wheel."""
        shutil.copytree(Path(self.root, "odin_net"), folder / "odin_net")
        self.compile(folder)
        # All code is in one library beside the packages; one for each module leads there.
        libraries = [path for path in folder.rglob("*") if path.suffix in {".so", ".pyd"}]
        build_data["force_include"] |= {str(path): path.relative_to(folder).as_posix() for path in libraries}
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

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
                "install without ODIN_COMPILE instead."
            )
        shutil.rmtree(folder / "build")
