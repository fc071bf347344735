"""The baseline: known findings by fingerprint, so that only new ones affect the result.

A file for version control: one entry per finding in a fixed order, with rule, object and message for the reader of a
diff. An entry keeps its text as long as its finding exists, so that only changes show up in the diff.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from checker.errors import UsageError
from checker.rules.config.find import shown_name
from checker.rules.evaluate.finding import Finding, RuleCoverage
from checker.rules.language.quoted import quoted
from checker.rules.language.suggest import printable
from checker.rules.suppress.model import BaselineUse, KnownFinding, Suppression
from checker.rules.suppress.suppressions import hide
from checker.system.files import read_regular

VERSION = 1
HEADER = "sanlint_baseline"
MAX_BYTES = 256 * 2**20
MACHINES = ("host", "switch", "storage_array")
"""Key columns that name a machine: findings of a machine that is not in the exports were not checked."""
_FINGERPRINT = re.compile(r"[0-9a-f]{16}")


def read_baseline(path: Path, place: str = "") -> tuple[KnownFinding, ...]:
    """Read a baseline.

    Args:
        path: the file, JSON or YAML by its content.
        place: position in the configuration that names it, for the error if the file is missing.

    Raises:
        UsageError: the file is missing, unreadable or not a baseline; the message names file, line and error.
    """
    where = f"{place}: " if place else ""
    if not path.exists():
        name = printable(shown_name(path, Path.cwd()), 200)
        raise UsageError(
            f"{where}baseline {name} not found; create it with sanlint check --write-baseline {name} PATH…"
        )
    try:
        text = read_regular(path, MAX_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not UTF-8 at byte {error.start + 1}; {_REMEDY}") from None
    except OSError as error:
        raise UsageError(f"{where}{path}: cannot be read: {error.strerror or error}") from None
    return _parsed(text, str(path))


_REMEDY = "rewrite it with --write-baseline, or restore it from version control"


@lru_cache(maxsize=2)
def _parsed(text: str, name: str) -> tuple[KnownFinding, ...]:
    document = _document(text, name)
    if not isinstance(document, dict) or HEADER not in document:
        raise UsageError(f"{name}:1: not a sanlint baseline: does not begin with {HEADER}")
    lines: Mapping[str, int] = getattr(document, "key_lines", {})
    if document[HEADER] != VERSION:
        header = printable(json.dumps(document[HEADER], default=str))
        raise UsageError(f"{name}:{lines.get(HEADER, 1)}: baseline of version {header}; this sanlint reads {VERSION}")
    entries = document.get("findings")
    if not isinstance(entries, list):
        raise UsageError(f"{name}:{lines.get('findings', 1)}: findings must be a list; {_REMEDY}")
    places = getattr(entries, "item_lines", [1] * len(entries))
    return tuple(_entry(entry, f"{name}:{line}") for entry, line in zip(entries, places, strict=True))


def _document(text: str, name: str) -> Any:
    if text.lstrip().startswith("{"):
        from checker.readers.toolkit.documents import located_json

        try:
            return located_json.parse(text, 1)
        except json.JSONDecodeError as error:
            raise UsageError(f"{name}:{error.lineno}:{error.colno}: invalid JSON: {error.msg}; {_REMEDY}") from None
    from checker.readers.toolkit.documents import located_yaml

    try:
        return located_yaml.parse(text, 1)
    except located_yaml.YamlProblem as problem:
        raise UsageError(f"{name}:{problem.line}: invalid YAML: {problem}; {_REMEDY}") from None


def _entry(entry: Any, place: str) -> KnownFinding:
    if not isinstance(entry, dict):
        raise UsageError(f"{place}: an entry must be a mapping with fingerprint and rule; {_REMEDY}")
    fingerprint, rule, about = entry.get("fingerprint"), entry.get("rule"), entry.get("object") or {}
    if not isinstance(fingerprint, str) or not _FINGERPRINT.fullmatch(fingerprint):
        raise UsageError(f"{place}: fingerprint must be 16 hexadecimal digits, in quotes; {_REMEDY}")
    if not isinstance(rule, str) or not isinstance(about, dict):
        raise UsageError(f"{place}: an entry requires rule (an id) and object (a mapping); {_REMEDY}")
    return KnownFinding(fingerprint, rule, dict(about), str(entry.get("message") or ""))


def known_of(findings: Iterable[Finding], before: Iterable[KnownFinding] = ()) -> tuple[KnownFinding, ...]:
    """Return the entries of a baseline of these findings, in order; entries that existed ``before`` are kept unchanged.

    Findings that a suppression hides are omitted: the suppression documents them, and it may expire.
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
    """Return the text of a baseline, JSON or YAML; the same findings yield the same bytes."""
    rows = [
        {"fingerprint": one.fingerprint, "rule": one.rule, "object": dict(one.object), "message": one.message}
        for one in sorted(known, key=_order)
    ]
    if not yaml:
        lines = ",\n".join(f"    {json.dumps(row, ensure_ascii=True)}" for row in rows)
        listed = f"[\n{lines}\n  ]" if rows else "[]"
        return f'{{\n  "{HEADER}": {VERSION},\n  "findings": {listed}\n}}\n'
    # ASCII JSON is also valid YAML: quoted texts, flow mappings.
    entries = [
        "".join(
            f"{'- ' if not number else '  '}{key}: {quoted(value)}\n" for number, (key, value) in enumerate(row.items())
        )
        for row in rows
    ]
    head = "# Known findings: sanlint check --baseline suppresses them. Written by sanlint check --write-baseline.\n"
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
    """Hide the findings listed in a baseline, and return the state of its entries.

    An entry whose finding is gone counts as fixed only if its rule was evaluated without missing facts and its machine is
    in the exports; otherwise it was not checked.

    Args:
        findings: findings of the audit.
        entries: entries of the baseline.
        file: displayed name of the baseline.
        suppressible: whether findings of a rule may be hidden, by its id.
        coverage: coverage of the rules.
        existing: ids of all existing rules; findings of other rules cannot come back.
        present: names of the hosts, switches or arrays in the exports, by ``MACHINES``.
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
    checked = {one.rule for one in coverage if one.evaluated + one.silenced + one.outside and not one.not_evaluated}
    names: dict[str, Collection[str]] = {}

    def seen(entry: KnownFinding) -> bool:
        machines = [key for key in MACHINES if entry.object.get(key) is not None]
        for key in machines:
            if key not in names:
                names[key] = present(key)
        return entry.rule in checked and all(str(entry.object[key]) in names[key] for key in machines)

    evaluated = [(entry, entry.rule not in existing or seen(entry)) for entry in gone]
    fixed = [entry for entry, is_checked in evaluated if is_checked]
    unseen = [entry for entry, is_checked in evaluated if not is_checked]
    still = [entry for fingerprint, entry in known.items() if fingerprint in here]
    return tuple(hidden), BaselineUse(file, tuple(still), tuple(fixed), tuple(unseen))
