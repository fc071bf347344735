"""The text of the configuration that ``sanlint init`` writes: all of it commented out, so that nothing changes by itself.

Prose stands behind ``# ``; lines to use stand behind ``#`` alone: taking that character away makes them count.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from checker.cli.init_estate import Estate, Thing
from checker.engine.quoted import quoted
from checker.engine.suggest import printable

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
_WORDS = frozenset(["null", "true", "false", "yes", "no", "on", "off", "y", "n"])
_FILES = 20
_GENERAL = """\
# Which rules run: default, all, go-live, pre-commit, triage or hygiene. sanlint rules profiles says what each holds.
#profile: default

# Rules to leave out, or to run beside the others: ids, prefixes of ids, tags. sanlint rules list names them.
#ignore: [PTH013]
#extend_select: [XFR]

# The least severity that makes the exit code 1: error, warning, info or never.
#fail_on: warning

# Severities and limits other than the rules' own. sanlint explain PTH002 shows what can be set.
#severities:
#  PTH013: info
#parameters:
#  PTH002.min: 4

# The same for some objects only; the last entry that fits wins.
#overrides:
#  - match: {host: "lab-*"}
#    params: {PTH002.min: 3}

# Findings that are accepted, each with its reason. sanlint suppress writes such entries.
#suppressions:
#  - rule: PTH001
#    objects: {host: "lab-*"}
#    reason: one adapter is enough in the lab
#    expires: 2027-06-30

# Findings that were known when this began, so that only new ones decide.
# sanlint check --write-baseline known-findings.json PATH… writes the file.
#baseline: known-findings.json

# The load under which findings cost and response times are estimated, and your own figures for the estimate.
#estimate:
#  workload: workload.yaml
#  parameters:
#    all_flash.read_latency: {low: 0.2, typical: 0.3, high: 0.6}

# Where you publish the documentation site, for links from SARIF to the page of a rule.
#docs_url: https://docs.example.com/sanlint

# Folders of rules of your own, beside this file. sanlint rules new XAB001 NAME begins one.
#rules: [rules]
"""


def init_text(estate: Estate | None, paths: Sequence[str], schema: str | None) -> str:
    """Return the text of a new configuration.

    Args:
        estate: what the exports are about; None without exports.
        paths: the exports, as the user named them.
        schema: where the JSON Schema lies, for editors; None to name none.
    """
    shown = " ".join(printable(one, 200) for one in paths) or "PATH…"
    lines = [
        *([f"# yaml-language-server: $schema={schema}"] if schema is not None else []),
        "# Configuration of sanlint. Everything here is commented out, so nothing changes until you take a # away",
        "# in front of a line. What holds, and where it was set: sanlint check --show-settings " + shown,
        "",
        *_GENERAL.splitlines(),
        "",
        *_sources(estate),
        "",
        "# What no export tells, as in an inventory. Sites and failure domains let rules judge stretched designs; clusters of",
        "# hosts let them compare the hosts of one; completeness lets them say that something is missing.",
        "#inventory:",
        *(_inventory(estate) if estate is not None else _EXAMPLE),
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


def _sources(estate: Estate | None) -> list[str]:
    lines = [
        "# What files can't tell about themselves: whose they are, and when they were collected (UTC). The first that fits."
    ]
    if estate is None:
        return [*lines, "#sources:", '#  - {match: "*/esx01/*", owner: esx01, captured_at: 2026-11-01}']
    entries = _by_folder(estate.files)
    if not entries:
        return [*lines, "# Here all files tell both.", "#sources:", '#  - {match: "*/esx01/*", owner: esx01}']
    lines += [
        "# Of these only the name of folder or file tells the owner, or nothing tells the time; correct what is wrong."
    ]
    lines.append("#sources:")
    for match, (owner, undated) in entries[:_FILES]:
        facts = [f"match: {_text(match)}"]
        facts += [f"owner: {_text(owner)}"] if owner else []
        facts += ["captured_at: YYYY-MM-DD"] if undated else []
        lines.append(f"#  - {{{', '.join(facts)}}}")
    if (more := len(entries) - _FILES) > 0:
        lines.append(f"# … and {more:,} more like these")
    return lines


def _by_folder(files: Mapping[str, tuple[str | None, bool]]) -> list[tuple[str, tuple[str | None, bool]]]:
    """One entry for a folder in which all files lack the same, else one for each file."""
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


def _inventory(estate: Estate) -> list[str]:
    lines: list[str] = []
    if estate.hosts:
        for number, group in enumerate(estate.shared, 1):
            shown = ", ".join(group[:4]) + (f" and {len(group) - 4} more" if len(group) > 4 else "")
            lines.append(
                f"#  # CLUSTER-{number}: {printable(shown, 200)} have most of their volumes in common: one cluster?"
            )
        lines += ["#  hosts:", *(_host(host, estate) for host in estate.hosts)]
    if estate.fabrics or estate.switches:
        lines += ["#  fabrics:"]
        for fabric in estate.fabrics:
            remark = (
                f"   # side {fabric.about}" if fabric.about else "" if fabric.named else "   # no export names it: do"
            )
            lines.append(f"#    {_text(fabric.name)}:{remark}")
            lines += [] if fabric.about else [f"#      side: {_side(fabric.name)}"]
            members = estate.switches.get(fabric.name, [])
            lines += ["#      switches:"] if members else []
            lines += [f"#        {_text(one.name)}: {{{_site(one)}{_vsans(one)}}}{_about(one)}" for one in members]
    if estate.arrays:
        lines += ["#  storage_arrays:"]
        for array in estate.arrays:
            clusters = estate.clusters.get(array.name, [])
            if clusters:
                lines += [f"#    {_text(array.name)}:{_about(array)}", "#      clusters:"]
                lines += [f"#        {_text(one.name)}: {{{_site(one)}}}" for one in clusters]
            else:
                lines.append(f"#    {_text(array.name)}: {{{_site(array)}}}{_about(array)}")
    complete = [("fabric", one.name) for one in estate.fabrics] + [("storage_array", one.name) for one in estate.arrays]
    if complete:
        lines += ["#  # Take the # from those whose exports are all here: then what is not in them does not exist."]
        lines += ["#  completeness:"]
        lines += [f"#    - {{scope: {scope}, name: {_text(name)}, complete: true}}" for scope, name in complete]
    return lines or list(_EXAMPLE)


def _host(host: Thing, estate: Estate) -> str:
    guess = next((number for number, group in enumerate(estate.shared, 1) if host.name in group), None)
    facts = [_site(host), "failure_domain: ROOM"]
    remark = host.about
    if host.cluster:
        remark = f"{remark}, in cluster {printable(host.cluster)}".lstrip(", ")
    elif guess is not None:
        facts.append(f"host_cluster: CLUSTER-{guess}")
    return f"#    {_text(host.name)}: {{{', '.join(facts)}}}" + (f"   # {remark}" if remark else "")


def _side(name: str) -> str:
    """Guess the side from the last letter of the name, as most sites name them."""
    found = re.search(r"(?:^|[^A-Za-z])([abAB])\d*$", name)
    return found.group(1).upper() if found else "A   # or B"


def _site(thing: Thing) -> str:
    return f"site: {_text(thing.site)}" if thing.site else "site: SITE"


def _vsans(switch: Thing) -> str:
    listed = ", ".join(f"{quoted(vsan)}: {{}}" for vsan in switch.vsans)
    return f", vsans: {{{listed}}}" if listed else ""


def _about(thing: Thing) -> str:
    return f"   # {printable(thing.about)}" if thing.about else ""


def _text(value: str) -> str:
    if _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return quoted(value)


def _glob(name: str) -> str:
    """A pattern of ``sources`` that fits exactly this file."""
    return re.sub(r"[*?\[]", lambda found: f"[{found.group()}]", name)
