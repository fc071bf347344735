"""A command loads the configuration, the rule books and the exports once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from checker.audit import opened
from checker.rules.book import book
from checker.rules.config import config
from fixtures.generate.sans.inventories import small_san
from tests.cli.conftest import Outcome


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", "-o", "report.html", "--exit-zero"),
        ("fail", "--component", "switch:a1", "--exit-zero"),
        ("fix", "--simulate", "--write", "--dry-run"),
        ("topology", "-o", "san.json"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_run_loads_everything_once(
    sanlint: Callable[..., Outcome], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "san.yaml").write_text(small_san())
    (tmp_path / "sanlint.yaml").write_text("select: [PTH002]\n")
    command, *options = arguments
    with (
        patch.object(config, "load_config", wraps=config.load_config) as configurations,
        patch.object(book, "built_in_book", wraps=book.built_in_book) as books,
        patch.object(opened, "read_exports", wraps=opened.read_exports) as readings,
    ):
        done = sanlint(command, "san.yaml", "-q", *options)
    assert done.code in (0, 1), done.err
    assert (configurations.call_count, books.call_count, readings.call_count) == (1, 1, 1)
