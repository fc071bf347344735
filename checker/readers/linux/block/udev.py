"""udev: the database of block devices (``udevadm info``), and rules that set queues (``/etc/udev/rules.d/*.rules``).

Samples::

    P: /devices/pci0000:00/0000:05:00.0/host3/rport-3:0-1/target3:0:1/3:0:1:4/block/sdk
    N: sdk
    E: ID_SERIAL=36000144000000010300aa00000000001
    E: ID_PATH=pci-0000:05:00.0-fc-0x5000144280000001-lun-4

    ACTION=="add|change", KERNEL=="sd*", ATTRS{vendor}=="XtremIO*", ATTR{queue/scheduler}="noop"

The queue and SCSI device settings of a rule are written with its conditions as scope. ``udevadm info -a`` (``looking at
device``) provides the same settings as /sys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.linux.block.names import map_identity
from checker.readers.linux.host import HOST, SETTING, setting_row
from checker.readers.toolkit.base import Capture, Detection, word_list
from checker.readers.toolkit.declarations.declared import Facts, Source
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import found, number, of_owner, owner, wwn
from checker.readers.toolkit.declarations.records import TextRow
from checker.readers.toolkit.numbers import whole

_RECORD = re.compile(r"([PNLSEMRUTDIQVJ]): ?(.*)\Z")
_BLOCK = re.compile(r"/block/(sd[a-z]{1,6}|dm-[0-9]{1,6}|nvme[0-9]{1,5}n[0-9]{1,5}|emcpower[a-z]{1,4})\Z")
_ADDRESS = re.compile(r"/host([0-9]{1,9})/.*?/([0-9]{1,9}:[0-9]{1,9}:[0-9]{1,9}):([0-9]{1,18})/block/")
_FC_PATH = re.compile(r"-fc-(0x[0-9a-fA-F]{16})[:-]")
_ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})")
_PROPERTY = re.compile(r"([A-Z][A-Z0-9_]{1,60})=(?!=)'?(.*?)'?\Z")
_TERM = re.compile(r'\s*([A-Z][A-Z_]{1,20})(\{[^}"]{1,80}\})?\s*(==|!=|\+=|:=|-=|=)\s*[ie]?"((?:[^"\\]|\\.)*+)"\s*,?')
_SET = re.compile(r"\{(?:\.\./|device/){0,4}(?:(queue/[a-z_]{2,40})|(timeout|queue_depth))\}\Z")
_WALK = re.compile(r"looking at (parent )?device '([^']{1,400})':?")
_WALK_ATTRIBUTE = re.compile(r'ATTRS?\{([a-z_/]{2,40})\}=="([^"]*)"\Z')
_WALK_INTEGERS = {
    "queue/nr_requests": "nr_requests", "queue/nomerges": "nomerges", "queue/read_ahead_kb": "read_ahead_kb",
    "queue/add_random": "add_random", "queue/rotational": "rotational", "queue/rq_affinity": "rq_affinity",
    "queue/max_sectors_kb": "max_sectors_kb", "timeout": "scsi_timeout_seconds", "queue_depth": "queue_depth",
}  # fmt: skip
_NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?udevadm\b|===> |-+\Z|Udevadm info|device path|walks up|found, all|in the udev|A rule to|and the attr"
)


_DEVICE, _KERNEL_NAME, _ALIAS, _OWNER, _PATH, _ADAPTER, _TARGET, _HCTL, _PORT = word_list(
    "(device) (name) (alias) (owner) (path) (adapter) (target) (hctl) (port)"
)
"""Attributes that follow from the path of a device and its properties."""


def _records(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield the first line, and every block device of the database."""
    record = TextRow(0)
    first = True
    for at, line in capture.lines():
        text = line.strip()
        match = _RECORD.match(text)
        plain = None if match or not text else _PROPERTY.match(text)
        if match is None and plain is None:
            if text and not _NOISE.match(text):
                out.unread(at)
            continue
        if first:
            yield TextRow(at)
            first = False
        letter, value = match.groups() if match else ("E", text)
        pair = _PROPERTY.match(value) if letter == "E" else None
        if letter == "P" or (pair and pair.group(1) == "DEVPATH" and "DEVPATH" in record.values):
            yield from _block_device(record, capture.owner, out)
            record = TextRow(0)
        if letter == "P":
            record.values[_PATH] = value
        if pair:
            record.line = record.line or at
            record.add(at, pair.group(1), pair.group(2).strip())
    yield from _block_device(record, capture.owner, out)


def _block_device(record: TextRow, host: str, out: Writer) -> Iterator[TextRow]:
    path = record.text(_PATH, "DEVPATH") or ""
    block = _BLOCK.search(path)
    if block is None or not record.line:
        return
    name = block.group(1)
    record.values.update({_PATH: path, _KERNEL_NAME: name})
    device: str | None = None
    uuid = record.text("DM_UUID") or ""
    if uuid.startswith("mpath-"):
        wwid, alias = uuid.removeprefix("mpath-"), record.text("DM_NAME")
        alias = alias if alias != wwid else None
        device = map_identity(wwid, alias, name, record.line, out)
        record.values.update({_ALIAS: alias or "", _OWNER: "dm-multipath"})
    elif not name.startswith("dm-"):
        for key in ("ID_SERIAL", "ID_WWN_WITH_EXTENSION", "ID_WWN"):
            text = record.text(key)
            device = device or (normalise.device_id(text) if text and len(text) > 15 else None)
            if text and device is None and normalise.problem_of(text) == "redacted":
                out.bad_value("device", "device", text, record.at(key), f"{host} {name}")
                break
    record.values[_DEVICE] = device or f"block:{name}"
    if address := _ADDRESS.search(path):
        adapter, target, lun = address.groups()
        record.values.update({_ADAPTER: f"host{adapter}", _TARGET: target})
        if name.startswith("sd"):
            record.values[_HCTL] = f"{target}:{lun}"
        if port := _FC_PATH.search(record.text("ID_PATH") or ""):
            record.add(record.at("ID_PATH"), _PORT, port.group(1))
    yield record


def _decoded(key: str) -> Callable[[TextRow], str | None]:
    """Source: a text in its encoded spelling, which keeps its blanks; the plain one where that is incomplete."""

    def get(record: TextRow) -> str | None:
        encoded = record.text(f"{key}_ENC") or ""
        text = _ESCAPE.sub(lambda match: chr(whole(match.group(1), 16)), encoded).strip()
        if not encoded or "\\" in text:
            text = record.text(key) or ""
        return text if text and text.isprintable() else None

    return get


_LUN = Facts(
    "device", needs="device", host=owner, device=_DEVICE, kernel_name=_KERNEL_NAME, alias=_ALIAS,
    vendor=_decoded("ID_VENDOR"), model=_decoded("ID_MODEL"), revision="ID_REVISION", multipath_owner=_OWNER,
)  # fmt: skip
_SCSI_ADDRESS = Facts("scsi_address", needs="hctl", host=owner, kernel_name=_KERNEL_NAME, hctl=_HCTL)
_REMOTE_PORT = Facts(
    "remote_port", needs="target_wwpn", line=_PORT, place=of_owner(_KERNEL_NAME), host=owner, hba=_ADAPTER,
    target_wwpn=wwn(_PORT), scsi_target=_TARGET,
)  # fmt: skip


def _walks(capture: Capture, out: Writer) -> Iterator[TextRow]:
    """Yield every device that was looked at, with the attributes of its parents."""
    device: TextRow | None = None
    for at, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _WALK.match(text):
            if match.group(1) is None:
                if device is not None:
                    yield device
                block = _BLOCK.search(match.group(2))
                device = TextRow(at, {_KERNEL_NAME: block.group(1) if block else ""})
        elif match := _WALK_ATTRIBUTE.match(text):
            key, value = match.groups()
            if device is not None and (key not in _WALK_INTEGERS or normalise.integer(value) is not None):
                device.add(at, key, value)
        elif not (((term := _TERM.match(text)) and term.end() == len(text)) or _NOISE.match(text)):
            out.unread(at)
    if device is not None:
        yield device


_WALK_COLUMNS: Mapping[str, Source[TextRow]] = {
    "scheduler": found(r"\[([a-z][a-z0-9-]{1,30})\]", "queue/scheduler"),
    **{column: number(key) for key, column in _WALK_INTEGERS.items()},
}
_WALKED = Facts[TextRow](
    "device", _WALK_COLUMNS, when=_KERNEL_NAME, any_of=tuple(_WALK_COLUMNS), host=owner,
    device=lambda row: f"block:{row.values[_KERNEL_NAME]}", kernel_name=_KERNEL_NAME,
)  # fmt: skip


def _rules(capture: Capture, out: Writer) -> Iterator[TextRow]:
    continued, first = "", 0
    for at, line in capture.lines():
        text = line.strip()
        if not text or (text.startswith("#") and not continued):
            continue
        first = first if continued else at
        if text.endswith("\\"):
            continued += text[:-1] + " "
            continue
        text, continued = continued + text, ""
        terms, position = [], 0
        while match := _TERM.match(text, position):
            terms.append(match.groups())
            position = match.end()
        rest = text[position:].strip()
        if not terms or (rest and not rest.startswith("#")):
            if not _NOISE.match(text):
                out.unread(first)
            if not terms:
                continue
        yield TextRow(first)
        conditions = [
            f"{key}{name or ''}{sign}{value}"
            for key, name, sign, value in terms
            if sign in ("==", "!=") and key != "ACTION"
        ]
        for key, name, sign, value in terms:
            target = _SET.match(name or "") if key == "ATTR" and sign in ("=", ":=") else None
            if target:
                setting = target.group(1) or f"device/{target.group(2)}"
                scope = " ".join(["udev", *conditions])[:300]
                yield setting_row(first, scope, setting, value)
    if continued:
        out.ends_inside_record = True
        out.note(first, "truncated: the last line of this rule ends in a backslash")


def _detect_database(capture: Capture) -> Detection | None:
    head = capture.head
    if re.search(r"^[ \t]*P: /devices/", head, re.MULTILINE) and re.search(r"^[ \t]*E: [A-Z_]+=", head, re.MULTILINE):
        return Detection(93, "P: and E: lines of the udev database")
    if re.search(r"^DEVPATH=/devices/", head, re.MULTILINE) and re.search(
        r"^(?:ID_|DM_|SUBSYSTEM=)", head, re.MULTILINE
    ):
        return Detection(90, "DEVPATH= and properties of udevadm info --query=property")
    return None


def _detect_rules(capture: Capture) -> Detection | None:
    lines = [line.strip() for line in capture.head.split("\n") if line.strip() and line.strip()[0] != "#"]
    rules = sum(bool(match and match.group(3) in ("==", "!=")) for match in map(_TERM.match, lines))
    if rules and rules * 3 >= len(lines) and "looking at" not in capture.head:
        return Detection(90, 'conditions KEY=="…" of udev rules')
    return None


READERS = (
    Family("linux", _records).reader(
        "linux-udevadm-info", "udevadm info --export-db", _detect_database, HOST, _LUN, _SCSI_ADDRESS, _REMOTE_PORT,
        needles=("/devices/",), begins=r"^P: /devices/[^\n]*/block/", trust=55,
    ),
    Family("linux", _walks).reader(
        "linux-udevadm-walk", "udevadm info -a -n <device>",
        by_pattern("looking at device lines of udevadm info -a", (94, r"^[ \t]*looking at device '/devices/")), HOST, _WALKED,
        needles=("looking at device",), verified=False,
    ),
    Family("linux", _rules).reader(
        "linux-udev-rules", "cat /etc/udev/rules.d/*.rules", _detect_rules, HOST, SETTING, needles=('=="',)
    ),
)  # fmt: skip
