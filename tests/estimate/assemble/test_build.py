"""Networks built from inventories: routes, ports, policies, places, and missing facts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from checker.estimate.assemble.arrays import DriveFacts
from checker.estimate.assemble.facts import SanFacts, facts_of
from checker.estimate.assemble.policy import spread_of
from checker.estimate.assemble.san import Builder, Built
from checker.estimate.assemble.ways import carrying
from checker.estimate.library import builtin
from checker.estimate.network.network import Flow, Station, Visit
from checker.estimate.workload.mix_of_io import Workload
from tests import folders
from tests.support import store_of

BASES = folders.FIXTURES / "bases"
OLTP2 = Workload.oltp2(iops=1000)
Changed = Callable[..., SanFacts]


@cache
def san(base: str, *changes: tuple[str, str]) -> SanFacts:
    """Return the facts of a base inventory after replacing texts in it, each of which must occur."""
    text = (BASES / f"{base}.yaml").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    store = store_of({"san.yaml": text})
    try:
        return facts_of(store)
    finally:
        store.close()


def built(facts: SanFacts, **overrides: float) -> Built:
    return Builder(facts, builtin(), overrides).build(dict.fromkeys(facts.class_of, OLTP2))


def stations(network: Built) -> dict[str, Station]:
    return {station.id: station for station in network.network.stations}


def visits(flow: Flow) -> dict[str, float]:
    """Mean visits of one I/O to each station over all routes, for all types of I/O together."""
    found: dict[str, float] = {}
    for route in flow.routes:
        for visit in route.visits:
            found[visit.station] = found.get(visit.station, 0.0) + route.share * visit.count
    return found


def writes_of(flow: Flow, leg: int) -> list[Visit]:
    return [visit for route in flow.legs[leg].routes for visit in route.visits]


@pytest.mark.parametrize(
    ("psp", "policy", "grouping", "expected"),
    [
        ("VMW_PSP_FIXED", None, None, "fixed"),
        ("VMW_PSP_MRU", None, None, "mru"),
        ("VMW_PSP_RR", None, None, "round_robin"),
        (None, "service-time 0", "multibus", "adaptive"),
        (None, "service-time 0", "failover", "fixed"),
        (None, "round-robin 0", None, "round_robin"),
        (None, "ADaptive", None, "adaptive"),
        (None, "BasicFailover", None, "fixed"),
        (None, "MinimumQ", None, "adaptive"),
        (None, "FOO", None, "fixed"),
        (None, "LB-RR", None, "round_robin"),
        (None, "something new", None, "unknown"),
        (None, None, None, "unknown"),
    ],
)
def test_policies_of_all_software_in_four_words(
    psp: str | None, policy: str | None, grouping: str | None, expected: str
) -> None:
    assert spread_of(psp, policy, grouping, None, None).policy == expected


def test_only_round_robin_by_number_has_a_limit() -> None:
    assert spread_of("VMW_PSP_RR", None, None, "iops", 1).limit == 1
    assert spread_of("VMW_PSP_RR", None, None, "bytes", 1000).limit is None
    assert spread_of("VMW_PSP_FIXED", None, None, "iops", 1).limit is None


def test_round_robin_spreads_over_all_ports_and_meets_the_array_once() -> None:
    network = built(san("xtremio-bare"))
    assert not network.missing_facts
    flow = network.network.flows[0]
    assert flow.queue_depth == 256
    met = visits(flow)
    assert met["xio1"] == pytest.approx(1)
    ports = {name: count for name, count in met.items() if name.startswith("xio1 ")}
    assert len(ports) == 8
    assert set(ports.values()) == {0.25}
    assert {count for name, count in met.items() if name.startswith("esx01 ")} == {0.5}


def test_alike_volumes_share_their_routes() -> None:
    flows = built(san("xtremio-bare")).network.flows
    one, other = (flow for flow in flows if flow.host == "esx01")
    assert one.routes is other.routes
    assert one.id != other.id


def test_a_fixed_policy_takes_the_path_in_use_and_falls_back_to_one_other() -> None:
    fixed = ("psp: VMW_PSP_RR", 'psp: VMW_PSP_FIXED, preferred_path: "vmhba3:C0:T1:L1"')
    facts = san("xtremio-bare", fixed)
    network = built(facts)
    flow = next(flow for flow in network.network.flows if flow.volume.endswith("01") and flow.host == "esx01")
    assert {name for name, count in visits(flow).items() if name.startswith("xio1 X1")} == {
        "xio1 X1-SC2 fc2 tx",
        "xio1 X1-SC2 fc2 rx",
    }
    kind = facts.classes[facts.class_of[flow.host, flow.volume]]
    used = dict(carrying(kind))
    assert list(used.values()) == [1.0]
    after = dict(carrying(kind, frozenset(used)))
    assert list(after.values()) == [1.0]
    assert set(after).isdisjoint(used)


def test_an_unknown_fixed_path_is_an_assumption() -> None:
    network = built(san("xtremio-bare", ("psp: VMW_PSP_RR", "psp: VMW_PSP_FIXED")))
    assert any("4 host-volume pairs: the policy uses one path" in text for text in network.network.assumptions)
    taken = {tuple(sorted(visits(flow))) for flow in network.network.flows if flow.host == "esx01"}
    assert all(sum(name.startswith("xio1 X1") for name in names) == 2 for names in taken)


def test_dead_and_standby_paths_carry_no_load() -> None:
    changed = ("hctl: vmhba2:C0:T0:L1, lun: 1, state: active", "hctl: vmhba2:C0:T0:L1, lun: 1, state: standby")
    dead = ("hctl: vmhba2:C0:T1:L1, lun: 1, state: active", "hctl: vmhba2:C0:T1:L1, lun: 1, state: dead")
    facts = san("xtremio-bare", changed, dead)
    kind = facts.classes[facts.class_of["esx01", "naa.514f0c5000000001"]]
    assert len(kind.ways) == 3
    assert sorted(share for _, share in carrying(kind)) == [0.5, 0.5]
    ports = {facts.ports[facts.routes[route].initiator or ""].name for route, _ in carrying(kind)}
    assert ports == {"esx01 vmhba3"}


def test_metro_writes_go_to_both_arrays_and_reads_to_the_near_one() -> None:
    network = built(san("vplex-metro"))
    assert not network.missing_facts
    flow = next(flow for flow in network.network.flows if flow.host == "esx01")
    near, far = writes_of(flow, 0), writes_of(flow, 1)
    assert "xio1" in {visit.station for visit in near}
    assert {"xio2", "WAN vplex1 cluster-1 > cluster-2"} <= {visit.station for visit in far}
    assert not any(visit.concerns.reads for visit in (*near, *far))
    at_arrays = [visit for route in flow.routes for visit in route.visits if visit.station in ("xio1", "xio2")]
    assert {visit.station for visit in at_arrays} == {"xio1"}
    assert all(visit.concerns.cache == "miss" and not visit.concerns.writes for visit in at_arrays)
    delays = [delay for route in flow.legs[1].routes for delay in route.delays if delay.component == "wan"]
    assert [delay.ms.typical for delay in delays] == pytest.approx([2.0] * len(delays))
    assert delays
    # For the host at the other site, local and remote are swapped.
    other = next(flow for flow in network.network.flows if flow.host == "esx02")
    assert "xio2" in {visit.station for visit in writes_of(other, 0)}


def test_behind_vplex_each_director_uses_its_own_back_end_paths() -> None:
    flow = next(flow for flow in built(san("vplex-metro")).network.flows if flow.host == "esx01")
    for route in flow.routes:
        stations_met = [visit.station for visit in route.visits]
        director = next(name for name in stations_met if name in ("vplex1 director-1-1-A", "vplex1 director-1-1-B"))
        prefixes = {name.split(" A1-")[0].split(" B1-")[0] for name in stations_met if "A1-" in name or "B1-" in name}
        assert prefixes == {director}


def test_isls_are_crossed_in_both_directions_and_have_as_many_servers_as_links() -> None:
    network = built(san("esxi-brocade"))
    there = stations(network)
    assert there["ISL sw-a1 > sw-a2"].servers_by_level == (2, 2, 2)
    assert there["ISL sw-a1 > sw-a2"].kind == "isl"
    # An exchange stays on the link chosen for it.
    assert there["ISL sw-a1 > sw-a2"].separate
    flow = network.network.flows[0]
    crossing = [visit for route in flow.routes for visit in route.visits if visit.station.startswith("ISL sw-a")]
    towards = {visit.station: (visit.concerns.reads, visit.concerns.writes) for visit in crossing}
    assert towards == {"ISL sw-a1 > sw-a2": (False, True), "ISL sw-a2 > sw-a1": (True, False)}
    hops = [delay.ms.typical for delay in flow.routes[0].delays if delay.component == "fabric" and delay.concerns.reads]
    one_switch = built(san("xtremio-bare")).network.flows[0]
    assert hops[0] == pytest.approx(
        2 * next(d.ms.typical for d in one_switch.routes[0].delays if d.component == "fabric" and d.concerns.reads)
    )


@pytest.mark.parametrize(
    "changes",
    [
        # switchshow lists the members one by one, islshow states the bandwidth of the trunk.
        (("bandwidth_gbps: 32, is_trunk: true, members: 2", "is_trunk: true"),),
        (("is_trunk: true, members: 2", "is_trunk: true"), ('trunk: "2"', 'trunk: "77"')),
    ],
)
def test_the_links_of_a_trunk_are_its_members_or_what_its_bandwidth_needs(changes: tuple[tuple[str, str], ...]) -> None:
    assert stations(built(san("esxi-brocade", *changes)))["ISL sw-a1 > sw-a2"].servers_by_level == (2, 2, 2)


@pytest.mark.parametrize("members", ["known", "unknown"])
def test_the_speed_of_a_port_channel_is_that_of_all_its_links(members: str) -> None:
    fast = 'port-channel1: {port_state: up, port_type: TE, speed_gbps: 32}\n          "2": {port_index: 2,'
    changes = [
        ('port: "2", port_index: 2, peer_wwn', "port: port-channel1, port_index: 2, peer_wwn"),
        ("speed_gbps: 16, bandwidth_gbps: 32, is_trunk: true, members: 2", "is_trunk: true"),
        ('"2": {port_index: 2,', fast),
        ('trunk: "2"', "trunk: port-channel1" if members == "known" else 'trunk: "77"'),
    ]
    bundle = san("esxi-brocade", *changes).bundles["sw-a1", "sw-a2"]
    assert (bundle.links, bundle.speed_gbps) == ((2, 16) if members == "known" else (1, 32))


def test_optimised_paths_carry_all_of_it() -> None:
    facts = san("esxi-brocade")
    kind = facts.classes[facts.class_of["esx01", next(v for h, v in facts.class_of if h == "esx01")]]
    assert len(kind.ways) == 4
    assert len(carrying(kind)) == 2


def test_a_port_runs_at_the_lower_of_the_speeds_that_its_ends_state() -> None:
    slow = ('"0": {port_index: 0, port_state: online, port_type: F, speed_gbps: 8', '"0": {port_index: 0, port_state: online, port_type: F, speed_gbps: 4')  # fmt: skip
    facts = san("xtremio-bare", slow)
    speeds = {port.name: port.speed_gbps for port in facts.ports.values()}
    assert speeds["esx01 vmhba2"] == 4
    assert speeds["esx02 vmhba2"] == 8


def test_an_unknown_speed_is_reported_with_the_facts_that_provide_it() -> None:
    hidden = ("port_state: online, speed_gbps: 8, max_speed_gbps: 8, port_type: point-to-point", "port_state: online")
    switches = ("port_type: F, speed_gbps: 8, speed_mode: auto", "port_type: F, speed_mode: auto")
    network = built(san("xtremio-bare", hidden, switches))
    assert {flow.unknown for flow in network.network.flows} == {("link speed",)}
    gap = next(gap for gap in network.missing_facts if gap.of == "esx01 vmhba2")
    assert gap.facts == ("initiator.speed_gbps", "switch_port.speed_gbps")
    assert gap.owners == (("host", "esx01"), ("switch", "sw-a1"))
    assert gap.keys == ("speed_gbps",)
    assert stations(network)["esx01 vmhba2 rx"].service is None
    # Nothing is missing once the speed is known.
    assert not built(san("xtremio-bare", hidden, switches), speed_gbps=16).missing_facts


def test_capacity_follows_the_x_bricks() -> None:
    one = stations(built(san("xtremio-bare")))["xio1"].service
    two = stations(built(san("xtremio-bare"), x_bricks=2))["xio1"].service
    assert one is not None
    assert two is not None
    assert one.reads.base_ms.typical == pytest.approx(2 * two.reads.base_ms.typical)
    # estimator.md, E5: two X-Bricks do 455,000 read IOPS of 4 KiB.
    assert 1 / two.reads.base_ms.typical == pytest.approx(455, rel=1e-3)


def test_an_array_without_figures_is_missing_with_the_parameters_that_would_do() -> None:
    network = built(san("esxi-brocade"))
    (gap,) = network.missing_facts
    assert (gap.what, gap.of) == ("figures of the array", "unity1")
    assert "all_flash.read_latency" in gap.keys
    named = {key: 1.0 if "latency" in key else 100_000.0 for key in gap.keys}
    library = builtin().overridden(named)
    facts = san("esxi-brocade")
    assert not Builder(facts, library).build(dict.fromkeys(facts.class_of, OLTP2)).missing_facts


@pytest.mark.parametrize(
    ("interface", "service_ms", "said"),
    [
        ("FC", 5.5, "speed of its FC drives is unknown; 15k is assumed"),
        ("Fibre Channel", 5.5, "speed of its Fibre Channel drives is unknown; 15k is assumed"),
        ("SAS", 7.1, "speed of its SAS drives is unknown; 10k is assumed"),
        ("FC 15K", 5.5, ""),
        ("SAS 15k", 5.5, ""),
        ("FC 10K", 7.1, ""),
        ("SATA", 12.5, ""),
        ("Optical", None, ""),
    ],
)
def test_drives_with_only_a_known_interface_use_the_usual_speed(
    interface: str, service_ms: float | None, said: str
) -> None:
    facts = san("symmetrix-esx4")
    drives = {"pool": DriveFacts("r5", interface, 64, True)}
    facts = replace(facts, arrays={name: replace(one, pools=drives) for name, one in facts.arrays.items()})
    network = built(facts).network
    pools = [station for station in network.stations if station.kind == "disk_pool"]
    if service_ms is None:
        assert not pools
        return
    assert pools[0].service is not None
    assert pools[0].service.reads.base_ms.typical == service_ms
    assumed = [text for text in network.assumptions if "drives is unknown" in text]
    assert [said in text for text in assumed] == ([True] if said else [])


def test_disk_arrays_need_drives_that_what_if_may_set() -> None:
    network = built(san("symmetrix-esx4"))
    assert {flow.unknown for flow in network.network.flows} == {("drives behind the cache",)}
    estimate = built(san("symmetrix-esx4"), drives=64, raid=5, drive_rpm=15000)
    assert not estimate.missing_facts
    pool = next(station for station in estimate.network.stations if station.kind == "disk_pool")
    assert pool.servers_by_level == (64, 64, 64)
    writes = [v for v in estimate.network.flows[0].routes[0].visits if v.station == pool.id and not v.concerns.reads]
    # estimator.md, section 3.8: a small write to RAID 5 is four drive I/Os, after the host got its acknowledgement.
    assert [(v.count, v.awaited) for v in writes if v.concerns.random] == [(4.0, False)]


def test_linux_counts_queue_depth_by_path_and_others_by_volume() -> None:
    linux = san("linux-mds").classes.values()
    # The base inventory has 32 on each of the four paths of a volume.
    assert {(kind.queue_depth, len(carrying(kind))) for kind in linux} == {(4 * 32, 4)}
    esx = san("xtremio-bare", ("queue_depth: 256, outstanding_limit: 256", "queue_depth: 64, outstanding_limit: 32"))
    assert {(kind.queue_depth, len(carrying(kind))) for kind in esx.classes.values()} == {(32, 4)}


def test_a_load_factor_scales_every_load() -> None:
    facts = san("xtremio-bare")
    assert {flow.workload.iops for flow in built(facts, load=2.5).network.flows} == {2500.0}


def test_asynchronous_geo_writes_add_no_host_latency() -> None:
    geo = ("product_type: metro", "product_type: geo")
    later = ("cache_mode: synchronous", "cache_mode: asynchronous")
    flow = next(flow for flow in built(san("vplex-metro", geo, later)).network.flows if flow.host == "esx01")
    assert not flow.legs
    met = {visit.station: visit for route in flow.routes for visit in route.visits if visit.concerns.writes}
    assert not met["xio2"].awaited
    assert not met["WAN vplex1 cluster-1 > cluster-2"].awaited
    assert not any(delay.component == "wan" for route in flow.routes for delay in route.delays)


def test_a_volume_at_the_other_cluster_is_read_over_the_wan() -> None:
    # The host at site 1 has paths to the cluster of site 2 only, which contains the only remaining copy.
    facts = san("vplex-metro")
    kind = facts.classes[next(number for (host, _), number in facts.class_of.items() if host == "esx01")]
    place = facts.places[kind.place]
    far_only = replace(place, legs=tuple(leg for leg in place.legs if leg.cluster == "cluster-2"), distributed=False)
    moved = replace(facts, places={**facts.places, kind.place: far_only})
    flow = next(flow for flow in built(moved).network.flows if flow.host == "esx01")
    crossing = {
        v.station: (v.concerns.reads, v.concerns.writes) for v in flow.routes[0].visits if v.station.startswith("WAN")
    }
    assert crossing == {
        "WAN vplex1 cluster-1 > cluster-2": (False, True),
        "WAN vplex1 cluster-2 > cluster-1": (True, False),
    }
    assert [d.ms.typical for d in flow.routes[0].delays if d.component == "wan"] == [2.0]


def test_a_wan_that_loses_everything_or_has_no_bandwidth_has_no_load() -> None:
    for link_facts in ({"loss_ratio": 1.0}, {"bandwidth_mbps": 0.0}):
        network = built(san("vplex-metro"), **link_facts)
        assert stations(network)["WAN vplex1 cluster-1 > cluster-2"].service is None
        assert any("between the clusters" in text for text in network.network.assumptions)
    slow = stations(built(san("vplex-metro"), loss_ratio=0.01, bandwidth_mbps=10, rtt_ms=90, connections=1))
    service = slow["WAN vplex1 cluster-1 > cluster-2"].service
    assert service is not None
    # estimator.md, E14: 1 % loss at 90 ms allows about 128 KB/s.
    assert 1 / service.writes.per_kib_ms.typical == pytest.approx(0.128 / 1.024, rel=0.02)


def test_credits_that_do_not_fill_a_long_isl_cap_it() -> None:
    short = stations(built(san("esxi-brocade")))["ISL sw-a1 > sw-a2"].service
    network = built(san("esxi-brocade"), distance_km=100)
    long = stations(network)["ISL sw-a1 > sw-a2"].service
    assert short is not None
    assert long is not None
    # 20 credits of 2,048 bytes per round trip of 1,000 us.
    assert 1.024 / long.reads.per_kib_ms.typical == pytest.approx(20 * 2048 / 1000, rel=0.01)
    assert 1.024 / short.reads.per_kib_ms.typical == pytest.approx(1600)
    assert any("20 buffer credits" in text for text in network.network.assumptions)
    delay = next(d for d in network.network.flows[0].routes[0].delays if d.component == "fabric" and d.concerns.reads)
    assert delay.ms.typical == pytest.approx(1.0, abs=0.01)
