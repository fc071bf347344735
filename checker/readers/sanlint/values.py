"""Single values of an inventory, converted to those of the model."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from checker.facts import normalise
from checker.facts.declare import Column
from checker.facts.values import Value
from checker.readers.toolkit.numbers import decimal


def zone_member(text: str) -> dict[str, Value]:
    """Return the facts of a zone member written as text: a WWPN, also a malformed one, ``domain,index`` or an alias."""
    wwpn = normalise.wwn(text)
    if wwpn:
        return {"member": wwpn, "member_type": "wwpn", "wwpn": wwpn}
    if re.fullmatch(r"[0-9]+,[0-9]+", text):
        return {"member": text, "member_type": "domain_port"}
    if normalise.is_like_wwn(text):
        return {"member": text, "member_type": "wwpn"}
    return {"member": text, "member_type": "alias", "alias": text}


def converted(column: Column, value: object) -> Value:
    """Return a value in the unit of its column (sizes in bytes, speeds in Gbit/s), or None if it is invalid."""
    if column.type == "bool":
        return value if isinstance(value, bool) else normalise.yes_no(str(value))
    if column.type == "int":
        if isinstance(value, bool):
            return None
        if isinstance(value, int):
            return value if abs(value) < 2**63 else None
        if column.unit == "bytes":
            return normalise.size_bytes(str(value))
        return normalise.integer(str(value))
    if column.type == "float":
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return decimal(value)
        return normalise.speed_gbps(str(value)) if column.unit == "Gbit/s" else None
    if column.type == "time":
        return moment(str(value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def moment(text: str) -> datetime | None:
    """Return a point in time from ISO 8601, UTC where no zone is stated, or None."""
    try:
        found = datetime.fromisoformat(text.strip().replace("Z", "+00:00"))
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
