"""Which single components and pairs take the last copy of a VPLEX volume away, for the ranking of all components.

The same losses as in :mod:`checker.topology.failure.copies`, which looks at one failure: a storage volume is lost if every
back-end path that may be live ends at a failed port, and a mirror with all its legs. Here each of them has *cuts*, the
sets of at most two components whose failure loses it; the empty cut means that it is lost already.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from checker.facts.store.store import Store
from checker.topology.failure.back_end import crossings
from checker.topology.failure.copies import NEEDED, NOT_LIVE
from checker.topology.failure.parts import KINDS, Component

Cut = frozenset[Component]
Cuts = frozenset[Cut]
_MOST = 2
_LOST: Cuts = frozenset({frozenset()})
_KEPT: Cuts = frozenset()


@dataclass(frozen=True)
class DataLosses:
    """The volumes that each cut loses, and the back-end paths that each component is on.

    ``volumes`` contains only minimal cuts: of a pair, neither component loses the volume alone.
    """

    volumes: dict[Cut, frozenset[tuple[str, str]]] = field(default_factory=dict)
    paths: dict[Component, frozenset[int]] = field(default_factory=dict)

    def count(self, components: Iterable[Component]) -> int:
        """Return the number of volumes that lose their last copy only if all these components fail."""
        return len(self.volumes.get(frozenset(components), ()))

    def pairs(self) -> list[Cut]:
        """Return the pairs that lose volumes, without those in which a wider component replaces one of another pair."""
        alike: dict[frozenset[tuple[str, str]], list[Cut]] = defaultdict(list)
        for cut, volumes in sorted(self.volumes.items(), key=lambda item: sorted(item[0])):
            if len(cut) == _MOST:
                alike[volumes].append(cut)
        return [cut for group in alike.values() for cut in group if not any(self._narrower(one, cut) for one in group)]

    def _narrower(self, one: Cut, than: Cut) -> bool:
        if len(one & than) != 1:
            return False
        ((narrow,), (wide,)) = one - than, than - one
        mine, other = self.paths[narrow], self.paths[wide]
        # Of components on the same paths, the widest explains the others.
        return mine < other or (mine == other and _width(narrow) < _width(wide))


def _width(component: Component) -> tuple[int, str]:
    return -KINDS.index(component[0]), component[1]


def data_losses(store: Store, components: Iterable[tuple[str, str, str]]) -> DataLosses:
    """Return what the loss of components takes away behind VPLEX.

    Args:
        store: a store with its topology, as it is before any failure.
        components: kind, key and world wide port name of each component that a port fails with.
    """
    store.ensure_entities(NEEDED)
    ports: dict[str, set[Component]] = defaultdict(set)
    for kind, key, wwpn in components:
        ports[wwpn].add((kind, key))
    rows = store.rows(
        "SELECT storage_array, cluster, vplex_name, initiator_wwpn, target_wwpn, "
        f"coalesce(state IN {NOT_LIVE}, FALSE) FROM backend_path WHERE vplex_name IS NOT NULL"
    )
    across = crossings(store)
    live: dict[tuple[str, ...], list[Cuts]] = {}
    paths: dict[Component, set[int]] = defaultdict(set)
    for number, (array, cluster, name, initiator, target, gone) in enumerate(rows):
        here = live.setdefault((array, cluster, name), [])
        if not gone:
            needs = frozenset(
                ports.get(initiator, set())
                | ports.get(target, set())
                | {(kind, wwpn) for kind, wwpn in (("initiator", initiator), ("target_port", target)) if wwpn}
            )
            route = across.get((initiator, target))
            needed: set[Cut] = {frozenset({one}) for one in (needs | route.needed if route else needs)}
            needed |= {frozenset(pair) for pair in route.pairs} if route else set()
            here.append(_minimal(needed))
            for one in {one for cut in needed for one in cut}:
                paths[one].add(number)
    known: dict[frozenset[Cuts], Cuts] = {}
    of_volume: dict[tuple[str, ...], Cuts] = {}
    for volume, of_paths in live.items():
        alike = frozenset(of_paths)
        if alike not in known:
            known[alike] = _device_cuts(alike, mirrored=True)
        of_volume[volume] = known[alike]
    volumes: dict[Cut, set[tuple[str, str]]] = defaultdict(set)
    for virtual, cuts in _virtual_volumes(store, of_volume).items():
        for cut in cuts if frozenset() not in cuts else ():
            volumes[cut].add(virtual)
    return DataLosses(
        {cut: frozenset(lost) for cut, lost in volumes.items()}, {one: frozenset(of) for one, of in paths.items()}
    )


def _minimal(cuts: Iterable[Cut]) -> Cuts:
    small = {cut for cut in cuts if len(cut) <= _MOST}
    return frozenset(cut for cut in small if not any(other < cut for other in _subsets(cut) & small))


def _subsets(cut: Cut) -> set[Cut]:
    return {frozenset(), *(frozenset({one}) for one in cut)}


def _device_cuts(parts: Iterable[Cuts], *, mirrored: bool) -> Cuts:
    """Return the cuts of a device: a mirror is lost with all its parts, any other one with one of them.

    A volume without live paths is lost already, and otherwise with all its paths, as a mirror of them.
    """
    if not mirrored:
        return _minimal(cut for cuts in parts for cut in cuts)
    together = _LOST
    for cuts in parts:
        together = _minimal(one | other for one in together for other in cuts)
    return together


def _virtual_volumes(store: Store, of_volume: dict[tuple[str, ...], Cuts]) -> dict[tuple[str, str], Cuts]:
    extents = {
        (array, cluster, extent): of_volume[array, cluster, name]
        for array, cluster, extent, name in store.rows(
            "SELECT storage_array, cluster, extent, storage_volume FROM extent WHERE extent IS NOT NULL"
        )
        if (array, cluster, name) in of_volume
    }
    legs: dict[tuple[str, ...], list[tuple[str, str]]] = defaultdict(list)
    mirrored: dict[tuple[str, ...], bool] = {}
    for array, cluster, device, component, other, mirror in store.rows(
        "SELECT c.storage_array, c.cluster, c.vplex_device, c.component, coalesce(nullif(c.component_cluster, ''), c.cluster), "
        "lower(m.geometry) = 'raid-1' OR coalesce(m.distributed, FALSE) FROM device_component c JOIN vplex_device m "
        "ON m.storage_array = c.storage_array AND m.cluster = c.cluster AND m.vplex_device = c.vplex_device"
    ):
        if mirror is not None:
            legs[array, cluster, device].append((component, other))
            mirrored[array, cluster, device] = mirror
    cache: dict[tuple[bool, tuple[Cuts, ...]], Cuts] = {}

    def composed(key: tuple[str, ...], parts: list[Cuts]) -> Cuts:
        signature = (mirrored[key], tuple(parts))
        if signature not in cache:
            cache[signature] = _device_cuts(parts, mirrored=mirrored[key])
        return cache[signature]

    on_extents = {
        key: composed(key, [extents.get((key[0], key[1], component), _KEPT) for component, _ in of])
        for key, of in legs.items()
    }
    on_devices = {
        key: composed(key, [on_extents.get((key[0], cluster, component), _KEPT) for component, cluster in of])
        for key, of in legs.items()
    }
    devices: dict[tuple[str, str], list[tuple[str, Cuts]]] = defaultdict(list)
    for key in legs:
        either = _device_cuts([on_extents[key], on_devices[key]], mirrored=False)
        devices[key[0], key[2]].append((key[1], either))
    found: dict[tuple[str, str], Cuts] = {}
    for array, cluster, volume, device in store.rows(
        "SELECT storage_array, cluster, virtual_volume, vplex_device FROM virtual_volume "
        "WHERE virtual_volume IS NOT NULL AND vplex_device IS NOT NULL"
    ):
        here = [cuts for at, cuts in devices.get((array, device), ()) if "" in (at, cluster) or at == cluster]
        merged = _device_cuts([found.get((array, volume), _KEPT), *here], mirrored=False)
        found[array, volume] = merged
    return found
