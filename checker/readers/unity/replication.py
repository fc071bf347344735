"""Replication sessions of a Unity: ``GET /api/types/replicationSession/instances``.

Both arrays list a session, with one id: ``42949675124_FNM00000000001_0000_42949678638_FNM00000000002_0000``, the resources and serial numbers
of source and target. Each names itself by ``localRole``, so the name of the other array comes from its own answer. Sessions
within one array are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from checker.facts.values import Value
from checker.readers.toolkit.declarations.fields import computed
from checker.readers.toolkit.declarations.records import Context
from checker.readers.unity.objects import Facts, UnityObject

# ReplicationSessionReplicationRoleEnum: 0 source, 1 destination, 2 loopback, 3 local.
_SOURCE, _TARGET = 0, 1
# ReplicationOpStatusEnum of the Unisphere Management REST API, as storops lists it; other numbers are unknown.
_STATUS = {
    2: "ok", 7: "non-recoverable error", 13: "lost communication", 0x8400: "failed over with sync", 0x8401: "failed over",
    0x8402: "manual syncing", 0x8403: "paused", 0x8404: "idle", 0x8405: "auto sync configured",
    0x840B: "destination extend failed not syncing", 0x840C: "destination extend in progress", 0x840D: "active",
    0x840E: "lost sync communication", 0x840F: "destination pool out of space", 0x8411: "syncing",
}  # fmt: skip
_ID = re.compile(r"\w+?_(?P<source>[A-Z0-9]{11,16})_\w+?_\w+?_(?P<target>[A-Z0-9]{11,16})_\w+\Z")


def _role(session: UnityObject) -> int | None:
    return session.number("localRole")


def _is_remote(session: UnityObject) -> bool:
    found = _ID.match(session.text("id") or "")
    return _role(session) in (_SOURCE, _TARGET) and (found is None or found["source"] != found["target"])


def _name(session: UnityObject) -> str | None:
    """Return the name with the serial numbers, because sessions of other arrays may have the same name."""
    name, found = session.text("name"), _ID.match(session.text("id") or "")
    if name is None or found is None or (found["source"] in name and found["target"] in name):
        return name or session.text("id")
    return f"{name} ({found['source']} to {found['target']})"


def _array(role: int) -> Callable[[UnityObject, Context], Value]:
    """Return the source of the array that has this role in a session."""

    def get(session: UnityObject, context: Context) -> Value:
        return context.owner if _role(session) == role else None

    return get


def _status(session: UnityObject) -> str | None:
    status = session.number("status")
    return None if status is None else _STATUS.get(status)


def _mode(session: UnityObject) -> str | None:
    """Return the mode by the longest time that the target may be behind, in minutes; -1 is a session that is started by hand."""
    behind = session.number("maxTimeOutOfSync")
    return None if behind is None else "synchronous" if behind == 0 else "asynchronous"


TYPES = {
    "replicationSession": (
        Facts(
            "replication_link", when=_is_remote, needs="replication_link", replication_link=_name, operational_status=_status,
            mode=_mode, source_array=computed(_array(_SOURCE)), target_array=computed(_array(_TARGET)),
        ),
    ),
}  # fmt: skip
