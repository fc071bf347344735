"""False fabrics: what looks like one fabric and is two, or like two and is one."""

from __future__ import annotations

from tests.support import store_of
from tests.topology.test_fabrics import I, T, port_fabrics, switchshow

FLOGI = """{name}# show flogi database
--------------------------------------------------------------------------------
INTERFACE        VSAN    FCID           PORT NAME               NODE NAME
--------------------------------------------------------------------------------
fc1/1            {vsan}    0x0a0001  {wwpn} 20:00:00:00:c9:aa:00:01

Total number of flogi = 1.
"""


def shown(wwn: str) -> str:
    return ":".join(wwn[i : i + 2] for i in range(0, 16, 2))


def fabrics(store) -> set[str]:
    return {name for (name,) in store.rows("SELECT fabric FROM switch_fabric")}


def test_a_switch_declared_without_its_vsan_gives_the_vsan_in_use_the_name() -> None:
    store = store_of(
        {
            "mds1/flogi.txt": FLOGI.format(name="mds1", vsan=10, wwpn=shown(I[0])),
            "mds2/flogi.txt": FLOGI.format(name="mds2", vsan=10, wwpn=shown(T[0])),
            "site.yaml": "sanlint: 1\nfabrics: {red: {switches: {mds1: {}, mds2: {}}}}\n",
        }
    )
    assert fabrics(store) == {"red"}
    assert port_fabrics(store)[I[0]] == port_fabrics(store)[T[0]] == ("red", "login")


def test_equal_zones_do_not_join_a_dark_switch_to_the_other_fabric() -> None:
    cfg = f"Effective configuration:\n cfg:\tcfg1\n zone:\tz1\n\t\t{shown(I[0])}\n\t\t{shown(T[0])}\n"
    dark = switchshow("sw2", "10:00:00:05:1e:00:00:02", 2, "Principal", I[0]).replace(
        "id    N8   Online      FC  F-Port  " + shown(I[0]), "id    N8   No_Light    FC"
    )
    store = store_of(
        {
            "sw1/switchshow.txt": switchshow("sw1", "10:00:00:05:1e:00:00:01", 1, "Principal", I[0]),
            "sw1/cfgshow.txt": cfg,
            "sw2/switchshow.txt": dark,
            "sw2/cfgshow.txt": cfg,
        }
    )
    assert fabrics(store) == {"sw1", "sw2"}


def test_an_undeclared_fabric_does_not_take_a_declared_name() -> None:
    store = store_of(
        {
            "sw1/switchshow.txt": switchshow("sw1", "10:00:00:05:1e:00:00:01", 1, "Principal", I[0]),
            "sw2/switchshow.txt": switchshow("sw2", "10:00:00:05:1e:00:00:02", 2, "Principal", I[1]),
            "site.yaml": "sanlint: 1\nfabrics: {sw1: {switches: {sw2: {}}}}\n",
        }
    )
    assert len(fabrics(store)) == 2
    assert port_fabrics(store)[I[0]] != port_fabrics(store)[I[1]]


def test_a_trunk_joins_switches_in_the_vsans_it_carries_only() -> None:
    topology = (
        "{0}# show topology\n\nFC Topology for VSAN 10 :\n"
        "--------------------------------------------------------------------------------\n"
        "       Interface  Peer Domain Peer Interface     Peer IP Address(Switch Name)\n"
        "--------------------------------------------------------------------------------\n"
        "           fc1/7 0x02(2)          fc1/7  192.0.2.7({1})\n\n"
    )
    both = (
        topology
        + "FC Topology for VSAN 20 :\n"
        + "--------------------------------------------------------------------------------\n"
        + "       Interface  Peer Domain Peer Interface     Peer IP Address(Switch Name)\n"
        + "--------------------------------------------------------------------------------\n"
        + "           fc1/8 0x02(2)          fc1/8  192.0.2.7({1})\n"
        + "           fc1/7 0x02(2)          fc1/7  192.0.2.7({1})\n"
    )
    flogi = "\n".join(FLOGI.format(name="{0}", vsan=vsan, wwpn=wwpn) for vsan, wwpn in ((10, "{1}"), (20, "{2}")))
    for text, connected_in_20 in ((both, True), (topology, False)):
        store = store_of(
            {
                "mds1/topology.txt": text.format("mds1", "mds2"),
                "mds1/flogi.txt": flogi.format("mds1", shown(I[0]), shown(I[1])),
                "mds2/flogi.txt": flogi.format("mds2", shown(T[0]), shown(T[1])),
            }
        )
        found = port_fabrics(store)
        assert found[I[0]] == found[T[0]]
        assert (found[I[1]] == found[T[1]]) is connected_in_20
        assert found[I[0]] != found[I[1]]
        routes = store.rows("SELECT count(*) FROM switch_route WHERE from_switch <> to_switch AND switches = 2")
        assert routes == [(4 if connected_in_20 else 2,)]
