"""Audits with and without answers of earlier ones; the compiled rules are there: compiling them takes many times as long as an audit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from checker import cache
from checker.audit.remembered import Remembered

_ON, _FILES_TOO = Remembered.__dict__["on"], Remembered.__dict__["files_too"]
_KEPT: dict[str, bytes] = {}
"""The answers of this process by name, for the tests that ask for them."""


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither use nor keep answers, or what was read of single files."""
    monkeypatch.setattr(Remembered, "on", False)
    monkeypatch.setattr(Remembered, "files_too", False)


def remember(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer what this process was asked before, about the same paths with the same content, without another audit.

    Only for tests that replace no part of the program, and that are not about the audit that is asked again.
    """
    read, write = cache.read, cache.write

    def kept(name: str) -> bytes | None:
        return _KEPT.get(name) if name.startswith(cache.ANSWERS) else read(name)

    def keep(name: str, content: bytes) -> None:
        if name.startswith(cache.ANSWERS):
            _KEPT[name] = content
        else:
            write(name, content)

    monkeypatch.setattr(Remembered, "on", _ON)
    monkeypatch.setattr(Remembered, "files_too", _FILES_TOO)
    monkeypatch.setattr(cache, "read", kept)
    monkeypatch.setattr(cache, "write", keep)


@contextmanager
def without_answers() -> Iterator[None]:
    """Forget for a part of a test."""
    with pytest.MonkeyPatch.context() as patch:
        forget(patch)
        yield
