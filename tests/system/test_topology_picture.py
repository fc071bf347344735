"""The picture of the SAN and its exports: complete, folded where it must be, and safe whatever things are called."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.topology.picture.fold import folded
from checker.topology.picture.graph import Edge, Graph, Node, node_id
from checker.topology.picture.layout import layout
from checker.topology.picture.svg import Mark, html, svg
from checker.topology.picture.text import as_dot, as_graphml, as_json
from tests import folders

DEMO = folders.FIXTURES / "demo"
ENTRY = [sys.executable, "-c", "import sys; from checker.cli.entry import main; sys.exit(main())"]
SVG = "{http://www.w3.org/2000/svg}"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ENTRY, "topology", *arguments], capture_output=True, text=True, check=False)


def demo(*arguments: str) -> subprocess.CompletedProcess[str]:
    return run(str(DEMO / "exports"), "--config", str(DEMO / "sanlint.yaml"), *arguments)


def san(hosts: int, cluster: bool = False) -> Graph:
    """Hosts with a port on each of two fabrics, and an array with two directors on both."""
    graph = Graph(fabrics=["a", "b"])
    for fabric in "ab":
        graph.add(Node(node_id("switch", f"sw-{fabric}"), "switch", f"sw-{fabric}", fabric))
    for number in range(hosts):
        host = node_id("host", f"esx{number:04}")
        graph.add(Node(host, "host", f"esx{number:04}", group=f"cl{number % 3}" if cluster else None))
        for fabric in "ab":
            port = node_id("initiator", f"{number}{fabric}")
            graph.add(Node(port, "initiator", f"hba-{fabric}", fabric, host))
            graph.edges += [Edge(host, port, "owns"), Edge(port, node_id("switch", f"sw-{fabric}"), "link", fabric)]
    array = node_id("storage_array", "array1")
    graph.add(Node(array, "storage_array", "array1"))
    for letter in "AB":
        director = node_id("director", "array1", letter)
        graph.add(Node(director, "director", letter, parent=array))
        graph.edges.append(Edge(director, array, "owns"))
        for fabric in "ab":
            target = node_id("target_port", letter + fabric)
            graph.add(Node(target, "target_port", letter + fabric, fabric, director))
            graph.edges += [
                Edge(node_id("switch", f"sw-{fabric}"), target, "link", fabric),
                Edge(target, director, "owns"),
            ]
    return graph


def titles(text: str) -> list[str]:
    root = ElementTree.fromstring(text)
    return [one.text or "" for group in root.iter(f"{SVG}g") for one in group.iter(f"{SVG}title")]


def test_the_demonstration_san_is_drawn_with_its_findings(tmp_path: Path) -> None:
    done = demo("-o", str(tmp_path / "san.json"))
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "san.json").read_text())
    kinds = [node["kind"] for node in found["nodes"]]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "host": 10, "initiator": 20, "switch": 4, "target_port": 32, "director": 10, "storage_array": 3,
    }  # fmt: skip
    assert found["fabrics"] == ["fabric-a", "fabric-b"]
    marked = {node["label"]: {one["rule"] for one in node["findings"]} for node in found["nodes"] if node["findings"]}
    assert "PTH002" in marked["esx02"]
    picture = demo().stdout
    drawn = titles(picture)
    assert sum(title.startswith("Host: ") for title in drawn) == 10
    assert any("esx02" in title and "error" in title for title in drawn)


def test_fabrics_are_separate_and_nothing_overlaps() -> None:
    placed = layout(san(20))
    (top_a, end_a), (top_b, _end_b) = placed.bands["a"], placed.bands["b"]
    assert top_a < end_a < top_b
    boxes = list(placed.boxes.values())
    for one in boxes:
        for other in boxes:
            apart_in_x = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert one is other or apart_in_x or one.y + one.height <= other.y or other.y + other.height <= one.y


@pytest.mark.parametrize(("cluster", "hosts"), [(True, 3), (False, 1)])
def test_a_thousand_hosts_are_folded_and_none_is_lost(cluster: bool, hosts: int) -> None:
    whole = san(1000, cluster)
    small, folded_into = folded(whole)
    groups = [node for node in small.nodes.values() if node.kind == "host"]
    assert len(groups) == hosts
    assert sum(node.count for node in groups) == 1000
    assert len({name for name in folded_into if name.startswith("host:")}) == 1000
    links = [edge for edge in small.edges if edge.source in {node.id for node in groups} and edge.kind == "link"]
    assert sum(edge.count for edge in links) == 2000
    assert len(svg(small, {}, "x")) < 60_000


def test_few_hosts_are_not_folded() -> None:
    graph = san(24)
    assert folded(graph) == (graph, {})


def test_a_host_alone_shows_what_is_in_its_fabrics() -> None:
    done = demo("--focus", "esx02")
    [host] = [title for title in titles(done.stdout) if title.startswith("Host: ")]
    assert host.startswith("Host: esx02")
    wrong = demo("--focus", "esx2")
    assert (wrong.returncode, "did you mean 'esx02'" in wrong.stderr) == (2, True)


def test_an_empty_graph_gives_no_picture(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("dear diary\n")
    assert run(str(tmp_path / "note.txt"), "--isolated").returncode == 3
    assert run(str(tmp_path / "note.txt"), "--isolated", "-o", "x.png").returncode == 2


@given(st.text(min_size=1, max_size=40), st.text(max_size=60))
def test_names_and_messages_are_text_in_every_form(name: str, message: str) -> None:
    graph = san(1)
    graph.add(Node("host:x", "host", name, detail=message))
    marks = {"host:x": [Mark("error", "PTH001", message)]}
    root = ElementTree.fromstring(svg(graph, marks, name, message))
    assert not list(root.iter(f"{SVG}script")) and not list(root.iter(f"{SVG}image"))
    page = html(graph, marks, name)
    assert "<script" not in page
    assert {node["id"] for node in json.loads(as_json(graph, marks))["nodes"]} == set(graph.nodes)
    assert len(networkx.parse_graphml(as_graphml(graph, marks))) == len(graph.nodes)
    assert as_dot(graph, marks).count("\n") == len(graph.nodes) + len(graph.edges) + 3


def test_a_hostile_name_shows_as_text() -> None:
    graph = san(1)
    graph.add(Node("host:evil", "host", '<img src=x onerror="alert(1)">', detail="]]><script>"))
    for text in (svg(graph, {}, "t"), html(graph, {}, "t")):
        assert "<img" not in text and "<script" not in text
        assert "&lt;img src=x" in text
    assert '\\"alert(1)\\"' in as_dot(graph, {})
