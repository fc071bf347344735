"""Exports of one array in a folder: the samples of its readers, audited together with a host that uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from checker.audit import Options, audit
from checker.facts.values import Value
from checker.rules.evaluate.finding import Report
from tests import folders
from tests.readers import harness

# What the host itself says of the volume: without it, it might be no data volume.
_DEVICE = "vendor: STORAGE, model: DISK, size_bytes: 10737418240, transport: fc"
SAMPLES = folders.SAMPLES


def sample(name: str) -> str:
    return (SAMPLES / name).read_text(encoding="utf-8")


def rows(name: str, kind: str, text: str | None = None) -> list[dict[str, Value]]:
    """The rows of a kind that the sample (or another text of its reader) gives, without array and line."""
    result = harness.read(name.split(".", maxsplit=1)[0], sample(name) if text is None else text)
    assert result.failure is None
    assert result.unread_lines == 0, result.first_unread
    return [
        {key: value for key, value in row.items() if key not in ("storage_array", "line")}
        for row in result.observations.rows(kind)
    ]


def corpus_rows(reader: str, relative: str, kind: str) -> list[dict[str, Value]]:
    """The rows of a kind in a file of the corpus, which this reader recognises and reads in full."""
    text = harness.corpus_file(relative)
    assert harness.best_reader(text) == reader
    result = harness.read(reader, text)
    assert (result.failure, result.unread_lines) == (None, 0)
    return [
        {key: value for key, value in row.items() if key not in ("storage_array", "line")}
        for row in result.observations.rows(kind)
    ]


def single_controller(
    folder: Path, files: Mapping[str, str], host: str, device: str, logins: Sequence[tuple[str, str]]
) -> tuple[Report, list[dict[str, Any]]]:
    """Audit a host whose paths end where ``logins`` (initiator, target) say; return what is found of one controller."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    paths = "".join(
        f"      - {{device: {device}, initiator: '{initiator}', target: '{target}', state: active}}\n"
        for initiator, target in logins
    )
    (folder / "inventory.yaml").write_text(
        f"sanlint: 1\nobserved: true\nhosts:\n  {host}:\n    devices:\n      {device}: {{{_DEVICE}}}\n    paths:\n{paths}",
        encoding="utf-8",
    )
    report = audit([str(folder)], Options(isolated=True, jobs=1, select=("PTH007", "DOC")))
    assert report.errors == ()
    found = [finding for finding in report.findings if finding.rule.startswith("PTH007")]
    return report, [{**finding.object, **finding.evidence} for finding in found]
