"""Loads of a ``workload.yaml`` defined by a benchmark plan or its result: ``{host: esx01, plan: job.fio#read}``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from checker.errors import SanlintError, UsageError
from checker.estimate.workload.fields import Fields
from checker.estimate.workload.model import Load, LoadFile
from checker.estimate.workload.sources.captures import load_captures
from checker.estimate.workload.sources.yaml_text import workload_yaml

_ALONE = ("host", "volume", "group", "plan")


def planned_loads(fields: Fields, known: dict[str, LoadFile]) -> list[Load]:
    """Return the loads of the plan that an entry names, for the hosts and volumes of the entry.

    Args:
        fields: the entry; its errors are added to ``fields.problems``.
        known: plans already read, by name as written; this one is added.
    """
    name = fields.values.get("plan")
    extra = next((key for key in fields.values if key not in _ALONE), None)
    if extra is not None:
        fields.fail(extra, "already defined by the plan; only host, volume and group may be added")
        return []
    if not isinstance(name, str) or not name.strip():
        fields.fail("plan", "must be the file name of a plan, such as job.fio or job.fio#read")
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
            fields.problems.entry(fields.values), "missing target: give host, volume or group ('*' for all)"
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


def _read(name: str, folder: Path) -> LoadFile:
    """Read a plan from the folder of the workload.

    Raises:
        UsageError: the file does not exist, is a folder or a workload itself, or contains errors.
    """
    path = str(folder / name)
    file = path if Path(path).exists() else path.partition("#")[0]
    if not Path(file).is_file():
        raise UsageError(f"file {file} not found")
    if workload_yaml(file) is not None:
        raise UsageError(f"{file} is itself a workload")
    return load_captures(path, placed=True)
