"""Reasons for missing paths on random small SANs with gaps, against what follows from the SAN itself."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress

import networkx as nx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from checker.errors import UsageError
from checker.topology.routes.report import route_report
from tests.support import inventory, store_of
from tests.thorough import examples
from tests.topology.known_san import KnownSan, View, Zone, compare

VOLUMES = ("naa.60000970000192600123533030304131", "naa.60000970000192600123533030304132")
HOSTS = {f"10000000c9aa000{n}": f"h{1 + n // 2}" for n in range(4)}
TARGETS = {f"500009720812340{n}": "vmax" for n in range(3)} | {"5000097208ffff04": "other"}
PORTS = (*HOSTS, *TARGETS)
SWITCHES = {"a": ("a1", "a2", "a3"), "b": ("b1", "b2")}
CABLED = ("a", "b", "a", "b", "a", "b", "a", "a")


@st.composite
def sans(draw: st.DrawFn) -> tuple[str, KnownSan]:
    """Return the text of an inventory and what it says."""
    some = lambda chance: draw(st.integers(1, 100)) <= chance  # noqa: E731
    one_of = lambda values: draw(st.sampled_from(list(values)))  # noqa: E731
    san = KnownSan()
    san.arrays = {port: (array, "") for port, array in TARGETS.items()}
    with_logins = [fabric for fabric in SWITCHES if some(90)]
    for port, home in zip(PORTS, CABLED, strict=True):
        if home in with_logins and some(85):
            fabric = home if some(92) else one_of(with_logins)
            san.places[port] = {(one_of(SWITCHES[fabric]), fabric)}
            if some(3):
                san.places[port].add((one_of(SWITCHES[fabric]), fabric))
        if some(15):
            san.states[port] = one_of(("linkdown", "Offline", "no-link", "online", "up", "not present"))
    with_paths = {host for host in ("h1", "h2") if some(60)}
    rows = []
    for initiator, target in itertools.product(HOSTS, TARGETS):
        for volume in VOLUMES:
            if HOSTS[initiator] in with_paths and some(25):
                state = one_of(("active", "standby", "dead", "dead", "unknown"))
                rows.append((HOSTS[initiator], volume, initiator, target, state))
                live = {"active": True, "standby": True, "dead": False}.get(state)
                known = san.paths.get((initiator, target))
                san.paths[initiator, target] = live or known
    zones: dict[tuple[str, bool], dict[str, Zone]] = {}
    for fabric in SWITCHES:
        for active, number in itertools.product((True, False), range(3)):
            if not some(70 if active else 40):
                continue
            kind = one_of(("normal", "normal", "normal", "peer", "smart"))
            roles = {"peer": ("principal", "peer"), "smart": ("initiator", "target", "both")}.get(kind, (None,))
            inside = draw(st.lists(st.sampled_from(PORTS), min_size=1, max_size=5, unique=True))
            unknown = draw(st.sampled_from((0, 0, 0, 0, 0, 0, 1, 2)))
            name = f"z{number}" if active else f"y{number}"
            zone = Zone(fabric, name, active, {port: one_of(roles) for port in inside}, kind, unknown)
            zones.setdefault((fabric, active), {})[name] = zone
            san.zones.append(zone)
    links: dict[str, list[tuple[str, str]]] = {}
    beyond: dict[str, str] = {}
    silent = set()
    for fabric, switches in SWITCHES.items():
        links[fabric] = [pair for pair in itertools.combinations(switches, 2) if some(55)]
        san.links[fabric] = nx.Graph(links[fabric])
        beyond.update({switch: fabric for switch in switches if some(7)})
        silent |= {switch for switch in switches if some(25) and switch not in {one for one, _ in links[fabric]}}
    san.open_fabrics = set(beyond.values())
    san.open_switches = silent | set(beyond)
    san.permits_all = {fabric for fabric in SWITCHES if some(10)}
    read = {array: {what: some(85) for what in ("initiators", "ports", "volumes")} for array in ("vmax", "other")}
    for array in ("vmax", "other"):
        for _ in range(draw(st.integers(0, 3))):
            view = View(array)
            for what, among in (("initiators", HOSTS), ("ports", TARGETS), ("volumes", VOLUMES)):
                if read[array][what] and some(95):
                    setattr(view, what, set(draw(st.lists(st.sampled_from(list(among)), min_size=1, unique=True))))
                    if some(12):
                        view.unidentified.add(what)
            if view.ports and some(20):
                view.disabled = {one_of(view.ports)}
            if view.initiators or view.ports or view.volumes:
                san.views.append(view)
    for array in ("vmax", "other"):
        # Volumes are listed for the array as a whole: a view without is empty.
        own = [view for view in san.views if view.array == array]
        if any(view.volumes for view in own):
            for view in own:
                if view.initiators or view.ports:
                    view.volumes = view.volumes or set()
    for pair in itertools.product(HOSTS, TARGETS):
        if some(20):
            san.array_logins[pair] = some(50)
    return _text(san, rows, zones, links, beyond, silent), san


def _text(
    san: KnownSan, paths: list[tuple[str, ...]], zones: Mapping[tuple[str, bool], Mapping[str, Zone]],
    links: Mapping[str, list[tuple[str, str]]], beyond: Mapping[str, str], silent: set[str],
) -> str:  # fmt: skip
    wwn = {switch: f"10000000000000{n:02x}" for n, switch in enumerate((*SWITCHES["a"], *SWITCHES["b"]), 1)}
    lines = ["hosts:"]
    for host in ("h1", "h2"):
        lines += [f"  {host}:", "    initiators:"]
        for number, (wwpn, owner) in enumerate(HOSTS.items()):
            state = f", port_state: {san.states[wwpn]}" if wwpn in san.states else ""
            if owner == host:
                lines.append(f"      vmhba{number}: {{initiator_wwpn: '{wwpn}'{state}}}")
        own = [path for path in paths if path[0] == host]
        lines += ["    paths:"] if own else []
        lines += [f"      - {{device: {v}, initiator: '{i}', target: '{t}', state: {s}}}" for _, v, i, t, s in own]
    lines.append("storage_arrays:")
    for array in ("vmax", "other"):
        lines += [f"  {array}:", "    family: symmetrix", "    directors:", "      FA-1D:", "        ports:"]
        for wwpn in (one for one, owner in TARGETS.items() if owner == array):
            state = f", port_state: {san.states[wwpn]}" if wwpn in san.states else ""
            lines.append(f"          p{wwpn[-2:]}: {{target_wwpn: '{wwpn}', role: front-end{state}}}")
        lines += ["    logins:"] if any(TARGETS[t] == array for _, t in san.array_logins) else []
        lines += [
            f"      - {{initiator_wwpn: '{i}', target_wwpn: '{t}', logged_in: {str(is_in).lower()}}}"
            for (i, t), is_in in san.array_logins.items()
            if TARGETS[t] == array
        ]
        own_views = [view for view in san.views if view.array == array]
        lines += ["    views:"] if own_views else []
        for number, view in enumerate(own_views):
            lines += [f"      {array}_v{number}:", *_entries(view)]
    lines.append("fabrics:")
    for fabric, switches in SWITCHES.items():
        lines += [f"  {fabric}:", "    switches:"]
        for switch in switches:
            lines += [f"      {switch}:", f"        switch_wwn: '{wwn[switch]}'"]
            here = sorted(port for port, places in san.places.items() if (switch, fabric) in places)
            logins = ", ".join(f"{{wwpn: '{port}', port: '{PORTS.index(port)}', local: true}}" for port in here)
            lines += [f"        logins: [{logins}]"] if here else []
            isls = [
                f"{{port: '{30 + n}', peer_wwn: '{wwn[other]}'}}"
                for n, (one, other) in enumerate(links[fabric])
                if one == switch
            ]
            isls += ["{port: '60', peer_wwn: '10000000000000ee', peer_switch: elsewhere}"] if switch in beyond else []
            lines += [f"        isls: [{', '.join(isls)}]"] if isls else []
            lines += [] if switch in silent else ["        ports: {'90': {port_type: F}}"]
            if fabric in san.permits_all and switch == switches[0]:
                lines.append("        vsans: {'': {default_zone: permit, default_zone_in_force: true}}")
        for active, section in ((True, "zones"), (False, "defined_zones")):
            known = zones.get((fabric, active), {})
            lines += [f"    {section}:"] if known else []
            for zone in known.values():
                members = [
                    f"{{member: '{port}', member_type: wwpn, wwpn: '{port}'"
                    + (f", member_role: {role}" if role else "")
                    + "}"
                    for port, role in zone.members.items()
                ]
                members += [f"unknown{n}" for n in range(zone.unidentified)]
                kind = ", zone_type: peer" if zone.kind == "peer" else ", smart: true" if zone.kind == "smart" else ""
                lines.append(f"      {zone.name}: {{switch: {switches[0]}{kind}, members: [{', '.join(members)}]}}")
    return inventory("\n".join(lines) + "\n")


def _entries(view: View) -> list[str]:
    found = []
    for what, column, name in (
        ("initiators", "initiator_wwpn", "initiator_name"), ("ports", "target_wwpn", "port_name"), ("volumes", "device", "volume_name"),
    ):  # fmt: skip
        entries = [
            f"{{{column}: '{one}'" + (", enabled: false" if what == "ports" and one in view.disabled else "") + "}"
            for one in sorted(getattr(view, what) or ())
        ]
        entries += [f"{{{name}: other}}"] if what in view.unidentified else []
        found += [f"        {what}: [{', '.join(entries)}]"] if entries else []
    return found or ["        purpose: none"]


def check(text: str, san: KnownSan) -> Counter[str]:
    """Compare the reasons of every way of every host to every volume; return how often each code was given."""
    store = store_of({"san.yaml": text})
    counts: Counter[str] = Counter()
    for host, volume in itertools.product(("h1", "h2"), VOLUMES):
        with suppress(UsageError):  # No path and no view names the volume.
            counts += compare(route_report(store, host, volume), san)
    store.close()
    return counts


@settings(max_examples=examples(40), suppress_health_check=list(HealthCheck))
@given(sans())
def test_the_reasons_are_those_that_follow_from_the_san(drawn: tuple[str, KnownSan]) -> None:
    check(*drawn)
