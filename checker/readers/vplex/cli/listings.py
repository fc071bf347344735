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
from collections.abc import Mapping

from checker.readers.toolkit.base import Reader, columns
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.vplex.cli.detect import bare_table, path_detector
from checker.readers.vplex.cli.text import read_cli
from checker.readers.vplex.groups import PROVIDES
from checker.readers.vplex.objects import FAMILY, RECOGNISED_TYPES, SETTING

_SETTINGS = columns(array_setting=SETTING)
_ONE = r"[^/\s]+"
_WILDCARD = re.compile(r"(?:/\*+)+\Z")


def _listing(
    name: str, context: str, *provides: Mapping[str, tuple[str, ...]], path: str = "", verified: bool = False
) -> Reader:
    """Return the reader of a context and its children; ``path`` is the pattern of other paths below it."""
    above = _WILDCARD.sub("", context)
    return Reader(
        name=f"vplex-ll-{name}", platform="vplex", command=f"ll {context}", provides=provided(FAMILY, *provides),
        detect=path_detector(name, path or above.replace("*", _ONE) + rf"(?:/{_ONE})?"), read=read_cli,
        needles=("--", above.rsplit("/", 1)[-1]), verified=verified,
    )  # fmt: skip


READERS = (
    _listing("ports", "/engines/*/directors/*/hardware/ports/*", PROVIDES["port"], verified=True),
    _listing("directors", "/engines/*/directors/*", PROVIDES["director"], _SETTINGS, verified=True),
    _listing(
        "engines", "/engines/**", PROVIDES["engine"],
        columns(
            power_supply="storage_array power_supply engine supply_type operational_status",
            component="storage_array cluster component_type component operational_status health_state",
        ),
        path=rf"/engines(?:/{_ONE}(?:/(?:stand-by-power-supplies|power-supplies|fans|mgmt-modules)(?:/{_ONE})?)?)?",
    ),
    _listing("clusters", "/clusters/*", PROVIDES["cluster"]),
    _listing("storage-views", "/clusters/*/exports/storage-views/*", PROVIDES["storage-view"]),
    _listing("initiator-ports", "/clusters/*/exports/initiator-ports", PROVIDES["initiator-port"]),
    _listing("export-ports", "/clusters/*/exports/ports", PROVIDES["export-port"]),
    _listing(
        "devices", "/clusters/*/devices/*", PROVIDES["local-device"],
        path=rf"/clusters/{_ONE}/devices(?:/{_ONE}(?:/components(?:/{_ONE}(?:/components)?)?)?)?",
    ),
    _listing(
        "distributed-devices", "/distributed-storage/distributed-devices/*", PROVIDES["distributed-device"],
        path=rf"/distributed-storage/distributed-devices(?:/{_ONE}(?:/distributed-device-components(?:/{_ONE})?)?)?",
    ),
    _listing("virtual-volumes", "/clusters/*/virtual-volumes/*", PROVIDES["virtual-volume"]),
    _listing("storage-volumes", "/clusters/*/storage-elements/storage-volumes/*", PROVIDES["storage-volume"]),
    _listing("storage-arrays", "/clusters/*/storage-elements/storage-arrays/*", PROVIDES["storage-array"]),
    _listing("extents", "/clusters/*/storage-elements/extents/*", PROVIDES["extent"]),
    _listing(
        "system-volumes", "/clusters/*/system-volumes", PROVIDES["system-volume"],
        columns(vplex_cluster="storage_array cluster logging_volumes"), verified=True,
    ),
    _listing(
        "consistency-groups", "/clusters/*/consistency-groups/*", PROVIDES["consistency-group"],
        path=rf"/clusters/{_ONE}/consistency-groups(?:/{_ONE}(?:/advanced|/recoverpoint)?)?",
    ),
    _listing(
        "migrations", "/data-migrations/*/*", PROVIDES["migration"],
        path=rf"/data-migrations/(?:device|extent)-migrations(?:/{_ONE})?",
    ),
    _listing(
        "witness", "/cluster-witness/**", columns(witness="storage_array configured enabled connected"), _SETTINGS,
        path=rf"/cluster-witness(?:/components(?:/{_ONE})?)?",
    ),
    _listing(
        "links", "/clusters/*/connectivity/**", _SETTINGS, columns(wan_link="storage_array wan_link link_type management_vpn"),
        path=rf"/clusters/{_ONE}/connectivity(?:/{_ONE}(?:/{_ONE}(?:/{_ONE})?)?)?",
    ),
    _listing(
        "rule-sets", "/distributed-storage/rule-sets",
        columns(vplex_device="storage_array cluster vplex_device distributed rule_set"),
    ),
    # A listing without its path, recognised by its columns. Recommendations name the command with the path.
    Reader(
        name="vplex-ll-bare", platform="vplex", command="ll",
        provides=provided(FAMILY, *(PROVIDES[kind] for kind in RECOGNISED_TYPES)), advised=False, detect=bare_table,
        read=read_cli, needles=("--", "Name"), verified=False,
    ),
)  # fmt: skip
