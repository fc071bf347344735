"""Replication sessions of a PowerStore: ``GET /api/rest/replication_session?select=*``.

Both systems list a session, with one id and with their own role. States are those of RSStateEnum in gopowerstore; the volume of a session
has the same name on both systems unless someone changed it.
"""

from __future__ import annotations

from collections.abc import Callable

from checker.facts.values import Value
from checker.readers.powerstore.objects import Facts
from checker.readers.toolkit.declarations.fields import computed, words
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.documents.json_objects import JsonObject

_SOURCES = ("source", "metro_preferred")
_TARGETS = ("destination", "metro_non_preferred")


def _name(session: JsonObject) -> str | None:
    """Return the name of the resource with the first part of the id: other sessions may have the same name."""
    name, identity = session.text("local_resource_name"), session.text("id")
    return f"{name} ({identity.partition('-')[0]})" if name and identity else identity


def _array(roles: tuple[str, ...]) -> Callable[[JsonObject, Context], Value]:
    """Return the source of the array that has one of these roles in a session."""

    def get(session: JsonObject, context: Context) -> Value:
        return context.owner if (session.text("role") or "").lower() in roles else None

    return get


_MODES = {"asynchronous": "asynchronous", "synchronous": "synchronous", "metro_active_active": "active"}
TYPES = {
    "replication_session": (
        Facts(
            "replication_link", needs="replication_link", replication_link=_name, operational_status="state",
            mode=words("type", _MODES, others=False), source_array=computed(_array(_SOURCES)),
            target_array=computed(_array(_TARGETS)),
        ),
    ),
}  # fmt: skip
