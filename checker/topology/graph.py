"""The graph of the switches of a fabric: shortest ways, islands, and what splits it. Two switches have one link or none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Graph:
    """Switches by name and the links between them. Not changed after it was made, so that answers may be kept."""

    def __init__(self, links: Iterable[tuple[str, str]] = (), switches: Iterable[str] = ()) -> None:
        """Take the links and further switches; a link of a switch to itself connects nothing."""
        # Dictionaries without values: sets whose order is that of the links, so that answers are the same in every run.
        self._near: dict[str, dict[str, None]] = {switch: {} for switch in switches}
        for one, other in links:
            here, there = self._near.setdefault(one, {}), self._near.setdefault(other, {})
            if one != other:
                here[other] = there[one] = None

    def __contains__(self, switch: str) -> bool:
        return switch in self._near

    def __iter__(self) -> Iterator[str]:
        return iter(self._near)

    def without(self, switches: Iterable[str] = (), links: Iterable[tuple[str, str]] = ()) -> Graph:
        """Return the graph without some switches and links."""
        lost, cut = set(switches), {frozenset(link) for link in links}
        rest = Graph(switches=(switch for switch in self._near if switch not in lost))
        for one, near in rest._near.items():
            near.update((other, None) for other in self._near[one] if other not in lost and {one, other} not in cut)
        return rest

    def connected(self, one: str, other: str) -> bool:
        """Return whether two switches are in the graph, and there is a way between them."""
        return self.way(one, other) is not None

    def way(self, one: str, other: str) -> list[str] | None:
        """Return a shortest way with both ends; None if there is none."""
        reached = self._reached(one, other)
        if other not in reached:
            return None
        found = [other]
        while found[-1] != one:
            found.append(reached[found[-1]])
        return found[::-1]

    def ways(self, one: str) -> dict[str, list[str]]:
        """Return a shortest way to each switch that can be reached, which includes the first."""
        found: dict[str, list[str]] = {}
        for switch, before in self._reached(one).items():
            found[switch] = [*found.get(before, []), switch]
        return found

    def _reached(self, one: str, until: str | None = None) -> dict[str, str]:
        """Return what can be reached, nearest first, with the switch before it; only part of it if that has ``until``."""
        found = {one: ""} if one in self._near else {}
        queue = list(found)
        for switch in queue:
            if until in found:
                break
            for other in self._near[switch]:
                if other not in found:
                    found[other] = switch
                    queue.append(other)
        return found

    def shortest_ways(self, one: str, other: str) -> Iterator[list[str]]:
        """Yield all shortest ways between two switches."""
        hops: dict[str, int] = {}
        for switch, before in self._reached(other).items():
            hops[switch] = hops.get(before, 0) + 1
        if one not in hops:
            return
        begun = [[one]]
        while begun:
            way = begun.pop()
            if way[-1] == other:
                yield way
            nearer = (switch for switch in self._near[way[-1]] if hops[switch] < hops[way[-1]])
            begun.extend([*way, switch] for switch in reversed(list(nearer)))

    def islands(self) -> list[set[str]]:
        """Return the sets of switches that are connected with each other."""
        found: list[set[str]] = []
        seen: set[str] = set()
        for switch in self._near:
            if switch not in seen:
                found.append(set(self._reached(switch)))
                seen |= found[-1]
        return found

    def cuts(self) -> tuple[set[str], set[frozenset[str]]]:
        """Return the switches and the links whose loss splits an island (R. Tarjan's low-link numbers)."""
        number: dict[str, int] = {}
        low: dict[str, int] = {}
        switches, links = set[str](), set[frozenset[str]]()
        for root in self._near:
            if root in number:
                continue
            number[root] = low[root] = len(number)
            branches = 0
            # Not recursive: a chain of switches may be longer than the stack of Python.
            stack = [(root, "", iter(self._near[root]))]
            while stack:
                switch, before, rest = stack[-1]
                for other in rest:
                    if other not in number:
                        number[other] = low[other] = len(number)
                        stack.append((other, switch, iter(self._near[other])))
                        break
                    if other != before:
                        low[switch] = min(low[switch], number[other])
                else:
                    stack.pop()
                    if not stack:
                        continue
                    low[before] = min(low[before], low[switch])
                    if low[switch] > number[before]:
                        links.add(frozenset((before, switch)))
                    if before == root:
                        branches += 1
                    elif low[switch] >= number[before]:
                        switches.add(before)
            if branches > 1:
                switches.add(root)
        return switches, links
