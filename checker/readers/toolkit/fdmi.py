"""Adapters as they registered themselves with the fabric (FDMI, Fabric-Device Management Interface of FC-GS).

An adapter has attributes of its own and one or more ports with theirs; every port becomes one row with both. Switches
of all vendors print the same attributes under similar names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import owner, parsed, wwn
from checker.readers.toolkit.declarations.records import TextRow

PORT = "port"
"""Name of the value with the world wide name of the port."""
_NOTHING = frozenset(("", "?", "-", "n/a", "none", "unknown", "null", "(none)"))


def registered(text: str) -> str | None:
    """Return a registered attribute without blanks and the full stop or bar at its end; None if it says nothing."""
    value = " ".join(text.split()).rstrip(" .|\x00")
    return None if value.lower() in _NOTHING else value


@dataclass
class Adapter:
    """Attributes of an adapter, by key in lower case, and its ports."""

    ports: list[TextRow] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)

    def rows(self) -> Iterator[TextRow]:
        """Yield each port with the attributes of the adapter, which count where the port has none of that name."""
        for port in self.ports:
            port.values = {**self.values, **port.values}
            yield port


ADAPTER: Facts[TextRow] = Facts(
    "registered_adapter", needs="wwpn", place=PORT, distinct=True, wwpn=wwn(PORT), switch=owner,
    hostname=parsed(registered, "host name"), vendor=parsed(registered, "manufacturer"), model=parsed(registered, "model"),
    serial=parsed(registered, "serial number", "serial num"),
    firmware_version=parsed(registered, "firmware version", "firmware ver"),
    driver_version=parsed(registered, "driver version", "driver ver"),
    os_name=parsed(registered, "os name and version", "os name/ver"),
)  # fmt: skip
