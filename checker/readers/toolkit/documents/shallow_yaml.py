"""A limit for nested brackets: the scanner of YAML takes quadratic time for them, before any value is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruamel.yaml import YAML


def shallow(loader: YAML, most: int) -> YAML:
    """Make a loader reject flow collections that are nested deeper than ``most``, and return it."""
    from ruamel.yaml.scanner import Scanner, ScannerError

    base: Any = loader.Scanner or Scanner

    class Shallow(base):  # type: ignore[misc]
        def fetch_flow_collection_start(self, *args: Any, **named: Any) -> None:
            if self.flow_level >= most:
                raise ScannerError(None, None, f"nested deeper than {most}", self.reader.get_mark())
            super().fetch_flow_collection_start(*args, **named)

    loader.Scanner = Shallow
    return loader
