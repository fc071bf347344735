"""Bundles that several tests look at are judged once."""

from __future__ import annotations

import inspect

import pytest

from tests.triage.verdicts import Memory


@pytest.fixture(autouse=True)
def _judged_again_if_the_program_differs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that replaces parts of the program neither uses what others found, nor leaves what it finds."""
    used = set(inspect.signature(request.function).parameters)
    monkeypatch.setattr(Memory, "on", used.isdisjoint(("monkeypatch", "mocker")))
