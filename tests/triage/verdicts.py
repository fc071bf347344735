"""Triage through the command line, and what its report says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from checker.cli.support.run import run
from tests.schema import fits


def triage(folder: Path, files: Mapping[str, str], *options: str) -> dict[str, Any]:
    """The report as JSON, which has the form of its schema."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    report = folder.with_name(f"{folder.name}.json")
    assert run(
        [
            "triage",
            *(() if "--config" in options else ("--isolated",)),
            "--quiet",
            *options,
            "-o",
            str(report),
            str(folder),
        ]
    ) in (0, 3)
    document: dict[str, Any] = json.loads(report.read_text())
    fits(document, "triage")
    return document


def causes(document: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (one["id"], tuple(f"{part['kind']} {part['key']}" for part in one["where"]))
        for one in document["explanations"]
        if one["role"] == "cause"
    ]


def segments(document: dict[str, Any]) -> set[tuple[str, ...]]:
    return {tuple(one["segments"]) for one in document["segments"]}
