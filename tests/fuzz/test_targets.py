"""Every target accepts its beginnings, and inputs that fuzzing found stay fixed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fuzz.targets import targets
from tests.thorough import sample

_FOUND = Path(__file__).parent / "found"
_TARGETS = {target.name: target for target in targets()}


@pytest.mark.parametrize("name", sorted(_TARGETS))
def test_beginnings_keep_what_is_promised(name: str) -> None:
    beginnings = [*_TARGETS[name].beginnings()]
    assert beginnings
    for data in sample(beginnings, 20):
        _TARGETS[name].check(data)


@pytest.mark.parametrize("path", sorted(_FOUND.glob("*.input")), ids=lambda path: path.stem)
def test_what_fuzzing_found_is_fixed(path: Path) -> None:
    name = max((name for name in _TARGETS if path.name.startswith(f"{name}-")), key=len)
    _TARGETS[name].check(path.read_bytes())
