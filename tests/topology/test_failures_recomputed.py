"""Every single failure over all fixtures and bases: LOST, ONE LEFT and FEWER, computed again from the observations with networkx."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import networkx as nx
import pytest

from checker.audit.options import Options
from checker.audit.session import Session
from checker.facts.store.store import Store
from checker.topology.failure.components import catalogue
from checker.topology.failure.effect import Loss, effect
from checker.topology.failure.fail import fail
from checker.topology.failure.parts import Component, build_failure_parts
from tests.thorough import sample
from tests.topology.known_san import KnownSan
from tests.topology.read_san import read_san

FIXTURES = Path(__file__).parents[2] / "fixtures"
SANS = sorted(str(path) for pattern in ("*/exports", "bases/*.yaml") for path in FIXTURES.glob(pattern))
Pair = tuple[str, str]


@dataclass(frozen=True)
class Way:
    """A path that is live (or may be): what it needs, its host's site, and the switches at its ends."""

    pair: Pair
    live: bool
    parts: frozenset[Component]
    home: str | None
    fabric: str | None
    ends: tuple[str, ...]


class Facts:
    """The paths of a SAN with their parts, from the observations."""

    def __init__(self, store: Store) -> None:
        store.ensure_entities(("director", "host", "isl", "storage_array", "switch", "vplex_cluster"))
        self.san: KnownSan = read_san(store)
        self.site_of = dict(store.rows("SELECT switch, site FROM switch WHERE switch IS NOT NULL AND site IS NOT NULL"))
        self.links: dict[str, list[tuple[str, set[str]]]] = defaultdict(list)
        names = dict(
            store.rows("SELECT switch_wwn, switch FROM switch WHERE switch_wwn IS NOT NULL AND switch IS NOT NULL")
        )
        for switch, port, wwn, name, peer_port in store.rows(
            "SELECT switch, port, peer_wwn, peer_switch, peer_port FROM isl"
        ):
            peer = names.get(wwn, name)
            if switch and peer:
                ends = {f"{switch} {port}", f"{peer} {peer_port}"}
                self.links[" - ".join(sorted((switch, peer)))].append((switch, ends))
        self.ways = list(self._ways(store))

    def _ways(self, store: Store) -> Iterable[Way]:
        homes = dict(store.rows("SELECT host, site FROM host WHERE host IS NOT NULL"))
        cards = {
            (host, wwpn): address.rsplit(".", 1)[0]
            for host, wwpn, address in store.rows(
                "SELECT host, initiator_wwpn, min(pci_address) FROM initiator WHERE pci_address IS NOT NULL GROUP BY ALL"
            )
        }
        ports: dict[str, set[str]] = defaultdict(set)
        for wwpn, port in store.rows(
            "SELECT wwpn, port FROM login WHERE coalesce(local, TRUE) AND wwpn IS NOT NULL AND port IS NOT NULL"
        ):
            ports[wwpn].add(port)
        above = self._above(store)
        rows = store.rows(
            "SELECT p.host, p.device, p.initiator_wwpn, p.hba, p.target_wwpn, p.live FROM path_place p LEFT JOIN device_scope d "
            "ON d.host = p.host AND d.device = p.device WHERE p.live IS DISTINCT FROM FALSE AND d.in_scope IS NOT FALSE"
        )
        for host, device, initiator, hba, target, live in rows:
            parts: set[Component] = set(above.get(target, ()))
            home = homes.get(host)
            if initiator or hba:
                parts.add(("initiator", initiator or f"{host} {hba}"))
            if (host, initiator) in cards:
                parts.add(("host_hba", f"{host} {cards[host, initiator]}"))
            fabrics = [self.san.fabric(port) for port in (initiator, target) if port]
            known = {fabric for fabric in fabrics if fabric}
            ends = []
            for port in (initiator, target):
                switches = {switch for switch, _ in self.san.places.get(port, ())}
                if len(switches) == 1 and len(known) == 1:
                    ends.append(min(switches))
                    parts |= {("switch", min(switches))}
                    if len(ports[port]) == 1:
                        parts.add(("switch_port", f"{min(switches)} {min(ports[port])}"))
            sites = {key for kind, key in parts if kind == "site"} | {
                self.site_of[end] for end in ends if end in self.site_of
            }
            parts = {part for part in parts if part[0] != "site"} | {("site", site) for site in sites if site != home}
            fabric = min(known) if len(ends) == 2 else None
            yield Way((host, device), bool(live), frozenset(parts), home, fabric, tuple(ends))

    def _above(self, store: Store) -> dict[str, set[Component]]:
        """Return what each target port belongs to."""
        engines = {
            (array, director): engine
            for array, director, engine in store.rows(
                "SELECT storage_array, director, engine FROM director WHERE engine IS NOT NULL"
            )
        }
        sites = dict(store.rows("SELECT storage_array, site FROM storage_array"))
        clusters = {
            (array, cluster): site
            for array, cluster, site in store.rows("SELECT storage_array, cluster, site FROM vplex_cluster")
        }
        found: dict[str, set[Component]] = defaultdict(set)
        for wwpn, director in store.rows("SELECT target_wwpn, director FROM target_port WHERE target_wwpn IS NOT NULL"):
            array, cluster = self.san.arrays.get(wwpn, ("", ""))
            found[wwpn] |= {("target_port", wwpn)}
            if not array:
                continue
            found[wwpn].add(("storage_array", array))
            if director:
                found[wwpn].add(("director", f"{array} {director}"))
                engine = engines.get((array, director))
                if engine is None and cluster and director.startswith("director-"):
                    engine = "engine-" + director.removeprefix("director-").rsplit("-", 1)[0]
                if engine:
                    found[wwpn].add(("engine", f"{array} {engine if not engine[0].isdigit() else 'engine-' + engine}"))
            if cluster:
                found[wwpn].add(("cluster", f"{array} {cluster}"))
            site = clusters.get((array, cluster)) or sites.get(array)
            if site:
                found[wwpn].add(("site", site))
        for _, wwpn in self.san.paths:
            found[wwpn].add(("target_port", wwpn))
        return found

    def works(self, way: Way, failed: Component) -> bool:
        """Whether a path works without a component."""
        kind, key = failed
        gone = (
            {failed}
            if kind != "switch_port"
            else {failed} | {("isl", pair) for pair in self.links if self._cut(pair, key)}
        )
        if gone & way.parts:
            return False
        if way.fabric is None or way.ends[0] == way.ends[1]:
            return True
        graph: nx.Graph[str] = nx.Graph(self.san.links.get(way.fabric, nx.Graph()))
        graph.add_nodes_from(way.ends)
        if not nx.has_path(graph, *way.ends):
            return True  # The route is unknown, and so is what it needs.
        for one, name in gone:
            if one == "isl":
                graph.remove_edges_from([tuple(name.split(" - "))])
            elif one == "switch" and name in graph:
                graph.remove_node(name)
            elif one == "site" and name != way.home:
                graph.remove_nodes_from([switch for switch in list(graph) if self.site_of.get(switch) == name])
        return all(end in graph for end in way.ends) and nx.has_path(graph, *way.ends)

    def _cut(self, pair: str, port: str) -> bool:
        """Whether all links of a bundle, as one of its switches lists them, end at a port."""
        by_end: dict[str, list[bool]] = defaultdict(list)
        for switch, ends in self.links[pair]:
            by_end[switch].append(port in ends)
        return any(all(gone) for gone in by_end.values())

    def after(self, failed: Component) -> dict[Pair, tuple[int, int, int]]:
        """Return the live paths of each host and volume before and after, and those left that are or may be live."""
        counts: dict[Pair, list[int]] = defaultdict(lambda: [0, 0, 0])
        for way in self.ways:
            left = self.works(way, failed)
            count = counts[way.pair]
            count[0] += way.live
            count[1] += way.live and left
            count[2] += left
        return {pair: (before, now, possible) for pair, (before, now, possible) in counts.items()}


def _pairs(losses: Iterable[Loss]) -> set[Pair]:
    return {(loss.host, loss.volume) for loss in losses}


def recomputed(path: str) -> Counter[str]:
    """Fail every component alone and compare; return how many of each kind matter."""
    counts: Counter[str] = Counter()
    with Session.open([path], Options(isolated=True, jobs=1)) as san, san.take_store() as store:
        facts = Facts(store)
        build_failure_parts(store)
        for component in sorted(catalogue(store).names):
            if component[0] == "fabric":
                continue
            after = facts.after(component)
            fail(store, [component])
            done = effect(store)
            lost = {pair for pair, (before, _, left) in after.items() if before and not left}
            maybe = {pair for pair, (before, now, left) in after.items() if before and not now and left}
            last = {pair for pair, (before, now, _) in after.items() if before > 1 and now == 1}
            fewer = Counter((before, now) for before, now, _ in after.values() if now < before)
            assert _pairs(done.lost) == lost, component
            assert _pairs(done.maybe) == maybe, component
            assert _pairs(done.last) == last, component
            assert {(before, now): number for before, now, number in done.fewer} == fewer, component
            counts[component[0]] += bool(fewer)
    return counts


@pytest.mark.parametrize("path", sample(SANS, 3))
def test_single_failures_are_those_that_follow_from_the_observations(path: str) -> None:
    recomputed(path)


def random_san(seed: int) -> str:
    """An inventory with sites, redundant and single ISLs, and paths of every state, also of none."""
    chance = random.Random(seed)

    lines = ["sanlint: 1", "observed: true", "hosts:"]
    ports: dict[str, list[str]] = {"a": [], "b": []}
    targets: dict[str, list[str]] = {"a": [], "b": []}
    arrays = ["storage_arrays:", "  vp1:", "    family: vplex", "    clusters:"]
    for cluster in (1, 2):
        arrays += [
            f"      c{cluster}:",
            *([f"        site: s{cluster}"] if chance.random() < 0.7 else []),
            "        engines:",
        ]
        arrays += [f"          engine-{cluster}-1:", "            directors:"]
        for letter in "AB":
            arrays += [f"              director-{cluster}-1-{letter}:", "                ports:"]
            for number, fabric in enumerate("ab"):
                wwpn = f"50001442{60 if letter == 'A' else 70}c0{cluster}10{number}"
                targets[fabric].append(wwpn)
                arrays.append(f"                  {letter}0-FC0{number}: {{target_wwpn: '{wwpn}', role: front-end}}")
    for host in range(3):
        lines += [
            f"  h{host}:",
            *([f"    site: s{chance.randint(1, 3)}"] if chance.random() < 0.7 else []),
            "    initiators:",
        ]
        own = {fabric: f"10000000c9a{host}000{number}" for number, fabric in enumerate("ab")}
        addresses = ("0000:03:00.0", chance.choice(("0000:03:00.1", "0000:04:00.0")))
        for (fabric, wwpn), address in zip(own.items(), addresses, strict=True):
            ports[fabric].append(wwpn)
            lines.append(f"      vmhba{fabric}: {{initiator_wwpn: '{wwpn}', pci_address: '{address}'}}")
        lines.append("    paths:")
        for volume in range(2):
            for fabric, wwpn in own.items():
                for target in targets[fabric]:
                    if chance.random() < 0.6:
                        state = chance.choice(("active", "active", "standby", "dead", ""))
                        said = f", state: {state}" if state else ""
                        device = f"naa.6000144000000010a0fade000000000{volume}"
                        lines.append(f"      - {{device: {device}, initiator: '{wwpn}', target: '{target}'{said}}}")
    fabrics = ["fabrics:"]
    for fabric in "ab":
        switches = [f"{fabric}{number}" for number in range(4)]
        # A line or a ring: in a ring, both ways between two switches may cross the same site.
        links = [(0, 1), (1, 2), (2, 3)]
        links += [link for link in ((0, 3), (0, 1)) if chance.random() < 0.6]
        fabrics += [f"  fabric-{fabric}:", "    switches:"]
        home = {wwpn: chance.randrange(4) for wwpn in (*ports[fabric], *targets[fabric])}
        for number, switch in enumerate(switches):
            fabrics += [f"      {switch}:", f"        switch_wwn: '10000000000000{fabric}{number}'"]
            fabrics += [f"        site: s{chance.randint(1, 3)}"] if chance.random() < 0.7 else []
            logins = [
                f"{{wwpn: '{wwpn}', port: '{index}', local: true}}"
                for index, (wwpn, at) in enumerate(home.items())
                if at == number
            ]
            fabrics.append(f"        logins: [{', '.join(logins)}]")
            isls = []
            for index, (one, other) in enumerate(links):
                if number in (one, other):
                    peer = other if number == one else one
                    isls.append(
                        f"{{port: '{30 + index}', peer_wwn: '10000000000000{fabric}{peer}', peer_switch: {fabric}{peer}, peer_port: '{30 + index}'}}"
                    )
            fabrics.append(f"        isls: [{', '.join(isls)}]")
    return "\n".join((*lines, *arrays, *fabrics)) + "\n"


@pytest.mark.parametrize("seed", sample(range(40), 6))
def test_single_failures_of_random_sans_with_sites_and_unknown_states(seed: int, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(random_san(seed))
    counts = recomputed(str(tmp_path / "san.yaml"))
    assert {"switch", "initiator", "target_port", "director"} <= set(counts)
