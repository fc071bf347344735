"""Single points of failure and routes, against brute force."""

from __future__ import annotations

import itertools

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.topology.derive.single_points import build_single_points
from checker.topology.routes.routes import mandatory
from tests.support import inventory, store_of
from tests.thorough import examples

NAA = "naa.60000970000192600123533030304131"


def path_row(initiator: int, target: int, state: str) -> str:
    return (
        f"      - {{device: {NAA}, initiator: '10000000c9aa00{initiator:02d}', "
        f"target: '50000972081234{target:02d}', state: {state}}}"
    )


@settings(max_examples=examples(25))
@given(
    st.lists(
        st.tuples(st.integers(1, 3), st.integers(1, 4), st.sampled_from(["active", "dead", "standby"])),
        min_size=1,
        max_size=8,
        unique_by=lambda path: path[:2],
    )
)
def test_single_points_are_what_brute_force_finds(ends: list[tuple[int, int, str]]) -> None:
    directors = {1: "FA-1", 2: "FA-1", 3: "FA-2", 4: "FA-2"}
    ports = "".join(
        f"      {name}: {{ports: {{{', '.join(f'p{t}: {{target_wwpn: 50000972081234{t:02d}}}' for t in directors if directors[t] == name)}}}}}\n"
        for name in ("FA-1", "FA-2")
    )
    body = "hosts:\n  h1:\n    paths:\n" + "\n".join(path_row(*end) for end in ends)
    body += f"\nstorage_arrays:\n  vmax:\n    family: symmetrix\n    directors:\n{ports}"
    store = store_of({"h.yaml": inventory(body)})
    build_single_points(store)
    found = {
        (kind, part)
        for kind, part in store.rows(
            "SELECT part_kind, part FROM single_point WHERE part_kind IN ('initiator', 'target_port', 'director')"
        )
    }
    alive = [(i, t) for i, t, state in ends if state != "dead"]
    parts = {
        (i, t): {
            ("initiator", f"10000000c9aa00{i:02d}"),
            ("target_port", f"50000972081234{t:02d}"),
            ("director", f"vmax {directors[t]}"),
        }
        for i, t in alive
    }
    every = set().union(*parts.values()) if parts else set()
    # A part is a single point of failure if, with it gone, no path is left.
    expected = {part for part in every if all(part in used for used in parts.values())}
    assert found == expected


@settings(max_examples=examples(60))
@given(st.sets(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(lambda e: e[0] < e[1]), min_size=1, max_size=12))
def test_mandatory_parts_of_routes_are_what_brute_force_finds(edges: set[tuple[int, int]]) -> None:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_edges_from((f"s{a}", f"s{b}") for a, b in edges)
    for one, other in itertools.permutations(sorted(graph), 2):
        if not nx.has_path(graph, one, other):
            continue
        routes = list(nx.all_simple_paths(graph, one, other))
        used = [
            {f"switch {s}" for s in route} | {f"isl {min(pair)} - {max(pair)}" for pair in itertools.pairwise(route)}
            for route in routes
        ]
        assert set(mandatory(graph, one, other)) == set.intersection(*used)


@settings(max_examples=examples(25))
@given(
    st.lists(
        st.tuples(st.integers(1, 3), st.integers(1, 3), st.sampled_from(["active", "dead", "unknown"])),
        min_size=1,
        max_size=5,
        unique_by=lambda path: path[:2],
    )
)
def test_kinds_in_doubt_are_those_that_unknown_states_may_make_single(ends: list[tuple[int, int, str]]) -> None:
    store = store_of({"h.yaml": inventory("hosts:\n  h1:\n    paths:\n" + "\n".join(path_row(*end) for end in ends))})
    build_single_points(store)
    # Each unknown path may be live or dead: what follows in each case is what may be.
    cases = []
    for guess in itertools.product([True, False], repeat=sum(state == "unknown" for *_, state in ends)):
        guesses = iter(guess)
        alive = [(i, t) for i, t, state in ends if state == "active" or (state == "unknown" and next(guesses))]
        if alive:
            cases.append({kind: {path[n] for path in alive} for n, kind in enumerate(("initiator", "target_port"))})
    certain = {
        kind
        for kind in ("initiator", "target_port")
        if cases and all(case[kind] == cases[0][kind] for case in cases) and len(cases[0][kind]) == 1
    }
    possible = {kind for kind in ("initiator", "target_port") if any(len(case[kind]) == 1 for case in cases)}
    known = {
        kind for (kind,) in store.rows("SELECT part_kind FROM single_point") if kind in ("initiator", "target_port")
    }
    doubted = {
        kind
        for (kind,) in store.rows("SELECT part_kind FROM single_point_doubt")
        if kind in ("initiator", "target_port")
    }
    if any(state == "active" for *_, state in ends):
        assert known == certain
    assert doubted == possible - known


def test_an_isl_that_every_path_crosses_is_a_single_point() -> None:
    text = inventory(
        f"""hosts:
  h1:
    paths:
      - {{device: {NAA}, initiator: '10000000c9aa0001', target: ['5000097208123401', '5000097208123402'], state: active}}
fabrics:
  f:
    switches:
      s1: {{switch_wwn: '1000000000000001', logins: [{{wwpn: '10000000c9aa0001', port: '1', local: true}}], isls: [{{port: '7', peer_wwn: '1000000000000002'}}]}}
      s2: {{switch_wwn: '1000000000000002', logins: [{{wwpn: '5000097208123401', port: '1', local: true}}, {{wwpn: '5000097208123402', port: '2', local: true}}]}}
"""
    )
    store = store_of({"san.yaml": text})
    build_single_points(store)
    found = set(store.rows("SELECT part_kind, part FROM single_point"))
    assert {
        ("isl", "s1 - s2"),
        ("switch", "s1"),
        ("switch", "s2"),
        ("fabric", "f"),
        ("initiator", "10000000c9aa0001"),
    } <= found
    assert not any(kind == "target_port" for kind, _ in found)
    assert store.rows("SELECT switches FROM switch_route WHERE from_switch = 's1' AND to_switch = 's2'") == [(2,)]
