"""The baseline: findings that were known when somebody wrote it, by their fingerprints, so that only new ones decide.

A file for version control: one entry a finding in a fixed order, with rule, object and message for whoever reads the
difference. An entry keeps its text as long as its finding is there, so that only what changed is written anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from checker.engine.config_find import shown_name
from checker.engine.finding import Finding, RuleCoverage
from checker.engine.hidden import BaselineUse, KnownFinding, Suppression
from checker.engine.quoted import quoted
from checker.engine.suggest import printable
from checker.engine.suppressions import hide
from checker.errors import UsageError

VERSION = 1
HEADER = "sanlint_baseline"
MAX_BYTES = 256 * 2**20
MACHINES = ("host", "switch", "storage_array")
"""Key columns that name a machine: where it is not in the exports, nobody looked at its findings."""
_FINGERPRINT = re.compile(r"[0-9a-f]{16}")


def read_baseline(path: Path, place: str = "") -> tuple[KnownFinding, ...]:
    """Read a baseline.

    Args:
        path: the file, JSON or YAML by its content.
        place: where the configuration names it, for the error that it is missing.

    Raises:
        UsageError: it is missing, can't be read, or is no baseline; names file, line and what is wrong.
    """
    where = f"{place}: " if place else ""
    if not path.exists():
        name = printable(shown_name(path, Path.cwd()), 200)
        raise UsageError(f"{where}there is no baseline {name}; sanlint check --write-baseline {name} PATH… makes it")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{where}{path}: larger than {MAX_BYTES // 2**20} MiB: that is no baseline")
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 at byte {error.start + 1}; {_REMEDY}") from None
    except OSError as error:
        raise UsageError(f"{where}{path}: can't be read: {error.strerror or error}") from None
    return _parsed(text, str(path))


_REMEDY = "write it again with --write-baseline, or take it from version control"


@lru_cache(maxsize=2)
def _parsed(text: str, name: str) -> tuple[KnownFinding, ...]:
    document = _document(text, name)
    if not isinstance(document, dict) or HEADER not in document:
        raise UsageError(f"{name}:1: no baseline of sanlint: it doesn't begin with {HEADER}")
    lines: Mapping[str, int] = getattr(document, "key_lines", {})
    if document[HEADER] != VERSION:
        told = printable(json.dumps(document[HEADER], default=str))
        raise UsageError(f"{name}:{lines.get(HEADER, 1)}: baseline of version {told}; this sanlint reads {VERSION}")
    entries = document.get("findings")
    if not isinstance(entries, list):
        raise UsageError(f"{name}:{lines.get('findings', 1)}: findings must be a list; {_REMEDY}")
    places = getattr(entries, "item_lines", [1] * len(entries))
    return tuple(_entry(entry, f"{name}:{line}") for entry, line in zip(entries, places, strict=True))


def _document(text: str, name: str) -> Any:
    if text.lstrip().startswith("{"):
        from checker.readers import located_json

        try:
            return located_json.parse(text, 1)
        except json.JSONDecodeError as error:
            raise UsageError(f"{name}:{error.lineno}:{error.colno}: no JSON: {error.msg}; {_REMEDY}") from None
    from checker.readers import located_yaml

    try:
        return located_yaml.parse(text, 1)
    except located_yaml.YamlProblem as problem:
        raise UsageError(f"{name}:{problem.line}: no YAML: {problem}; {_REMEDY}") from None


def _entry(entry: Any, place: str) -> KnownFinding:
    if not isinstance(entry, dict):
        raise UsageError(f"{place}: an entry is a mapping with fingerprint and rule; {_REMEDY}")
    fingerprint, rule, about = entry.get("fingerprint"), entry.get("rule"), entry.get("object") or {}
    if not isinstance(fingerprint, str) or not _FINGERPRINT.fullmatch(fingerprint):
        raise UsageError(f"{place}: fingerprint must be 16 hexadecimal digits, in quotes; {_REMEDY}")
    if not isinstance(rule, str) or not isinstance(about, dict):
        raise UsageError(f"{place}: an entry needs rule, an id, and object, a mapping; {_REMEDY}")
    return KnownFinding(fingerprint, rule, dict(about), str(entry.get("message") or ""))


def known_of(findings: Iterable[Finding], before: Iterable[KnownFinding] = ()) -> tuple[KnownFinding, ...]:
    """Return what a baseline of these findings holds, in its order; entries that were there ``before`` stay as they are.

    Findings that a suppression hides are left out: the suppression is their reason, and may expire.
    """
    old = {one.fingerprint: one for one in before}
    found = {
        finding.fingerprint: old.get(finding.fingerprint)
        or KnownFinding(finding.fingerprint, finding.rule, dict(finding.object), finding.message)
        for finding in findings
        if finding.state != "suppressed" or finding.known
    }
    return tuple(sorted(found.values(), key=_order))


def _order(one: KnownFinding) -> tuple[str, ...]:
    return (one.rule, json.dumps(dict(one.object), default=str), one.fingerprint)


def baseline_text(known: Sequence[KnownFinding], *, yaml: bool) -> str:
    """Return the text of a baseline, JSON or YAML; the same findings give the same bytes."""
    rows = [
        {"fingerprint": one.fingerprint, "rule": one.rule, "object": dict(one.object), "message": one.message}
        for one in sorted(known, key=_order)
    ]
    if not yaml:
        lines = ",\n".join(f"    {json.dumps(row, ensure_ascii=True)}" for row in rows)
        listed = f"[\n{lines}\n  ]" if rows else "[]"
        return f'{{\n  "{HEADER}": {VERSION},\n  "findings": {listed}\n}}\n'
    # What JSON writes in ASCII is YAML too: quoted texts, flow mappings.
    entries = [
        "".join(
            f"{'- ' if not number else '  '}{key}: {quoted(value)}\n" for number, (key, value) in enumerate(row.items())
        )
        for row in rows
    ]
    head = "# Known findings: sanlint check --baseline hides them. Written by sanlint check --write-baseline.\n"
    return f"{head}{HEADER}: {VERSION}\nfindings:{'' if rows else ' []'}\n{''.join(entries)}"


def apply(
    findings: Sequence[Finding],
    entries: Sequence[KnownFinding],
    file: str,
    *,
    suppressible: Callable[[str], bool],
    coverage: Iterable[RuleCoverage],
    existing: Collection[str],
    present: Callable[[str], Collection[str]],
) -> tuple[tuple[Finding, ...], BaselineUse]:
    """Hide the findings that a baseline knows, and say what became of its entries.

    An entry whose finding is gone is mended only if its rule was evaluated and lacked no facts, and if the machine it
    is about is in the exports; else nobody looked.

    Args:
        findings: those of the audit.
        entries: those of the baseline.
        file: its name for people.
        suppressible: whether findings of a rule may be hidden, by its id.
        coverage: how the rules went.
        existing: ids of all rules there are; findings of others can't come back.
        present: names of the hosts, switches or arrays that the exports speak of, by ``MACHINES``.
    """
    by = Suppression("baseline", file)
    known = {entry.fingerprint: entry for entry in entries}
    hidden = [
        hide(finding, by) if finding.fingerprint in known and finding.state == "fail" and suppressible(finding.rule)
        else finding
        for finding in findings
    ]  # fmt: skip
    here = {finding.fingerprint for finding in findings}
    gone = [entry for fingerprint, entry in known.items() if fingerprint not in here]
    looked = {one.rule for one in coverage if one.evaluated + one.silenced + one.outside and not one.not_evaluated}
    names: dict[str, Collection[str]] = {}

    def seen(entry: KnownFinding) -> bool:
        machines = [key for key in MACHINES if entry.object.get(key) is not None]
        for key in machines:
            if key not in names:
                names[key] = present(key)
        return entry.rule in looked and all(str(entry.object[key]) in names[key] for key in machines)

    looked_at = [(entry, entry.rule not in existing or seen(entry)) for entry in gone]
    mended = [entry for entry, judged in looked_at if judged]
    unseen = [entry for entry, judged in looked_at if not judged]
    still = [entry for fingerprint, entry in known.items() if fingerprint in here]
    return tuple(hidden), BaselineUse(file, tuple(still), tuple(mended), tuple(unseen))
