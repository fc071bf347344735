"""Audits that use no answers of earlier runs, but the compiled rules: compiling them takes many times as long as an audit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither use nor keep answers, or what was read of single files."""
    from checker.audit.remembered import Remembered

    monkeypatch.setattr(Remembered, "on", False)
    monkeypatch.setattr(Remembered, "files_too", False)


@contextmanager
def without_answers() -> Iterator[None]:
    """Forget for a part of a test."""
    with pytest.MonkeyPatch.context() as patch:
        forget(patch)
        yield
