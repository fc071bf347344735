"""Where the data of a fabric ends: switches that may have links that nothing lists, and fabrics with unread switches."""

from __future__ import annotations

from checker.facts.store.store import Store
from checker.topology.derive.links import ends, switches_by_wwn


def open_switches(store: Store) -> set[str]:
    """Return the switches that may have ISLs in addition to those of ``links.links``.

    Neither an ISL nor the type of any port was read, an E_Port is not listed as an ISL, or an ISL leads to a switch
    without exports. That another switch lists an ISL to it does not close it, because it may have further ones.
    """
    found = {
        switch
        for (switch,) in store.rows(
            "SELECT switch FROM switch_fabric EXCEPT "
            "(SELECT switch FROM isl UNION SELECT switch FROM switch_port WHERE port_type IS NOT NULL) "
            "UNION SELECT p.switch FROM switch_port p WHERE (p.port_type IN ('TE', 'VE') OR p.port_type LIKE 'E%') "
            "AND p.trunk_master IS NULL AND p.port_channel IS NULL "
            "AND NOT EXISTS (SELECT 1 FROM isl i WHERE i.switch = p.switch AND i.port = p.port)"
        )
    }
    return found | {switch for switch, peer, _ in ends(store) if peer is None}


def open_fabrics(store: Store) -> set[str]:
    """Return the fabrics that contain a switch without exports, by the ISLs and the member lists of the others."""
    beyond = {switch for switch, peer, _ in ends(store) if peer is None}
    known = {switch for (switch,) in store.rows("SELECT switch FROM switch_fabric")}
    by_wwn = switches_by_wwn(store)
    beyond |= {
        switch
        for switch, wwn, name in store.rows("SELECT switch, member_wwn, member_name FROM fabric_member")
        if by_wwn.get(wwn or "", name) not in known
    }
    return {fabric for switch, fabric in store.rows("SELECT switch, fabric FROM switch_fabric") if switch in beyond}
