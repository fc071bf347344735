"""The focus: hosts, volumes and arrays that the complaint is about, by the names that the exports know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from checker.errors import UsageError
from checker.facts.store.store import Store
from checker.rules.language.suggest import unknown

EVERYTHING = "TRUE"
"""The condition on ``triage_flow`` without a focus."""
_NAMES = """
    SELECT 'host' AS kind, host AS name, host AS key FROM triage_flow_key
    UNION SELECT 'host', a.alias, a.host FROM host_alias a
    UNION SELECT 'volume', replace(volume, 'block:', ''), volume FROM triage_flow_key WHERE volume <> ''
    UNION SELECT 'volume', d.alias, d.device FROM device d WHERE d.alias IS NOT NULL AND d.device IS NOT NULL
    UNION SELECT 'volume', s.datastore, s.device FROM datastore s WHERE s.datastore IS NOT NULL AND s.device IS NOT NULL
    UNION SELECT 'volume', name, device FROM triage_volume_name
    UNION SELECT 'system', storage_array, storage_array FROM triage_system
"""


def focus_condition(store: Store, patterns: tuple[str, ...]) -> str:
    """Return the condition on ``triage_flow`` that selects the flows of these names; all without a name.

    Raises:
        UsageError: a name or glob matches nothing; suggests the nearest.
    """
    from checker.estimate.workload.assign import matcher

    if not patterns:
        return EVERYTHING
    store.ensure_entities(("host_alias", "device", "datastore"))
    names = store.rows(
        f"SELECT DISTINCT kind, name, key FROM ({_NAMES}) WHERE name IS NOT NULL AND key IS NOT NULL ORDER BY ALL"
    )
    chosen: defaultdict[str, set[str]] = defaultdict(set)
    for pattern in patterns:
        fits = matcher(pattern.lower())
        found = [(kind, key) for kind, name, key in names if fits(name.lower())]
        if not found:
            if pattern in _known(store):
                raise UsageError(f"--focus {pattern}: known, but no export has the latency of its volumes over time")
            raise UsageError(f"--focus: {unknown('host, volume or array', pattern, [name for _, name, _ in names])}")
        for kind, key in found:
            chosen[kind].add(key)
    tests = []
    if chosen["host"]:
        tests.append(f"host IN ({listed(chosen['host'])})")
    if chosen["volume"]:
        tests.append(f"volume IN ({listed(chosen['volume'])})")
    if chosen["system"]:
        tests.append(
            f"volume IN (SELECT device FROM triage_system WHERE storage_array IN ({listed(chosen['system'])}))"
        )
    return f"({' OR '.join(tests)})"


def _known(store: Store) -> set[str]:
    """Return the hosts, arrays and switches that any export names."""
    store.ensure_entities(("host", "storage_array", "switch"))
    return {
        name
        for (name,) in store.rows(
            "SELECT host FROM host UNION SELECT storage_array FROM storage_array UNION SELECT switch FROM switch"
        )
    }


def listed(names: Iterable[str]) -> str:
    """Return names as a list for SQL."""
    return ", ".join("'" + name.replace("'", "''") + "'" for name in sorted(names))
