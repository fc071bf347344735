"""Build hook that compiles the rule book into the wheel, so that the first run does not have to."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class RuleBookHook(BuildHookInterface):  # type: ignore[type-arg]
    """Add ``checker/_data/book/`` to the wheel; an invalid rule fails the build."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the rules of the checkout; an editable install compiles them on first use."""
        if self.target_name != "wheel" or version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from checker.rules.book.book import CORE, TEXT, compile_folder, write_book

            self._folder = tempfile.TemporaryDirectory(prefix="sanlint-book-")
            write_book(compile_folder(root / "rules"), Path(self._folder.name))
        finally:
            sys.path.remove(str(root))
        for name in (CORE, TEXT):
            build_data["force_include"][str(Path(self._folder.name) / name)] = f"checker/_data/book/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the compiled book from the temporary folder."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()
