"""The graph of the switches, against networkx."""

from __future__ import annotations

import itertools
import tomllib

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.topology.graph import Graph
from tests import folders
from tests.thorough import examples

NAMES = st.sampled_from([f"s{number}" for number in range(7)])


@settings(max_examples=examples(150))
@given(st.lists(st.tuples(NAMES, NAMES), max_size=14), st.sets(NAMES), st.sets(NAMES, max_size=2))
def test_ways_islands_and_cuts_are_those_of_networkx(
    links: list[tuple[str, str]], more: set[str], lost: set[str]
) -> None:
    theirs: nx.Graph[str] = nx.Graph(links)
    theirs.add_nodes_from(more)
    ours = Graph(links, more)
    gone = links[:1]
    for graph, other in (
        (ours, theirs),
        (ours.without(lost), theirs.subgraph(set(theirs) - lost)),
        (ours.without(links=gone), nx.restricted_view(theirs, [], [link for link in gone if link in theirs.edges])),
    ):
        compare(graph, other)


def compare(graph: Graph, expected: nx.Graph[str]) -> None:
    assert set(graph) == set(expected)
    assert sorted(map(sorted, graph.islands())) == sorted(map(sorted, nx.connected_components(expected)))
    # Loops are no links of their own, and networkx takes them for some.
    plain: nx.Graph[str] = nx.Graph(pair for pair in expected.edges if pair[0] != pair[1])
    assert graph.cuts() == (set(nx.articulation_points(plain)), {frozenset(pair) for pair in nx.bridges(plain)})
    for one, other in itertools.product(sorted(expected), repeat=2):
        way, ways = graph.way(one, other), sorted(graph.shortest_ways(one, other))
        if not nx.has_path(expected, one, other):
            assert (way, ways) == (None, [])
            continue
        assert ways == sorted(nx.all_shortest_paths(expected, one, other))
        assert way in ways
        assert graph.ways(one)[other] in ways


def test_a_chain_of_more_switches_than_python_can_recurse() -> None:
    names = [f"s{number}" for number in range(3000)]
    graph = Graph(itertools.pairwise(names))
    switches, links = graph.cuts()
    assert (len(switches), len(links)) == (2998, 2999)


def test_unknown_switches_have_no_way() -> None:
    graph = Graph([("a", "b")])
    assert graph.way("a", "x") is None
    assert graph.way("x", "a") is None
    assert not graph.connected("x", "x")
    assert list(graph.shortest_ways("a", "x")) == []


def test_users_do_not_install_a_graph_library() -> None:
    project = tomllib.loads((folders.ROOT / "pyproject.toml").read_text())["project"]
    assert not [name for name in project["dependencies"] if name.startswith("networkx")]
