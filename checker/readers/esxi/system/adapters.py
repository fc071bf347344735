"""``esxcfg-scsidevs -a`` and ``esxcli storage core adapter list``: the storage adapters of a host.

    vmhba1  fnic        link-up   fc.20000010aa000001:10000010aa000001  (0:16:0.0) Example FC HBA

    HBA Name  Driver      Link State  UID                                   Capabilities         Description
    --------  ----------  ----------  ------------------------------------  -------------------  -----------
    vmhba2    lpfc        link-up     fc.20000010aa000001:10000010aa000001  Second Level Lun ID  (0000:04:00.0) Example 16Gb HBA

Only FC and FCoE adapters are initiators; all others are ignored. ESXi 7 and 8 list an FC port twice if it supports NVMe:
the protocol is set only if the driver or the description says NVMe. Grammar: formats-hosts.md section 1.5.
"""

from __future__ import annotations

import re

from checker.readers.esxi import listing, names
from checker.readers.esxi.family import HOST, Facts
from checker.readers.esxi.listing import Record
from checker.readers.esxi.tables import rows
from checker.readers.toolkit.declarations.declared import Where
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import owner, words, wwn

_ROW = re.compile(r"(vmhba\d+)\s+(\S+)\s+(link-\S+|unbound|online|offline|unknown|n/a)\s+(\S+)(?:\s+(\S.*))?\Z")
# The PCI address ends the columns before the description; `()` means none, and copies may damage the bracket.
_PCI = re.compile(r"\(([0-9A-Fa-f:.]*)[)}\]]+\s*")
_HEADER = re.compile(r"HBA Name\s+Driver\s+Link State\s+UID", re.IGNORECASE)
_NVME = re.compile(r"nvme", re.IGNORECASE)
_STATES = {"link-up": "online", "link-down": "linkdown", "online": "online", "offline": "offline", "unbound": "unbound"}
KEYS = ("hba name", "driver", "link state", "uid", "capabilities", "description")


def _uid(record: Record) -> str:
    return record.text("uid") or ""


def _port(record: Record) -> str:
    """Return the WWPN in the UID; the whole UID if it has another form."""
    parts = names.split_identifier(_uid(record))
    return parts[2] if parts else _uid(record)


def _node(record: Record) -> str | None:
    parts = names.split_identifier(_uid(record))
    return parts[1] if parts else None


def _pci_address(record: Record) -> str | None:
    found = _PCI.search(record.text("description") or "")
    return found.group(1) or None if found else None


def _model(record: Record) -> str | None:
    text = record.text("description") or ""
    found = _PCI.search(text)
    return (text[found.end() :] if found else text) or None


PARTS = (
    HOST,
    Where(
        lambda record: _uid(record).lower().startswith(("fc.", "fcoe.")),
        Facts(
            "initiator", place="hba name", host=owner, hba="hba name", initiator_wwpn=wwn(of=_port), wwnn=wwn(of=_node),
            transport=lambda record: _uid(record).partition(".")[0].lower(),
            protocol=lambda record: "nvme" if _NVME.search(f"{record.text('driver')} {_model(record)}") else None,
            port_state=words("link state", _STATES, others=False), model=_model, driver="driver",
            pci_address=_pci_address,
        ),
    ),
)  # fmt: skip


def _is_cut(record: Record) -> bool:
    description = record.values["description"]
    address = _PCI.search(description)
    return _uid(record).startswith("fc") and (not address or address.end() == len(description))


_FAMILY = Family(
    "esxi",
    rows(_ROW, _HEADER, ("hba name", "driver", "link state", "uid", "description"), begins="vmhba", incomplete=_is_cut),
)
READERS = (
    _FAMILY.reader(
        "esxi-core-adapter-list", "esxcli storage core adapter list",
        listing.by_share("header HBA Name, Driver, Link State, UID", _ROW, _HEADER, needs=_HEADER, claims=((0.3, 96),)),
        *PARTS, needles=("HBA Name", "Link State", "UID"), begins=r"^ *HBA Name +Driver +Link State +UID",
    ),
    _FAMILY.reader(
        "esxi-scsidevs-adapters", "esxcfg-scsidevs -a",
        listing.by_share(
            "rows of adapter, driver, link state and UID", _ROW, _HEADER, needs=_ROW, claims=((0.6, 90), (0.3, 60))
        ),
        *PARTS, needles=("vmhba",),
    ),
)  # fmt: skip
