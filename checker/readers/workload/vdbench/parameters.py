"""vdbench parameter files.

Sample::

    compratio=2
    hd=default,shell=ssh
    sd=default,openflags=o_direct,threads=16
    sd=sd1,lun=/dev/mapper/lun01
    sd=sd2,lun=/dev/mapper/lun02
    wd=oltp,sd=sd*,xfersize=8k,rdpct=70,seekpct=100
    rd=run1,wd=oltp,iorate=curve,curve=(25,50,75,100),elapsed=30m,warmup=5m,interval=5

Each run definition (``rd=``) is a run; it names workloads (``wd=``), and they name storage (``sd=``). ``xfersize`` can
be a list of sizes and percentages. File system workloads (``fwd=``) have parameters of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.facts.observations import Writer
from checker.facts.values import Value
from checker.readers.toolkit.base import Capture, Detection, Reader, UnreadableError, word_list
from checker.readers.toolkit.numbers import whole
from checker.readers.workload.fio.units import mean_size, show_mix
from checker.readers.workload.measures import known, pattern, plan_name
from checker.readers.workload.vdbench import lines
from checker.readers.workload.vdbench.lines import Entry

_KINDS = ("sd", "wd", "rd", "hd", "fsd", "fwd")
_STATEMENT = re.compile(r"(?m)^[ \t]*(sd|wd|rd|hd|fsd|fwd)=[^,\s=]+[ \t]*(?:,|$)")
_CHARACTERISTIC = re.compile(
    r"(?m)^[ \t]*(?:sd=[^,\s]+,.*\b(?:lun|threads|openflags|host)=|wd=[^,\s]+,.*\b(?:sd|xfersize|rdpct|seekpct|skew)="
    r"|rd=[^,\s]+,.*\b(?:wd|fwd|iorate|fwdrate|elapsed)=|fsd=[^,\s]+,.*\banchor=|fwd=[^,\s]+,.*\b(?:fsd|operation|xfersize)=)"
)
_DIRECT = ("o_direct", "directio", "direct")
_LARGEST_IO = 1 << 30
_MOST_USED = 50_000
"""Workloads and storages of all runs: ``wd=*`` in each of a thousand runs with a thousand workloads takes minutes."""
RUN = word_list("""
    test_plan test_run targets target_count runtime_seconds ramp_seconds outstanding workers io_bytes io_size_mix
    read_ratio pattern random_ratio direct working_set_bytes time_based host block_align_bytes offset_bytes range
    rate_iops load_points outstanding_points verify buffer_pattern sets_data load_models compression_ratio dedupe_ratio
""")


class _Plan:
    """All entries of the file; ``default`` entries apply to the later ones of their kind."""

    def __init__(self) -> None:
        self.entries: dict[str, dict[str, Entry]] = {kind: {} for kind in _KINDS}
        self.defaults: dict[str, dict[str, str]] = {kind: {} for kind in _KINDS}
        self.common: dict[str, str] = {}
        self._chosen: dict[tuple[str, str], list[str] | None] = {}
        self._used = 0

    def chosen(self, kind: str, names: str | None) -> list[str] | None:
        """Return the entries of a kind that these names choose; many workloads choose the same."""
        if names is None:
            return None
        if (kind, names) not in self._chosen:
            self._chosen[kind, names] = lines.chosen(names, self.entries[kind])
        return self._chosen[kind, names]

    def use(self, run: Entry, count: int) -> None:
        """Count the workloads and storages of a run.

        Raises:
            UnreadableError: all runs together use too many of them.
        """
        self._used += count
        if self._used > _MOST_USED:
            raise UnreadableError(run.line, f"the runs use more than {_MOST_USED:,} workloads and storages")

    def take(self, found: Entry) -> None:
        if found.kind not in self.entries:
            self.common[found.kind] = found.name
            self.common.update(found.values)
        elif found.name == "default":
            self.defaults[found.kind].update(found.values)
        else:
            found.values = {**self.defaults[found.kind], **found.values}
            self.entries[found.kind][found.name] = found


def _read(capture: Capture, out: Writer) -> None:
    plan = _Plan()
    for line, statement in lines.statements(capture.lines()):
        found = lines.entry(line, statement) if len(statement) <= lines.LONGEST_STATEMENT else None
        if found is None:
            out.unread(line)
        elif found.kind == "include":
            out.note(line, "the definitions in an included file are unknown")
        else:
            plan.take(found)
    runs = plan.entries["rd"]
    if not runs:
        out.note(capture.first_line, "no run definition in this file")
        return
    name = plan_name(capture)
    formats = any(lines.items(run.values.get("format"))[:1] not in ([], ["no"]) for run in runs.values())
    first = next(iter(runs.values()))
    out.add("test_plan", first.line, test_plan=name, tool="vdbench", prefilled=True if formats else None)
    for run in runs.values():
        out.add("test_run", run.line, test_plan=name, test_run=run.name, **known(_run(run, plan, out)))


def _run(run: Entry, plan: _Plan, out: Writer) -> dict[str, Value]:
    file = "fwd" in run.values
    kind, targets_kind = ("fwd", "fsd") if file else ("wd", "sd")
    loads = plan.chosen(kind, run.values.get(kind))
    if run.values.get(kind) and loads is None:
        out.note(run.line, f"run {run.name} names an undefined workload")
    works = [plan.entries[kind][load] for load in loads or []]
    plan.use(run, len(works))
    targets: dict[str, None] = {}
    undefined = None
    for stated in dict.fromkeys(work.values.get(targets_kind, "*") for work in works):
        listed = plan.chosen(targets_kind, stated)
        if listed is None:
            undefined = next(work for work in works if work.values.get(targets_kind, "*") == stated)
            out.note(undefined.line, f"workload {undefined.name} names undefined storage")
            break
        plan.use(run, len(listed))
        targets.update(dict.fromkeys(listed))
    storages = None if undefined else [plan.entries[targets_kind][one] for one in targets]
    found: dict[str, Value] = {
        "runtime_seconds": lines.seconds(run.values.get("elapsed", "30")),
        "ramp_seconds": lines.seconds(run.values.get("warmup")), "time_based": True, **_storage(storages, file),
        **_load(run, works, file),
    }  # fmt: skip
    if not file and found.get("block_align_bytes") is None and found.get("io_bytes") and not found.get("io_size_mix"):
        found["block_align_bytes"] = found["io_bytes"]
    found.update(_threads(run, works, storages, file))
    found.update(_hosts(plan, works, storages))
    for name, column in (("compratio", "compression_ratio"), ("dedupratio", "dedupe_ratio")):
        found[column] = lines.number(plan.common.get(name))
    named = [name for name in ("compratio", "dedupratio", "dedupunit", "pattern") if name in plan.common]
    found["buffer_pattern"] = " ".join(f"{name}={plan.common[name]}" for name in named) or None
    found["sets_data"] = bool(named)
    if works and all(work is works[0] for work in works):
        found["load_models"] = 1
    validate = plan.common.get("validate", run.values.get("validate"))
    found["verify"] = validate if validate not in (None, "no") else None
    return found


def _storage(storages: list[Entry] | None, file: bool) -> dict[str, Value]:
    if not storages:
        return {}
    place = "anchor" if file else "lun"
    names = [one.values.get(place) for one in storages]
    sizes = [lines.size(one.values.get("size")) for one in storages]
    if file:
        counts = [lines.number(one.values.get("files")) for one in storages]
        sizes = [round(s * c) if s and c else None for s, c in zip(sizes, counts, strict=True)]
    flags = [one.values.get("openflags", "").lower() for one in storages]
    found: dict[str, Value] = {"target_count": len(storages)}
    if all(names) and not any("$" in str(one) or "!" in str(one) for one in names):
        found["targets"] = " ".join(str(one) for one in names)
    if all(one is not None for one in sizes):
        found["working_set_bytes"] = sum(one for one in sizes if one)
    if all(any(word in lines.items(one) for word in _DIRECT) for one in flags):
        found["direct"] = True
    for name, column in (("align", "block_align_bytes"), ("offset", "offset_bytes")):
        stated = {lines.size(one.values.get(name)) for one in storages}
        if len(stated) == 1:
            found[column] = stated.pop()
    return found


def _same(values: Sequence[Value]) -> Value:
    return values[0] if values and all(value == values[0] for value in values) else None


def _load(run: Entry, works: list[Entry], file: bool) -> dict[str, Value]:
    """Return pattern, sizes and rate; parameters of the run apply to all its workloads."""
    shares = _shares(works)
    random = _mixed([_random(run, work, file) for work in works], shares)
    sizes = [_sizes(run, work) for work in works]
    means, mixes = [mean for mean, _ in sizes], [mix for _, mix in sizes]
    ranges = {work.name: work.values.get("range") for work in works}
    found: dict[str, Value] = {
        "read_ratio": _mixed([_ratio(run, work, "rdpct", "100" if not file else "read") for work in works], shares),
        "random_ratio": random, "pattern": pattern(random), "io_bytes": _same(means),
    }  # fmt: skip
    if found["io_bytes"] is None and all(mixes):
        found["io_size_mix"] = ", ".join(str(mix) for mix in mixes)
    elif mixes and mixes[0] and "/" in mixes[0] and _same(mixes) is not None:
        found["io_size_mix"] = mixes[0]
    if len(set(ranges.values())) == 1:
        found["range"] = next(iter(ranges.values()))
    else:
        found["range"] = " ".join(sorted(f"{name}={one or 'whole'}" for name, one in ranges.items())) or None
    points = lines.items(run.values.get("fwdrate" if file else "iorate") or run.values.get("foriorate"))
    if len(points) == 1:
        found["rate_iops"] = lines.number(points[0])
    if points and points[0] == "curve":
        points = ["curve", *lines.items(run.values.get("curve"))]
    if points:
        found["load_points"] = " ".join(points)
    return found


def _shares(works: list[Entry]) -> list[float]:
    """Return the share of each workload in the I/O; workloads without ``skew`` share the rest."""
    stated = [lines.number(work.values.get("skew")) for work in works]
    left = [one for one in stated if one is None]
    rest = max(0.0, 100.0 - sum(one for one in stated if one is not None))
    return [rest / len(left) if one is None else one for one in stated]


def _mixed(values: list[float | None], shares: list[float]) -> float | None:
    total = sum(shares)
    if not values or any(value is None for value in values) or not total:
        return None
    return round(sum(value * part for value, part in zip(values, shares, strict=True) if value is not None) / total, 6)


def _ratio(run: Entry, work: Entry, name: str, default: str) -> float | None:
    stated = run.values.get(f"for{name}") or run.values.get(name) or work.values.get(name)
    if stated is None and "operation" in work.values:
        return {"read": 1.0, "write": 0.0}.get(work.values["operation"].strip("()").lower())
    if stated is None and default == "read":
        return 1.0
    if stated is None and (writes := lines.number(work.values.get("wrpct"))) is not None:
        return round(1 - writes / 100, 6) if 0 <= writes <= 100 else None
    return lines.ratio(stated if stated is not None else default)


def _random(run: Entry, work: Entry, file: bool) -> float | None:
    if file:
        stated = (work.values.get("fileio") or "sequential").strip("()").lower()
        return 1.0 if stated.startswith("random") else 0.0 if stated.startswith("seq") else None
    stated = (run.values.get("forseekpct") or work.values.get("seekpct") or "100").strip("()").lower()
    if stated in ("eof", "seqnz") or stated.startswith("seq") or stated == "-1":
        return 0.0
    if stated.startswith(("random", "poisson")):
        return 1.0
    return lines.ratio(stated)


def _sizes(run: Entry, work: Entry) -> tuple[int | None, str | None]:
    """Return the mean size, and several sizes as text: with their shares, or as stated."""
    stated = run.values.get("forxfersize") or work.values.get("xfersize") or "4k"
    parts = lines.items(stated)
    if len(parts) == 1:
        one = _io_size(parts[0])
        return one, str(one) if one else None
    if "forxfersize" not in run.values and len(parts) % 2 == 0 and len(parts) >= 4:
        sizes, percents = [_io_size(part) for part in parts[::2]], [lines.number(part) for part in parts[1::2]]
        mix = [(s, p) for s, p in zip(sizes, percents, strict=True) if s is not None and p is not None]
        if len(mix) == len(sizes) and 95 <= sum(p for _, p in mix) <= 105:
            return mean_size(mix), show_mix(mix)
    return None, " ".join(parts)


def _io_size(text: str) -> int | None:
    """Return the bytes of one I/O; a size of more than a gigabyte is a typing error."""
    size = lines.size(text)
    return size if size is not None and size <= _LARGEST_IO else None


def _threads(run: Entry, works: list[Entry], storages: list[Entry] | None, file: bool) -> dict[str, Value]:
    points = lines.items(run.values.get("forthreads") or run.values.get("threads"))
    if len(points) > 1:
        return {"outstanding_points": " ".join(points), "workers": len(storages) if storages and not file else None}
    if points:
        stated: list[Value] = [_whole(points[0])]
    elif file:
        stated = [_whole(work.values.get("threads", "1")) for work in works]
    else:
        stated = [_whole(work.values.get("threads")) for work in works if "threads" in work.values]
        stated = stated or [_whole(one.values.get("threads", "8")) for one in storages or []]
    # ``threads`` counts for each storage, so each storage is a worker.
    return {"outstanding": _same(stated), "workers": len(storages) if storages and not file else None}


def _whole(text: str | None) -> int | None:
    value = lines.number(text)
    return whole(value) if value is not None and value.is_integer() else None


def _hosts(plan: _Plan, works: list[Entry], storages: list[Entry] | None) -> dict[str, Value]:
    """Return the hosts that storage or workloads name; all hosts of the file, if none is named."""
    hosts = plan.entries["hd"]
    named = [one.values["host"] for one in [*works, *(storages or [])] if "host" in one.values]
    chosen: dict[str, None] = {}
    for stated in dict.fromkeys(named or (["*"] if hosts else [])):
        chosen.update(dict.fromkeys(plan.chosen("hd", stated) or []))
    shown = [hosts[one].values.get("system", one) for one in chosen]
    return {"host": " ".join(shown) or None}


def _detect(capture: Capture) -> Detection | None:
    kinds = {match.group(1) for match in _STATEMENT.finditer(capture.head)}
    hits = len(_CHARACTERISTIC.findall(capture.head))
    if hits >= 2 and len(kinds) >= 2:
        return Detection(94, "sd=, wd= and rd= lines of vdbench")
    if hits >= 1 and kinds & {"wd", "rd", "fwd", "sd", "fsd"}:
        return Detection(75, "a parameter line of vdbench")
    return None


READERS = (
    Reader(
        name="workload-vdbench-parm", platform="vdbench", command="vdbench -f <parameter file>",
        provides={"test_plan": ("test_plan", "tool", "prefilled"), "test_run": RUN}, detect=_detect, read=_read,
        needles=("d=",), intent=lambda _: True,
    ),
)  # fmt: skip
