"""Shared test set-up. Property tests use fixed examples in CI and random ones elsewhere; no test depends on time."""

from __future__ import annotations

import gc
import os

import pytest
from hypothesis import HealthCheck, settings

from checker import cache
from tests.answers import forget, remember
from tests.thorough import examples

# A busy machine may be many times slower: examples have no deadline, and slow generation is not an error.
settings.register_profile(
    "sanlint",
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("sanlint")

# Collecting makes a million objects that live until the end: searching them for garbage takes a fifth of the time.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def _same_terminal_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the developer's own terminal settings, which would change the output."""
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Audit each time: tests replace parts of the program, on which answers of earlier runs do not depend."""
    forget(monkeypatch)


@pytest.fixture
def remembered(_nothing_is_remembered: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Audit the same exports once: for tests that replace nothing of the program, and ask the same SAN again and again."""
    remember(monkeypatch)


@pytest.fixture(autouse=True)
def _compiled_rules_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the cache alone after an internal error that a test plans: all processes after it would compile the rules again."""
    monkeypatch.setattr(cache, "forget_used", lambda: 0)
