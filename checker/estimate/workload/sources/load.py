"""Loads of a path: a ``workload.yaml``, a benchmark plan or result, or captures."""

from __future__ import annotations

from checker.estimate.workload.model import LoadFile
from checker.estimate.workload.sources.captures import load_captures, split_run
from checker.estimate.workload.sources.yaml_file import read_workload_yaml
from checker.estimate.workload.sources.yaml_text import workload_yaml


def load_workload(path: str) -> LoadFile:
    """Read the workload of a path.

    Args:
        path: a file, folder or archive; ``plan.fio#NAME`` selects one of several consecutive runs of a plan.

    Raises:
        UsageError: the path does not exist, contains no load, or contains invalid figures; with file and line.
    """
    file, _run = split_run(path)
    text = workload_yaml(file)
    return load_captures(path) if text is None else read_workload_yaml(text, file)
