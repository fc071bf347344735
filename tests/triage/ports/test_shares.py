"""A neighbour fills an ISL with most of its I/O, or with a small part: as adapters, paths or switch ports were measured."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest

from tests.triage.bundles import PORTS, Parts
from tests.triage.esxtop_columns import with_paths
from tests.triage.test_bundles import FULL, NEIGHBOUR, SECONDS
from tests.triage.verdicts import causes, triage

HOST = "app06"
ISL = "isl south-c1 - south-e1"


def busy(host: str, _volume: int, port: str, number: int, parts: Parts) -> Parts:
    """A job reads about 700 MB/s: a half of it would be less than a third of the ISL's load, nine tenths are more."""
    if not 40 <= number < 60 or host == "app08":
        return parts
    late = replace(parts, fabric=3.0) if port == "vmhba4" else parts
    return replace(late, iops=late.iops * 2.5) if host == HOST else late


BUSY = replace(NEIGHBOUR, scenario=busy)


def with_adapters(files: dict[str, str], south: float | None) -> dict[str, str]:
    """The exports with this share of the host's I/O over the south, as its adapters count it; without adapters if None."""
    rows = list(csv.reader(io.StringIO(files[f"{HOST}/esxtop.csv"])))
    kept = [place for place, name in enumerate(rows[0]) if south is not None or "Disk Adapter" not in name]
    scale = {}
    for port, share in zip(PORTS, (1 - (south or 0.0), south or 0.0), strict=True):
        scale[f"Physical Disk Adapter({port})\\Commands/sec"] = 2 * share
    lines = [",".join(f'"{rows[0][place]}"' for place in kept)]
    for row in rows[1:]:
        cells = [row[0]]
        for place in kept[1:]:
            factor = next((one for name, one in scale.items() if rows[0][place].endswith(name)), 1.0)
            cells.append(f"{float(row[place]) * factor:.4f}")
        lines.append(",".join(f'"{cell}"' for cell in cells))
    return {**files, f"{HOST}/esxtop.csv": "\n".join(lines) + "\n"}


@pytest.mark.parametrize(
    ("south", "cause"), [(0.9, "TRI014"), (0.1, "TRI005"), (0.5, "TRI005"), (None, "TRI005")], ids=str
)
def test_adapters_show_which_side_carries_the_load(tmp_path: Path, south: float | None, cause: str):
    document = triage(tmp_path, with_adapters(BUSY.files(), south))
    assert causes(document) == [(cause, (ISL,))]
    if cause == "TRI014":
        (text,) = (one["text"] for one in document["explanations"][0]["for"] if "MB/s before" in one["text"])
        assert text.startswith(f"{HOST} reads: ")
        assert "if its paths" not in text


@pytest.mark.parametrize(("south", "cause"), [(0.9, "TRI014"), (0.1, "TRI005")])
def test_switch_ports_of_the_host_show_it_where_it_prints_no_adapters(tmp_path: Path, south: float, cause: str):
    ports = {
        (f"{side}-e1", "1"): {"stat64_wtx": round(share * 0.45 * SECONDS * FULL), "stat64_wrx": SECONDS}
        for side, share in (("north", 1 - south), ("south", south))
    }
    bundle = replace(BUSY, counters={**BUSY.counters, **ports})
    assert causes(triage(tmp_path / "both", with_adapters(bundle.files(), None))) == [(cause, (ISL,))]
    # One port alone shows no shares.
    one = replace(BUSY, counters={**BUSY.counters, ("south-e1", "1"): ports["south-e1", "1"]})
    assert causes(triage(tmp_path / "one", with_adapters(one.files(), None))) == [("TRI005", (ISL,))]
    # Most of what the ports carry is of others that nothing measures.
    more = {place: {**rises, "stat64_wtx": rises["stat64_wtx"] * 2} for place, rises in ports.items()}
    other = replace(BUSY, counters={**BUSY.counters, **more})
    found = causes(triage(tmp_path / "more", with_adapters(other.files(), None)))
    assert [one for one in found if one[0] != "TRI011"] == [("TRI005", (ISL,))]


@pytest.mark.parametrize(("south", "cause"), [(0.9, "TRI014"), (0.1, "TRI005")])
def test_paths_show_it(tmp_path: Path, south: float, cause: str):
    files = with_paths(BUSY, share=lambda host, side: (1 - south, south)[side] if host == HOST else 0.5)
    assert causes(triage(tmp_path, files)) == [(cause, (ISL,))]


def test_reads_fill_only_what_the_port_of_the_host_sends_to_it(tmp_path: Path):
    """The switch port of the host is full of reads, so its writes, which rose as well, are not the cause."""
    port = {("south-e1", "1"): {"stat64_wtx": round(0.9 * SECONDS * FULL), "stat64_wrx": SECONDS}}
    alone = replace(BUSY, scenario=lambda *at: busy(*at) if at[0] == HOST else at[4], counters=port)
    document = triage(tmp_path, alone.files())
    texts = [one["text"] for found in document["explanations"] for one in found["for"]]
    assert not [text for text in texts if text.startswith(f"{HOST} writes")]
