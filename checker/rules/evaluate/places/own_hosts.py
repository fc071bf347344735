"""The hosts that a finding is about: lines from exports of other hosts are never its places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from checker.rules.evaluate.rollup import Group

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

OBJECTS = 10
"""Maximum number of objects per finding to look up; no one reads more places than that."""


def host_names(connection: DuckDBPyConnection, tables: Mapping[str, Mapping[str, str]]) -> Mapping[str, frozenset[str]]:
    """Return the other names of each host."""
    if not {"host", "alias"} <= set(tables.get("host_alias", {})):
        return {}
    names: dict[str, set[str]] = {}
    for host, alias in connection.execute("SELECT host, alias FROM host_alias").fetchall():
        names.setdefault(host, set()).add(alias)
    return {host: frozenset(aliases) for host, aliases in names.items()}


def hosts_of(group: Group, names_of: Mapping[str, frozenset[str]]) -> frozenset[str] | None:
    """Return the hosts that a finding is about, under all names; None if it is not about hosts."""
    hosts = {str(host) for (host,) in group.rows(["host"]) if host}
    if not hosts:
        return None
    # Other values may name the other end: a guest, the second host of a pair, the hosts of a cluster.
    values = [*group.values.values(), *(value for member in group.members[:OBJECTS] for value in member.values())]
    named = {
        one for value in values for one in (value if isinstance(value, list) else (value,)) if isinstance(one, str)
    }
    return frozenset(hosts | named).union(*(names_of.get(host, ()) for host in (hosts | named)))
