"""The kinds of facts, declared by family: inputs, hosts and disks, fabric, zoning, arrays, volumes, other parts, load."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from checker.facts.declare import Kind
from checker.facts.kinds import (
    array,
    estimate,
    fabric,
    host,
    host_disk,
    host_log,
    host_path,
    inputs,
    iscsi,
    load,
    load_sample,
    network,
    storage_part,
    volume,
    zoning,
)


@cache
def kinds() -> Mapping[str, Kind]:
    """Return every kind by name, in order of declaration.

    Raises:
        ValueError: two kinds have the same name, or a key column is not declared.
    """
    declared = [
        *inputs.KINDS,
        *host.KINDS,
        *host_disk.KINDS,
        *host_path.KINDS,
        *host_log.KINDS,
        *iscsi.KINDS,
        *fabric.KINDS,
        *zoning.KINDS,
        *array.KINDS,
        *volume.KINDS,
        *storage_part.KINDS,
        *network.KINDS,
        *load.KINDS,
        *load_sample.KINDS,
        *estimate.KINDS,
    ]
    by_name = {kind.name: kind for kind in declared}
    if len(by_name) != len(declared):
        raise ValueError("two kinds are declared with one name")
    for kind in declared:
        unknown = [name for key in kind.keys for name in key if name not in kind.column_names]
        if unknown:
            raise ValueError(f"kind {kind.name}: key columns {unknown} are not declared")
    return by_name
