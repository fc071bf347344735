"""All objects of an XtremIO capture as observations, whether they are JSON or tables of xmcli."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Part, Source
from checker.readers.toolkit.declarations.fields import const
from checker.readers.toolkit.declarations.json_family import JsonFamily
from checker.readers.toolkit.declarations.records import Context
from checker.readers.xtremio import load, masking, parts
from checker.readers.xtremio.records import Facts, Record, array, records, reference

_COLUMNS: dict[str, Source[Record]] = {"storage_array": array, "family": const("xtremio"), "vendor": const("EMC")}
_ARRAY = Facts("storage_array", _COLUMNS, needs="storage_array", distinct=True)
# A target group has a name only, which is unique within its array.
_TARGET_GROUP = Facts("storage_array", _COLUMNS, when=reference("sys-id"), needs="storage_array", distinct=True)


def _types() -> Mapping[str, tuple[Part[Record], ...]]:
    """Return the parts of each type: its own, its load, and the array that it belongs to."""
    own = {**parts.TYPES, **masking.TYPES}
    loads = {kind: (part,) for kind, part in load.TYPES.items()}
    return {kind: (*found, *loads.get(kind, ()), _ARRAY) for kind, found in own.items()}


XTREMIO: JsonFamily[Record] = JsonFamily(
    "xtremio",
    records,
    {**_types(), "target-groups": (_TARGET_GROUP,)},
    indexes=(masking.DEVICES, masking.SIZES),
    joints=(masking.VIEW_PORTS,),
)


def write_objects(found: Sequence[Record], capture: Capture, out: Writer) -> None:
    """Write all objects of a capture; those that don't name their array belong to the only one that the others name."""
    named = {record.array for record in found} - {None, ""}
    owner = named.pop() if len(named) == 1 else None
    XTREMIO.write(found, Context(capture, out, owner or capture.owner))
