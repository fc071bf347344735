"""``workload.yaml``: the load of hosts and volumes, written by hand (docs/guide/workloads.md, schemas/workload.schema.json).

Sample::

    sanlint_workload: 1
    profiles:
      reports: {read_pct: 95, size: 64K, sequential_pct: 80}
    loads:
      - {volume: "ora_*", profile: oltp2, iops: 20000}
      - {host: esx01, read_pct: 70, size: 8K, random_pct: 100, outstanding: 64}
      - {group: reporting, profile: reports, iops_each: 250}
      - {host: esx02, plan: job.fio}
"""

from __future__ import annotations

import difflib
from dataclasses import replace
from typing import Any

from checker.errors import UsageError
from checker.estimate.workload.assign import MOST_PROBLEMS, printable
from checker.estimate.workload.fields import (
    MOST_IOPS,
    MOST_OUTSTANDING,
    MOST_THINK_MS,
    Fields,
    Problems,
)
from checker.estimate.workload.mix import MIX, NO_PROFILE, Mix, named_mix, read_burst, read_mix
from checker.estimate.workload.mix_of_io import COMPOSITES, Workload
from checker.estimate.workload.model import Load, LoadFile, Origin, Spread
from checker.estimate.workload.sources.planned import planned_loads
from checker.estimate.workload.sources.yaml_text import MOST_CHARACTERS
from checker.readers.toolkit.documents.located_json import LocatedDict, LocatedList

VERSION = 1
TOP = ("sanlint_workload", "profiles", "loads")
AMOUNT = ("iops", "iops_each", "outstanding", "outstanding_each")
TARGET = ("host", "volume", "group")
_ADDED = ("hit_pct", "burst", "burst_cv")
"""Keys that may be given together with a profile."""
LOAD = (*TARGET, "profile", "plan", *AMOUNT, "think_ms", *MIX)
MOST_LOADS = 200_000
RANDOM_ASSUMED = "I/O is assumed to be random if the workload does not state it"


def read_workload_yaml(text: str, name: str) -> LoadFile:
    """Parse a ``workload.yaml``.

    Args:
        text: the YAML.
        name: the file as the user named it.

    Raises:
        UsageError: lists all errors, at most ten, each with file, line and column.
    """
    from checker.readers.toolkit.documents.located_yaml import YamlProblem, parse

    if len(text) > MOST_CHARACTERS:
        raise UsageError(f"{name}: larger than {MOST_CHARACTERS // 2**20} MiB; name groups or globs instead of volumes")
    try:
        document = parse(text)
    except YamlProblem as error:
        raise UsageError(f"{name}:{error.line}: {error}") from None
    except RecursionError:
        raise UsageError(f"{name}: nested too deeply") from None
    problems = Problems(name, text.split("\n"))
    loads = _document(document, problems)
    if problems.found:
        shown = list(dict.fromkeys(problems.found))
        more = [f"and {len(shown) - MOST_PROBLEMS} more"] if len(shown) > MOST_PROBLEMS else []
        raise UsageError("\n".join(shown[:MOST_PROBLEMS] + more))
    assumed = any(order for _, order in loads)
    notes = tuple(dict.fromkeys(problems.notes))
    return LoadFile(name, tuple(load for load, _ in loads), (RANDOM_ASSUMED,) if assumed else (), notes)


def _document(document: Any, problems: Problems) -> list[tuple[Load, bool]]:
    if not isinstance(document, LocatedDict):
        problems.add(Origin(problems.file, 1, 1), "a workload must be a mapping that begins with sanlint_workload: 1")
        return []
    top = Fields(document, problems)
    version = document.get("sanlint_workload")
    if "sanlint_workload" not in document:
        problems.add(Origin(problems.file, 1, 1), "a workload must begin with sanlint_workload: 1")
    elif isinstance(version, bool) or version != VERSION:
        top.fail("sanlint_workload", f"this version of sanlint reads version {VERSION}")
    top.known(TOP, "a workload")
    profiles = _profiles(top)
    listed = document.get("loads")
    if not isinstance(listed, LocatedList) or not listed or len(listed) > MOST_LOADS:
        top.fail("loads", f"must be a list of 1 to {MOST_LOADS:,} loads")
        return []
    found = []
    plans: dict[str, LoadFile] = {}
    for number, item in enumerate(listed):
        if not isinstance(item, LocatedDict):
            origin = Origin(problems.file, listed.item_lines[number], 1)
            problems.add(origin, "each load must be a mapping such as {volume: ora_*, profile: oltp2, iops: 20000}")
            continue
        if "plan" in item:
            found += [(load, False) for load in planned_loads(Fields(item, problems), plans)]
            continue
        load = _load(Fields(item, problems), profiles)
        if load is not None:
            found.append(load)
    return found


def _profiles(top: Fields) -> dict[str, Mix | None]:
    given = top.values.get("profiles")
    if given is None:
        return {}
    if not isinstance(given, LocatedDict):
        top.fail("profiles", "must be a mapping of names to mixes of I/O")
        return {}
    found: dict[str, Mix | None] = {}
    for name, body in given.items():
        where = top.problems.key(given, name)
        if not isinstance(named_mix(name), str):
            top.problems.add(where, f"{printable(name)} is a built-in profile; choose another name")
        if not isinstance(body, LocatedDict):
            top.problems.add(where, "a profile must be a mapping such as {read_pct: 70, size: 8K, random_pct: 100}")
            continue
        fields = Fields(body, top.problems)
        fields.known(MIX, "a profile")
        before = len(top.problems.found)
        found[name] = read_mix(fields, name)
        if found[name] is None and len(top.problems.found) == before:
            top.problems.add(where, "empty profile; give at least read_pct and size")
    return found


def _load(fields: Fields, profiles: dict[str, Mix | None]) -> tuple[Load, bool] | None:
    problems = fields.problems
    before = len(problems.found)
    fields.known(LOAD, "a load")
    # A mistyped key is reported once, not also as a missing key.
    mistyped = len(problems.found) > before
    named = {key: fields.names(key) for key in TARGET}
    if not mistyped and not any(key in fields.values for key in TARGET):
        problems.add(problems.entry(fields.values), "missing target: give host, volume or group ('*' for all)")
    mix = _mix(fields, profiles, mistyped=mistyped)
    amount = _amount(fields)
    think = fields.number("think_ms", 0, MOST_THINK_MS, "think time")
    if think is not None and (amount is None or not amount[0].startswith("outstanding")):
        fields.fail("think_ms", "only allowed with outstanding I/O")
    if len(problems.found) > before or mix is None:
        return None
    spread: Spread = "each" if amount is None or amount[0].endswith("_each") else "together"
    workload = Workload(
        mix.name,
        mix.types,
        iops=amount[1] if amount is not None and amount[0].startswith("iops") else None,
        outstanding=amount[1] if amount is not None and amount[0].startswith("outstanding") else None,
        think_ms=think or 0.0,
        burst=mix.burst,
        burst_cv=mix.burst_cv,
    )
    targets = {key: value or () for key, value in named.items()}
    origin = problems.entry(fields.values)
    load = Load(workload, origin, targets["host"], targets["volume"], targets["group"], spread)
    return load, mix.order_assumed


def _amount(fields: Fields) -> tuple[str, float] | None:
    """Return the key that states the amount of I/O, with its value; None without one, for ratios only."""
    given = [key for key in AMOUNT if key in fields.values]
    if len(given) > 1:
        fields.fail(given[1], f"{given[0]} already states the amount of I/O; give only one of them")
        return None
    if not given:
        return None
    key = given[0]
    most, what = (MOST_IOPS, "IOPS") if key.startswith("iops") else (MOST_OUTSTANDING, "outstanding I/O")
    value = fields.number(key, 0, most, what)
    if value == 0:
        fields.note(key, "0 is no load; hosts and volumes that match have no I/O")
    return None if value is None else (key, value)


def _mix(fields: Fields, profiles: dict[str, Mix | None], *, mistyped: bool) -> Mix | None:
    values = fields.values
    if "profile" not in values:
        mix = read_mix(fields, "stated")
        if mistyped:
            return mix
        if mix is None and not any(key in values for key in MIX):
            fields.problems.add(fields.at("profile"), "missing mix of I/O: give profile, or read_pct and size")
        elif mix is None and not any(key in values for key in MIX if key not in _ADDED):
            fields.problems.add(fields.at("profile"), "missing profile, or read_pct and size")
        return mix
    for key in MIX:
        if key in values and key not in _ADDED:
            fields.fail(key, "already defined by the profile; only hit_pct, burst and burst_cv may be added")
    name = values["profile"]
    if not isinstance(name, str):
        fields.fail("profile", "must be the name of a profile")
        return None
    mix = profiles[name] if name in profiles else _named(fields, name, profiles)
    hit = fields.share("hit_pct")
    burst, variation = read_burst(fields)
    if mix is None:
        return None
    if hit is not None:
        mix = replace(mix, types=tuple(replace(one, hit_share=hit) if one.read else one for one in mix.types))
    return mix if burst is None else replace(mix, burst=burst, burst_cv=variation)


def _named(fields: Fields, name: str, profiles: dict[str, Mix | None]) -> Mix | None:
    found = named_mix(name)
    if isinstance(found, Mix):
        return found
    known = [*profiles, *COMPOSITES]
    near = difflib.get_close_matches(name[:60], known, n=1, cutoff=0.55)
    if found != NO_PROFILE:
        fields.fail("profile", f"{printable(name)}: {found}; list its types instead")
    elif near:
        fields.fail("profile", f"{printable(name)!r} not found; did you mean {near[0]!r}?")
    else:
        fields.fail("profile", f"{printable(name)!r} not found; known: {', '.join(sorted(known))}")
    return None
