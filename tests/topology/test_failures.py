"""Failures on random small SANs against brute force: every single one, every pair, and the overlay of several at once."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterable

import networkx as nx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.facts.store.store import Store
from checker.topology.failure.effect import Loss, effect
from checker.topology.failure.fail import Cost, fail, pair_costs, single_costs
from checker.topology.failure.parts import Component, build_failure_parts
from checker.topology.failure.smallest import smallest_pairs
from tests.support import inventory, store_of
from tests.thorough import THOROUGH

VOLUMES = ("naa.60000970000192600123533030304131", "naa.60000970000192600123533030304132")
INITIATORS = {
    f"10000000c9aa00{n:02x}": ("ab"[n % 2], f"h{1 + n // 2}", f"0000:0{n // 2 % 2 + 3}:00.{n % 2}") for n in range(4)
}
TARGETS = {f"50000972081234{n:02x}": "ab"[n % 2] for n in range(4)}
Path = tuple[str, str, str, str, str]


@dataclasses.dataclass
class San:
    """Two fabrics with their links, where each port is, sites, and paths as (host, volume, initiator, target, state)."""

    links: dict[str, list[tuple[str, str]]]
    switch_of: dict[str, str]
    site_of: dict[str, str]
    director_of: dict[str, str]
    paths: list[Path]

    @property
    def switches(self) -> list[str]:
        return sorted(set(self.switch_of.values()) | {s for pairs in self.links.values() for p in pairs for s in p})

    def text(self) -> str:
        wwn = {switch: f"10000000000000{n:02x}" for n, switch in enumerate(self.switches, 1)}
        lines = ["hosts:"]
        for host in ("h1", "h2"):
            lines += [f"  {host}:", f"    site: {self.site_of[host]}", "    initiators:"]
            lines += [
                f"      vmhba{n}: {{initiator_wwpn: '{i}', pci_address: '{pci}'}}"
                for n, (i, (_, owner, pci)) in enumerate(INITIATORS.items())
                if owner == host
            ]
            own = [p for p in self.paths if p[0] == host]
            lines += ["    paths:"] if own else []
            lines += [f"      - {{device: {v}, initiator: '{i}', target: '{t}', state: {s}}}" for _, v, i, t, s in own]
        lines += ["storage_arrays:", "  vmax:", "    family: symmetrix", "    site: s1", "    directors:"]
        for director in sorted(set(self.director_of.values())):
            ports = ", ".join(f"p{t[-2:]}: {{target_wwpn: '{t}'}}" for t in TARGETS if self.director_of[t] == director)
            lines.append(f"      {director}: {{ports: {{{ports}}}}}")
        lines.append("fabrics:")
        for fabric in ("a", "b"):
            lines += [f"  {fabric}:", "    switches:"]
            for switch in (name for name in self.switches if name.startswith(fabric)):
                logins = ", ".join(
                    f"{{wwpn: '{w}', port: '{self.port(w)}', local: true}}"
                    for w, s in sorted(self.switch_of.items())
                    if s == switch
                )
                isls = ", ".join(
                    f"{{port: '{90 + n}', peer_wwn: '{wwn[other]}'}}"
                    for n, (one, other) in enumerate(self.links[fabric])
                    if one == switch
                )
                lines.append(
                    f"      {switch}: {{switch_wwn: '{wwn[switch]}', site: {self.site_of[switch]}, logins: [{logins}], isls: [{isls}]}}"
                )
        return inventory("\n".join(lines) + "\n")

    def port(self, wwpn: str) -> str:
        return str(sorted(self.switch_of).index(wwpn))

    def components(self) -> set[Component]:
        found: set[Component] = {
            ("storage_array", "vmax"),
            ("fabric", "a"),
            ("fabric", "b"),
            ("site", "s1"),
            ("site", "s2"),
        }
        found |= {("initiator", i) for i in INITIATORS} | {("target_port", t) for t in TARGETS}
        found |= {("host_hba", f"{host} {pci[:-2]}") for _, host, pci in INITIATORS.values()}
        found |= {("director", f"vmax {d}") for d in self.director_of.values()}
        found |= {("switch", s) for s in self.switches}
        found |= {("switch_port", f"{s} {self.port(w)}") for w, s in self.switch_of.items()}
        return found | {("isl", f"{one} - {other}") for pairs in self.links.values() for one, other in pairs}

    def alive(self, path: Path, failed: frozenset[Component]) -> bool:
        """Whether a path that worked still does: all its own parts are there, and some route in its fabric."""
        host, _, initiator, target, _ = path
        # The host of a failed site is gone itself; what it no longer sees is no loss.
        sites = {key for kind, key in failed if kind == "site" and key != self.site_of[host]}
        own = {
            ("initiator", initiator), ("target_port", target), ("director", f"vmax {self.director_of[target]}"),
            ("host_hba", f"{host} {INITIATORS[initiator][2][:-2]}"), ("fabric", TARGETS[target]), ("storage_array", "vmax"),
            ("switch_port", f"{self.switch_of[initiator]} {self.port(initiator)}"),
            ("switch_port", f"{self.switch_of[target]} {self.port(target)}"),
        }  # fmt: skip
        if own & failed or "s1" in sites:
            return False
        one, other = self.switch_of[initiator], self.switch_of[target]
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from((one, other))
        graph.add_edges_from(self.links[one[0]])
        for kind, key in failed:
            if kind == "isl" and graph.has_edge(*key.split(" - ")):
                graph.remove_edge(*key.split(" - "))
        gone = {key for kind, key in failed if kind == "switch"} | {s for s in graph if self.site_of[s] in sites}
        graph.remove_nodes_from([s for s in gone if s in graph])
        return one in graph and other in graph and nx.has_path(graph, one, other)

    def lost(self, *failed: Component) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
        """The hosts and volumes that for certain lose all paths, and those that may."""
        certain, maybe = set(), set()
        for pair in {path[:2] for path in self.paths}:
            paths = [p for p in self.paths if p[:2] == pair and p[4] != "dead"]
            left = {p[4] for p in paths if self.alive(p, frozenset(failed))}
            if any(p[4] != "unknown" for p in paths) and left <= {"unknown"}:
                (maybe if left else certain).add(pair)
        return certain, maybe

    def live_paths(self, *failed: Component) -> dict[tuple[str, str], tuple[int, int]]:
        """The live paths of each host and volume, before and after."""
        live = [path for path in self.paths if path[4] in ("active", "standby")]
        return {
            pair: (len(own), sum(self.alive(path, frozenset(failed)) for path in own))
            for pair in {path[:2] for path in live}
            if (own := [path for path in live if path[:2] == pair])
        }


def _pairs(losses: Iterable[Loss]) -> set[tuple[str, str]]:
    return {(loss.host, loss.volume) for loss in losses}


@st.composite
def sans(draw: st.DrawFn) -> San:
    links: dict[str, list[tuple[str, str]]] = {}
    for fabric in ("a", "b"):
        count = draw(st.integers(1, 4))
        names = [f"{fabric}{n}" for n in range(count)]
        tree = [(names[draw(st.integers(0, n - 1))], names[n]) for n in range(1, count)]
        every = list(itertools.combinations(names, 2))
        more = draw(st.lists(st.sampled_from(every), max_size=3)) if every else []
        links[fabric] = sorted({(min(pair), max(pair)) for pair in [*tree, *more]})
    switches = {f: sorted({s for pair in links[f] for s in pair} | {f"{f}0"}) for f in links}
    fabric_of = {i: INITIATORS[i][0] for i in INITIATORS} | TARGETS
    switch_of = {w: draw(st.sampled_from(switches[f])) for w, f in fabric_of.items()}
    sites = st.sampled_from(["s1", "s2"])
    site_of = {name: draw(sites) for name in ["h1", "h2", *switches["a"], *switches["b"]]}
    director_of = {w: draw(st.sampled_from(["FA-1D", "FA-2D"])) for w in TARGETS}
    possible = [
        (INITIATORS[i][1], v, i, t)
        for i in INITIATORS
        for t in TARGETS
        for v in VOLUMES
        if fabric_of[i] == fabric_of[t]
    ]
    chosen = draw(st.lists(st.sampled_from(possible), min_size=1, max_size=10, unique=True))
    states = st.sampled_from(["active", "active", "active", "standby", "dead", "unknown"])
    return San(links, switch_of, site_of, director_of, [(*path, draw(states)) for path in chosen])


def _store(san: San) -> Store:
    store = store_of({"san.yaml": san.text()})
    build_failure_parts(store)
    return store


def _by_components(costs: list[Cost]) -> dict[frozenset[Component], Cost]:
    found = {frozenset(cost.components): cost for cost in costs}
    assert len(found) == len(costs)
    return found


def assert_smallest(san: San, store: Store) -> None:
    """Of pairs that cut off the same, none is shown with a component that is wider than necessary; no loss is left out."""
    alone = {one: san.lost(one)[0] for one in san.components()}
    paths = {one: {path[:4] for path in san.paths if not san.alive(path, frozenset((one,)))} for one in alone}

    def loss(cost: Cost) -> frozenset[object]:
        one, other = cost.components
        return frozenset(san.lost(one, other)[0] - alone[one] - alone[other])

    every = {cost: loss(cost) for cost in pair_costs(store)}
    shown = smallest_pairs(store, list(every))
    assert [cost for cost in every if cost in shown] == shown
    assert {every[cost] for cost in shown} == set(every.values())
    for one, other in itertools.permutations(shown, 2):
        if every[one] == every[other] and len({*one.components, *other.components}) == 3:
            (narrow,), (wide,) = ({*x.components} - {*y.components} for x, y in ((one, other), (other, one)))
            assert not (paths[narrow] and paths[narrow] <= paths[wide]), (one, other)


@settings(max_examples=200 if THOROUGH else 15, suppress_health_check=[HealthCheck.too_slow])
@given(sans(), st.data())
def test_singles_pairs_and_overlays_equal_brute_force(san: San, data: st.DataObject) -> None:
    store = _store(san)
    components = sorted(san.components())
    alone = {component: san.lost(component) for component in components}
    singles = _by_components(single_costs(store))
    for component in components:
        certain, maybe = alone[component]
        cost = singles.pop(frozenset((component,)), Cost((component,), 0, 0, 0))
        assert (cost.lost, cost.maybe, cost.hosts) == (len(certain), len(maybe), len({h for h, _ in certain})), (
            component
        )
    assert not singles
    pairs = _by_components(pair_costs(store))
    for one, other in itertools.combinations(components, 2):
        certain = san.lost(one, other)[0]
        together = certain - alone[one][0] - alone[other][0]
        cost = pairs.pop(frozenset((one, other)), Cost((), 0, 0, 0))
        assert cost.together == len(together), (one, other)
        if together:
            assert (cost.lost, cost.hosts) == (len(certain), len({h for h, _ in certain})), (one, other)
    assert not pairs
    assert_smallest(san, store)
    chosen = data.draw(st.lists(st.sampled_from(components), min_size=1, max_size=4, unique=True))
    fail(store, chosen)
    dead = set(
        store.rows(
            "SELECT host, device, initiator_wwpn, target_wwpn FROM path_place WHERE live IS NOT DISTINCT FROM FALSE"
        )
    )
    assert dead == {p[:4] for p in san.paths if p[4] == "dead" or not san.alive(p, frozenset(chosen))}
    done = effect(store)
    assert (_pairs(done.lost), _pairs(done.maybe)) == san.lost(*chosen)
    counts = san.live_paths(*chosen)
    assert _pairs(done.last) == {pair for pair, (before, after) in counts.items() if before > 1 and after == 1}
    assert {(before, after): number for before, after, number in done.fewer} == Counter(
        (before, after) for before, after in counts.values() if after < before
    )
    store.close()


def test_loops_and_isolated_switches_are_handled() -> None:
    """A link of a switch to itself, a ring, a switch in two pieces of a declared fabric, a port logged in twice."""
    initiator, target = "10000000c9aa0000", "5000097208123400"
    text = f"""
hosts:
  h1:
    paths:
      - {{device: {VOLUMES[0]}, initiator: '{initiator}', target: '{target}', state: active}}
      - {{device: {VOLUMES[1]}, initiator: '10000000c9aa0001', target: '5000097208123401', state: active}}
fabrics:
  a:
    switches:
      a1:
        switch_wwn: '1000000000000001'
        logins: [{{wwpn: '{initiator}', port: '1', local: true}}, {{wwpn: '10000000c9aa0001', port: '2', local: true}}]
        isls: [{{port: '30', peer_wwn: '1000000000000002'}}, {{port: '31', peer_wwn: '1000000000000001'}}, {{port: '32', peer_wwn: '1000000000000003'}}]
      a2:
        switch_wwn: '1000000000000002'
        logins: [{{wwpn: '{target}', port: '1', local: true}}]
        isls: [{{port: '30', peer_wwn: '1000000000000001'}}, {{port: '32', peer_wwn: '1000000000000003'}}]
      a3:
        switch_wwn: '1000000000000003'
        isls: [{{port: '1', peer_wwn: '1000000000000001'}}, {{port: '2', peer_wwn: '1000000000000002'}}]
      lonely:
        switch_wwn: '1000000000000004'
        logins: [{{wwpn: '10000000c9aa0001', port: '9', local: true}}, {{wwpn: '5000097208123401', port: '3', local: true}}]
"""
    store = store_of({"san.yaml": inventory(text)})
    build_failure_parts(store)
    lost = {cost.components[0]: cost.lost for cost in single_costs(store)}
    assert (lost["switch", "a1"], lost["switch", "a2"], lost["switch", "lonely"], lost["fabric", "a"]) == (1, 1, 1, 2)
    assert not any(kind == "isl" or key == "a3" for kind, key in lost)
    together = {frozenset(cost.components): cost.together for cost in pair_costs(store)}
    assert together[frozenset({("isl", "a1 - a2"), ("switch", "a3")})] == 1
    assert together[frozenset({("isl", "a1 - a2"), ("isl", "a1 - a3")})] == 1
    store.close()
