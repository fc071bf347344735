"""Names that a host gives to its LUNs: its commands print hdisk4 or mpathb where a message has the identity of the LUN."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from checker.facts.store.statements import run
from checker.rules.evaluate.places.own_hosts import OBJECTS
from checker.rules.evaluate.rollup import Group

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

LUNS = ("volume", "device")
"""Columns with the identity of a LUN."""
_NAMES = ("kernel_name", "alias")

OwnNames = Mapping[tuple[str, str], tuple[str, ...]]
"""The names of LUNs by host and identity."""


def lun_names(
    connection: DuckDBPyConnection, groups: Iterable[Group], tables: Mapping[str, Mapping[str, str]]
) -> OwnNames:
    """Return the names of the LUNs that findings are about."""
    names = [name for name in _NAMES if name in tables.get("device", {})]
    wanted = sorted({pair for group in groups for pair in luns_of(group)})
    if not names or not wanted:
        return {}
    hosts, devices = zip(*wanted, strict=True)
    rows = run(
        connection,
        f"SELECT w.host, w.device, {', '.join(f'd.{name}' for name in names)} FROM device AS d "
        "JOIN (SELECT unnest(?::VARCHAR[]) AS host, unnest(?::VARCHAR[]) AS device) AS w USING (host, device)",
        [list(hosts), list(devices)],
    ).fetchall()
    return {(host, device): tuple(name for name in found if name) for host, device, *found in rows}


def luns_of(group: Group) -> set[tuple[str, str]]:
    """Return host and identity of the LUNs that a finding is about."""
    return {
        (host, device)
        for column in LUNS
        for host, device in group.rows(["host", column])[:OBJECTS]
        if isinstance(host, str) and isinstance(device, str)
    }
