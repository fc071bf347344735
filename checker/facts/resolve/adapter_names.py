"""Ports of hosts that exports list under two names.

An adapter that supports both FC and NVMe is listed twice (formats-hosts 1.5). It is one port with one WWN; the name and facts of its FC adapter are kept, and if the exports do not say which that is,
the name that paths use, and without paths the one below vmhba64, from which ESXi numbers adapters that are no PCI function.
Paths of either adapter are linked to the port by adapter name before that.
"""

from __future__ import annotations

from checker.facts.kinds import kinds
from checker.facts.store.store import Store

FC_ID_OF_DEVICE = "scsi_id"
"""Setting of a host whose scope is a protocol device, and whose value is the FC ID of its port, as in ``initiator.fcid``."""
_PHYSICAL = "regexp_full_match({hba}, 'vmhba([0-9]|[1-5][0-9]|6[0-3])')"


def name_protocol_devices(store: Store) -> None:
    """Replace the name of a protocol device in paths by that of its adapter, if one of each states the same FC ID.

    Paths of AIX name fscsi0, and only its attribute scsi_id shows that it belongs to fcs0: the FC ID of the port.
    """
    if not (
        {"host", "scope", "setting", "value"} <= store.stated.get("host_setting", set())
        and {"host", "hba", "fcid"} <= store.stated.get("initiator", set())
        and {"host", "hba"} <= store.stated.get("path", set())
    ):
        return
    store.execute(f"""
        UPDATE obs_path AS p SET hba = a.hba FROM (
            SELECT host, fcid, min(hba) AS hba FROM obs_initiator WHERE hba IS NOT NULL AND fcid IS NOT NULL
            GROUP BY host, fcid HAVING count(DISTINCT hba) = 1
        ) a JOIN (
            SELECT host, value, min(scope) AS device FROM obs_host_setting WHERE setting = '{FC_ID_OF_DEVICE}'
            GROUP BY host, value HAVING count(DISTINCT scope) = 1
        ) d ON d.host = a.host AND d.value = a.fcid
        WHERE p.host = a.host AND p.hba = d.device
    """)


def hide_nvme_duplicates(store: Store) -> None:
    """Clear name and facts in the observations of an NVMe adapter if another adapter of the host has the same port.

    The observations are kept, with host and WWN.
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


def keep_one_name(store: Store) -> None:
    """Clear a name of a port in observations if paths use another name of the port, or if none is used and one is physical."""
    if not {"host", "hba", "initiator_wwpn"} <= store.stated.get("initiator", set()):
        return
    unused = "TRUE"
    if {"host", "hba"} <= store.stated.get("path", set()):
        unused = "NOT EXISTS (SELECT 1 FROM obs_path p WHERE p.host = o.host AND p.hba = o.hba)"
        store.execute(
            "UPDATE obs_initiator AS o SET hba = NULL FROM (SELECT DISTINCT i.host, i.initiator_wwpn FROM obs_initiator i "
            "JOIN obs_path p ON p.host = i.host AND p.hba = i.hba) AS used "
            f"WHERE used.host = o.host AND used.initiator_wwpn = o.initiator_wwpn AND {unused}"
        )
    store.execute(
        "UPDATE obs_initiator AS o SET hba = NULL FROM (SELECT DISTINCT host, initiator_wwpn FROM obs_initiator "
        f"WHERE {_PHYSICAL.format(hba='hba')}) AS physical WHERE physical.host = o.host "
        f"AND physical.initiator_wwpn = o.initiator_wwpn AND o.hba LIKE 'vmhba%' AND NOT {_PHYSICAL.format(hba='o.hba')} AND {unused}"
    )
