"""Protocol of logical ports: an interface of ONTAP on an adapter that runs FC over Ethernet is an FCoE port."""

from __future__ import annotations

from checker.facts.store.store import Store

_NEEDED = frozenset({"storage_array", "director", "port", "adapter_port", "protocol"})


def take_protocols_of_adapters(store: Store) -> None:
    """Fill the protocol of each logical port from the adapter port below it, where the export does not print it."""
    if not store.stated.get("target_port", set()) >= _NEEDED:
        return
    store.execute(
        "UPDATE obs_target_port AS o SET protocol = a.protocol FROM ("
        "SELECT storage_array, director, port, min(protocol) AS protocol FROM obs_target_port "
        "WHERE adapter_port IS NULL AND protocol IS NOT NULL GROUP BY ALL HAVING count(DISTINCT protocol) = 1) AS a "
        "WHERE o.protocol IS NULL AND o.storage_array = a.storage_array AND o.director = a.director "
        "AND o.adapter_port = a.port"
    )
