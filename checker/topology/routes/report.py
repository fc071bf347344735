"""Every way from a host to a volume, hop by hop, and the reasons for missing ways that the layout suggests.

The layout suggests a way from each host port to each target port in the same fabric whose masking views map the volume
to the host; without masking, to each array port that the host uses or is zoned with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from checker.facts.normalise import show_wwn
from checker.facts.port_place import port_place
from checker.facts.store.store import Store
from checker.topology.routes.evidence import evidence_of
from checker.topology.routes.names import find_host, find_volume
from checker.topology.routes.reasons import Evidence, Reason
from checker.topology.routes.routes import link_counts, links_by_fabric

ENTITIES = "alias device host host_alias initiator isl mask_initiator mask_port mask_volume registered_initiator storage_volume virtual_volume"


@dataclass(frozen=True)
class Hop:
    """One component of a way; ``detail`` is shown next to its name."""

    kind: str
    name: str
    detail: str = ""


@dataclass(frozen=True)
class Way:
    """One combination of host port and target port.

    ``state`` is the state of the path, ``missing`` if there is none, ``unknown`` if none is known and it is unknown whether
    there is one, or whether one is to be expected. ``live`` is None if unknown. ``reasons`` explain why there is no path, or why an existing path
    is not live.
    """

    initiator: str | None
    target: str | None
    state: str
    live: bool | None
    basis: str
    fabric: str | None
    hops: tuple[Hop, ...]
    reasons: tuple[Reason, ...] = ()
    optimised: bool | None = None


@dataclass(frozen=True)
class RouteReport:
    """All ways from a host to a volume; ``ports`` are the host's ports with their first hops, none for a volume over iSCSI."""

    host: str
    host_basis: str
    volume: str
    volume_name: str | None
    storage_array: str | None
    ports: tuple[tuple[str, tuple[Hop, ...]], ...]
    ways: tuple[Way, ...]
    over_iscsi: bool = False

    @property
    def live(self) -> int:
        """The number of paths that are live for certain."""
        return sum(way.live is True for way in self.ways)


def route_report(store: Store, host: str, volume: str) -> RouteReport:
    """Return every way from a host to a volume.

    Args:
        store: a store with its topology.
        host: name of a host, or the beginning of the aliases of its ports.
        volume: identity or name of a LUN.

    Raises:
        UsageError: there is no such host or volume; names the nearest.
    """
    store.ensure_entities(ENTITIES.split())
    name, basis, initiators = find_host(store, host)
    device, volume_name = find_volume(store, volume, name)
    paths = store.rows(
        "SELECT initiator_wwpn, target_wwpn, hba, coalesce(state, ''), live, basis, fabric, storage_array, hctl, optimised FROM path_place "
        "WHERE host = ? AND device = ? AND basis <> 'unlisted' ORDER BY ALL",
        [name, device],
    )
    arrays = _arrays(store, device, [row[7] for row in paths])
    over_iscsi = bool(
        store.rows("SELECT 1 FROM device_scope WHERE host = ? AND device = ? AND reason = 'iSCSI'", [name, device])
    )
    if over_iscsi:
        # No Fibre Channel port leads to it.
        initiators = {}
    initiators |= {row[0]: row[2] for row in paths if row[0] and row[0] not in initiators}
    targets = _suggested(store, list(initiators), device, arrays, name) | {row[1] for row in paths if row[1]}
    found = evidence_of(store, initiators, targets, device)
    names = _places(store, targets)
    maps = _Maps(store, found, initiators, names, name, "" if over_iscsi else "WWPN unknown")
    ways = [_way_of_path(row, maps, device) for row in paths]
    # A planned path that other evidence contradicts is not a path.
    ways = [way for way in ways if way.basis == "observed" or _unopposed(way)]
    there = {(way.initiator, way.target) for way in ways}
    for initiator in sorted(initiators, key=lambda w: (initiators[w] or "", w)):
        for target in sorted(targets, key=lambda t: (names.get(t, ""), t)):
            if (initiator, target) not in there and found.may_meet(initiator, target):
                reasons = found.reasons(initiator, target, names)
                unknown = _unknown_fabric(found, initiator, target, names) or _unnamed_paths(
                    ways, initiator, target, reasons
                )
                ways.append(
                    Way(
                        initiator,
                        target,
                        "unknown" if unknown else "missing",
                        False,
                        "suggested",
                        found.fabric.get(initiator) or found.fabric.get(target),
                        maps.hops(initiator, target, device),
                        (*unknown, *(one for one in reasons if not unknown or one.code != "unexplained")),
                    )
                )
    ports = tuple((wwpn, maps.first_hops(wwpn)) for wwpn in sorted(initiators, key=lambda w: (initiators[w] or "", w)))
    array = arrays[0] if len(arrays) == 1 else None
    return RouteReport(name, basis, device, volume_name, array, ports, tuple(ways), over_iscsi)


def _unknown_fabric(found: Evidence, initiator: str, target: str, names: Mapping[str, str]) -> tuple[Reason, ...]:
    """Return the reason why it is unknown whether two ports should see each other; empty if they should."""
    if found.zoned(initiator, target):
        return ()
    if target not in found.fabric:
        port = f"target port {names.get(target, target)}"
    elif len(found.belongs[initiator]) != 1:
        port = "the host's port"
    else:
        return ()
    return (Reason("not_known", f"the fabric of {port} is unknown, and so is whether a path is to be expected"),)


def _unnamed_paths(ways: Sequence[Way], initiator: str, target: str, reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return the reason why a path with an unknown end may be the one that seems to be missing; empty if none may."""
    if any(reason.code not in ("not_known", "unexplained") for reason in reasons):
        return ()
    observed = [way for way in ways if way.basis == "observed"]
    to_here = sum(way.target == target and way.initiator is None for way in observed)
    unnamed = sum(way.target is None and way.initiator in (None, initiator) for way in observed)
    if to_here:
        end = f"{_paths(to_here)} to this target port {_have(to_here)} an unknown host port"
    elif unnamed:
        end = f"{_paths(unnamed)} of the host {_have(unnamed)} an unknown target"
    else:
        return ()
    return (Reason("not_known", f"{end}, which may be this one"),)


def _paths(count: int) -> str:
    return f"{count} path{'s' if count > 1 else ''}"


def _have(count: int) -> str:
    return "have" if count > 1 else "has"


def _unopposed(way: Way) -> bool:
    return all(reason.code == "not_known" for reason in way.reasons)


def _way_of_path(row: Sequence[object], maps: _Maps, device: str) -> Way:
    initiator, target, hba, state, live, basis, fabric, _array, hctl, optimised = (
        None if value == "" else value for value in row
    )
    texts = [None if value is None else str(value) for value in (initiator, target, hba, state, basis, fabric, hctl)]
    i, t, port, said, on, where, runtime = texts
    reasons: tuple[Reason, ...] = ()
    if i and t and (live is not True or on == "planned"):
        reasons_found = maps.found.reasons(i, t, maps.names)
        ignored_codes = ("unexplained", "not_known") if on == "observed" or live else ("unexplained",)
        reasons = tuple(reason for reason in reasons_found if reason.code not in ignored_codes)
        if not reasons and live is False and on == "observed":
            reasons = (Reason("unexplained", "the path exists but is not live; the exports do not show why"),)
    hops = maps.hops(i, t, device, port, runtime)
    flags = [None if value is None else bool(value) for value in (live, optimised)]
    return Way(i, t, said or "planned", flags[0], on or "observed", where, hops, reasons, flags[1])


class _Maps:
    """Names and locations of hops."""

    def __init__(
        self,
        store: Store,
        found: Evidence,
        initiators: Mapping[str, str | None],
        names: Mapping[str, str],
        host: str,
        unnamed: str,
    ) -> None:
        self.found, self.names, self._initiators, self._host, self._unnamed = found, names, initiators, host, unnamed
        self._pci = dict(
            store.rows(
                "SELECT initiator_wwpn, min(pci_address) FROM initiator WHERE host = ? AND pci_address IS NOT NULL GROUP BY 1",
                [host],
            )
        )
        self._place = {
            row[0]: row[1:] for row in store.rows("SELECT target_wwpn, storage_array, director, port FROM target_place")
        }
        self._alias = dict(_labels(store))
        self._links = links_by_fabric(store)
        self._counts = link_counts(store)

    def first_hops(self, initiator: str, hba: str | None = None) -> tuple[Hop, ...]:
        """Return the host, its HBA port and the switch port."""
        name = hba or self._initiators.get(initiator)
        # Windows names a port by its place in the device tree, which is too long to be a name.
        name = None if name and "\\" in name else name
        pci = self._pci.get(initiator)
        shown = show_wwn(initiator) + (f", PCI {pci}" if pci else "")
        hops = [
            Hop("host", self._host),
            Hop("initiator", name or show_wwn(initiator), shown if name else f"PCI {pci}" if pci else ""),
        ]
        edge = self.found.edge.get(initiator)
        if edge is not None:
            hops.append(Hop("switch_port", f"{edge[0]} {edge[1] or ''}".strip(), edge[2]))
        elif initiator in self.found.several:
            hops.append(Hop("switch_port", self.found.several[initiator], "logged in at several places"))
        return tuple(hops)

    def hops(
        self, initiator: str | None, target: str | None, device: str, hba: str | None = None, runtime: str | None = None
    ) -> tuple[Hop, ...]:
        """Return all known hops of a way."""
        hops = list(self.first_hops(initiator, hba)) if initiator else [Hop("host", self._host)]
        if not initiator and (hba or runtime):
            hops.append(Hop("initiator", hba or str(runtime), self._unnamed))
        one, other = self.found.edge.get(initiator or ""), self.found.edge.get(target or "")
        if one and other and one[0] != other[0]:
            hops += self._crossed(one[2], one[0], other[0])
        if other:
            hops.append(Hop("switch_port", f"{other[0]} {other[1] or ''}".strip(), other[2]))
        if target:
            array, director, port = self._place.get(target, (None, None, None))
            port = port or (None if director else self._alias.get(target))
            hops.append(Hop("target_port", port or show_wwn(target), show_wwn(target) if port else ""))
            if director:
                hops.append(Hop("director", director, array or ""))
        elif runtime:
            hops.append(Hop("target_port", runtime, self._unnamed))
        return (*hops, Hop("volume", device))

    def _crossed(self, fabric: str, one: str, other: str) -> list[Hop]:
        import networkx as nx

        graph: nx.Graph[str] = nx.Graph(self._links.get(fabric, []))
        if one not in graph or other not in graph or not nx.has_path(graph, one, other):
            return [Hop("isl", f"{one} … {other}", "no route known")]
        way = nx.shortest_path(graph, one, other)
        hops = []
        for left, right in pairwise(way):
            count = self._counts[min(left, right), max(left, right)]
            links = "trunk" if count is None else f"{count} link{'s' if count != 1 else ''}"
            hops.append(Hop("isl", f"{left} - {right}", links))
        return hops


def _arrays(store: Store, device: str, of_paths: Sequence[str | None]) -> list[str]:
    arrays = {array for array in of_paths if array}
    if not arrays:
        arrays = {
            array
            for (array,) in store.rows(
                "SELECT storage_array FROM mask_volume WHERE device = ?1 UNION SELECT storage_array FROM virtual_volume WHERE device = ?1 "
                "UNION SELECT storage_array FROM storage_volume WHERE device = ?1",
                [device],
            )
            if array
        }
    return sorted(arrays)


def _suggested(store: Store, initiators: list[str], device: str, arrays: list[str], host: str) -> set[str]:
    """Return the target ports that the layout suggests for the volume."""
    rows = store.rows(
        "SELECT DISTINCT o.target_wwpn FROM mask_volume v JOIN mask_initiator i ON i.storage_array = v.storage_array AND i.cluster = v.cluster AND i.view = v.view "
        "JOIN mask_port o ON o.storage_array = v.storage_array AND o.cluster = v.cluster AND o.view = v.view "
        "WHERE v.device = ? AND list_contains(?, i.initiator_wwpn) AND o.target_wwpn IS NOT NULL",
        [device, initiators],
    )
    found = {row[0] for row in rows}
    # A port zoned with the host, on a cluster that presents the volume, is intended.
    clusters = {
        row[0]
        for row in store.rows(
            "SELECT DISTINCT cluster FROM target_place WHERE list_contains(?, target_wwpn)", [sorted(found)]
        )
    }
    more = store.rows(
        "SELECT DISTINCT t.target_wwpn, t.cluster FROM target_place t WHERE list_contains(?1, t.storage_array) "
        "AND coalesce(t.role, 'front-end') = 'front-end' AND (t.target_wwpn IN (SELECT target_wwpn FROM zoned_pair WHERE list_contains(?2, initiator_wwpn)) "
        "OR t.target_wwpn IN (SELECT target_wwpn FROM path_place WHERE host = ?3))",
        [arrays, initiators, host],
    )
    return found | {target for target, cluster in more if not found or cluster in clusters}


def _places(store: Store, targets: set[str]) -> dict[str, str]:
    rows = store.rows(
        "SELECT target_wwpn, director, port FROM target_place WHERE list_contains(?, target_wwpn)", [sorted(targets)]
    )
    aliases = dict(_labels(store))
    return {
        target: port_place(director, port) or aliases.get(target) or show_wwn(target) for target, director, port in rows
    }


def _labels(store: Store) -> list[tuple[str, str]]:
    """Return the alias of each target port that has one."""
    return store.rows("SELECT wwpn, label FROM port_role WHERE role = 'target' AND label IS NOT NULL")
