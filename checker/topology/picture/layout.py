"""The layout of the picture: columns by kind, rows by order, and one band per fabric.

Ports are next to their host or director, and hosts are ordered by barycentre sweeps so that few lines cross. Positions
are in points from the upper left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from textwrap import wrap

from checker.topology.picture.graph import COLUMNS, Graph, Node

ROW = 22.0
GAP = 10.0
"""Space between two hosts or directors."""
TOP = 70.0
WIDTHS = {
    "host": 190.0,
    "initiator": 170.0,
    "switch": 170.0,
    "target_port": 170.0,
    "director": 130.0,
    "storage_array": 150.0,
}
_ROOM = 120.0
_GAP = 20.0
_SWEEPS = 6
_SWITCH = 42.0
"""Height of a switch with the space around it."""
_BAND = 34.0
"""Height of the title of a fabric with the space below the band."""
_LEGEND = 760.0
"""Width that the legend needs."""
CHARACTER = 6.4
"""Width of a character of average text."""
LINE = 13.0
"""Height of a line of text inside a box."""


@dataclass(frozen=True)
class Box:
    """Position and size of a node."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The vertical centre."""
        return self.y + self.height / 2


@dataclass
class Layout:
    """Positions of all nodes, the columns in use, the bands of the fabrics, and the size of the picture."""

    boxes: dict[str, Box] = field(default_factory=dict)
    columns: dict[str, float] = field(default_factory=dict)
    bands: dict[str, tuple[float, float]] = field(default_factory=dict)
    width: float = 0.0
    height: float = 0.0


def layout(graph: Graph) -> Layout:
    """Place every node."""
    result = Layout()
    x = 20.0
    present = [kind for kind in COLUMNS if any(node.kind == kind for node in graph.nodes.values())]
    for kind, after in zip(present, [*present[1:], ""], strict=True):
        result.columns[kind] = x
        # Lines to and from switches cross and need room, even if a neighbouring column is folded.
        x += WIDTHS[kind] + (_ROOM if "switch" in (kind, after) else _GAP if after else 0.0)
    result.width = max(x + 20.0, _LEGEND)
    order = {fabric: index for index, fabric in enumerate(graph.fabrics)}
    near = _neighbours(graph)
    left = _ordered_hosts(graph, near, order)
    heights = [
        _stack(graph, result, left, "initiator", order),
        _stack(graph, result, _arrays(graph), "target_port", order),
    ]
    _centre(graph, result, heights)
    result.height = _switches(graph, result, max(*heights, TOP + ROW)) + 30.0
    return result


def _centre(graph: Graph, result: Layout, heights: list[float]) -> None:
    """Centre the shorter of the two stacks on the longer one."""
    shorter = 0 if heights[0] < heights[1] else 1
    kinds = (("host", "initiator"), ("target_port", "director", "storage_array"))[shorter]
    down = abs(heights[0] - heights[1]) / 2
    for name, box in result.boxes.items():
        if graph.nodes[name].kind in kinds:
            result.boxes[name] = replace(box, y=box.y + down)


def _neighbours(graph: Graph) -> Mapping[str, set[str]]:
    near: dict[str, set[str]] = {name: set() for name in graph.nodes}
    for edge in graph.edges:
        near[edge.source].add(edge.target)
        near[edge.target].add(edge.source)
    return near


def _ordered_hosts(graph: Graph, near: Mapping[str, set[str]], order: Mapping[str, int]) -> list[Node]:
    """Order hosts so that those on one fabric or on the same switches are neighbours."""
    hosts = sorted((node for node in graph.nodes.values() if node.kind == "host"), key=lambda node: node.label)
    switches = sorted(
        (node for node in graph.nodes.values() if node.kind == "switch"),
        key=lambda node: (order.get(node.fabric or "", len(order)), node.label),
    )
    place = {node.id: float(index) for index, node in enumerate(switches)}
    reach = {host.id: _reached(graph, near, host) for host in hosts}
    for _ in range(_SWEEPS):
        weights = {host.id: _mean([place[name] for name in reach[host.id] if name in place]) for host in hosts}
        # Hosts with the same reach keep the order of their names.
        hosts = sorted(
            hosts, key=lambda host: (weights[host.id] is None, weights[host.id] or 0.0, host.group or "", host.label)
        )
        rank = {host.id: float(index) for index, host in enumerate(hosts)}
        seen = {node.id: _mean([rank[host.id] for host in hosts if node.id in reach[host.id]]) for node in switches}
        switches = sorted(
            switches,
            key=lambda node: (
                order.get(node.fabric or "", len(order)),
                seen[node.id] if seen[node.id] is not None else 1e9,
                node.label,
            ),
        )
        place = {node.id: float(index) for index, node in enumerate(switches)}
    return hosts


def _reached(graph: Graph, near: Mapping[str, set[str]], host: Node) -> set[str]:
    ports = {name for name in near[host.id] if graph.nodes[name].kind == "initiator"}
    return {name for port in {host.id, *ports} for name in near[port] if graph.nodes[name].kind == "switch"}


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _arrays(graph: Graph) -> list[Node]:
    return sorted((node for node in graph.nodes.values() if node.kind == "storage_array"), key=lambda node: node.label)


def _stack(graph: Graph, result: Layout, owners: list[Node], ports: str, order: Mapping[str, int]) -> float:
    """Stack owners down the page with their children next to them; return the end of the stack."""
    children: dict[str, list[Node]] = {}
    for node in graph.nodes.values():
        if node.parent is not None:
            children.setdefault(node.parent, []).append(node)
    y = TOP
    for owner in owners:
        y = _place(graph, result, owner, children, ports, order, y) + GAP
    loose = [node for node in graph.nodes.values() if node.kind == ports and node.id not in result.boxes]
    for node in sorted(loose, key=lambda node: (order.get(node.fabric or "", len(order)), node.label)):
        result.boxes[node.id] = Box(result.columns[ports], y, WIDTHS[ports], ROW - 4)
        y += ROW
    return y


def _place(
    graph: Graph,
    result: Layout,
    node: Node,
    children: Mapping[str, list[Node]],
    ports: str,
    order: Mapping[str, int],
    y: float,
) -> float:
    start = y
    below = [child for child in children.get(node.id, ()) if child.kind in result.columns]
    below.sort(key=lambda child: (child.kind != ports, order.get(child.fabric or "", len(order)), child.label))
    for child in below:
        y = _place(graph, result, child, children, ports, order, y)
        y += 4.0 if child.kind == "director" else 0.0
    needed = _needed(node)
    y = max(y, start + needed)
    height = max(min(y - start - 4, 200.0 if node.kind == "storage_array" else 60.0), needed - 4)
    result.boxes[node.id] = Box(
        result.columns[node.kind], start + (y - 4 - start - height) / 2, WIDTHS[node.kind], height
    )
    return y


def name_lines(node: Node) -> list[str]:
    """Return the names that a node must show, as lines that fit into its box."""
    return wrap(", ".join(node.names), int((WIDTHS[node.kind] - 18) / CHARACTER))


def _needed(node: Node) -> float:
    lines = len(name_lines(node))
    return ROW + (LINE + 3.0 if node.count > 1 else 0.0) + LINE * lines + (4.0 if lines else 0.0)


def _switches(graph: Graph, result: Layout, bottom: float) -> float:
    """Give each fabric a band of at least the height that its switches need, and spread them in it; return the end."""
    switches = [node for node in graph.nodes.values() if node.kind == "switch"]
    groups: dict[str | None, list[Node]] = {}
    for fabric in [*graph.fabrics, None]:
        members = [node for node in switches if (node.fabric if node.fabric in graph.fabrics else None) == fabric]
        if members:
            groups[fabric] = members
    needed = {fabric: _BAND + _SWITCH * len(members) for fabric, members in groups.items()}
    spare = max(bottom - TOP - sum(needed.values()), 0.0) / max(sum(needed.values()), 1.0)
    y = TOP
    for fabric, members in groups.items():
        share = needed[fabric] * (1 + spare)
        if fabric is not None:
            result.bands[fabric] = (y, y + share - 12)
        room = share - _BAND
        for index, node in enumerate(_by_height(graph, result, members)):
            middle = y + _BAND - 12 + room * (index + 0.5) / len(members)
            result.boxes[node.id] = Box(result.columns["switch"], middle - 17, WIDTHS["switch"], 34.0)
        y += share
    return max(y, bottom)


def _by_height(graph: Graph, result: Layout, members: list[Node]) -> list[Node]:
    """Order the switches of a fabric by the position of their hosts."""
    heights: dict[str, list[float]] = {node.id: [] for node in members}
    for edge in graph.edges:
        for one, other in ((edge.source, edge.target), (edge.target, edge.source)):
            if one in heights and other in result.boxes:
                heights[one].append(result.boxes[other].middle)
    return sorted(members, key=lambda node: (_mean(heights[node.id]) or 0.0, node.label))
