"""The documents that an editor has open: what each of them is, decided by name and content as in an audit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from checker.intake.unrecognised.own_documents import CONFIG_NAMES

Kind = Literal["configuration", "rule", "export"]

_PROJECT = "pyproject.toml"
_RULE_NAME = re.compile(r"[A-Z]{2,5}[0-9]{3}(?:-.+|\.cases)\.yaml")
# Only at the start of a line: an inventory inside a configuration has the same key, indented.
_INVENTORY = re.compile(r"(?m)^sanlint: 1\b")


@dataclass(frozen=True)
class Document:
    """An open document.

    Attributes:
        path: absolute path of its file, which may not exist yet.
        text: its text in the editor.
    """

    path: Path
    text: str

    @property
    def kind(self) -> Kind:
        """What it is: a configuration, a rule (or its cases), or anything else, which is read as an export."""
        name = self.path.name
        if name == _PROJECT or (name in CONFIG_NAMES and not _INVENTORY.search(self.text[:4096])):
            return "configuration"
        return "rule" if _RULE_NAME.fullmatch(name) else "export"
