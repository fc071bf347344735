"""The exports of the ticket in the tutorial: ``python -m tests.triage.ticket FOLDER`` writes them.

``first`` has what the hosts recorded, ``second`` everything that ``sanlint collect --triage`` asks for, on the next day, and
``after`` the day after the device was repaired.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.triage.bundles import START, Bundle, during, slow_fabric

_SLOW = ("app05", "app06", "app07")
_TICKS, _SECONDS, _FULL = 400_000, 200, 16 * 25_000_000
"""Ticks of 2.5 microseconds in a second, seconds between the counters, and words per second of a full link."""
_DRAIN = Bundle(
    during(40, 60, slow_fabric, _SLOW, "vmhba4"), hosts=(*_SLOW, "app08", "dw2"), start=START + timedelta(days=1),
    counters={
        ("south-e1", "4"): {
            "tim64_txcrd_z": round(0.58 * _SECONDS * _TICKS), "stat64_wtx": round(0.09 * _SECONDS * _FULL), "er64_tx_c3_timeout": 96
        },
        ("south-c1", "30"): {"tim64_txcrd_z": round(0.5 * _SECONDS * _TICKS), "stat64_wtx": round(0.4 * _SECONDS * _FULL)},
    },
)  # fmt: skip
BUNDLES = {
    "first": replace(_DRAIN, start=START, with_array=False, counters={}),
    "second": _DRAIN,
    "after": Bundle(hosts=_DRAIN.hosts, start=START + timedelta(days=2)),
}


def write_ticket(folder: Path) -> None:
    """Write the three bundles below a folder."""
    for name, bundle in BUNDLES.items():
        for file, text in bundle.files().items():
            path = folder / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_ticket(Path(sys.argv[1]))
