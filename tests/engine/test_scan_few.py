"""Views of few rows are scanned by one query whose rows are counted here: it must say what the other way says."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from checker.audit import AuditOptions, build_store, configuration, load_books, read_exports, select_rules
from checker.engine import evaluate as evaluating
from checker.judging import suppliers, views_of
from checker.views.build import build_views
from checker.views.catalog import views

FIXTURES = Path(__file__).parents[2] / "fixtures"


@pytest.mark.parametrize("source", ["partly-collected", "symmetrix-nmp"])
def test_both_ways_to_scan_say_the_same(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    options = AuditOptions()
    paths = [str(FIXTURES / source / "exports")]
    config = configuration(paths, options)
    rules = select_rules(load_books(options, config), options, config)
    store = build_store(read_exports(paths, config, options, FIXTURES), 1)
    store.plan_plainly()
    build_views(store, views_of(rules))
    said = []
    for few in (-1, 1_000_000):
        monkeypatch.setattr(evaluating, "FEW_ROWS", few)
        said.append(
            evaluating.evaluate(
                store.connection,
                rules,
                views(),
                config.settings,
                as_of=datetime(2026, 2, 1, tzinfo=UTC),
                suppliers=suppliers(),
            )
        )
    store.close()
    assert said[0] == said[1]
    assert said[0].findings
    assert sum(one.not_evaluated > 0 for one in said[0].rules) > 10
    assert not said[0].errors
