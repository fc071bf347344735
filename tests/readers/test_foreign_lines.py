"""A foreign line in the middle of an output is no fact, hides none silently, and is reported as not read.

SANLINT_THOROUGH inserts it at more places of each sample.
"""

from __future__ import annotations

from collections import Counter

import pytest

from checker.facts.observations import Observations
from checker.intake.decode import decode
from checker.intake.read import read_text
from checker.intake.record import ExportRecord
from tests import folders
from tests.thorough import THOROUGH

FOREIGN = "zzz unexpected 42"
PLACES = 40 if THOROUGH else 2
_DOCUMENTS = ("{", "[", "<")
"""JSON and XML have a syntax of their own."""
_ABOVE = "few lines above an output are its title"
_ROW = "the table has rows of so few words that it might be one"
_HEADING = "a heading may have another line there"
EXCEPTIONS = {
    "dothill-host-groups": _ROW,
    "ds8000-showfbvol": _ABOVE,
    "eseries-smcli": "an output of which nothing is read, which the report says",
    "eternus-cli": _HEADING,
    "netapp-qos-latency": _ABOVE,
    "netapp-storage-failover-show": _HEADING,
    "nxos-show-flogi-database": _ABOVE,
    "nxos-show-interface-brief": _ABOVE,
    "nxos-show-interface-counters-brief": _ABOVE,
    "nxos-show-npv-flogi-table": _ABOVE,
    "nxos-show-port-channel-summary": _ABOVE,
    "svc-lssystemstats": _ABOVE,
    "oceanstor-mapping": _HEADING,
    "veritas-listctlr": _HEADING,
    "vplex-ll-system-volumes": _HEADING,
    "vplex-storage-view-summary": _HEADING,
}
"""Formats in which a foreign line may go unnoticed, and why."""
_SAMPLES = sorted(
    path.name
    for path in folders.SAMPLES.iterdir()
    if path.suffix != ".xml" and not decode(path.read_bytes()).lstrip("\ufeff \t\r\n").startswith(_DOCUMENTS)
)


def read(name: str, text: str) -> tuple[Counter[object], list[ExportRecord], int]:
    """The facts of a text, its exports, and the number of what is reported about it."""
    observations = Observations()
    records = read_text(text, name, (name,), 0, observations)
    facts: Counter[object] = Counter()
    bad = 0
    for chunk in observations.chunks():
        rows = [*zip(*map(list, chunk.values), strict=True)]
        bad += len(rows) * (chunk.kind == "bad_value")
        facts.update((chunk.kind, *zip(chunk.columns, map(repr, row), strict=True)) for row in rows)
    unknown = sum(one.format is None and not one.ignored for one in records)
    cut = sum(one.ends_inside_record for one in records)
    reported = sum(one.unread_lines + len(one.notes) for one in records)
    return facts, records, bad + unknown + cut + reported


@pytest.mark.parametrize("name", _SAMPLES)
def test_a_foreign_line_is_reported(name: str) -> None:
    lines = decode((folders.SAMPLES / name).read_bytes()).rstrip("\n").split("\n")
    facts, records, reported = read(name, "\n".join([*lines, ""]))
    if excepted := [EXCEPTIONS[one.format] for one in records if one.format in EXCEPTIONS]:
        pytest.skip(excepted[0])
    if not any(one.records for one in records) or len(lines) < 2:
        pytest.skip("states nothing")
    places = range(1, len(lines), max((len(lines) - 1) // PLACES, 1))
    hidden = []
    for place in places:
        found, _, now = read(name, "\n".join([*lines[:place], FOREIGN, *lines[place:], ""]))
        if now <= reported:
            what = "swallowed" if found == facts else "lost" if facts - found else "fact"
            hidden.append(f"{what} below line {place}: {lines[place - 1][:60]!r}")
    assert hidden == []
