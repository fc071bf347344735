"""Readers of the ONTAP shell as declarations: how the family names objects, and how it recognises their listings.

Names are unique within a storage virtual machine only, so views, volumes and ports are named ``svm1:esx01``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial

from checker.facts import normalise
from checker.readers.netapp.records import Record, cluster_in, records
from checker.readers.toolkit.declarations import declared
from checker.readers.toolkit.declarations.family import Family, by_columns
from checker.readers.toolkit.declarations.fields import const, iscsi_name, owner, unless_wwn, wwn
from checker.readers.toolkit.declarations.records import Record as AnyRecord

_KEY = re.compile(r"^[ \t]*([A-Za-z][^:\n]{0,79}?)[ \t]*:", re.MULTILINE)
_HEAD = re.compile(r"^[ \t]*(\S[^\n]*)\n[ \t]*--", re.MULTILINE)
_HEX = re.compile(r"[0-9a-fA-F]{24}\Z")
_PREFIX = "naa.600a0980"
"""NAA name of a LUN: NetApp's prefix and the serial number in hexadecimal (ONTAP documentation, "LUN serial number")."""
Facts = declared.Facts[Record]


def name_of(vserver: str | None, name: str) -> str:
    """Return a name that is unique in the cluster."""
    return f"{vserver}:{name}" if vserver else name


def vserver_of(record: Record) -> str | None:
    """Return the storage virtual machine of an object."""
    return record.text("vserver name", "vserver")


def in_vserver(*keys: str) -> Callable[[Record], str | None]:
    """Source: a name that is unique in the cluster."""
    return lambda record: name_of(vserver_of(record), name) if (name := record.text(*keys)) is not None else None


def identity_of(serial: str) -> str | None:
    """Return the identity that hosts see for a LUN with this hexadecimal serial number."""
    return _PREFIX + serial.lower() if _HEX.match(serial) else None


def address_of(text: str) -> str | None:
    """Return an FC address; ONTAP prints it without leading zeros."""
    return normalise.fcid(text.zfill(6))


_DIGITS = 16
"""Digits of a WWN, which may be hidden."""


def is_fc(initiator: str) -> bool:
    """Return whether an initiator is not one of iSCSI or NVMe over TCP, nor a word such as the title of the next output."""
    is_wwn = ":" in initiator or len(initiator) >= _DIGITS
    return is_wwn and not initiator.lower().startswith(("iqn.", "eui.", "nqn."))


@lru_cache(maxsize=1)
def _shown(head: str) -> frozenset[str]:
    """Return the keys of listings, and of each table's head the words and its beginnings (``vserver_path_igroup``).

    All readers of the family check the same head one after the other.
    """
    found: set[str] = set(_KEY.findall(head))
    for line in _HEAD.findall(head):
        words = line.lower().split()
        found.update(words, ("_".join(words[:count]) for count in range(1, len(words) + 1)))
    return frozenset(found)


shows = partial(by_columns, _shown)
"""Detection by keys of a listing (``Igroup Name``) or by the head of a table (``vserver_path``); see :func:`by_columns`."""
ARRAY: declared.Facts[AnyRecord] = declared.Facts(
    "storage_array", needs="storage_array", distinct=True, storage_array=owner, vendor=const("NETAPP"),
    family=const("netapp"),
)  # fmt: skip
VIEW: declared.Facts[AnyRecord] = declared.Facts("mask_view", needs="view", storage_array=owner, view="view")
MEMBER: declared.Facts[AnyRecord] = declared.Facts(
    "mask_initiator", place="view", storage_array=owner, view="view", initiator_wwpn=wwn("name"),
    initiator_name=unless_wwn("name"),
)  # fmt: skip
"""A member of an initiator group, listed by a name that may be a WWPN."""
ISCSI_MEMBER: declared.Facts[AnyRecord] = declared.Facts(
    "mask_iscsi", needs=("view", "initiator_name"), storage_array=owner, view="view", initiator_name=iscsi_name("name")
)
LOGGED_IN_MEMBER: declared.Facts[AnyRecord] = declared.Facts(
    "mask_initiator", storage_array=owner, view="view", initiator_wwpn=wwn("wwpn", report=False)
)
NETAPP: Family[Record] = Family("netapp", records, ARRAY)
reader = partial(NETAPP.reader, owner_in=cluster_in)
"""The function that makes a reader from declarations; with ARRAY among them, an export without other facts states the array."""
