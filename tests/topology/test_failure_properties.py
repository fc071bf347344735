"""Every single failure, tried one by one on random small SANs of two fabrics, against the grouping."""

from __future__ import annotations

import dataclasses
import itertools

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.topology.derive.single_points import build_single_points
from tests.support import inventory, store_of
from tests.thorough import examples

NAA = "naa.60000970000192600123533030304131"
Part = tuple[str, str]


@dataclasses.dataclass
class San:
    """Switches of two fabrics with their links, the switch of each port, and paths with their states."""

    links: dict[str, list[tuple[str, str]]]
    switch_of: dict[str, str]
    paths: list[tuple[str, str, str]]
    director_of: dict[str, str]

    def text(self) -> str:
        """The SAN as an inventory."""
        names = set(self.switch_of.values()) | {s for pairs in self.links.values() for p in pairs for s in p}
        wwn = {switch: f"10000000000000{n:02x}" for n, switch in enumerate(sorted(names), 1)}
        lines = ["hosts:", "  h1:", "    paths:"]
        lines += [f"      - {{device: {NAA}, initiator: '{i}', target: '{t}', state: {s}}}" for i, t, s in self.paths]
        lines += ["storage_arrays:", "  vmax:", "    family: symmetrix", "    directors:"]
        for director in sorted(set(self.director_of.values())):
            ports = ", ".join(
                f"p{t[-2:]}: {{target_wwpn: '{t}'}}" for t in self.director_of if self.director_of[t] == director
            )
            lines.append(f"      {director}: {{ports: {{{ports}}}}}")
        lines.append("fabrics:")
        for fabric in ("a", "b"):
            lines += [f"  {fabric}:", "    switches:"]
            for switch in sorted(name for name in names if name.startswith(fabric)):
                logins = ", ".join(
                    f"{{wwpn: '{w}', port: '{n}', local: true}}"
                    for n, (w, s) in enumerate(sorted(self.switch_of.items()))
                    if s == switch
                )
                isls = ", ".join(
                    f"{{port: '{90 + n}', peer_wwn: '{wwn[other]}'}}"
                    for n, (one, other) in enumerate(self.links[fabric])
                    if one == switch
                )
                lines.append(f"      {switch}: {{switch_wwn: '{wwn[switch]}', logins: [{logins}], isls: [{isls}]}}")
        return inventory("\n".join(lines) + "\n")

    def alive(self, state: str, initiator: str, target: str, failed: Part | None) -> bool:
        """Whether a path works with one part gone: all its own parts are there, and some route in its fabric."""
        if state == "dead" or failed in {
            ("initiator", initiator),
            ("target_port", target),
            ("director", f"vmax {self.director_of[target]}"),
        }:
            return False
        one, other = self.switch_of[initiator], self.switch_of[target]
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from((one, other))
        graph.add_edges_from(self.links[one[0]])
        if failed is not None and failed[0] == "switch" and failed[1] in graph:
            graph.remove_node(failed[1])
        if failed is not None and failed[0] == "isl":
            left, right = failed[1].split(" - ")
            if graph.has_edge(left, right):
                graph.remove_edge(left, right)
        return one in graph and other in graph and nx.has_path(graph, one, other)


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
    initiators = {f"10000000c9aa00{n:02x}": "ab"[n % 2] for n in range(4)}
    targets = {f"50000972081234{n:02x}": "ab"[n % 2] for n in range(4)}
    switch_of = {w: draw(st.sampled_from(switches[f])) for w, f in {**initiators, **targets}.items()}
    director_of = {w: draw(st.sampled_from(["FA-1D", "FA-2D"])) for w in targets}
    possible = [(i, t) for i in initiators for t in targets if initiators[i] == targets[t]]
    chosen = draw(st.lists(st.sampled_from(possible), min_size=1, max_size=5, unique=True))
    states = st.sampled_from(["active", "active", "standby", "dead"])
    return San(links, switch_of, [(i, t, draw(states)) for i, t in chosen], director_of)


@settings(max_examples=examples(40))
@given(sans())
def test_single_points_are_the_failures_that_leave_no_path(san: San) -> None:
    store = store_of({"san.yaml": san.text()})
    build_single_points(store)
    kinds = ("initiator", "target_port", "director", "switch", "isl")
    found = {row for row in store.rows("SELECT part_kind, part FROM single_point") if row[0] in kinds}
    store.close()
    parts: set[Part] = {("initiator", i) for i, _, _ in san.paths} | {("target_port", t) for _, t, _ in san.paths}
    parts |= {("director", f"vmax {d}") for d in san.director_of.values()}
    parts |= {("switch", s) for s in san.switch_of.values()} | {
        ("switch", s) for p in san.links.values() for x in p for s in x
    }
    parts |= {("isl", f"{one} - {other}") for pairs in san.links.values() for one, other in pairs}
    works = any(san.alive(state, i, t, None) for i, t, state in san.paths)
    expected = {part for part in parts if works and not any(san.alive(s, i, t, part) for i, t, s in san.paths)}
    assert found == expected


def test_a_path_of_unknown_state_or_place_may_be_the_one_that_survives() -> None:
    active = f"{{device: {NAA}, initiator: '10000000c9aa0001', target: '5000097208123401', state: active}}"
    other = f"{{device: {NAA}, initiator: '10000000c9aa0002', target: '5000097208123402', state: unknown}}"
    nowhere = f"{{device: {NAA}, path_name: sdq, state: active}}"
    for rest, single in (((), True), ((other,), False), ((nowhere,), False)):
        text = "hosts:\n  h1:\n    paths:\n" + "".join(f"      - {path}\n" for path in (active, *rest))
        store = store_of({"h.yaml": inventory(text)})
        build_single_points(store)
        is_single = ("initiator", "10000000c9aa0001") in store.rows("SELECT part_kind, part FROM single_point")
        assert is_single is single
