"""Identify volumes that arrays list by number, where the names that hosts print contain that number.

``raidcom get ldev`` prints volume 397 of array 411039, a host prints naa.60060e80122b1f0050402b1f0000018d. The name of one LUN
shows how the names of all volumes of its array begin. Nothing is joined without such a name in an export, where two
arrays may have it, where an array has two kinds of names, or where a volume may have the number of a virtual array.
"""

from __future__ import annotations

from collections import defaultdict

from checker.facts.kinds import kinds
from checker.facts.store.store import Store
from checker.facts.volume_names import VOLUME_DIGITS, PrintedArray, beginnings, may_name

_NEEDED = {
    "storage_array": {"storage_array", "serial", "vendor"},
    "storage_volume": {"storage_array", "storage_volume", "own_number"},
}
_NAA = "naa."


def identify_numbered_volumes(store: Store) -> None:
    """Fill the identity of volumes whose own number is in the names of LUNs of their array."""
    if not all(store.has_rows(kind) and columns <= set(store.stated[kind]) for kind, columns in _NEEDED.items()):
        return
    fronts = _fronts_by_array(store)
    if not fronts:
        return
    store.stated["storage_volume"].add("device")
    store.execute(
        "CREATE OR REPLACE TEMP TABLE numbered_volume AS SELECT storage_array, storage_volume, "
        f"front || printf('%0{VOLUME_DIGITS}x', number) AS device, first_stated, last_stated FROM ("
        "SELECT v.storage_array, v.storage_volume, f.front, try_cast(v.storage_volume AS INTEGER) AS number, "
        "bool_and(v.own_number) AS own_number, min(v.device) AS first_stated, max(v.device) AS last_stated FROM obs_storage_volume v "
        "JOIN (SELECT unnest(?::VARCHAR[]) AS storage_array, unnest(?::VARCHAR[]) AS front) f USING (storage_array) GROUP BY 1, 2, 3) "
        f"WHERE own_number AND number < {16**VOLUME_DIGITS}",
        [list(fronts), list(fronts.values())],
    )
    # An array that prints another identity for one of its volumes doesn't name them like this.
    store.execute(
        "DELETE FROM numbered_volume WHERE storage_array IN "
        "(SELECT storage_array FROM numbered_volume WHERE first_stated <> device OR last_stated <> device)"
    )
    store.execute(
        "UPDATE obs_storage_volume AS o SET device = n.device FROM numbered_volume n "
        "WHERE o.device IS NULL AND o.storage_array = n.storage_array AND o.storage_volume = n.storage_volume"
    )
    store.execute("DROP TABLE numbered_volume")


def _fronts_by_array(store: Store) -> dict[str, str]:
    """Return how the names of the LUNs of each array begin."""
    model = "max(model)" if "model" in store.stated["storage_array"] else "NULL"
    arrays = [
        (array, PrintedArray(vendor, serial, printed))
        for array, vendor, serial, printed in store.rows(
            f"SELECT storage_array, max(upper(vendor)), max(serial), {model} FROM obs_storage_array "
            "WHERE storage_array IS NOT NULL GROUP BY 1 "
            "HAVING count(DISTINCT serial) = 1 AND count(DISTINCT upper(vendor)) = 1 ORDER BY 1"
        )
    ]
    found: dict[str, set[str]] = defaultdict(set)
    for front in _fronts(store):
        named = [array for array, printed in arrays if may_name(front.removeprefix(_NAA), printed)]
        if len(named) == 1:
            found[named[0]].add(front)
    return {array: fronts.pop() for array, fronts in found.items() if len(fronts) == 1}


def _fronts(store: Store) -> list[str]:
    """Return the beginnings of names in the exports that contain a serial number."""
    begins = tuple(_NAA + digits for digits in beginnings())
    length = len(begins[0])
    tables = [
        f"SELECT DISTINCT device[:-{VOLUME_DIGITS + 1}] AS front FROM obs_{kind.name} WHERE device[:{length}] IN {begins}"
        for kind in kinds().values()
        if kind.name != "export"
        and store.has_rows(kind.name)
        and "device" in kind.column_names
        and "device" in store.stated[kind.name]
    ]
    return [front for (front,) in store.rows(" UNION ".join(tables))] if tables else []
