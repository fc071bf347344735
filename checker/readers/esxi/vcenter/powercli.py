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
from collections.abc import Callable, Iterator, Set

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.esxi import names
from checker.readers.esxi.vcenter import objects, rows
from checker.readers.esxi.vcenter.objects import HOST, Facts
from checker.readers.esxi.vcenter.rows import Row
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.declared import Source, provided
from checker.readers.toolkit.declarations.family import Family, names_that_fit
from checker.readers.toolkit.declarations.fields import flag, parsed, speed, text, wwn
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import Interval, columns, of_disk

_HOST_TITLES = ("vmhost", "host", "hostname", "esxhost", "vmhostname")
_HOST_KEY = re.compile(r"HostSystem-([\w.-]{1,60})")
_TRANSPORTS = {"fibrechannel": "fc", "fc": "fc", "fibrechanneloverethernet": "fcoe", "fcoe": "fcoe"}
_DECIMAL = re.compile(r"-?[0-9]{17,20}\Z")
_is_lun_header = names_that_fit(
    "canonicalname -sanid multipathpolicy|commandstoswitchpath|luntype|capacitygb|capacitymb|runtimename"
)
_is_path_header = names_that_fit("scsilun|scsilunuid|scsicanonicalname|scsilunid sanid|lunpath|preferred")
_has_adapters = names_that_fit("device type status model vmhostid|vmhostuid")


def _is_hba_header(titles: Set[str]) -> bool:
    return "portworldwidename" in titles or _has_adapters(titles)


def _rows(is_header: rows.IsHeader) -> Callable[[Capture, Writer], Iterator[Row]]:
    """Return the function that yields rows with their host in the cell ``host``; rows of unknown hosts are unread."""

    def read(capture: Capture, out: Writer) -> Iterator[Row]:
        keys: set[str] = set()
        noted = False
        for row in rows.read_rows(capture, out, is_header):
            host = row.text(*_HOST_TITLES)
            if host is None and not any(title in row.values for title in _HOST_TITLES):
                uid = _HOST_KEY.search(row.text("scsilunuid", "uid", "vmhostuid") or "")
                key = row.text("vmhostid") or (uid.group(1) if uid else None)
                if key:
                    keys.add(key)
                host = capture.owner if len(keys) <= 1 else None
                if host is None and not noted:
                    noted = True
                    out.note(row.line, "rows of several hosts without host names; export the property VMHost too")
            if host is None:
                out.unread(row.line)
            else:
                row.values["host"] = host
                yield row

    return read


def _name(title: str) -> Callable[[Row], str | None]:
    """Return a WWN that PowerCLI prints as a decimal number, or that a script printed in hex; 0 means none."""

    def get(row: Row) -> str | None:
        printed = row.text(title)
        if printed is None or not _DECIMAL.match(printed):
            return None if printed == "0" else printed
        number = whole(printed)
        return f"{number + (1 << 64) if number < 0 else number:016x}"

    return get


def _size(row: Row) -> Interval | None:
    """Return the capacity: exact if all digits are printed, otherwise what the printed digits can mean."""
    for title, unit in (("capacitymb", "M"), ("capacitygb", "G")):
        printed, number = row.text(title), row.decimal(title)
        if printed is not None and number is not None and number > 0:
            # Thousands separators and decimal commas of a localised export.
            fraction = re.search(r"[.,]([0-9]{1,15})\Z", printed)
            digits = len(fraction.group(1)) if fraction and not number.is_integer() else 0
            return of_disk(f"{number:.{digits}f}", unit)
    return None


def _limit(row: Row) -> str | None:
    is_round_robin = objects.policy(row.text("multipathpolicy")) == "VMW_PSP_RR"
    return row.text("commandstoswitchpath") if is_round_robin else None


def _lun(runtime_name: str) -> int | None:
    found = names.RUNTIME_NAME.match(runtime_name)
    return normalise.integer(found.group(3)) if found else None


def _transport(row: Row) -> str | None:
    return _TRANSPORTS.get((row.text("type") or "").lower().replace(" ", ""))


_port = _name("portworldwidename")
_LUN = Facts(
    "device", columns("size", _size), host="host", device=objects.device("canonicalname"), vendor="vendor", model="model",
    psp=parsed(objects.policy, "multipathpolicy"), rr_iops=lambda row: normalise.integer(_limit(row)) or None,
    rr_iops_text=_limit, lun=parsed(_lun, "runtimename"), is_local=flag("islocal"), is_ssd=flag("isssd"),
)  # fmt: skip
_PORT: dict[str, Source[Row]] = {
    "host": "host", "hba": text("device", "name"), "initiator_wwpn": wwn(of=_port),
    "wwnn": wwn(of=_name("nodeworldwidename")), "transport": _transport,
    "port_state": parsed(objects.port_state, "status"), "speed_gbps": speed("speed"), "model": "model",
    "driver": "driver", "pci_address": "pci",
}  # fmt: skip
# Adapters on other buses are ignored. Without their type, FC adapters are those with a port name.
_ADAPTERS = (
    Facts("initiator", _PORT, when=_transport, place="device"),
    Facts("initiator", _PORT, when=lambda row: row.text("type") is None, needs="initiator_wwpn", place="device"),
)


def _read_paths(capture: Capture, out: Writer) -> None:
    context = Context(capture, out, capture.owner)
    for row in _rows(_is_path_header)(capture, out):
        HOST.write(row, context)
        name = row.text("name", "scsilunpath", "lunpath")
        if name is None:
            out.unread(row.line)
            continue
        printed = objects.device_name(row, "scsicanonicalname", "scsilun", "canonicalname")
        device = out.device_id(printed, row.line, "path")
        facts = objects.path_facts(out, row.line, row.values["host"], name, device, row.text("state"))
        if facts is None:
            continue
        runtime = names.RUNTIME_NAME.match(row.text("lunpath") or "")
        if runtime and facts["hctl"] is None:
            facts |= {
                "hctl": runtime.group(), "hba": runtime.group(2), "target": runtime.group(1),
                "lun": normalise.integer(runtime.group(3)),
            }  # fmt: skip
        if facts["target_wwpn"] is None and facts["transport"] in (None, "fc", "fcoe"):
            # For FC the SanId is the target port; other transports print a name or an address there.
            facts["target_wwpn"] = normalise.wwn(row.text("sanid"))
        facts["preferred"] = row.flag("preferred")
        out.add("path", row.line, **facts)


READERS = (
    Family("powercli", _rows(_is_lun_header)).reader(
        "powercli-scsilun", "Get-ScsiLun", rows.by_titles("properties of Get-ScsiLun", _is_lun_header, 94), HOST, _LUN,
        needles=("CanonicalName",), verified=False, trust=50,
    ),
    Reader(
        name="powercli-scsilunpath", platform="powercli", command="Get-ScsiLunPath",
        provides={**provided(HOST), "path": objects.PATH_COLUMNS},
        detect=rows.by_titles("properties of Get-ScsiLunPath", _is_path_header), read=_read_paths, needles=("Scsi",),
        verified=False, trust=50,
    ),
    Family("powercli", _rows(_is_hba_header)).reader(
        "powercli-vmhosthba", "Get-VMHostHba", rows.by_titles("properties of Get-VMHostHba", _is_hba_header, 94),
        HOST, *_ADAPTERS, needles=("Device", "Model"), verified=False, trust=50,
    ),
)  # fmt: skip
