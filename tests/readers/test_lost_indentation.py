"""Tables of multipath software of hosts survive a chat or a ticket that removes indentation and repeated blanks."""

from __future__ import annotations

import re

import pytest

from tests.readers import harness
from tests.readers.array_exports import SAMPLES, sample

TABLES = sorted(
    path.name
    for pattern in ("hdlm-view-*", "ultrapath-*")
    for path in SAMPLES.glob(pattern)
    if not path.name.startswith("hdlm-view-sys")
)


@pytest.mark.parametrize("name", TABLES)
def test_lost_indentation_and_collapsed_blanks_change_nothing(name: str) -> None:
    reader = name.split(".", maxsplit=1)[0]
    flat = re.sub(r"(?m)^[ \t]+", "", re.sub(r"[ \t]+", " ", sample(name)))
    assert harness.best_reader(flat) == reader
    assert harness.facts(harness.read(reader, flat)) == harness.facts(harness.read(reader, sample(name)))
