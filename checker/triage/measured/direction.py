"""Which way the data of reads and writes goes over a port: towards the hosts, or towards the arrays."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from typing import Literal

from checker.facts.store.store import Store
from checker.triage.measured.counters import Port
from checker.triage.model import Component

Operation = Literal["read", "write"]
_OTHER: Mapping[Operation, Operation] = {"read": "write", "write": "read"}


class Directions:
    """What each port sends: the data of reads towards hosts, that of writes towards arrays."""

    def __init__(self, store: Store, kinds: Mapping[str, str]) -> None:
        """Read where devices are logged in and how switches are connected.

        Args:
            store: with failure routes.
            kinds: role of each world wide port name, ``initiator`` or ``target_port``.
        """
        self._kinds = kinds
        self._switch: dict[str, str] = dict(
            store.rows("SELECT wwpn, min(switch) FROM edge_port WHERE switch IS NOT NULL GROUP BY wwpn")
        )
        self._next: defaultdict[str, set[str]] = defaultdict(set)
        for one, other in store.rows(
            "SELECT DISTINCT switch, peer_switch FROM isl WHERE switch IS NOT NULL AND peer_switch IS NOT NULL ORDER BY ALL"
        ):
            self._next[one].add(other)
            self._next[other].add(one)
        self._pairs: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
        for isl, initiator, target in store.rows(
            "SELECT DISTINCT p.key, r.initiator_wwpn, r.target_wwpn FROM failure_route r JOIN failure_route_part q USING (route) "
            "JOIN failure_part p USING (part) WHERE p.kind = 'isl' AND r.initiator_wwpn IS NOT NULL AND r.target_wwpn IS NOT NULL"
        ):
            self._pairs[isl].add((initiator, target))
        self._far: dict[str, Mapping[str, int]] = {}

    def carried(self, component: Component, ports: Sequence[Port], way: str) -> Operation | None:
        """Return whose data these ports of one end of a component send (``tx``) or receive (``rx``); None if unknown or both."""
        sent = self._sent_of_isl(component[1], ports[0].switch) if component[0] == "isl" else self._sent_to(ports)
        return sent if way == "tx" or sent is None else _OTHER[sent]

    def _sent_to(self, ports: Sequence[Port]) -> Operation | None:
        """Return what ports send to the devices that are logged in there."""
        kinds = {self._kinds.get(wwpn, "") for port in ports for wwpn in port.wwpns}
        return "read" if kinds == {"initiator"} else "write" if kinds == {"target_port"} else None

    def _sent_of_isl(self, isl: str, switch: str) -> Operation | None:
        """Return what one end of an ISL sends, if all pairs of ports that use it agree."""
        found: set[Operation | None] = set()
        for peer in (one for one in self._next[switch] if " - ".join(sorted((switch, one))) == isl):
            for initiator, target in self._pairs[isl]:
                host, array = (self._distances(self._switch.get(wwpn, "")) for wwpn in (initiator, target))
                if {switch, peer} <= host.keys() & array.keys():
                    towards = (host[peer] - host[switch], array[peer] - array[switch])
                    found.add("read" if towards == (-1, 1) else "write" if towards == (1, -1) else None)
        return found.pop() if len(found) == 1 else None

    def _distances(self, start: str) -> Mapping[str, int]:
        """Return the ISLs from a switch to each other one."""
        if start not in self._far:
            found = {start: 0}
            waiting = deque([start])
            while waiting:
                one = waiting.popleft()
                for other in sorted(self._next.get(one, ())):
                    if other not in found:
                        found[other] = found[one] + 1
                        waiting.append(other)
            self._far[start] = found
        return self._far[start]
