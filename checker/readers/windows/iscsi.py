"""Connections of the Microsoft iSCSI initiator: ``Get-IscsiConnection``.

    ConnectionIdentifier : ffffe001e67f4020-a
    InitiatorAddress     : 192.0.2.101
    InitiatorPortNumber  : 35265
    TargetAddress        : 192.0.2.10
    TargetPortNumber     : 3260

The cmdlet lists active connections only, and does not name their targets. ``InitiatorAddress`` is 0.0.0.0 if none was
chosen at login: the interface is unknown then. Sources: Microsoft, "Get-IscsiConnection" and "MSFT_iSCSIConnection class".
"""

from __future__ import annotations

from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import const
from checker.readers.windows.family import HOST, WINDOWS, by_properties, host, owner_in
from checker.readers.windows.records import Record


def _address(row: Record) -> str | None:
    value = row.text("initiatoraddress")
    return None if value is None or set(value) <= set("0.:") else value


READERS = (
    WINDOWS.reader(
        "windows-get-iscsiconnection", "Get-IscsiConnection",
        by_properties(
            "ConnectionIdentifier, InitiatorAddress, TargetAddress: Get-IscsiConnection",
            (95, "connectionidentifier targetaddress initiatoraddress"),
        ),
        HOST,
        Facts(
            "iscsi_session", needs="session", host=host, session="connectionidentifier",
            portal_address="targetaddress", local_address=_address, state=const("logged_in"),
        ),
        needles=("ConnectionIdentifier", "TargetAddress"), owner_in=owner_in, verified=False,
    ),
)  # fmt: skip
