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

from checker.facts.observations import Writer
from checker.readers.esxi import listing, names
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_ROW = re.compile(r"(vmhba\d+)\s+(\S+)\s+(link-\S+|unbound|online|offline|unknown|n/a)\s+(\S+)(?:\s+(\S.*))?\Z")
# The PCI address ends the columns before the description; `()` means none, and copies may damage the bracket.
_PCI = re.compile(r"\(([0-9A-Fa-f:.]*)[)}\]]+\s*")
_HEADER = re.compile(r"HBA Name\s+Driver\s+Link State\s+UID", re.IGNORECASE)
_NVME = re.compile(r"nvme", re.IGNORECASE)
_STATES = {"link-up": "online", "link-down": "linkdown", "online": "online", "offline": "offline", "unbound": "unbound"}
KEYS = frozenset(("hba name", "driver", "link state", "uid", "capabilities", "description"))
_ROW_KEYS = ("hba name", "driver", "link state", "uid", "description")
_COLUMNS = word_list("host hba initiator_wwpn wwnn protocol transport port_state model driver pci_address")  # fmt: skip


def write_record(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write one FC or FCoE adapter; adapters of other buses are ignored."""
    line, hba, uid = record.line, record.get("hba name"), record.get("uid") or ""
    parts = names.split_identifier(uid)
    if parts is None:
        if not uid.lower().startswith(("fc.", "fcoe.")):
            return True
        out.bad_value("initiator", "initiator_wwpn", uid, line, hba or "")
    rest = record.get("description")
    address = _PCI.search(rest or "")
    description = (rest[address.end() :] if rest and address else rest) or None
    driver = record.get("driver")
    out.add(
        "initiator", line, host=capture.owner, hba=hba,
        initiator_wwpn=out.wwn(parts[2], line, "initiator", "initiator_wwpn", hba or "") if parts else None,
        wwnn=out.wwn(parts[1], line, "initiator", "wwnn", hba or "") if parts else None,
        protocol="nvme" if _NVME.search(driver or "") or _NVME.search(description or "") else None,
        transport=parts[0] if parts else uid.partition(".")[0].lower(),
        port_state=_STATES.get((record.get("link state") or "").lower()), model=description, driver=driver,
        pci_address=(address.group(1) or None) if address else None,
    )  # fmt: skip
    return True


def _read(capture: Capture, out: Writer) -> None:
    writer = listing.RecordWriter(capture, out, write_record)
    lines = capture.numbered()
    for line, text in lines:
        text = text.strip()
        row = _ROW.match(text)
        last = line == lines[-1][0]
        if not row:
            if text.startswith("vmhba") and last:
                out.ends_inside_record = True
                out.note(line, f"truncated: the row of {text[:20]} is incomplete and was skipped")
            elif not _HEADER.match(text) and not listing.is_noise(text):
                out.unread(line)
            continue
        values = dict(zip(_ROW_KEYS, (group or "" for group in row.groups()), strict=True))
        address = _PCI.search(values["description"])
        if last and values["uid"].startswith("fc") and (not address or address.end() == len(row.group(5))):
            out.ends_inside_record = True
            out.note(line, f"truncated: the row of {values['hba name']} is incomplete and was skipped")
            continue
        writer.take(listing.Record(None, line, values))


def _share(capture: Capture) -> float:
    return listing.known_share(
        capture.head.split("\n"), lambda line: _ROW.match(line.strip()) or _HEADER.match(line.strip())
    )


def _detect_list(capture: Capture) -> Detection | None:
    header = any(_HEADER.match(line.strip()) for line in capture.head.split("\n"))
    if not header or _share(capture) < 0.3:
        return None
    return Detection(96, "header HBA Name, Driver, Link State, UID")


def _detect_scsidevs(capture: Capture) -> Detection | None:
    if not any(_ROW.match(line.strip()) for line in capture.head.split("\n")):
        return None
    share = _share(capture)
    if share < 0.3:
        return None
    return Detection(90 if share >= 0.6 else 60, "rows of adapter, driver, link state and UID")


READERS = (
    Reader(
        name="esxi-core-adapter-list", platform="esxi", command="esxcli storage core adapter list",
        provides={"host": ("host", "platform"), "initiator": _COLUMNS}, detect=_detect_list, read=_read,
        needles=("HBA Name", "Link State", "UID"), begins=r"^ *HBA Name +Driver +Link State +UID",
    ),
    Reader(
        name="esxi-scsidevs-adapters", platform="esxi", command="esxcfg-scsidevs -a",
        provides={"host": ("host", "platform"), "initiator": _COLUMNS}, detect=_detect_scsidevs, read=_read,
        needles=("vmhba",),
    ),
)  # fmt: skip
