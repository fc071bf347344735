"""Adapters that speak NVMe beside FC: the host lists the one port twice, under two names (formats-hosts 1.5).

The port is one thing with one world wide name, and goes by the name and facts of its FC adapter; paths of either
adapter find the port by the adapter's own name before that.
"""

from __future__ import annotations

from checker.facts.model import kinds
from checker.facts.store import Store


def hide_nvme_twins(store: Store) -> None:
    """Take name and facts off the observations of an NVMe adapter whose port another adapter of the host states, too.

    The observations stay, with host and world wide name.
    """
    stated = store.stated.get("initiator", set())
    if not {"host", "hba", "initiator_wwpn"} <= stated:
        return
    sources = []
    if "protocol" in stated:
        sources.append("SELECT host, hba FROM obs_initiator WHERE protocol = 'nvme'")
    if {"host", "hba", "protocol"} <= store.stated.get("path", set()):
        sources.append("SELECT host, hba FROM obs_path GROUP BY host, hba HAVING bool_and(protocol = 'nvme')")
    if not sources:
        return
    store.execute(f"CREATE OR REPLACE TEMP TABLE nvme_adapter AS {' UNION '.join(sources)}")
    if store.rows("SELECT 1 FROM nvme_adapter LIMIT 1"):
        facts = [c.name for c in kinds()["initiator"].columns if c.name in stated - {"host", "initiator_wwpn"}]
        store.execute(
            f"UPDATE obs_initiator AS o SET {', '.join(f'{name} = NULL' for name in facts)} "
            "FROM (SELECT DISTINCT host, initiator_wwpn FROM obs_initiator i WHERE hba IS NOT NULL AND initiator_wwpn IS NOT NULL "
            "AND NOT EXISTS (SELECT 1 FROM nvme_adapter n WHERE n.host = i.host AND n.hba = i.hba)) AS f, nvme_adapter AS a "
            "WHERE o.host = f.host AND o.initiator_wwpn = f.initiator_wwpn AND a.host = o.host AND a.hba = o.hba"
        )
    store.execute("DROP TABLE nvme_adapter")
