"""Inventories for the benchmark of the estimator: hosts, two fabrics, arrays, and a VPLEX Local or Metro, as few facts as an estimate needs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

GIB = 2**30


@dataclass(frozen=True)
class Isls:
    """Links between the switch of the hosts and that of the storage in each fabric."""

    links: int
    speed: float


@dataclass(frozen=True)
class San:
    """What an inventory describes.

    Attributes:
        hosts, volumes: their number; every host reaches every volume. In a Metro, hosts alternate between the sites.
        ports: front-end ports of an array, or of each VPLEX director, in each fabric.
        speed: of all ports in Gbit/s; ``hba_speed`` of those of the hosts, if different.
        system: ``array``, ``local`` or ``metro``.
        isls: None if hosts and storage share a switch.
        rtt_ms: round trip of a Metro; None leaves it out. bandwidth_mbps: of its WAN.
        queue_depth: of each volume.
        rr_limit: round-robin limit of the hosts, as I/Os per path.
        array: facts of each array, instead of those of an XtremIO.
    """

    hosts: int = 1
    volumes: int = 1
    ports: int = 1
    speed: float = 8
    hba_speed: float | None = None
    system: str = "array"
    isls: Isls | None = None
    rtt_ms: float | None = 1.0
    bandwidth_mbps: float = 10_000
    queue_depth: int = 65_536
    rr_limit: int = 1000
    array: dict[str, Any] = field(default_factory=dict)

    @property
    def sites(self) -> int:
        return 2 if self.system == "metro" else 1


def host_name(number: int) -> str:
    return f"host{number + 1:02}"


def device_name(number: int) -> str:
    return f"naa.60001440000000100000000000000{number + 1:03x}"


def inventory(san: San) -> dict[str, Any]:
    """The inventory as the value of its YAML file."""
    systems: dict[str, Any] = {}
    fronts = [_fronts(san, site) for site in range(san.sites)]
    if san.system == "array":
        systems["array1"] = _array(san, 0, fronts[0])
    else:
        systems["vplex1"] = _vplex(san, fronts)
        for site in range(san.sites):
            systems[f"array{site + 1}"] = _array(san, site, _backs(san, site))
    fabrics = {
        f"fabric-{side}{site + 1}": _fabric(san, side, site, fronts[site]) for site in range(san.sites) for side in "ab"
    }
    hosts = {host_name(number): _host(san, number, fronts[number % san.sites]) for number in range(san.hosts)}
    return {"sanlint": 1, "hosts": hosts, "fabrics": fabrics, "storage_arrays": systems}


def _wwpn(kind: int, *parts: int) -> str:
    digits = f"{kind:02x}000{parts[0]:01x}" + "".join(f"{part:02x}" for part in parts[1:])
    digits = digits.ljust(16, "0")
    return ":".join(digits[i : i + 2] for i in range(0, 16, 2))


def _initiator(host: int, side: str) -> str:
    return _wwpn(0x10, 0, host + 1, "ab".index(side) + 1)


def _fronts(san: San, site: int) -> dict[str, list[tuple[str, str, str]]]:
    """Ports that hosts see, by fabric side: WWPN, director and port name."""
    directors = ("A", "B")
    return {
        side: [
            (_wwpn(0x50, site + 1, "AB".index(director) + 1, "ab".index(side) + 1, port + 1), director, f"{side}{port}")
            for director in directors
            for port in range(san.ports)
        ]
        for side in "ab"
    }


def _backs(san: San, site: int) -> dict[str, list[tuple[str, str, str]]]:
    return {
        side: [
            (_wwpn(0x52, site + 1, "AB".index(one) + 1, "ab".index(side) + 1), one, f"{side}0") for one in ("A", "B")
        ]
        for side in "ab"
    }


def _host(san: San, number: int, fronts: dict[str, list[tuple[str, str, str]]]) -> dict[str, Any]:
    speed = san.hba_speed or san.speed
    sides = {"a": "vmhba1", "b": "vmhba2"}
    paths, devices = [], {}
    for volume in range(san.volumes):
        name = device_name(volume)
        devices[name] = {
            "size_bytes": 100 * GIB, "multipath_owner": "nmp", "psp": "VMW_PSP_RR", "rr_type": "iops", "rr_iops": san.rr_limit,
            "queue_depth": san.queue_depth, "lun": volume,
        }  # fmt: skip
        for side, hba in sides.items():
            for wwpn, _, _ in fronts[side]:
                paths.append({"device": name, "initiator": hba, "target": wwpn, "state": "active", "optimised": True})
    return {
        "platform": "esxi", "multipath_software": "nmp", "site": f"site-{number % san.sites + 1}",
        "initiators": {
            hba: {"initiator_wwpn": _initiator(number, side), "speed_gbps": speed, "port_state": "online", "queue_depth": san.queue_depth}
            for side, hba in sides.items()
        },
        "devices": devices, "paths": paths,
    }  # fmt: skip


def _fabric(san: San, side: str, site: int, fronts: dict[str, list[tuple[str, str, str]]]) -> dict[str, Any]:
    names = [f"sw-{side}{site + 1}"] + ([f"sw-{side}{site + 1}-hosts"] if san.isls else [])
    hosts = [_initiator(number, side) for number in range(san.hosts) if number % san.sites == site]
    near = {wwpn: san.speed for wwpn, _, _ in fronts[side]}
    if san.system != "array":
        near |= {wwpn: san.speed for wwpn, _, _ in _backs(san, site)[side]}
        near |= {_back_initiator(site, director, side): san.speed for director in "AB"}
    far = dict.fromkeys(hosts, san.hba_speed or san.speed)
    groups = [near, far] if san.isls else [near | far]
    switches: dict[str, Any] = {}
    for number, (name, ports) in enumerate(zip(names, groups, strict=True)):
        switches[name] = {
            "switch_wwn": _wwpn(0x10, 1, site + 1, "ab".index(side) + 1, number + 1), "domain_id": str(number + 1),
            "ports": {
                str(index): {"port_index": index, "port_state": "online", "port_type": "F", "speed_gbps": speed, "attached_wwn": wwpn}
                for index, (wwpn, speed) in enumerate(ports.items())
            },
            "logins": [
                {"wwpn": wwpn, "port": str(index), "port_index": index,
                 "fc4_role": "initiator" if wwpn in hosts or wwpn.startswith("51") else "target", "local": True}
                for index, wwpn in enumerate(ports)
            ],
        }  # fmt: skip
    if san.isls:
        one, other = names
        for here, there in ((one, other), (other, one)):
            first = 100
            for link in range(san.isls.links):
                switches[here]["ports"][str(first + link)] = {
                    "port_index": first + link, "port_state": "online", "port_type": "E", "speed_gbps": san.isls.speed,
                }  # fmt: skip
            switches[here]["isls"] = [
                {"port": str(first + link), "peer_wwn": switches[there]["switch_wwn"], "peer_switch": there, "speed_gbps": san.isls.speed}
                for link in range(san.isls.links)
            ]  # fmt: skip
    return {"side": side.upper(), "site": f"site-{site + 1}", "switches": switches}


def _back_initiator(site: int, director: str, side: str) -> str:
    return _wwpn(0x51, site + 1, "AB".index(director) + 1, "ab".index(side) + 1)


def _array(san: San, site: int, fronts: dict[str, list[tuple[str, str, str]]]) -> dict[str, Any]:
    directors: dict[str, Any] = {}
    for ports in fronts.values():
        for wwpn, director, port in ports:
            directors.setdefault(f"SC{director}", {"ports": {}})["ports"][port] = {
                "target_wwpn": wwpn, "role": "front-end", "speed_gbps": san.speed,
            }  # fmt: skip
    facts = {"vendor": "XtremIO", "family": "xtremio", "array_version": "2.4.1", "array_class": "flash"} | san.array
    found = {**facts, "site": f"site-{site + 1}", "engines": {"X1": {"engine_type": "X-Brick", "directors": directors}}}
    if san.system == "array":
        found["storage_volumes"] = {
            f"lun{n}": {"device": device_name(n), "size_bytes": 100 * GIB} for n in range(san.volumes)
        }
    else:
        found["storage_volumes"] = {
            f"sv{n}": {"device": _leg_device(site, n), "used_by_array": "vplex1", "used_by_cluster": f"cluster-{site + 1}",
                       "vplex_name": f"sv{n}_c{site + 1}", "vplex_use": "used", "size_bytes": 100 * GIB}
            for n in range(san.volumes)
        }  # fmt: skip
    return found


def _leg_device(site: int, number: int) -> str:
    return f"naa.514f0c5{site + 1:01x}{number + 1:08x}"


def _vplex(san: San, fronts: list[dict[str, list[tuple[str, str, str]]]]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "vendor": "EMC", "family": "vplex", "hardware": "VS2", "product_type": san.system,
        "clusters": {f"cluster-{site + 1}": _cluster(san, site, fronts[site]) for site in range(san.sites)},
    }  # fmt: skip
    metro = san.sites == 2
    found["virtual_volumes"] = {
        f"vol{n}": {"device": device_name(n), "vplex_device": f"dd{n}" if metro else f"dev{n}_c1", "size_bytes": 100 * GIB,
                    "locality": "distributed" if metro else "local"}
        for n in range(san.volumes)
    }  # fmt: skip
    if metro:
        found["devices"] = {
            f"dd{n}": {
                "distributed": True, "top_level": True, "geometry": "raid-1", "size_bytes": 100 * GIB, "virtual_volume": f"vol{n}",
                "components": [
                    {"component": f"dev{n}_c{site + 1}", "component_type": "device", "component_cluster": f"cluster-{site + 1}"}
                    for site in range(2)
                ],
            }
            for n in range(san.volumes)
        }  # fmt: skip
        link = {
            "link_type": "fc",
            "bandwidth_mbps": san.bandwidth_mbps,
            "operational_status": "ok",
            "management_vpn": False,
        }
        found["wan_links"] = {"wan-com-a": link | ({} if san.rtt_ms is None else {"rtt_ms": san.rtt_ms})}
    return found


def _cluster(san: San, site: int, fronts: dict[str, list[tuple[str, str, str]]]) -> dict[str, Any]:
    name = f"c{site + 1}"
    directors: dict[str, Any] = {}
    for ports in fronts.values():
        for wwpn, director, port in ports:
            directors.setdefault(f"director-{site + 1}-{director}", {"ports": {}})["ports"][f"FE-{port}"] = {
                "target_wwpn": wwpn, "role": "front-end", "speed_gbps": san.speed,
            }  # fmt: skip
    ways = []
    for director in "AB":
        for side in "ab":
            wwpn = _back_initiator(site, director, side)
            directors[f"director-{site + 1}-{director}"]["ports"][f"BE-{side}"] = {
                "target_wwpn": wwpn, "role": "back-end", "speed_gbps": san.speed,
            }  # fmt: skip
            target = next(w for w, one, _ in _backs(san, site)[side] if one == director)
            ways.append((f"director-{site + 1}-{director}", wwpn, target))
    return {
        "site": f"site-{site + 1}",
        "engines": {f"engine-{site + 1}-1": {"engine_type": "VS2", "directors": directors}},
        "devices": {
            f"dev{n}_{name}": {"distributed": False, "geometry": "raid-0", "size_bytes": 100 * GIB, "components": [
                {"component": f"extent{n}_{name}", "component_type": "extent", "component_cluster": f"cluster-{site + 1}"}]}
            for n in range(san.volumes)
        },
        "extents": {f"extent{n}_{name}": {"storage_volume": f"sv{n}_{name}", "used_by": f"dev{n}_{name}"} for n in range(san.volumes)},
        "backend_paths": [
            {"director": director, "device": _leg_device(site, n), "vplex_name": f"sv{n}_{name}", "initiator_wwpn": initiator,
             "target_wwpn": target, "state": "active", "in_service": True}
            for n in range(san.volumes) for director, initiator, target in ways
        ],
    }  # fmt: skip
