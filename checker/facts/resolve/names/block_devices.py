"""Replace names of disks that are valid on one host only (``block:sdb``) with the identity of their LUN.

One export often knows only the next link: ``PhysicalDrive2`` is ``MPIO Disk0`` in one file, and the serial number of
``MPIO Disk0`` is in another. The links of a host are followed as far as they lead; a name that leads to two LUNs stays.
A name that leads to none is replaced by the name that multipathing software gives the same disk.
"""

from __future__ import annotations

from collections.abc import Sequence

from checker.facts.kinds import kinds
from checker.facts.store.store import Store


def identify_block_devices(store: Store) -> None:
    """Replace local names of disks in all observations with the LUN that exports of the same host lead to."""
    tables = [
        kind.name
        for kind in kinds().values()
        if kind.name != "export"
        and store.has_rows(kind.name)
        and {"host", "device"} <= store.stated[kind.name]
        and {"host", "device"} <= set(kind.column_names)
    ]
    if not any(store.rows(f"SELECT 1 FROM obs_{t} WHERE device LIKE 'block:%' LIMIT 1") for t in tables):
        return
    links = []
    if store.has_rows("device"):
        for column, prefix in (("kernel_name", ""), ("alias", "mapper/")):
            if column in store.stated["device"]:
                links.append(f"SELECT host, 'block:{prefix}' || {column} AS block, device FROM obs_device")
                # One command names MPIO Disk1 as PhysicalDrive2, another knows the LUN of PhysicalDrive2.
                links.append(
                    f"SELECT host, device AS block, 'block:{prefix}' || {column} AS device FROM obs_device WHERE device LIKE 'block:%'"
                )
    if store.has_rows("path") and "path_name" in store.stated["path"]:
        # AIX numbers the paths of each disk, and a path without a name is called like its host and its number: neither
        # is the name of a disk.
        named = (
            "FROM obs_path WHERE NOT regexp_full_match(path_name, '[0-9]+') "
            "AND NOT coalesce(starts_with(path_name, host || ' '), FALSE)"
        )
        links.append(f"SELECT host, 'block:' || path_name AS block, device {named}")
        # A device of multipathing software is the LUN of the disks below it.
        links.append(f"SELECT host, device AS block, 'block:' || path_name AS device {named} AND device LIKE 'block:%'")
    # /proc/scsi/scsi knows a disk by its address only.
    if store.has_rows("path") and "hctl" in store.stated["path"]:
        links.append("SELECT host, 'block:' || hctl AS block, device FROM obs_path")
    if store.has_rows("scsi_address"):
        links.append("SELECT host, 'block:' || hctl AS block, 'block:' || kernel_name AS device FROM obs_scsi_address")
    links.extend(_numbered_volumes(store))
    if not links:
        return
    # UNION removes duplicates, so that links in a circle end.
    store.execute(
        "CREATE OR REPLACE TEMP TABLE block_device AS WITH RECURSIVE link AS ("
        f"SELECT DISTINCT host, block, device FROM ({' UNION ALL '.join(links)}) "
        "WHERE host IS NOT NULL AND block IS NOT NULL AND device IS NOT NULL AND block <> device"
        "), lead AS (SELECT host, block, device FROM link UNION "
        "SELECT l.host, l.block, n.device FROM lead l JOIN link n ON n.host = l.host AND n.block = l.device) "
        "SELECT host, block, min(device) AS device FROM lead WHERE device NOT LIKE 'block:%' "
        "GROUP BY ALL HAVING count(DISTINCT device) = 1"
    )
    _replace(store, tables)
    if "kernel_name" in store.stated.get("device", ()):
        store.execute(
            "CREATE OR REPLACE TEMP TABLE block_device AS "
            "SELECT host, 'block:' || kernel_name AS block, min(device) AS device FROM obs_device "
            "WHERE device LIKE 'block:mapper/%' AND kernel_name IS NOT NULL GROUP BY ALL HAVING count(DISTINCT device) = 1"
        )
        _replace(store, tables)
    store.execute("DROP TABLE block_device")


def _replace(store: Store, tables: Sequence[str]) -> None:
    for table in tables:
        store.execute(
            f"UPDATE obs_{table} AS o SET device = b.device FROM block_device b WHERE o.host = b.host AND o.device = b.block"
        )


def _numbered_volumes(store: Store) -> list[str]:
    """Return the link from devices with the array's serial number and the number of the volume to that volume of the array.

    DMP prints the number in hexadecimal digits, whatever the array uses.
    """
    needed = {
        "device": {"vendor", "array_serial", "array_device"},
        "storage_array": {"storage_array", "serial", "vendor"},
        "storage_volume": {"storage_array", "storage_volume", "device"},
    }
    if not all(store.has_rows(kind) and columns <= set(store.stated[kind]) for kind, columns in needed.items()):
        return []
    hexadecimal = (
        " AND coalesce(lower(d.multipath_owner), '') <> 'dmp'" if "multipath_owner" in store.stated["device"] else ""
    )
    return [
        "SELECT d.host, d.device AS block, v.device FROM obs_device d"
        " JOIN (SELECT storage_array, max(serial) AS serial, max(upper(vendor)) AS vendor FROM obs_storage_array GROUP BY 1) a"
        " ON a.serial = d.array_serial AND a.vendor = upper(d.vendor)"
        " JOIN obs_storage_volume v ON v.storage_array = a.storage_array AND v.storage_volume = d.array_device"
        f" WHERE d.device LIKE 'block:%'{hexadecimal}"
    ]
