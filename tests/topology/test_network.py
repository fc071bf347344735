"""Ways, islands and cuts of small random networks, against networkx."""

from __future__ import annotations

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from checker.topology.network import Network
from tests.thorough import examples

LINKS = st.sets(st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda e: e[0] < e[1]), max_size=14).map(
    lambda pairs: sorted((f"s{one}", f"s{other}") for one, other in pairs)
)
NODES = [f"s{number}" for number in range(8)]


def both(links: list[tuple[str, str]]) -> tuple[Network, nx.Graph[str]]:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(NODES)
    graph.add_edges_from(links)
    return Network(links, NODES), graph


@settings(max_examples=examples(120))
@given(LINKS)
def test_cuts_and_islands_are_those_of_networkx(links: list[tuple[str, str]]) -> None:
    network, graph = both(links)
    nodes, bridges = network.cuts()
    assert nodes == set(nx.articulation_points(graph))
    assert bridges == {frozenset(pair) for pair in nx.bridges(graph)}
    islands = network.islands()
    assert {frozenset(n for n in NODES if islands[n] == number) for number in islands.values()} == {
        frozenset(one) for one in nx.connected_components(graph)
    }


@settings(max_examples=examples(120))
@given(LINKS)
def test_shortest_ways_are_those_of_networkx(links: list[tuple[str, str]]) -> None:
    network, graph = both(links)
    for other in NODES[1:]:
        way = network.way("s0", other)
        if not nx.has_path(graph, "s0", other):
            assert way is None
            assert list(network.all_ways("s0", other)) == []
            continue
        expected = sorted(nx.all_shortest_paths(graph, "s0", other))
        assert way in expected
        assert sorted(network.all_ways("s0", other)) == expected


@settings(max_examples=examples(60))
@given(LINKS, st.sets(st.sampled_from(NODES), max_size=3), st.sampled_from(NODES), st.sampled_from(NODES))
def test_what_is_lost_is_gone_and_the_rest_stays(
    links: list[tuple[str, str]], lost: set[str], one: str, other: str
) -> None:
    network, graph = both(links)
    rest = network.without(lost, (one, other))
    graph.remove_nodes_from(lost)
    graph.remove_edges_from([(one, other)])
    assert list(rest) == list(graph)
    for start in rest:
        assert set(rest.ways(start)) == nx.node_connected_component(graph, start)
    assert list(network) == NODES


def test_nodes_that_the_network_does_not_have_are_not_reached() -> None:
    network = Network([("a", "b")])
    assert network.way("a", "c") is None
    assert network.way("c", "a") is None
    assert list(network.all_ways("a", "c")) == []
