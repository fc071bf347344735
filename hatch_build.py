"""Build hook that compiles the rule book into the wheel, so that the first run does not have to, and packs its rules."""

from __future__ import annotations

import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RuleBookHook(BuildHookInterface):  # type: ignore[type-arg]
    """Add ``checker/_data/book/`` and ``rules.zip`` to the wheel; an invalid rule fails the build.

    Once compiled, the rules are read only to be tested; as 600 files they would take 2 MB more in each environment.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the rules of the checkout; an editable install compiles them on first use."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from checker.resources import PACKED
            from checker.rules.book.book import CORE, TEXT, compile_folder, write_book

            self._folder = tempfile.TemporaryDirectory(prefix="sanlint-book-")
            write_book(compile_folder(root / "rules"), Path(self._folder.name))
        finally:
            sys.path.remove(str(root))
        _pack(root / "rules", Path(self._folder.name) / PACKED)
        build_data["force_include"][str(Path(self._folder.name) / PACKED)] = f"checker/_data/{PACKED}"
        for name in (CORE, TEXT):
            build_data["force_include"][str(Path(self._folder.name) / name)] = f"checker/_data/book/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the compiled book from the temporary folder."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()


def _pack(folder: Path, archive: Path) -> None:
    """Pack the files of a folder; every build from the same files gives the same bytes."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in sorted(one for one in folder.rglob("*") if one.is_file()):
            packed.writestr(
                zipfile.ZipInfo(path.relative_to(folder).as_posix()), path.read_bytes(), zipfile.ZIP_DEFLATED
            )
