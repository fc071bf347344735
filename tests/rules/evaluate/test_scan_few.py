"""Views of few rows are scanned by one query whose rows are counted here: it must say what the other way says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from checker.audit import Options, Session
from checker.audit.check import suppliers, views_of
from checker.rules.evaluate import evaluate as evaluating
from checker.views.build import build_views
from checker.views.catalog import views
from tests import folders

FIXTURES = folders.FIXTURES


@pytest.mark.parametrize("source", ["partly-collected", "symmetrix-nmp"])
def test_both_scan_modes_agree(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    san = Session.open([str(FIXTURES / source / "exports")], Options(threads=1))
    rules, config, store = san.rules, san.config, san.store
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
    san.close()
    assert said[0] == said[1]
    assert said[0].findings
    assert sum(one.not_evaluated > 0 for one in said[0].rules) > 10
    assert not said[0].errors
