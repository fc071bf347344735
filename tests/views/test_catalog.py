"""The names of views."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.errors import RuleError
from checker.views.catalog import view_files, views_in

TEXT = """-- view: {name}
-- meaning: One row per host.
-- grain: host
-- column host text: name of the host
SELECT host FROM initiator
"""


@pytest.mark.parametrize(
    ("name", "other"), [("path", "a kind"), ("edge_port", "a table of the topology"), ("host_volume", "another view")]
)
def test_a_name_that_something_else_has_is_an_error_of_the_file(tmp_path: Path, name: str, other: str) -> None:
    file = tmp_path / "mine.sql"
    file.write_text(TEXT.format(name=name), encoding="utf-8")
    with pytest.raises(RuleError, match=f"mine.sql: {other} is also called {name}"):
        views_in([*view_files(), file])
