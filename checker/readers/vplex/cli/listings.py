"""VPlexcli listings: ``ll <context>`` for the contexts of the configuration.

::

    VPlexcli:/> ll /clusters/cluster-1/exports/initiator-ports

    /clusters/cluster-1/exports/initiator-ports:
    Name         port-wwn            node-wwn            type     Target Port Names
    -----------  ------------------  ------------------  -------  --------------------------
    db01_hba_a   0x10000000c9000a01  0x20000000c9000a01  default  P000000004A001234-A0-FC00,
                                                                  P000000004B001234-B0-FC00

A single context is printed with ``Name`` and ``Value``. A capture may contain listings of many contexts; every reader
here reads all of them, and each represents the first command of a capture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from checker.readers.toolkit.base import Reader
from checker.readers.vplex import exports, groups, hardware, volumes
from checker.readers.vplex.cli.detect import bare_table, path_detector
from checker.readers.vplex.cli.text import read_cli
from checker.readers.vplex.objects import RECOGNISED_TYPES

_FAMILY: Mapping[str, tuple[str, ...]] = {"storage_array": ("storage_array", "family", "vendor")}
_SETTINGS: Mapping[str, tuple[str, ...]] = {"array_setting": ("storage_array", "scope", "setting", "value")}
_SUPPLIES: Mapping[str, tuple[str, ...]] = {
    "power_supply": ("storage_array", "power_supply", "engine", "supply_type", "operational_status"),
    "component": ("storage_array", "cluster", "component_type", "component", "operational_status", "health_state"),
}
_WITNESS: Mapping[str, tuple[str, ...]] = {"witness": ("storage_array", "configured", "enabled", "connected")}


_ONE = r"[^/\s]+"
_WILDCARD = re.compile(r"(?:/\*+)+\Z")


def _together(*parts: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    together: dict[str, tuple[str, ...]] = {}
    for part in parts:
        for kind, names in part.items():
            together[kind] = tuple(dict.fromkeys((*together.get(kind, ()), *names)))
    return together


def _recognised_without_path() -> Iterator[Mapping[str, tuple[str, ...]]]:
    """Yield the columns of each object type that is recognised by table headings."""
    by_type = {**exports.PROVIDES, **hardware.PROVIDES, **volumes.PROVIDES, **groups.PROVIDES}
    for found in dict.fromkeys(RECOGNISED_TYPES):
        yield by_type["device" if found in ("local-device", "distributed-device") else found]


def _listing(
    name: str, command: str, path: str, *provides: Mapping[str, tuple[str, ...]], verified: bool = False
) -> Reader:
    return Reader(
        name=f"vplex-ll-{name}", platform="vplex", command=command, provides=_together(_FAMILY, *provides),
        detect=path_detector(name, path), read=read_cli, needles=("--", _WILDCARD.sub("", command).rsplit("/", 1)[-1]),
        verified=verified,
    )  # fmt: skip


READERS = (
    _listing(
        "ports", "ll /engines/*/directors/*/hardware/ports/*",
        rf"/engines/{_ONE}/directors/{_ONE}/hardware/ports(?:/{_ONE})?", hardware.PROVIDES["port"], verified=True,
    ),
    _listing(
        "directors", "ll /engines/*/directors/*", rf"/engines/{_ONE}/directors(?:/{_ONE})?",
        hardware.PROVIDES["director"], _SETTINGS, verified=True,
    ),
    _listing(
        "engines", "ll /engines/**",
        rf"/engines(?:/{_ONE}(?:/(?:stand-by-power-supplies|power-supplies|fans|mgmt-modules)(?:/{_ONE})?)?)?",
        hardware.PROVIDES["engine"], _SUPPLIES,
    ),
    _listing("clusters", "ll /clusters/*", rf"/clusters(?:/{_ONE})?", hardware.PROVIDES["cluster"]),
    _listing(
        "storage-views", "ll /clusters/*/exports/storage-views/*",
        rf"/clusters/{_ONE}/exports/storage-views(?:/{_ONE})?", exports.PROVIDES["storage-view"],
    ),
    _listing(
        "initiator-ports", "ll /clusters/*/exports/initiator-ports",
        rf"/clusters/{_ONE}/exports/initiator-ports(?:/{_ONE})?", exports.PROVIDES["initiator-port"],
    ),
    _listing(
        "export-ports", "ll /clusters/*/exports/ports", rf"/clusters/{_ONE}/exports/ports(?:/{_ONE})?",
        exports.PROVIDES["export-port"],
    ),
    _listing(
        "devices",
        "ll /clusters/*/devices/*",
        rf"/clusters/{_ONE}/devices(?:/{_ONE}(?:/components(?:/{_ONE}(?:/components)?)?)?)?",
        volumes.PROVIDES["device"],
    ),
    _listing(
        "distributed-devices",
        "ll /distributed-storage/distributed-devices/*",
        rf"/distributed-storage/distributed-devices(?:/{_ONE}(?:/distributed-device-components(?:/{_ONE})?)?)?",
        volumes.PROVIDES["device"],
    ),
    _listing(
        "virtual-volumes", "ll /clusters/*/virtual-volumes/*", rf"/clusters/{_ONE}/virtual-volumes(?:/{_ONE})?",
        volumes.PROVIDES["virtual-volume"],
    ),
    _listing(
        "storage-volumes", "ll /clusters/*/storage-elements/storage-volumes/*",
        rf"/clusters/{_ONE}/storage-elements/storage-volumes(?:/{_ONE})?", volumes.PROVIDES["storage-volume"],
    ),
    _listing(
        "storage-arrays", "ll /clusters/*/storage-elements/storage-arrays/*",
        rf"/clusters/{_ONE}/storage-elements/storage-arrays(?:/{_ONE})?", volumes.PROVIDES["storage-array"],
    ),
    _listing(
        "extents", "ll /clusters/*/storage-elements/extents/*",
        rf"/clusters/{_ONE}/storage-elements/extents(?:/{_ONE})?", volumes.PROVIDES["extent"],
    ),
    _listing(
        "system-volumes", "ll /clusters/*/system-volumes", rf"/clusters/{_ONE}/system-volumes(?:/{_ONE})?",
        groups.PROVIDES["system-volume"], verified=True,
    ),
    _listing(
        "consistency-groups",
        "ll /clusters/*/consistency-groups/*",
        rf"/clusters/{_ONE}/consistency-groups(?:/{_ONE}(?:/advanced|/recoverpoint)?)?",
        groups.PROVIDES["consistency-group"],
    ),
    _listing(
        "migrations", "ll /data-migrations/*/*", rf"/data-migrations/(?:device|extent)-migrations(?:/{_ONE})?",
        groups.PROVIDES["migration"],
    ),
    _listing(
        "witness", "ll /cluster-witness/**", rf"/cluster-witness(?:/components(?:/{_ONE})?)?", _WITNESS, _SETTINGS
    ),
    _listing(
        "links", "ll /clusters/*/connectivity/**",
        rf"/clusters/{_ONE}/connectivity(?:/{_ONE}(?:/{_ONE}(?:/{_ONE})?)?)?", _SETTINGS,
        {"wan_link": ("storage_array", "wan_link", "link_type")},
    ),
    _listing(
        "rule-sets", "ll /distributed-storage/rule-sets", rf"/distributed-storage/rule-sets(?:/{_ONE})?",
        {"vplex_device": ("storage_array", "cluster", "vplex_device", "distributed", "rule_set")},
    ),
    # A listing without its path, recognised by its columns. Recommendations name the command with the path.
    Reader(
        name="vplex-ll-bare", platform="vplex", command="ll", provides=_together(_FAMILY, *_recognised_without_path()),
        advised=False, detect=bare_table, read=read_cli, needles=("--", "Name"), verified=False,
    ),
)  # fmt: skip
