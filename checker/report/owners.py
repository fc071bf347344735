"""The line of coverage about owners: files that name no machine, and findings that depend on names of files or folders."""

from __future__ import annotations

import re
from collections.abc import Mapping, Set

from checker.facts.platforms import is_unnamed
from checker.report.digest import shown_findings
from checker.report.text.words import clean, plural, shortened
from checker.rules.evaluate.finding import Report

_NAMED = 3


def owners_text(report: Report) -> str:
    """Return which findings depend on exports whose owner is known from the path only; a wrong folder name misleads them."""
    # An inventory names its hosts and switches itself.
    exports = [file for file in report.files if file.format not in (None, "sanlint-inventory")]
    guessed = {(file.path, file.member) for file in exports if file.owner_basis == "path"}
    named = {(file.path, file.member) for file in exports if file.owner_basis != "path"}
    guessed -= named
    unnamed: dict[tuple[str, str | None], set[str]] = {}
    for file in exports:
        if file.owner_basis == "path" and is_unnamed(file.owner or ""):
            unnamed.setdefault((file.path, file.member), set()).add(file.owner or "")
    guessed -= unnamed.keys()
    separate = _separate_text({f"{path}!{name}" if name else path: owners for (path, name), owners in unnamed.items()})
    dependent: dict[str, int] = {}
    for finding in shown_findings(report):
        places = [place for place in (finding.location, *finding.related) if place is not None]
        if any((place.file, place.member) in guessed for place in places):
            dependent[finding.rule] = dependent.get(finding.rule, 0) + 1
    if not dependent:
        return separate
    rules = [rule if count == 1 else f"{rule} ({count:,})" for rule, count in sorted(dependent.items())]
    files = f"{plural(len(guessed), 'file')} {'was' if len(guessed) == 1 else 'were'}"
    verb = "depends" if len(dependent) == 1 else "depend"
    guess = f"{files} assigned to a device by folder or file name only; {shortened(rules, 2 * _NAMED)} {verb} on that"
    return f"{separate}. {guess}" if separate else guess


def _separate_text(owners: Mapping[str, Set[str]]) -> str:
    """Return which files name no machine, what follows for rules, and the setting that assigns the first of them."""
    if not owners:
        return ""
    files, machines = sorted(owners), len(set().union(*owners.values()))
    what = "names no machine and is kept separate" if len(files) == 1 else "name no machine and are kept separate"
    repeated = next((name for name in files if len(owners[name]) > 1), None)
    if repeated is None and 1 < len(files) > machines:
        what = f"name no machine and are checked as {plural(machines, 'unknown machine')}"
    if machines > 1:
        what += ", so that rules that need facts from two of them are not evaluated"
    # Wildcards in a name are taken literally.
    match = re.sub(r"[\[*?]", r"[\g<0>]", clean(files[0]))
    listed = shortened([clean(name) for name in files], _NAMED)
    text = f'{plural(len(files), "file")} {what}: {listed}; assign with sources: [{{match: "{match}", owner: NAME}}] in sanlint.yaml'
    if repeated is not None:
        lists = f"contains {len(owners[repeated])} lists that may be from different machines"
        return f"{text}; {clean(repeated)} {lists}: divide it unless all of it is from one"
    # Two lists without a heading look like one, if they have no object in common.
    return f"{text}; divide a file with outputs of several machines"
