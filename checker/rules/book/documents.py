"""The documents that rules are based on: one table gives each an id and a title."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from checker import resources
from checker.facts.reference import read_reference

FILE = "document.yaml"


@cache
def documents() -> Mapping[str, str]:
    """Return the title of each document by its id.

    Raises:
        RuleError: the table is invalid.
    """
    _, rows = read_reference(resources.tables_folder() / FILE)
    return {str(row["document"]): str(row["source"]) for row in rows}
