"""Fabrics of switches and ports: by ISLs, per VSAN, along paths, and inferred only where that is safe."""

from __future__ import annotations

from checker.topology.routes.routes import link_counts
from tests.support import inventory, store_of

I = [f"10000000c9aa000{n}" for n in range(1, 9)]  # noqa: E741
T = [f"500009720812340{n}" for n in range(1, 9)]
NAA = "naa.60000970000192600123533030304131"


def paths(*ends: tuple[str, str]) -> str:
    rows = "\n".join(f"      - {{device: {NAA}, initiator: '{i}', target: '{t}', state: active}}" for i, t in ends)
    return f"hosts:\n  h1:\n    paths:\n{rows}\n"


def port_fabrics(store) -> dict[str, tuple[str, str]]:
    return {wwpn: (fabric, basis) for wwpn, fabric, basis in store.rows("SELECT wwpn, fabric, basis FROM port_fabric")}


def test_switches_joined_by_an_isl_are_one_fabric_named_after_the_principal() -> None:
    raw = {
        "sw1/islshow.txt": "sw1:admin> islshow\n  1:  4->  4 10:00:00:05:1e:00:00:02   2 sw2             sp:  8.000G bw: 16.000G TRUNK QOS\n",
        "sw1/switchshow.txt": switchshow("sw1", "10:00:00:05:1e:00:00:01", 1, "Principal", I[0]),
        "sw2/switchshow.txt": switchshow("sw2", "10:00:00:05:1e:00:00:02", 2, "Subordinate", T[0]),
        "sw3/switchshow.txt": switchshow("sw3", "10:00:00:05:1e:00:00:03", 3, "Principal", I[1]),
    }
    store = store_of(raw)
    assert store.rows("SELECT switch, fabric FROM switch_fabric ORDER BY 1") == [
        ("sw1", "sw1"),
        ("sw2", "sw1"),
        ("sw3", "sw3"),
    ]
    found = port_fabrics(store)
    assert found[I[0]] == ("sw1", "login")
    assert found[T[0]] == ("sw1", "login")
    assert found[I[1]] == ("sw3", "login")


def switchshow(name: str, wwn: str, domain: int, role: str, device: str) -> str:
    pairs = ":".join(device[i : i + 2] for i in range(0, 16, 2))
    return f"""switchName:\t{name}
switchType:\t109.1
switchState:\tOnline
switchMode:\tNative
switchRole:\t{role}
switchDomain:\t{domain}
switchId:\tfffc0{domain}
switchWwn:\t{wwn}
zoning:\t\tON (cfg1)
switchBeacon:\tOFF

Index Port Address Media Speed State     Proto
==============================================
   0   0   0{domain}0000   id    N8   Online      FC  F-Port  {pairs}
   1   1   0{domain}0100   --    N8   No_Module   FC
"""


def test_each_vsan_of_a_switch_is_a_fabric_of_its_own() -> None:
    flogi = """mds1# show flogi database
--------------------------------------------------------------------------------
INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
fc1/1            10    0x0a0001  10:00:00:00:c9:aa:00:01 20:00:00:00:c9:aa:00:01
fc1/2            20    0x140001  10:00:00:00:c9:aa:00:02 20:00:00:00:c9:aa:00:02

Total number of flogi = 2.
"""
    found = port_fabrics(store_of({"mds1/flogi.txt": flogi}))
    assert found[I[0]] == ("mds1 VSAN 10", "login")
    assert found[I[1]] == ("mds1 VSAN 20", "login")


def test_a_declared_fabric_gives_its_name() -> None:
    raw = {
        "sw1/switchshow.txt": switchshow("sw1", "10:00:00:05:1e:00:00:01", 1, "Principal", I[0]),
        "site.yaml": "sanlint: 1\nfabrics: {red: {side: A, switches: {sw1: {}}}}\n",
    }
    assert port_fabrics(store_of(raw))[I[0]] == ("red", "login")


def test_a_path_assigns_both_ends_to_the_known_fabric() -> None:
    raw = {
        "sw1/switchshow.txt": switchshow("sw1", "10:00:00:05:1e:00:00:01", 1, "Principal", I[0]),
        "h.yaml": inventory(paths((I[0], T[0]), (I[1], T[1]))),
    }
    found = port_fabrics(store_of(raw))
    assert found[T[0]] == ("sw1", "path")
    # The other pair may be in another fabric or not, so nothing is inferred next to known fabrics.
    assert I[1] not in found


def test_two_components_of_paths_are_inferred_as_two_fabrics() -> None:
    found = port_fabrics(store_of({"h.yaml": inventory(paths((I[0], T[0]), (I[0], T[1]), (I[1], T[2])))}))
    assert found[T[0]] == found[T[1]] == found[I[0]]
    assert found[I[1]] == found[T[2]]
    assert found[I[0]][0] != found[I[1]][0]
    assert found[I[0]][1] == "inferred"


def test_four_components_are_not_taken_for_fabrics() -> None:
    ends = [(I[n], T[n]) for n in range(4)]
    assert port_fabrics(store_of({"h.yaml": inventory(paths(*ends))})) == {}


def test_one_component_is_not_taken_for_a_fabric() -> None:
    assert port_fabrics(store_of({"h.yaml": inventory(paths((I[0], T[0])))})) == {}


def test_a_port_in_two_fabrics_has_no_single_fabric() -> None:
    raw = {
        "sw1/switchshow.txt": switchshow("sw1", "10:00:00:05:1e:00:00:01", 1, "Principal", I[0]),
        "sw2/switchshow.txt": switchshow("sw2", "10:00:00:05:1e:00:00:02", 2, "Principal", I[0]),
    }
    store = store_of(raw)
    assert store.rows("SELECT count(*) FROM wwpn_fabric WHERE wwpn = ?", [I[0]]) == [(2,)]
    assert I[0] not in port_fabrics(store)


def test_a_zone_database_without_a_switch_name_belongs_where_its_members_are() -> None:
    cfg = f"""Effective configuration:
 cfg:\tcfg1
 zone:\tz1
\t\t{":".join(I[0][i : i + 2] for i in range(0, 16, 2))}
\t\t50:00:09:72:08:12:34:01
"""
    raw = {
        "sw1/switchshow.txt": switchshow("sw1", "10:00:00:05:1e:00:00:01", 1, "Principal", I[0]),
        "zoning-of-red/cfgshow.txt": cfg,
    }
    store = store_of(raw)
    assert store.rows("SELECT DISTINCT fabric FROM zone_port") == [("sw1",)]


def test_exports_without_switches_have_no_links_between_them() -> None:
    assert link_counts(store_of({"inventory.yaml": inventory(paths((I[0], T[0])))})) == {}
