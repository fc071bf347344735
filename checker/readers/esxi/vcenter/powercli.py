"""PowerCLI's ``Get-ScsiLun``, ``Get-ScsiLunPath`` and ``Get-VMHostHba``, exported with ``Export-Csv``.

    #TYPE VMware.VimAutomation.ViCore.Impl.V1.Host.Storage.Scsi.ScsiLunImpl
    "CanonicalName","RuntimeName","LunType","Vendor","Model","CapacityMB","MultipathPolicy","CommandsToSwitchPath","VMHost"
    "naa.6000144000000010aa00000000000001","vmhba2:C0:T0:L1","disk","EMC","Invista","102400","RoundRobin","1","esx01.lab.example"

    "Name","SanId","State","Preferred","LunPath","ScsiLun","VMHost"
    "fc.2000…-fc.5000…-naa.6000…","50:00:14:40:10:aa:00:01","Active","False","vmhba2:C0:T0:L1","naa.6000144000000010aa00000000000001","esx01.lab.example"

    "Device","Type","Model","Status","PortWorldWideName","NodeWorldWideName","VMHost"
    "vmhba2","FibreChannel","Example HBA","online","1152921576178450433","2305843080785297409","esx01.lab.example"

Localised exports have semicolons and decimal commas. World wide names are decimal numbers. Every row names its host; if
none does, the host is the owner of the file, unless the rows belong to several hosts.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.esxi import names
from checker.readers.esxi.vcenter import objects, rows
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_MEBIBYTE, _GIBIBYTE = 1 << 20, 1 << 30
_HOST_TITLES = ("vmhost", "host", "hostname", "esxhost", "vmhostname")
_LUN_COLUMNS = word_list("host device vendor model size_bytes psp rr_iops rr_iops_text lun is_local is_ssd")  # fmt: skip
_HBA_COLUMNS = (
    "host", "hba", "initiator_wwpn", "wwnn", "transport", "port_state", "speed_gbps", "model", "driver", "pci_address",
)  # fmt: skip
_TRANSPORTS = {"fibrechannel": "fc", "fc": "fc", "fibrechanneloverethernet": "fcoe", "fcoe": "fcoe"}
_DECIMAL = re.compile(r"-?[0-9]{17,20}\Z")


def is_lun_header(titles: Collection[str]) -> bool:
    """Whether these are the properties of Get-ScsiLun."""
    required = {"multipathpolicy", "commandstoswitchpath", "luntype", "capacitygb", "capacitymb", "runtimename"}
    return "canonicalname" in titles and "sanid" not in titles and bool({*titles} & required)


def is_path_header(titles: Collection[str]) -> bool:
    """Whether these are the properties of Get-ScsiLunPath."""
    luns = {"scsilun", "scsilunuid", "scsicanonicalname", "scsilunid"}
    return bool({*titles} & luns) and bool({*titles} & {"sanid", "lunpath", "preferred"})


def is_hba_header(titles: Collection[str]) -> bool:
    """Whether these are the properties of Get-VMHostHba."""
    return "portworldwidename" in titles or (
        {"device", "type", "status", "model"} <= {*titles} and bool({*titles} & {"vmhostid", "vmhostuid"})
    )


class _HostOfRow:
    """Finds the host of each row and writes every host once."""

    def __init__(self, capture: Capture, out: Writer) -> None:
        self._capture = capture
        self._out = out
        self._hosts = objects.Hosts(out)
        self._keys: set[str] = set()
        self._host_written = False

    def of(self, row: rows.Row) -> str | None:
        """Return the host; None if it is unknown because the rows belong to several hosts."""
        host = row.get(*_HOST_TITLES)
        if host is None and any(title in row.cells for title in _HOST_TITLES):
            return None
        if host is None:
            key = row.get("vmhostid") or objects.host_key(row.get("scsilunuid", "uid", "vmhostuid"))
            if key:
                self._keys.add(key)
            if len(self._keys) > 1:
                if not self._host_written:
                    self._host_written = True
                    self._out.note(row.line, "rows of several hosts without host names; export the property VMHost too")
                return None
            host = self._capture.owner
        self._hosts.see(row.line, host)
        return host


def _wwn(out: Writer, row: rows.Row, title: str, fact: str) -> str | None:
    """Return a WWN that PowerCLI prints as a decimal number, or that a script printed in hex."""
    text = row.get(title)
    if text is None or text == "0":
        return None
    if _DECIMAL.match(text):
        number = int(text)
        text = f"{number + (1 << 64) if number < 0 else number:016x}"
    return out.wwn(text, row.line, "initiator", fact, row.get("device") or "")


def _size(row: rows.Row) -> int | None:
    """Return the capacity if it is exact; a rounded number of gigabytes is ignored."""
    for titles, unit in (("capacitymb", _MEBIBYTE), ("capacitygb", _GIBIBYTE)):
        number = row.number(titles)
        if number is not None and number > 0 and number * unit % 512 == 0:
            return int(number * unit)
    return None


def _read_luns(capture: Capture, out: Writer) -> None:
    hosts = _HostOfRow(capture, out)
    for row in rows.read_rows(capture, out, is_lun_header):
        host = hosts.of(row)
        if host is None:
            out.unread(row.line)
            continue
        runtime = names.RUNTIME_NAME.match(row.get("runtimename") or "")
        policy = objects.policy(row.get("multipathpolicy"))
        limit = row.get("commandstoswitchpath") if policy == "VMW_PSP_RR" else None
        facts: dict[str, Value] = {
            "host": host, "device": objects.device(out, row, row.get("canonicalname"), "device"),
            "vendor": row.get("vendor"), "model": row.get("model"), "size_bytes": _size(row), "psp": policy,
            "rr_iops": normalise.integer(limit) or None, "rr_iops_text": limit,
            "lun": normalise.integer(runtime.group(3)) if runtime else None,
            "is_local": normalise.yes_no(row.get("islocal")), "is_ssd": normalise.yes_no(row.get("isssd")),
        }  # fmt: skip
        out.add("device", row.line, **facts)


def _read_paths(capture: Capture, out: Writer) -> None:
    hosts = _HostOfRow(capture, out)
    for row in rows.read_rows(capture, out, is_path_header):
        host = hosts.of(row)
        name = row.get("name", "scsilunpath") or row.get("lunpath")
        if host is None or name is None:
            out.unread(row.line)
            continue
        lun = row.get("scsicanonicalname", "scsilun", "canonicalname")
        device = objects.device(out, row, lun, "path")
        facts = objects.path_facts(out, row.line, host, name, device, row.get("state"))
        if facts is None:
            continue
        runtime = names.RUNTIME_NAME.match(row.get("lunpath") or "")
        if runtime and facts["hctl"] is None:
            lun_number = normalise.integer(runtime.group(3))
            facts |= {"hctl": runtime.group(), "hba": runtime.group(2), "target": runtime.group(1), "lun": lun_number}
        if facts["target_wwpn"] is None and facts["transport"] in (None, "fc", "fcoe"):
            # For FC the SanId is the target port; other transports print a name or an address there.
            facts["target_wwpn"] = normalise.wwn(row.get("sanid"))
        facts["preferred"] = normalise.yes_no(row.get("preferred"))
        out.add("path", row.line, **facts)


def _read_hbas(capture: Capture, out: Writer) -> None:
    hosts = _HostOfRow(capture, out)
    for row in rows.read_rows(capture, out, is_hba_header):
        host = hosts.of(row)
        if host is None:
            out.unread(row.line)
            continue
        kind = (row.get("type") or "").lower().replace(" ", "")
        port = _wwn(out, row, "portworldwidename", "initiator_wwpn")
        transport = _TRANSPORTS.get(kind)
        if transport is None and (kind or port is None):
            continue  # an adapter on another bus
        status = (row.get("status") or "").lower()
        out.add(
            "initiator", row.line, host=host, hba=row.get("device", "name"), initiator_wwpn=port,
            wwnn=_wwn(out, row, "nodeworldwidename", "wwnn"), transport=transport,
            port_state=status if status not in ("", "unknown", "unbound") else None,
            speed_gbps=normalise.speed_gbps(row.get("speed")), model=row.get("model"), driver=row.get("driver"),
            pci_address=row.get("pci"),
        )  # fmt: skip


def _detect_luns(capture: Capture) -> Detection | None:
    titles = rows.header_in(capture.head)
    return Detection(94, "properties of Get-ScsiLun") if titles and is_lun_header(titles) else None


def _detect_paths(capture: Capture) -> Detection | None:
    titles = rows.header_in(capture.head)
    return Detection(95, "properties of Get-ScsiLunPath") if titles and is_path_header(titles) else None


def _detect_hbas(capture: Capture) -> Detection | None:
    titles = rows.header_in(capture.head)
    return Detection(94, "properties of Get-VMHostHba") if titles and is_hba_header(titles) else None


READERS = (
    Reader(
        name="powercli-scsilun", platform="powercli", command="Get-ScsiLun",
        provides={"host": ("host", "platform"), "device": _LUN_COLUMNS}, detect=_detect_luns, read=_read_luns,
        needles=("CanonicalName",), verified=False, trust=50,
    ),
    Reader(
        name="powercli-scsilunpath", platform="powercli", command="Get-ScsiLunPath",
        provides={"host": ("host", "platform"), "path": objects.PATH_COLUMNS}, detect=_detect_paths,
        read=_read_paths, needles=("Scsi",), verified=False, trust=50,
    ),
    Reader(
        name="powercli-vmhosthba", platform="powercli", command="Get-VMHostHba",
        provides={"host": ("host", "platform"), "initiator": _HBA_COLUMNS}, detect=_detect_hbas, read=_read_hbas,
        needles=("Device", "Model"), verified=False, trust=50,
    ),
)  # fmt: skip
