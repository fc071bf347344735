"""A load of a ``workload.yaml`` that a benchmark plan or its result describes: ``{host: esx01, plan: job.fio#read}``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from checker.errors import SanlintError
from checker.estimate.workload_fields import Fields
from checker.estimate.workload_model import Load, LoadFile

_ALONE = ("host", "volume", "group", "plan")


def planned_loads(fields: Fields, known: dict[str, LoadFile]) -> list[Load]:
    """Return the loads of the plan that an entry names, for the hosts and volumes of the entry.

    Args:
        fields: the entry; what is wrong with it is added to its problems.
        known: plans that were read already, by name as written; this one is added.
    """
    name = fields.values.get("plan")
    extra = next((key for key in fields.values if key not in _ALONE), None)
    if extra is not None:
        fields.fail(extra, "the plan says it already; only host, volume and group may be added")
        return []
    if not isinstance(name, str) or not name.strip():
        fields.fail("plan", "must be the name of a plan, such as job.fio or job.fio#read")
        return []
    try:
        if name not in known:
            known[name] = _read(name, Path(fields.problems.file).parent)
    except SanlintError as error:
        fields.fail("plan", str(error).splitlines()[0])
        return []
    targets = {key: fields.names(key) or () for key in ("host", "volume", "group")}
    if not any(targets.values()):
        fields.problems.add(
            fields.problems.entry(fields.values), "says nothing about whom: give host, volume or group ('*' for all)"
        )
        return []
    origin = fields.problems.entry(fields.values)
    return [
        replace(
            load,
            origin=origin,
            hosts=targets["host"] or load.hosts,
            volumes=targets["volume"] or (() if targets["group"] else load.volumes),
            groups=targets["group"] or (() if targets["volume"] else load.groups),
            one_host=load.one_host and not targets["host"],
        )
        for load in known[name].loads
    ]


def _read(name: str, beside: Path) -> LoadFile:
    """Read a plan that lies beside the workload.

    Raises:
        UsageError: there is no such file, it is a folder or a workload itself, or what it says is wrong.
    """
    from checker.errors import UsageError
    from checker.estimate.workload_source import load_workload, written

    path = str(beside / name)
    file = path if Path(path).exists() else path.partition("#")[0]
    if not Path(file).is_file():
        raise UsageError(f"there is no file {file}")
    if written(file) is not None:
        raise UsageError(f"{file} is a workload itself")
    return load_workload(path, placed=True)
