"""What the objects of a Dot Hill array state: the system, its controllers, ports, volumes, hosts and mappings.

A mapping is made to an initiator (its nickname), a host (``db01.*``) or a group of hosts (``rac.*.*``): that is the view.
Its ports are numbers, which mean the ports with this number on both controllers, or names such as ``A1``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from checker.facts import dothill_serial
from checker.readers.dothill.objects import DotHillObject, Facts
from checker.readers.toolkit import rounded
from checker.readers.toolkit.declarations.declared import Each, Part, Source
from checker.readers.toolkit.declarations.fields import (
    const,
    device_id,
    iscsi_name,
    lower,
    number,
    owner,
    speed,
    text,
    unless_wwn,
    words,
    wwn,
)
from checker.readers.toolkit.declarations.json_family import Joint
from checker.readers.toolkit.declarations.records import Context, Record

_PORT = re.compile(r"([AB])([0-9]{1,2})\Z")
_BLOCK = 512
# The id of the initiator in a mapping, depending on the release.
_IDENTIFIERS = ("identifier", "initiator-id", "port-wwn")
_NOT_GRANTED = frozenset(("no-access", "not-mapped"))


def _letter(port: DotHillObject) -> str | None:
    found = _PORT.match(port.text("port") or "")
    return found.group(1) if found else None


def _port_number(port: DotHillObject) -> str | None:
    found = _PORT.match(port.text("port") or "")
    return found.group(2) if found else None


def _is_fc(port: DotHillObject) -> bool:
    """Return whether a port is an FC port; tables name the protocol only in the medium, as ``FC(P)``."""
    return (port.text("port-type", "media") or "").upper().startswith("FC") and _letter(port) is not None


def _is_fc_initiator(initiator: DotHillObject) -> bool:
    return (initiator.text("host-bus-type") or "FC").upper() == "FC" and not (initiator.text("id") or "").startswith(
        "iqn."
    )


def _bytes(*names: str) -> Callable[[DotHillObject], int | None]:
    """Source: a size in blocks."""

    def get(item: DotHillObject) -> int | None:
        blocks = item.number(*names)
        return None if blocks is None else blocks * (item.number("blocksize") or _BLOCK)

    return get


def _volume_size(volume: DotHillObject) -> rounded.Interval | None:
    """Return the size in blocks, or what its text can mean: GB are 10^9 bytes unless the user has set another base."""
    exact = _bytes("blocks", "size-numeric")(volume)
    return rounded.of_disk(volume.text("total-size", "size"), thousands=None) if exact is None else (exact, exact)


def _used(pool: DotHillObject) -> int | None:
    total, free = pool.number("total-size-numeric"), pool.number("total-avail-numeric")
    return (
        None if total is None or free is None or free > total else (total - free) * (pool.number("blocksize") or _BLOCK)
    )


def _pool_size(pool: DotHillObject) -> rounded.Interval | None:
    """Return the size of a pool in blocks, or what its text can mean."""
    exact = _bytes("total-size-numeric")(pool)
    return rounded.of_disk(pool.text("total-size"), thousands=None) if exact is None else (exact, exact)


def _cache(controller: DotHillObject) -> int | None:
    size = controller.number("cache-memory-size")
    return None if size is None else size << 20


def _snapshot(volume: DotHillObject) -> str | None:
    is_snapshot = volume.text("snapshot") == "Yes" or "snapshot" in (volume.text("volume-type") or "").lower()
    return "snapshot" if is_snapshot else None


def device_of(mapping: DotHillObject) -> str | None:
    """Return the identity of a volume by its serial number."""
    found = dothill_serial.device_of((mapping.text("volume-serial") or "").lower())
    return found and f"naa.{found}"


def _view(mapping: DotHillObject) -> str | None:
    """Return the initiator, host or group of a mapping; None where it gives no access."""
    granted = (mapping.text("access") or "").lower() not in _NOT_GRANTED
    return mapping.text("nickname", *_IDENTIFIERS) if granted else None


def _member_views(initiator: DotHillObject) -> Iterator[DotHillObject]:
    """Yield the initiator once for each view that its host and group of hosts may have."""
    host, group = initiator.named("host-name"), initiator.named("group-name")
    for view in (host and f"{host}.*", group and f"{group}.*.*"):
        if view:
            yield DotHillObject("", {"id": initiator.values.get("id"), "view": view}, initiator.line)


def ports_of(value: str) -> list[str]:
    """Return the names of the ports of a mapping: ``1,2`` are A1, B1, A2 and B2."""
    names: list[str] = []
    for word in re.split(r"[\s,;]+", value.strip()):
        if _PORT.match(word):
            names.append(word)
        elif re.fullmatch(r"[0-9]{1,2}", word):
            names += [f"A{word}", f"B{word}"]
    return names


def _write_ports(mappings: Iterable[DotHillObject], context: Context) -> None:
    """Write the ports of each view, unless they differ between its volumes: then no port has all of them."""
    found: dict[str, set[str]] = {}
    first: dict[str, DotHillObject] = {}
    for mapping in mappings:
        view, ports = _view(mapping), mapping.text("ports")
        if view and ports:
            found.setdefault(view, set()).add(ports)
            first.setdefault(view, mapping)
    for view, listed in found.items():
        for name in ports_of(listed.pop()) if len(listed) == 1 else ():
            row = DotHillObject("", {"view": view, "name": name}, first[view].line)
            _MAPPED_PORT.write(row, context)


_WWPN: Source[Record] = wwn("id", report=False)
_MAPPED_PORT = Facts("mask_port", storage_array=owner, view="view", port_name="name")
# The name of a system and its product depend on the vendor that sells it.
SYSTEM = Facts(
    "storage_array", storage_array=owner, serial="midplane-serial-number", vendor="vendor-name", family=const("other"),
    model="product-id", array_state="health",
)  # fmt: skip
VERSION = Facts(
    "storage_array", needs="array_version", distinct=True, storage_array=owner, array_version="bundle-version"
)
CONTROLLER = Facts(
    "director", when="controller-id", storage_array=owner, director="controller-id",
    letter=words("controller-id", {"a": "A", "b": "B"}, others=False), operational_status="status", health_state="health",
    version="sc-fw", serial="serial-number", cache_bytes=_cache,
)  # fmt: skip
PORT = Facts(
    "target_port", when=_is_fc, place="port", target_wwpn=wwn("target-id"), storage_array=owner, director=_letter,
    port=_port_number, port_name="port", role=const("front-end"), health_state="health",
    port_state=words("status", {"up": "up", "disconnected": "disconnected", "unknown": None}), protocol=const("fc"),
    speed_gbps=speed("actual-speed"),
)  # fmt: skip
# The letter in the medium is the topology of the link: FC(P), FC(L), or FC(-) without a link.
TOPOLOGY = Facts(
    "array_setting", when=_is_fc, needs=("scope", "value"), storage_array=owner, scope="port", setting=const("topology"),
    value=words("media", {"fc(p)": "point-to-point", "fc(l)": "loop"}, others=False),
)  # fmt: skip
INITIATOR = (
    Facts(
        "registered_initiator", when=_is_fc_initiator, place="nickname", storage_array=owner, initiator_name=unless_wwn("id"),
        initiator_wwpn=wwn("id"), host=lambda initiator: initiator.named("host-name"), initiator_type="profile",
        registered=True,
    ),
    Each(
        _member_views,
        Facts("mask_initiator", needs="initiator_wwpn", storage_array=owner, view="view", initiator_wwpn=_WWPN),
        Facts("mask_iscsi", needs="initiator_name", storage_array=owner, view="view", initiator_name=iscsi_name("id")),
    ),
)  # fmt: skip
VOLUME = Facts(
    "storage_volume", rounded.columns("size", _volume_size), needs="storage_volume", place="volume-name", device=device_id("wwn"), storage_array=owner,
    storage_volume="volume-name", block_bytes=number("blocksize"), health_state="health",
    replication_role=_snapshot, pool=text("storage-pool-name", "virtual-disk-name"), current_owner="owner",
    default_owner="preferred-owner",
)  # fmt: skip
PROVISIONED = Facts(
    "storage_volume", needs="storage_volume", place="volume", device=device_id("wwn"), storage_array=owner,
    storage_volume="volume", health_state="health", current_owner="controller",
)  # fmt: skip
POOL = Facts(
    "pool", rounded.columns("size", _pool_size), needs="pool", storage_array=owner, pool="name", used_bytes=_used,
    thin=words("storage-type", {"virtual": True, "linear": False}, others=False), operational_status="health",
)  # fmt: skip
GROUP = Facts(
    "raid_group", needs="raid_group", storage_array=owner, raid_group="name", raid_type=lower("raidtype"), drives=number("diskcount"),
    operational_status="health",
)  # fmt: skip
POWER = Facts(
    "power_supply", needs="power_supply", storage_array=owner, power_supply=text("durable-id", "name"), supply_type=const("psu"),
    operational_status="health",
)  # fmt: skip
DISK = Facts(
    "component", needs="component", storage_array=owner, component_type=const("disk"), component="location",
    serial="serial-number", operational_status="status", health_state="health",
)  # fmt: skip
MAPPING = (
    Facts("mask_view", needs="view", distinct=True, storage_array=owner, view=_view),
    Facts(
        "mask_volume", needs=("view", "volume_name"), storage_array=owner, view=_view, device=device_of,
        volume_name=text("volume-name", "volume"), lun=number("lun"),
    ),
    # The list of volumes has names without serial numbers.
    Facts(
        "storage_volume", needs=("storage_volume", "device"), distinct=True, storage_array=owner,
        storage_volume=text("volume-name", "volume"), device=device_of,
    ),
    Facts(
        "mask_initiator", needs=("view", "initiator_wwpn"), storage_array=owner, view=_view,
        initiator_wwpn=wwn(*_IDENTIFIERS, report=False),
    ),
    Facts(
        "mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view=_view,
        initiator_name=iscsi_name(*_IDENTIFIERS),
    ),
)  # fmt: skip
MAPPINGS = ("volume-view-mappings", "volume-group-view-mappings-luns", "host-view-mappings")
PORTS = Joint(MAPPINGS, _write_ports, (_MAPPED_PORT,))
TYPES: Mapping[str, tuple[Part[DotHillObject], ...]] = {
    "system": (SYSTEM,), "versions": (VERSION,), "controllers": (CONTROLLER,), "port": (PORT, TOPOLOGY), "initiator": INITIATOR,
    "volumes": (VOLUME,), "provisioning": (PROVISIONED,), "pools": (POOL,), "drives": (DISK,),
    "disk-groups": (GROUP,), "virtual-disks": (GROUP,), "power-supplies": (POWER,),
    **dict.fromkeys(MAPPINGS, MAPPING),
}  # fmt: skip
