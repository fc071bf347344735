"""``esxcfg-scsidevs -a`` and ``esxcli storage core adapter list``: the storage adapters of a host.

    vmhba1  fnic        link-up   fc.20000010aa000001:10000010aa000001  (0:16:0.0) Example FC HBA

    HBA Name  Driver      Link State  UID                                   Capabilities         Description
    --------  ----------  ----------  ------------------------------------  -------------------  -----------
    vmhba2    lpfc        link-up     fc.20000010aa000001:10000010aa000001  Second Level Lun ID  (0000:04:00.0) Example 16Gb HBA

Only FC and FCoE adapters are initiators; the others are read and left out. ESXi 7 and 8 list an FC port twice when it
also speaks NVMe: the protocol is stated only where the driver or the description says NVMe. Grammar:
formats-hosts.md section 1.5.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.base import Capture, Detection, Reader
from checker.readers.esxi import listing, names

_ROW = re.compile(r"(vmhba\d+)\s+(\S+)\s+(link-\S+|unbound|online|offline|unknown|n/a)\s+(\S+)(?:\s+(\S.*))?\Z")
# The PCI address ends the columns before the description; `()` stands for none, and copies may damage the bracket.
_PCI = re.compile(r"\(([0-9A-Fa-f:.]*)[)}\]]+\s*")
_HEADER = re.compile(r"HBA Name\s+Driver\s+Link State\s+UID", re.IGNORECASE)
_NVME = re.compile(r"nvme", re.IGNORECASE)
_STATES = {"link-up": "online", "link-down": "linkdown", "online": "online", "offline": "offline", "unbound": "unbound"}
_COLUMNS = (
    "host",
    "hba",
    "initiator_wwpn",
    "wwnn",
    "protocol",
    "transport",
    "port_state",
    "model",
    "driver",
    "pci_address",
)


def _read(capture: Capture, out: Writer) -> None:
    host_written = False
    lines = list(capture.lines())
    for line, text in lines:
        text = text.strip()
        row = _ROW.match(text)
        if not row:
            if text.startswith("vmhba") and line == lines[-1][0]:
                out.ends_inside_record = True
                out.note(line, f"the text ends inside the row of {text[:20]}; it was left out")
            elif not _HEADER.match(text) and not listing.is_noise(text):
                out.unread(line)
            continue
        if not host_written:
            out.add("host", line, host=capture.owner, platform="esxi")
            host_written = True
        hba, driver, state, uid, rest = row.groups()
        address = _PCI.search(rest or "")
        pci = address.group(1) if address else None
        description = (rest[address.end() :] if rest and address else rest) or None
        parts = names.split_identifier(uid)
        if parts is None:
            if uid.lower().startswith(("fc.", "fcoe.")):
                out.bad_value("initiator", "initiator_wwpn", uid, line, hba)
            else:
                continue
        transport = parts[0] if parts else uid.partition(".")[0].lower()
        if line == lines[-1][0] and not description:
            out.ends_inside_record = True
            out.note(line, f"the text ends inside the row of {hba}; it was left out")
            continue
        out.add(
            "initiator",
            line,
            host=capture.owner,
            hba=hba,
            initiator_wwpn=out.wwn(parts[2], line, "initiator", "initiator_wwpn", hba) if parts else None,
            wwnn=out.wwn(parts[1], line, "initiator", "wwnn", hba) if parts else None,
            protocol="nvme" if _NVME.search(driver) or _NVME.search(description or "") else None,
            transport=transport,
            port_state=_STATES.get(state),
            model=description,
            driver=driver,
            pci_address=pci or None,
        )


def _share(capture: Capture) -> float:
    return listing.known_share(
        capture.head.split("\n"), lambda line: _ROW.match(line.strip()) or _HEADER.match(line.strip())
    )


def _detect_list(capture: Capture) -> Detection | None:
    header = any(_HEADER.match(line.strip()) for line in capture.head.split("\n"))
    if not header or _share(capture) < 0.3:
        return None
    return Detection(96, "the header HBA Name, Driver, Link State, UID")


def _detect_scsidevs(capture: Capture) -> Detection | None:
    if not any(_ROW.match(line.strip()) for line in capture.head.split("\n")):
        return None
    share = _share(capture)
    if share < 0.3:
        return None
    return Detection(90 if share >= 0.6 else 60, "rows of adapter, driver, link state and UID")


READERS = (
    Reader(
        name="esxi-core-adapter-list",
        platform="esxi",
        command="esxcli storage core adapter list",
        provides={"host": ("host", "platform"), "initiator": _COLUMNS},
        detect=_detect_list,
        read=_read,
        needles=("HBA Name", "Link State", "UID"),
        begins=r"^ *HBA Name +Driver +Link State +UID",
        verified=False,
    ),
    Reader(
        name="esxi-scsidevs-adapters",
        platform="esxi",
        command="esxcfg-scsidevs -a",
        provides={"host": ("host", "platform"), "initiator": _COLUMNS},
        detect=_detect_scsidevs,
        read=_read,
        needles=("vmhba",),
    ),
)
