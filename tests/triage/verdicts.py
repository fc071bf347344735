"""Triage through the command line, and what its report says."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from checker.cli.support.run import run
from tests.schema import fits

_KNOWN: dict[str, tuple[str, str]] = {}
"""The report about each content that was asked, with its folder; tests that replace parts of the program use none (conftest.py)."""


class Memory:
    """Whether what was found about the same files is used again: several tests look at the same bundle."""

    on = True


def triage(folder: Path, files: Mapping[str, str], *options: str) -> dict[str, Any]:
    """The report as JSON, which has the form of its schema."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    report = folder.with_name(f"{folder.name}.json")
    # Options may name other files, whose content counts too.
    key = _content(folder, options) if Memory.on and not any("/" in one or one == "--config" for one in options) else ""
    if key not in _KNOWN:
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
        text = report.read_text()
        fits(json.loads(text), "triage")
        if not key:
            return _read(text)
        _KNOWN[key] = str(folder), text
    asked, text = _KNOWN[key]
    return _read(text.replace(asked, str(folder)))


def judged(folder: Path, files: Mapping[str, str], verdict: str, expected: object) -> dict[str, Any]:
    """The report, whose verdict and causes are these."""
    document = triage(folder, files)
    assert (document["verdict"], causes(document)) == (verdict, expected), json.dumps(
        document["explanations"], indent=1
    )
    return document


def _read(text: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(text)
    return document


def _content(folder: Path, options: tuple[str, ...]) -> str:
    """A digest of the names and contents of all files of a folder, and of the options."""
    found = hashlib.sha256(repr(options).encode())
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        found.update(f"{path.relative_to(folder)}\0{len(content)}\0".encode() + content)
    return found.hexdigest()


def causes(document: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (one["id"], tuple(f"{part['kind']} {part['key']}" for part in one["where"]))
        for one in document["explanations"]
        if one["role"] == "cause"
    ]


def segments(document: dict[str, Any]) -> set[tuple[str, ...]]:
    return {tuple(one["segments"]) for one in document["segments"]}
