"""All list commands of esxcli with ``--formatter=csv``, ``json``, ``xml`` or ``keyvalue`` (ESXi 5 to 8).

    AdapterIdentifier,Device,Plugin,RuntimeName,State,…
    fc.20000010aa000001:10000010aa000001,naa.6000144000000010aa00000000000001,NMP,vmhba2:C0:T0:L1,active,…

The fields of a record alone identify its command; records are written by the same functions as those of the text
output. ``Export-Csv`` of ``Get-EsxCli`` objects has the same columns; its column VMHost names the host of each row.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Protocol

from checker.facts.observations import Observations, Writer
from checker.readers.esxi import listing
from checker.readers.esxi.claiming import claimrule, satp, satp_rule
from checker.readers.esxi.devices import core_device, hpp_device, nmp_device, psp_roundrobin
from checker.readers.esxi.formatted import records
from checker.readers.esxi.formatted.structure import Structure, compact
from checker.readers.esxi.iscsi import adapters as iscsi_adapters
from checker.readers.esxi.iscsi import sessions as iscsi
from checker.readers.esxi.paths import core_path, core_path_text, nmp_path
from checker.readers.esxi.system import adapters, advanced_settings, fc_stats, module_parameters, nvme, san_fc, version
from checker.readers.esxi.volumes import filesystem
from checker.readers.toolkit.base import Capture, Detection, Reader, UnreadableError
from checker.readers.toolkit.declarations.declared import Part
from checker.readers.toolkit.declarations.records import Context

_HOST_FIELDS = ("vmhost", "esxhost", "esxihost", "vmhostname", "hostsystem")


class _Taker(Protocol):
    def take(self, record: listing.Record) -> None: ...
    def finish(self) -> None: ...


_TakerFactory = Callable[[Capture, Writer], _Taker]


class _Parts:
    """Writes each record by declared parts."""

    def __init__(self, parts: Iterable[Part[listing.Record]], capture: Capture, out: Writer) -> None:
        self._parts, self._context = tuple(parts), Context(capture, out, capture.owner)

    def take(self, record: listing.Record) -> None:
        for part in self._parts:
            part.write(record, self._context)

    def finish(self) -> None:
        """Do nothing: each record is written when it is complete."""


@dataclass(frozen=True)
class _Type:
    """One type of record: the text reader of its command, the fields that identify it, and the function that writes it."""

    of: Reader
    fields: frozenset[str]
    keys: Mapping[str, str]
    make: _TakerFactory
    needles: tuple[str, ...]
    name_field: str | None = None
    exact: bool = False

    def matches(self, fields: Collection[str]) -> bool:
        """Return whether a record with these fields is of this type."""
        if not self.fields <= set(fields):
            return False
        return not self.exact or {*fields} - {"", "vmhost"} == self.fields


def _type(
    of: Reader,
    fields: str,
    keys: Iterable[str],
    write: _TakerFactory | tuple[Part[listing.Record], ...],
    needles: tuple[str, ...],
    name_field: str | None = None,
    exact: bool = False,
) -> _Type:
    names = {compact(key): key for key in keys}
    make = write if callable(write) else partial(_Parts, write)
    return _Type(of, frozenset(fields.split()), names, make, needles, name_field, exact)


_NMP_PATHS, _HPP_PATHS = nmp_path.READERS
_EXTENTS, _MOUNTS = filesystem.READERS
_VERSION, _HOSTNAME = version.READERS
# The order matters: a record is of the first type whose fields it has.
_TYPES = (
    _type(
        core_path.READERS[0], "runtimename plugin state transport", core_path_text.KEYS, core_path.PathList,
        ("Runtime", "Plugin", "Transport"), "uid",
    ),
    _type(
        _NMP_PATHS, "runtimename groupstate", (*nmp_path.KEYS, "uid"), nmp_path.PathList, ("Runtime", "Group"), "uid",
    ),
    _type(
        _HPP_PATHS, "runtimename pathstate", (*nmp_path.HPP_KEYS, "uid"), partial(nmp_path.PathList, plugin="HPP"),
        ("Runtime", "Path"), "uid",
    ),
    _type(
        nmp_device.READERS[0], "pathselectionpolicy storagearraytype", (*nmp_device.KEYS, "device"),
        nmp_device.DeviceList, ("Selection", "Policy", "Array"), "device",
    ),
    _type(
        hpp_device.READERS[0], "pathselectionscheme paths", (*hpp_device.KEYS, "device"), hpp_device.PARTS,
        ("Selection", "Scheme"), "device",
    ),
    _type(
        core_device.READERS[0], "multipathplugin displayname", (*core_device.KEYS, "device"), core_device.PARTS,
        ("Multipath", "Display"), "device",
    ),
    _type(
        psp_roundrobin.READERS[0], "iooperationlimit limittype", psp_roundrobin.KEYS, psp_roundrobin.PARTS,
        ("IOOperation", "Limit"),
    ),
    _type(satp_rule.READERS[0], "claimoptions defaultpsp name", satp_rule.KEYS, satp_rule.PARTS, ("Claim", "PSP")),
    _type(satp.READERS[0], "defaultpsp description name", satp.KEYS, satp.PARTS, ("PSP", "Description"), exact=True),
    _type(
        claimrule.READERS[0], "ruleclass plugin matches", claimrule.KEYS, claimrule.PARTS,
        ("Rule", "Plugin", "Matches"),
    ),
    _type(adapters.READERS[0], "hbaname linkstate uid", adapters.KEYS, adapters.PARTS, ("HBA", "Link", "UID")),
    _type(san_fc.READERS[0], "adapter portname nodename", san_fc.KEYS, san_fc.PARTS, ("Adapter", "Port", "Node")),
    _type(
        fc_stats.READERS[0], "adapter linkfailurecount lossofsynccount", fc_stats.KEYS, fc_stats.PARTS, ("Adapter", "Link", "Failure"),
    ),
    _type(
        iscsi.READERS[0], "target isid localaddress", iscsi.SESSION_KEYS, iscsi.SESSIONS, ("ISID", "LocalAddress"),
    ),
    _type(
        iscsi_adapters.READERS[0], "adapter description driver state uid", iscsi_adapters.KEYS, iscsi_adapters.PARTS,
        ("Adapter", "Driver", "UID"), exact=True,
    ),
    _type(iscsi.READERS[1], "vmknic pathstatus", iscsi.PORTAL_KEYS, iscsi.PORTALS, ("Vmknic", "Adapter")),
    _type(
        nvme.READERS[0], "adapter adapterqualifiedname transporttype", nvme.ADAPTER_KEYS, nvme.ADAPTERS,
        ("Adapter", "Qualified"),
    ),
    _type(
        nvme.READERS[1], "name controllernumber isonline", nvme.CONTROLLER_KEYS, nvme.CONTROLLERS,
        ("Controller", "Online"),
    ),
    _type(
        nvme.READERS[2], "name controllernumber namespaceid", nvme.NAMESPACE_KEYS, nvme.NAMESPACES,
        ("Controller", "Namespace"),
    ),
    _type(_EXTENTS, "vmfsuuid extentnumber devicename", filesystem.EXTENT_KEYS, filesystem.EXTENTS, ("UUID", "Extent")),
    _type(_MOUNTS, "mountpoint volumename mounted", filesystem.MOUNT_KEYS, filesystem.MOUNTS, ("Mount", "Volume")),
    _type(
        advanced_settings.READERS[0], "path intvalue stringvalue", advanced_settings.KEYS, advanced_settings.PARTS,
        ("Path", "Int"),
    ),
    _type(
        module_parameters.READERS[0], "description name type value", module_parameters.KEYS, module_parameters.PARTS,
        ("Description", "Name", "Type", "Value"), exact=True,
    ),
    _type(_VERSION, "product version build", version.VERSION_KEYS, version.VERSION, ("VMware ESX",)),
    _type(_HOSTNAME, "fullyqualifieddomainname hostname", version.HOSTNAME_KEYS, version.HOSTNAME, ("Host", "Domain")),
)  # fmt: skip


def _type_of(fields: Collection[str]) -> _Type | None:
    return next((kind for kind in _TYPES if kind.matches(fields)), None)


def _is_header(names: list[str]) -> bool:
    return _type_of([name for name in names if name]) is not None


@lru_cache(maxsize=4)
def _form(head: str) -> str | None:
    return records.form_of(head, _is_header)


@lru_cache(maxsize=4)
def _first_type(head: str) -> tuple[str, str] | None:
    """Return the form of the head and the type of its first record of a known type."""
    form = _form(head)
    if form is None:
        return None
    if form == "csv":
        for line in head.split("\n"):
            names = records.header_names(line)
            kind = _type_of([name for name in names if name]) if names else None
            if kind is not None:
                return form, kind.of.name
        return None
    if form == "json" and '"' not in head:
        return None
    for record in _head_records(head, form):
        kind = _type_of(record.values)
        if kind is not None and (kind.of.name != "esxi-system-version" or "VMware" in record.values["product"]):
            return form, kind.of.name
    return None


def _head_records(head: str, form: str) -> Iterator[Structure]:
    """Yield the records of the head; none if the text is rejected."""
    try:
        yield from records.structures(head, 1, form, Observations().writer(0, ""), _is_header)
    except UnreadableError:
        return


def _read(capture: Capture, out: Writer) -> None:
    form = _form(capture.head)
    if form is None:
        return
    takers: dict[tuple[str, str], _Taker] = {}
    for found in records.structures(capture.text, capture.first_line, form, out, _is_header):
        kind = _type_of(found.values)
        if kind is None:
            out.note(
                found.line, f"skipped a record with the fields of no known command: {', '.join(found.values)[:120]}"
            )
            out.unread(found.line, max(1, len(set(found.lines.values()))))
            continue
        host = next((found.values[name] for name in _HOST_FIELDS if found.values.get(name)), capture.owner)
        taker = takers.get((kind.of.name, host))
        if taker is None:
            taker = takers[kind.of.name, host] = kind.make(dataclasses.replace(capture, owner=host), out)
        record = listing.Record(found.line, name=found.values.get(kind.name_field or "") or None)
        for field, value in found.values.items():
            key = kind.keys.get(field)
            if key is not None:
                record.values[key] = value
                record.lines[key] = found.lines[field]
        taker.take(record)
    for taker in takers.values():
        taker.finish()


def _detect(kind: _Type, capture: Capture) -> Detection | None:
    found = _first_type(capture.head)
    if found is None or found[1] != kind.of.name:
        return None
    weak = kind.exact and found[0] in ("csv", "json", "objects") and "esxcli" not in (capture.command or "")
    return Detection(72 if weak else 97, f"{found[0]} records with the fields of {kind.of.name}")


def _owner_in(text: str) -> str | None:
    """Return the host's name from ``system hostname get``."""
    head = text[:16_384]
    found = _first_type(head)
    if found is None or found[1] != "esxi-system-hostname":
        return None
    for record in _head_records(head, found[0]):
        name = record.values.get("hostname", "")
        if name and name.lower() != "localhost":
            return name
    return None


READERS = tuple(
    Reader(
        name=f"{kind.of.name}-formatted", platform="esxi", command=kind.of.command, provides=kind.of.provides,
        detect=partial(_detect, kind), read=_read, needles=kind.needles,
        owner_in=_owner_in if kind.of.name == "esxi-system-hostname" else None,
        verified=kind.of.name == "esxi-core-device-list",
    )
    for kind in _TYPES
)  # fmt: skip
