"""Names that users know of the components in a result: of volumes their names on arrays and hosts, of ports their places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from checker.facts.store.store import Store
from checker.topology.failure.components import catalogue
from checker.triage.model import Component, Triage

_OF_VOLUMES = """
    SELECT device, name, min(position) AS position FROM (
        SELECT device, datastore AS name, 1 AS position FROM datastore
        UNION ALL SELECT device, name, 2 FROM triage_volume_name
        UNION ALL SELECT device, alias, 3 FROM device
    ) WHERE device IS NOT NULL AND name IS NOT NULL AND name <> device GROUP BY device, name
    QUALIFY count(DISTINCT device) OVER (PARTITION BY lower(name)) = 1 ORDER BY device, position, name
"""


def names_of(store: Store, found: Triage) -> Mapping[Component, tuple[str, ...]]:
    """Return further names of the components in a result, the best known first; a name of two volumes names neither.

    Args:
        store: with the tables of triage and ``build_failure_parts``.
        found: the result.
    """
    store.ensure_entities(("datastore", "device"))
    known: defaultdict[Component, list[str]] = defaultdict(list)
    for device, name, _ in store.rows(_OF_VOLUMES):
        known["volume", device].append(name)
    listed = catalogue(store).names
    names: dict[Component, tuple[str, ...]] = {}
    for component in _components(found):
        if some := (known if component[0] == "volume" else listed).get(component):
            names[component] = tuple(some)
    return names


def _components(found: Triage) -> Iterable[Component]:
    yield from (flow.component for flow in found.flows)
    yield from (one.component for one in found.scope)
    if found.ticket is not None:
        yield from (*found.ticket.slow, *found.ticket.fast)
    for one in (*found.explanations, *found.excluded):
        yield from (*one.where, *one.who)
