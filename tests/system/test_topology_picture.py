"""The picture of the SAN and its exports: complete, folded where it must be, and safe whatever things are called."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from checker.audit import Options, Session
from checker.report.text.marks import marks_of, places_of
from checker.rules.evaluate.finding import Finding
from checker.topology.picture.focus import focused
from checker.topology.picture.fold import PAPER, folded
from checker.topology.picture.graph import Edge, Graph, Node, node_id
from checker.topology.picture.layout import layout
from checker.topology.picture.svg import Mark, html, svg
from checker.topology.picture.text import as_dot, as_graphml, as_json
from fixtures.generate.sans.core_edge import core_edge_san
from tests import folders
from tests.report.samples import CLEAN

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
    done = demo("-o", str(tmp_path / "san.json"), "-o", "svg")
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "san.json").read_text())
    kinds = [node["kind"] for node in found["nodes"]]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "host": 10, "initiator": 20, "switch": 4, "target_port": 32, "director": 10, "storage_array": 3,
    }  # fmt: skip
    assert found["fabrics"] == ["fabric-a", "fabric-b"]
    marked = {node["label"]: {one["rule"] for one in node["findings"]} for node in found["nodes"] if node["findings"]}
    assert "PTH002" in marked["esx02"]
    drawn = titles(done.stdout)
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


def test_many_clusters_are_folded_by_switches_and_their_errors_are_named() -> None:
    whole = san(1000)
    hosts = [node for node in whole.nodes.values() if node.kind == "host"]
    for number, node in enumerate(hosts):
        whole.nodes[node.id] = replace(node, group=f"cluster{number // 8:03}")
    errors = {node.id for node in hosts[::40]} | {hosts[1].id}
    small, _ = folded(whole, errors)
    groups = [node for node in small.nodes.values() if node.kind == "host"]
    assert len(groups) == 2
    assert sum(node.count for node in groups) == 1000
    picture = words(svg(small, {}, "x"))
    assert all(whole.nodes[name].label in picture for name in errors)
    assert "on sw-a, sw-b" in picture


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ("esxprod{:03}", "30 hosts: esxprod000…029"),
        ("esx{:02}.lab.org", "30 hosts: esx00…29.lab.org"),
        ("h{0}-{0}", "30 hosts: h0-0…h29-29"),
    ],
)
def test_a_group_without_switches_shows_its_last_host(names: str, shown: str) -> None:
    graph = Graph()
    for number in range(30):
        graph.add(Node(f"host:{number}", "host", names.format(number)))
    small, _ = folded(graph)
    assert [node.label for node in small.nodes.values()] == [shown]
    assert shown in words(svg(small, {}, "x"))


def test_few_hosts_are_not_folded() -> None:
    graph = san(24)
    assert folded(graph) == (graph, {})


def large_san(edges: int, hosts: int) -> Graph:
    """Two fabrics, each with a core switch for an array and edge switches with as many hosts each."""
    graph = Graph(fabrics=["a", "b"])
    for fabric in "ab":
        core = node_id("switch", f"core-{fabric}")
        graph.add(Node(core, "switch", f"core-{fabric}", fabric))
        target = node_id("target_port", f"t{fabric}")
        graph.add(Node(target, "target_port", f"t{fabric}", fabric, node_id("storage_array", "array1")))
        graph.edges.append(Edge(core, target, "link", fabric))
        for edge in range(edges):
            switch = node_id("switch", f"edge-{fabric}{edge:02}")
            graph.add(Node(switch, "switch", f"edge-{fabric}{edge:02}", fabric, detail="Brocade 6510"))
            graph.edges.append(Edge(switch, core, "isl", fabric, 2))
            for number in range(edge * hosts, (edge + 1) * hosts):
                host, port = node_id("host", f"esx{number:04}"), node_id("initiator", f"{number}{fabric}")
                graph.add(Node(host, "host", f"esx{number:04}"))
                graph.add(Node(port, "initiator", f"hba-{fabric}", fabric, host))
                graph.edges += [Edge(host, port, "owns"), Edge(port, switch, "link", fabric)]
                graph.pairs.append((port, target))
    graph.add(Node(node_id("storage_array", "array1"), "storage_array", "array1"))
    return graph


def words(picture: str) -> str:
    return " ".join(one.text or "" for one in ElementTree.fromstring(picture).iter(f"{SVG}text"))


@pytest.mark.parametrize(("failed", "drawn"), [(3, True), (24, True), (25, False), (180, False)])
def test_folding_never_hides_an_object_with_an_error(failed: int, drawn: bool) -> None:
    whole = large_san(5, 40)
    # The fault is on a port; its host must not disappear with it.
    errors = {node_id("initiator", f"{number}b") for number in range(0, failed)}
    small, folded_into = folded(whole, errors)
    names = [f"esx{number:04}" for number in range(failed)]
    assert all((node_id("host", name) in small.nodes) == drawn for name in names)
    picture = words(svg(small, {}, "x"))
    assert all(name in picture for name in names)
    groups = [node for node in small.nodes.values() if node.kind == "host" and node.count > 1]
    assert sum(node.count for node in groups) == 200 - (failed if drawn else 0)
    assert {name for node in groups for name in node.names} == (set() if drawn else set(names))
    healthy = {into for name, into in folded_into.items() if name == node_id("host", "esx0199")}
    assert all(not small.nodes[name].names for name in healthy)


def test_ports_and_switches_with_an_error_are_not_folded() -> None:
    whole = san(1)
    for number in range(80):
        port = node_id("target_port", f"p{number}")
        whole.add(Node(port, "target_port", f"FC{number:02}", "a", node_id("director", "array1", "A")))
    bad = {node_id("target_port", "p7")}
    assert bad & folded(whole)[0].nodes.keys() == set()
    assert bad & folded(whole, bad)[0].nodes.keys() == bad
    many = {node_id("target_port", f"p{number}") for number in range(70)}
    small, _ = folded(whole, many)
    assert "FC69" in small.nodes[node_id("director", "array1", "A")].names
    large = large_san(30, 2)
    assert node_id("switch", "edge-a07") not in folded(large)[0].nodes
    assert node_id("switch", "edge-a07") in folded(large, {node_id("switch", "edge-a07")})[0].nodes


def test_edge_switches_of_a_thousand_hosts_are_folded_and_the_picture_fits_a_page() -> None:
    whole = large_san(25, 40)
    errors = {node_id("host", f"esx{number:04}") for number in range(300)}
    for limits in (None, PAPER):
        small, _ = folded(whole, errors, limits) if limits else folded(whole, errors)
        switches = [node for node in small.nodes.values() if node.kind == "switch"]
        assert sorted(node.label for node in switches) == ["25 switches", "25 switches", "core-a", "core-b"]
        assert {"edge-a00\u202624", "edge-b00\u202624"} <= set(words(svg(small, {}, "x")).split())
        assert sum(edge.count for edge in small.edges if edge.kind == "isl") == 100
        assert "on 50 switches" in words(svg(small, {}, "x"))
    assert layout(small).height < 700
    assert "and 276 more" in words(svg(small, {}, "x"))


def test_the_number_at_a_mark_counts_the_findings_of_its_severity() -> None:
    graph = Graph()
    for name in ("one", "two", "mild"):
        graph.add(Node(name, "host", name))
    error, warning = Mark("error", "PTH001", "x"), Mark("warning", "PTH002", "y")
    picture = svg(graph, {"one": [warning, error, warning], "two": [error, error, warning], "mild": [warning] * 3}, "x")
    marks = [
        one.text for group in ElementTree.fromstring(picture).iter(f"{SVG}g") for one in group.iter(f"{SVG}text")
        if one.get("text-anchor") == "end"
    ]  # fmt: skip
    assert marks == ["\u2716", "2\u2716", "3\u25b2"]


def test_a_focus_draws_only_the_paths_of_its_object() -> None:
    whole = large_san(3, 2)

    def named(*names: str) -> set[str]:
        return {node.label for node in focused(whole, names).nodes.values() if node.kind in ("host", "switch")}

    assert named("esx0002") == {"esx0002", "edge-a01", "core-a", "edge-b01", "core-b"}
    assert named("edge-a02") == {"esx0004", "esx0005", "edge-a02", "core-a"}
    assert named("core-b") >= {"esx0000", "esx0005", "edge-b00", "core-b"} and "core-a" not in named("core-b")
    assert named("esx0000", "esx0005") >= {"esx0000", "esx0005"}
    assert named("array1") >= {f"esx{number:04}" for number in range(6)}
    assert named("2:B") == {"esx0002", "edge-b01", "core-b"}, "a port"
    whole.pairs.clear()
    assert named("esx0002") == {"esx0002", "edge-a01", "edge-b01"}, "no path is known, and none is invented"


def test_a_focus_is_an_object_of_the_san(tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(core_edge_san(42))
    done = run(str(tmp_path / "san.yaml"), "--isolated", "--focus", "edge-b02")
    drawn = titles(done.stdout)
    hosts = [title.split()[1] for title in drawn if title.startswith("Host: ")]
    assert hosts == ["esx0040", "esx0041"]
    assert not any("edge-a" in title or "core-a" in title for title in drawn)
    assert "Paths of edge-b02" in done.stdout and "42 hosts" not in done.stdout
    wrong = run(str(tmp_path / "san.yaml"), "--isolated", "--focus", "esx004")
    assert (wrong.returncode, "did you mean 'esx00" in wrong.stderr) == (2, True)


def test_a_switch_is_drawn_in_each_vsan_that_it_serves_by_its_product_name(tmp_path: Path) -> None:
    ports = {"10": "10000000c9aa0001", "20": "10000000c9aa0002"}
    hosts = "".join(f"  h{v}: {{initiators: {{vmhba1: {{initiator_wwpn: '{w}'}}}}}}\n" for v, w in ports.items())
    logins = ", ".join(f"{{wwpn: '{w}', port: fc1/{v}, vsan: '{v}', local: true}}" for v, w in ports.items())
    (tmp_path / "san.yaml").write_text(
        f"sanlint: 1\nobserved: true\nhosts:\n{hosts}fabrics:\n  f:\n    switches:\n"
        f"      mds1: {{vendor: cisco, model: DS-C9148S, logins: [{logins}]}}\n"
        f"      brc1: {{vendor: brocade, model: '109.1', firmware_version: v8.2.1}}\n      brc2: {{model: '999.1'}}\n"
    )
    done = run(str(tmp_path / "san.yaml"), "--isolated", "-o", str(tmp_path / "san.json"))
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "san.json").read_text())
    details = [(node["label"], node["detail"]) for node in found["nodes"] if node["kind"] == "switch"]
    assert details == [
        ("brc1", "Brocade 6510 v8.2.1"), ("brc2", "999.1"), ("mds1", "VSAN 10, MDS 9148S"), ("mds1", "VSAN 20, MDS 9148S"),
    ]  # fmt: skip
    links = {edge["source"]: edge["target"] for edge in found["edges"] if edge["kind"] == "link"}
    assert len(set(links.values())) == 2
    for name in links.values():
        assert next(node for node in found["nodes"] if node["id"] == name)["label"] == "mds1"


def test_a_label_that_is_too_long_ends_with_a_whole_word(tmp_path: Path) -> None:
    wwpn = "10000000c9aa0001"
    (tmp_path / "san.yaml").write_text(
        f"sanlint: 1\nobserved: true\nhosts:\n  h1: {{initiators: {{vmhba1: {{initiator_wwpn: '{wwpn}'}}}}}}\nfabrics:\n  f:\n    switches:\n"
        "      mds1: {vendor: cisco, model: DS-C9148S, firmware_version: 8.4(2c)-maintenance-release, "
        f"logins: [{{wwpn: '{wwpn}', port: fc1/1, vsan: '10', local: true}}]}}\n"
    )
    done = run(str(tmp_path / "san.yaml"), "--isolated")
    assert done.returncode == 0, done.stderr
    labels = re.findall(r">([^<>]*MDS[^<>]*\u2026)<", done.stdout)
    assert labels == ["VSAN 10, MDS 9148S\u2026"]


def test_a_large_san_is_drawn_from_its_exports(tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(core_edge_san(60))
    done = run(str(tmp_path / "san.yaml"), "--isolated")
    assert done.returncode == 0, done.stderr
    drawn = titles(done.stdout)
    assert sum(title.startswith("Host: ") for title in drawn) == 5
    assert any(title.startswith("Host: 38 hosts: esx0000\u20260038\non edge-a01, edge-b01") for title in drawn)
    assert all(
        any(title.startswith(f"Host: {name}\n") and "PTH004" in title for title in drawn)
        for name in ("esx0019", "esx0059")
    )
    assert sum("Brocade X6-8 v8.2.3" in title for title in drawn) == 2
    assert done.stdout.count(", 2 links") == 4, "ISLs"


def test_a_switch_says_how_many_devices_no_export_describes(tmp_path: Path) -> None:
    ports = [f"21000024ff0000{number:02x}" for number in range(3)]
    logins = ", ".join(f"{{wwpn: '{wwpn}', port: '{number}', local: true}}" for number, wwpn in enumerate(ports))
    (tmp_path / "san.yaml").write_text(
        f"sanlint: 1\nobserved: true\nhosts:\n  h1: {{initiators: {{hba: {{initiator_wwpn: '{ports[0]}'}}}}}}\n"
        f"fabrics:\n  a: {{switches: {{s1: {{model: '71.2', logins: [{logins}]}}}}}}\n"
        f"  b: {{switches: {{s2: {{model: '71.2', logins: [{logins.replace('2100', '2200')}]}}}}}}\n"
    )
    done = run(str(tmp_path / "san.yaml"), "--isolated")
    assert done.returncode == 0, done.stderr
    drawn = [title for title in titles(done.stdout) if title.startswith("Switch: ")]
    assert [title.split("\n")[1] for title in drawn] == [
        "Brocade 300, 2 more devices logged in", "3 devices logged in, Brocade 300",
    ]  # fmt: skip


def test_target_ports_that_only_switches_list_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(
        "sanlint: 1\nobserved: true\nfabrics:\n  a:\n    switches:\n      sw-a:\n        logins:\n"
        "          - {wwpn: '58ccf0904920016a', port: '1', fc4_role: target, local: true}\n"
        "          - {wwpn: '58ccf0984920016a', port: '2', local: true}\n"
    )
    nodes = {
        node["id"]: node for node in json.loads(run(str(tmp_path), "--isolated", "--format", "json").stdout)["nodes"]
    }
    ports = [name for name, node in nodes.items() if node["kind"] == "target_port"]
    # The role of the other port is unknown; it is counted at the switch.
    assert ports == ["target_port:58ccf0904920016a"]
    assert [node["label"] for node in nodes.values() if node["kind"] == "storage_array"] == ["unknown arrays"]
    assert nodes["switch:sw-a"]["detail"].endswith("1 more device logged in")


def test_a_port_that_is_only_a_number_is_drawn_with_its_director(tmp_path: Path) -> None:
    places = (("FA-1D", "4", "5000097300000104"), ("director-1-1-A", "A0-FC00", "5000144260b3c100"))
    directors = "".join(
        f"      {of}:\n        ports:\n          '{port}': {{target_wwpn: '{wwpn}'}}\n" for of, port, wwpn in places
    )
    (tmp_path / "san.yaml").write_text(f"sanlint: 1\nstorage_arrays:\n  a1:\n    directors:\n{directors}")
    nodes = json.loads(run(str(tmp_path), "--isolated", "--format", "json").stdout)["nodes"]
    assert {one["label"] for one in nodes if one["kind"] == "target_port"} == {"FA-1D 4", "A0-FC00"}


def test_a_finding_on_one_vsan_marks_the_switch_there_only() -> None:
    graph = Graph(fabrics=["prod", "test"])
    for vsan, fabric in (("10", "prod"), ("20", "test")):
        graph.add(Node(node_id("switch", "mds1", vsan), "switch", "mds1", fabric))

    def marked(**named: str) -> set[str]:
        finding = Finding("FAB001", "x", "error", "x", named, (), {}, "1")
        return next(iter(places_of([finding], graph)))

    there = {node_id("switch", "mds1", "20")}
    assert marked(switch="mds1", vsan="20") == marked(one_switch="mds1", fabric="test") == there
    assert marked(switch="mds1") == marked(owner="mds1", vsan="30") == set(graph.nodes)


def test_a_finding_on_a_fabric_marks_its_name() -> None:
    graph = san(1)
    finding = Finding("ZON006", "x", "error", "the default zone is open", {"fabric": "b", "vsan": ""}, (), {}, "1")
    marks = marks_of(replace(CLEAN, findings=(finding, finding)), graph)
    assert list(marks) == [node_id("fabric", "b")]
    picture = svg(graph, marks, "x", linked=True)
    [button] = [one for one in ElementTree.fromstring(picture).iter(f"{SVG}g") if one.get("role") == "button"]
    assert (
        button.get("data-node") == "fabric:b"
        and button.get("aria-label") == "fabric b, 2 findings, highest severity error"
    )
    assert [one.text for one in button.iter(f"{SVG}text")] == ["b", "2\u2716"]
    assert "the default zone is open" in titles(picture)[1]


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


def test_each_link_of_graphml_has_an_id_of_its_own() -> None:
    graph = san(2)
    root = ElementTree.fromstring(as_graphml(graph, {}))
    links = [edge.get("id") for edge in root.iter("{http://graphml.graphdrawing.org/xmlns}edge")]
    assert len(set(links)) == len(links) == len(graph.edges)


def test_a_hostile_name_shows_as_text() -> None:
    graph = san(1)
    graph.add(Node("host:evil", "host", '<img src=x onerror="alert(1)">', detail="]]><script>"))
    for text in (svg(graph, {}, "t"), html(graph, {}, "t")):
        assert "<img" not in text and "<script" not in text
        assert "&lt;img src=x" in text
    assert '\\"alert(1)\\"' in as_dot(graph, {})


def test_names_cannot_change_the_direction_of_dot_and_graphml_or_become_one() -> None:
    graph = san(1)
    for name in ("db\u202e01", "db\u200b01", "db\x1b[31m01", "db01"):
        graph.add(Node(f"host:{name}", "host", name, detail=name))
    marks = {"host:db01": [Mark("error", "PTH001", "esx\u2066")]}
    dot, graphml = as_dot(graph, marks), as_graphml(graph, marks)
    assert not set("\x1b\u202e\u200b\u2066") & set(dot)
    assert len({line.split(" [")[0] for line in dot.splitlines() if "host:db" in line}) == 4
    labels = [data["label"] for _, data in networkx.parse_graphml(graphml).nodes(data=True)]
    assert {"db01", "db?[31m01"} <= set(labels) and not set("\u202e\u200b\u2066") & set("".join(labels))


NAMED = """\
sanlint: 1
hosts:
  aix01: {platform: aix, os_version: 7200-05, initiators: {fcs0: {initiator_wwpn: 10000000c9000001}}}
  esx01: {platform: esxi, initiators: {vmhba2: {initiator_wwpn: 10000000c9000002}}}
storage_arrays:
  store01:
    family: 3par
    model: HP_3PAR 8400
    directors: {"0": {ports: {"1:2": {target_wwpn: 20120002ac01f00d}}}}
  vmax01:
    family: symmetrix
    directors: {FA-1D: {ports: {"4": {target_wwpn: "5000097208123418"}}}}
"""


def test_systems_arrays_and_ports_have_the_names_that_people_use(tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(NAMED)
    with Session.open([str(tmp_path)], Options(isolated=True, jobs=1, threads=1)) as opened:
        nodes = opened.graph().nodes.values()
    shown = {(node.kind, node.label, node.detail) for node in nodes if node.kind in ("host", "storage_array")}
    assert shown == {
        ("host", "aix01", "AIX 7200-05"), ("host", "esx01", "ESXi"),
        ("storage_array", "store01", "HP_3PAR 8400"), ("storage_array", "vmax01", "Symmetrix"),
    }  # fmt: skip
    assert {node.label for node in nodes if node.kind == "target_port"} == {"0:1:2", "FA-1D 4"}
