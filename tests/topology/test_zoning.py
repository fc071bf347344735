"""Zones resolved to ports: aliases of several switches and VSANs, domain and index, addresses, peers, smart zones."""

from __future__ import annotations

from tests.support import inventory, store_of

I1, I2 = "10000000c9aa0001", "10000000c9aa0002"
T1, T2 = "50000972081234a1", "50000972081234a5"


def san(zoning: str, second: str = "") -> str:
    return inventory(
        f"""fabrics:
  f:
    switches:
      s1:
        switch_wwn: '1000000000000001'
        domain_id: '1'
        logins:
          - {{wwpn: '{I1}', port: '5', port_index: 5, fcid: '010500', local: true, fc4_role: initiator}}
          - {{wwpn: '{I2}', port: '5', port_index: 5, fcid: '010501', local: true, fc4_role: initiator}}
          - {{wwpn: '{T2}', port_index: 6, fcid: '020600', local: false, fc4_role: target}}
        isls: [{{port: '7', peer_wwn: '1000000000000002'}}]
      s2:
        switch_wwn: '1000000000000002'
        domain_id: '2'
        logins:
          - {{wwpn: '{T1}', port: '6', port_index: 6, fcid: '020600', local: true, fc4_role: target}}
{zoning}{second}"""
    )


def members(store, active: bool = True) -> set[tuple[str, str | None]]:
    return set(store.rows("SELECT zone, wwpn FROM zone_port WHERE active = ?", [active]))


def talking(store) -> set[tuple[str, str]]:
    return set(store.rows("SELECT initiator_wwpn, target_wwpn FROM zoned_pair"))


def zone(switch: str, body: str) -> str:
    return f"    zones:\n      z1: {{switch: {switch}, vsan: '', {body}}}\n"


def test_domain_and_index_cover_exactly_the_devices_on_that_port() -> None:
    store = store_of({"s.yaml": san(zone("s1", "members: ['1,5', '2,6']"))})
    assert members(store) == {("z1", I1), ("z1", I2), ("z1", T1)}
    # The name server entry of a device on the other switch has the index of that switch.
    store = store_of({"s.yaml": san(zone("s1", "members: ['1,6']"))})
    assert members(store) == {("z1", None)}


def test_an_alias_of_a_port_covers_every_device_on_it() -> None:
    aliases = "    aliases:\n      a1: {switch: s1, vsan: '', member: '1,5'}\n"
    store = store_of({"s.yaml": san(zone("s1", "members: [a1]"), aliases)})
    assert members(store) == {("z1", I1), ("z1", I2)}


def test_a_zone_uses_the_aliases_of_its_own_switch() -> None:
    aliases = f"    aliases:\n      a1: {{switch: s1, vsan: '', member: '{I1}', wwpn: '{I1}'}}\n"
    other = inventory(
        f"fabrics:\n  f:\n    aliases:\n      a1: {{switch: s2, vsan: '', member: '{I2}', wwpn: '{I2}'}}\n"
    )
    store = store_of({"s.yaml": san(zone("s1", "members: [a1]"), aliases), "t.yaml": other})
    assert members(store) == {("z1", I1)}
    store = store_of({"s.yaml": san(zone("s1", "members: [a1]")), "t.yaml": other})
    assert members(store) == {("z1", I2)}


def test_a_device_alias_of_the_same_switch_wins() -> None:
    text = inventory(
        f"""fabrics:
  f:
    switches:
      m1: {{vsans: {{'10': {{}}}}, members: [{{vsan: '10', member_wwn: '2000000000000001', principal: true}}]}}
      m2: {{vsans: {{'10': {{}}}}, members: [{{vsan: '10', member_wwn: '2000000000000001', principal: true}}]}}
    zones:
      z1: {{switch: m1, vsan: '10', members: [h1]}}
    aliases:
      h1: {{switch: [m1], vsan: '', member: '{I1}', wwpn: '{I1}'}}
"""
    )
    other = inventory(
        f"fabrics:\n  f:\n    aliases:\n      h1: {{switch: m2, vsan: '', member: '{I2}', wwpn: '{I2}'}}\n"
    )
    assert members(store_of({"s.yaml": text, "t.yaml": other})) == {("z1", I1)}


def test_a_zone_database_printed_by_two_switches_is_one() -> None:
    one = san(zone("s1", f"members: ['{I1}', '{T1}']"))
    two = inventory(f"fabrics:\n  f:\n    zones:\n      z1: {{switch: s2, vsan: '', members: ['{I1}', '{T1}']}}\n")
    store = store_of({"s.yaml": one, "t.yaml": two})
    assert store.rows("SELECT count(*) FROM zone_port") == [(2,)]
    assert talking(store) == {(I1, T1)}


def test_a_defined_zone_allows_no_access() -> None:
    defined = f"    defined_zones:\n      z1: {{switch: s1, vsan: '', members: ['{I1}', '{I2}', '{T1}']}}\n"
    store = store_of({"s.yaml": san(zone("s1", f"members: ['{I1}', '{T1}']"), defined)})
    assert members(store, False) == {("z1", I1), ("z1", I2), ("z1", T1)}
    assert talking(store) == {(I1, T1)}


def test_peers_of_a_peer_zone_do_not_talk_to_each_other() -> None:
    body = (
        f"zone_type: peer, members: [{{member: '{T1}', wwpn: '{T1}', member_role: principal}}, "
        f"{{member: '{I1}', wwpn: '{I1}', member_role: peer}}, {{member: '{T2}', wwpn: '{T2}', member_role: peer}}]"
    )
    assert talking(store_of({"s.yaml": san(zone("s1", body))})) == {(I1, T1)}


def test_a_smart_zone_follows_the_stated_roles() -> None:
    body = (
        f"smart: true, members: [{{member: '{T1}', wwpn: '{T1}', member_role: target}}, "
        f"{{member: '{I1}', wwpn: '{I1}', member_role: initiator}}, {{member: '{I2}', wwpn: '{I2}', member_role: target}}]"
    )
    assert talking(store_of({"s.yaml": san(zone("s1", body))})) == {(I1, T1)}


def test_an_address_is_the_device_that_has_it() -> None:
    body = "members: [{member: '0x010500', member_type: fcid, fcid: '010500'}]"
    assert members(store_of({"s.yaml": san(zone("s1", body))})) == {("z1", I1)}
