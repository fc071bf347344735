"""The configuration that ``sanlint init`` writes; everything is commented out, so it changes nothing.

Prose begins with ``# ``, settings with ``#`` alone: removing that character activates them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from checker.cli.init.san import Entity, SanSummary
from checker.rules.language.quoted import quoted
from checker.rules.language.suggest import printable

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_WORDS = frozenset(["null", "true", "false", "yes", "no", "on", "off", "y", "n"])
_FILES = 20
_GENERAL = """\
# Which rules run: default, all, fc, go-live, pre-commit, triage or hygiene; see sanlint rules profiles.
#profile: default

# Rules to skip, or to run in addition: ids, id prefixes, tags; see sanlint rules list.
#ignore: [PTH013]
#extend_select: [XFR]

# The lowest severity that makes the exit code 1: error, warning, info or never.
#fail_on: warning

# Severities and limits that differ from the rules' defaults; sanlint explain PTH002 shows the parameters of a rule.
#severities:
#  PTH013: info
#parameters:
#  PTH002.min: 4

# The same for some objects only; the last matching entry applies.
#overrides:
#  - match: {host: "lab-*"}
#    params: {PTH002.min: 3}

# Accepted findings, each with a reason; sanlint suppress adds entries.
#suppressions:
#  - rule: PTH001
#    objects: {host: "lab-*"}
#    reason: one adapter is enough in the lab
#    expires: 2027-06-30

# Known findings, so that only new ones affect the exit code.
# Create the file with: sanlint check --write-baseline known-findings.json PATH…
#baseline: known-findings.json

# The workload for estimated costs and response times, and your own parameters of the estimate.
#estimate:
#  workload: workload.yaml
#  parameters:
#    all_flash.read_latency: {low: 0.2, typical: 0.3, high: 0.6}

# URL of your copy of the documentation site, for links from SARIF to rule pages.
#docs_url: https://docs.example.com/sanlint

# Folders with your own rules, relative to this file; start a rule with: sanlint rules new XAB001 NAME
#rules: [rules]
"""


def init_text(summary: SanSummary | None, paths: Sequence[str], schema: str | None) -> str:
    """Return the text of a new configuration.

    Args:
        summary: devices and files in the exports; None without exports.
        paths: the exports, as the user named them.
        schema: reference to the JSON Schema, for editors; None for no reference.
    """
    shown = " ".join(printable(one, 200) for one in paths) or "PATH…"
    lines = [
        *([f"# yaml-language-server: $schema={schema}"] if schema is not None else []),
        "# Configuration of sanlint. Everything is commented out; remove the # in front of a line to activate it.",
        "# To show all settings and where they are set: sanlint check --show-settings " + shown,
        "",
        *_GENERAL.splitlines(),
        "",
        *_sources(summary),
        "",
        "# Facts that no export contains, in the form of an inventory. Sites and failure domains are needed to check stretched",
        "# designs, host clusters to compare their hosts, and completeness to report that something is missing.",
        "#inventory:",
        *(_inventory(summary) if summary is not None else _EXAMPLE),
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"


_EXAMPLE = (
    "#  hosts:",
    "#    esx01: {site: SITE, failure_domain: ROOM, host_cluster: CLUSTER}",
    "#  fabrics:",
    "#    fabric-a: {side: A}",
    "#  completeness:",
    "#    - {scope: fabric, name: fabric-a, complete: true}",
)


def _sources(summary: SanSummary | None) -> list[str]:
    lines = ["# Owner and time of collection (UTC) of files that do not contain them. The first match applies."]
    if summary is None:
        return [*lines, "#sources:", '#  - {match: "*/esx01/*", owner: esx01, captured_at: 2026-11-01}']
    entries = _by_folder(summary.files)
    if not entries:
        return [*lines, "# All files contain both.", "#sources:", '#  - {match: "*/esx01/*", owner: esx01}']
    lines += [
        "# These files are assigned by folder or file name only, or have no time; correct the entries if necessary."
    ]
    lines.append("#sources:")
    for match, (owner, undated) in entries[:_FILES]:
        facts = [f"match: {_text(match)}"]
        facts += [f"owner: {_text(owner)}"] if owner else []
        facts += ["captured_at: YYYY-MM-DD"] if undated else []
        lines.append(f"#  - {{{', '.join(facts)}}}")
    if (more := len(entries) - _FILES) > 0:
        lines.append(f"# … and {more:,} more")
    return lines


def _by_folder(files: Mapping[str, tuple[str | None, bool]]) -> list[tuple[str, tuple[str | None, bool]]]:
    """Return one entry per folder if its files have the same gaps, else one per file."""
    folders: dict[str, list[str]] = {}
    for name in files:
        folders.setdefault(name.rpartition("/")[0], []).append(name)
    entries: list[tuple[str, tuple[str | None, bool]]] = []
    for folder, names in sorted(folders.items()):
        owners = {files[name][0] for name in names} - {None}
        undated = any(files[name][1] for name in names)
        if folder and len(names) > 1 and len(owners) <= 1:
            entries.append((f"{_glob(folder)}/*", (next(iter(owners), None), undated)))
        else:
            entries += [(_glob(name), files[name]) for name in names]
    return entries


def _inventory(summary: SanSummary) -> list[str]:
    lines: list[str] = []
    if summary.hosts:
        for number, group in enumerate(summary.shared, 1):
            shown = ", ".join(group[:4]) + (f" and {len(group) - 4} more" if len(group) > 4 else "")
            lines.append(
                f"#  # CLUSTER-{number}: {printable(shown, 200)} share most of their volumes; are they one cluster?"
            )
        lines += ["#  hosts:", *(_host(host, summary) for host in summary.hosts)]
    if summary.fabrics or summary.switches:
        lines += ["#  fabrics:"]
        for fabric in summary.fabrics:
            remark = (
                f"   # side {fabric.about}"
                if fabric.about
                else ""
                if fabric.named
                else "   # unnamed in the exports; choose a name"
            )
            lines.append(f"#    {_text(fabric.name)}:{remark}")
            lines += [] if fabric.about else [f"#      side: {_side(fabric.name)}"]
            members = summary.switches.get(fabric.name, [])
            lines += ["#      switches:"] if members else []
            lines += [f"#        {_text(one.name)}: {{{_site(one)}{_vsans(one)}}}{_about(one)}" for one in members]
    if summary.arrays:
        lines += ["#  storage_arrays:"]
        for array in summary.arrays:
            clusters = summary.clusters.get(array.name, [])
            if clusters:
                lines += [f"#    {_text(array.name)}:{_about(array)}", "#      clusters:"]
                lines += [f"#        {_text(one.name)}: {{{_site(one)}}}" for one in clusters]
            else:
                lines.append(f"#    {_text(array.name)}: {{{_site(array)}}}{_about(array)}")
    complete = [("fabric", one.name) for one in summary.fabrics] + [
        ("storage_array", one.name) for one in summary.arrays
    ]
    if complete:
        lines += ["#  # Activate entries whose exports are complete: anything missing from them then counts as absent."]
        lines += ["#  completeness:"]
        lines += [f"#    - {{scope: {scope}, name: {_text(name)}, complete: true}}" for scope, name in complete]
    return lines or list(_EXAMPLE)


def _host(host: Entity, summary: SanSummary) -> str:
    guess = next((number for number, group in enumerate(summary.shared, 1) if host.name in group), None)
    facts = [_site(host), "failure_domain: ROOM"]
    remark = host.about
    if host.cluster:
        remark = f"{remark}, in cluster {printable(host.cluster)}".lstrip(", ")
    elif guess is not None:
        facts.append(f"host_cluster: CLUSTER-{guess}")
    return f"#    {_text(host.name)}: {{{', '.join(facts)}}}" + (f"   # {remark}" if remark else "")


def _side(name: str) -> str:
    """Guess the side from the last letter of the name, which most sites use."""
    found = re.search(r"(?:^|[^A-Za-z])([abAB])\d*$", name)
    return found.group(1).upper() if found else "A   # or B"


def _site(thing: Entity) -> str:
    return f"site: {_text(thing.site)}" if thing.site else "site: SITE"


def _vsans(switch: Entity) -> str:
    listed = ", ".join(f"{quoted(vsan)}: {{}}" for vsan in switch.vsans)
    return f", vsans: {{{listed}}}" if listed else ""


def _about(thing: Entity) -> str:
    return f"   # {printable(thing.about)}" if thing.about else ""


def _text(value: str) -> str:
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return quoted(value)


def _glob(name: str) -> str:
    """Return a pattern of ``sources`` that matches exactly this file."""
    return re.sub(r"[*?\[]", lambda found: f"[{found.group()}]", name)
