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

from checker.facts import normalise
from checker.facts.observations import Value, Writer
from checker.readers.linux.block.names import map_identity
from checker.readers.toolkit.base import Capture, Detection, Reader, word_list

_RECORD = re.compile(r"([PNLSEMRUTDIQVJ]): ?(.*)\Z")
_BLOCK = re.compile(r"/block/(sd[a-z]{1,6}|dm-[0-9]{1,6}|nvme[0-9]{1,5}n[0-9]{1,5}|emcpower[a-z]{1,4})\Z")
_ADDRESS = re.compile(r"/host([0-9]{1,9})/.*?/([0-9]{1,9}:[0-9]{1,9}:[0-9]{1,9}):([0-9]{1,18})/block/")
_FC_PATH = re.compile(r"-fc-(0x[0-9a-fA-F]{16})[:-]")
_ESCAPE = re.compile(r"\\x([0-9a-fA-F]{2})")
_PROPERTY = re.compile(r"([A-Z][A-Z0-9_]{1,60})='?(.*?)'?\Z")
_TERM = re.compile(r'\s*([A-Z][A-Z_]{1,20})(\{[^}"]{1,80}\})?\s*(==|!=|\+=|:=|-=|=)\s*[ie]?"((?:[^"\\]|\\.)*+)"\s*,?')
_SET = re.compile(r"\{(?:\.\./|device/){0,4}(?:(queue/[a-z_]{2,40})|(timeout|queue_depth))\}\Z")
_WALK = re.compile(r"looking at (parent )?device '([^']{1,400})':?")
_WALK_ATTRIBUTE = re.compile(r'ATTRS?\{([a-z_/]{2,40})\}=="([^"]*)"\Z')
_WALK_FACTS = {
    "queue/nr_requests": "nr_requests", "queue/nomerges": "nomerges", "queue/read_ahead_kb": "read_ahead_kb",
    "queue/add_random": "add_random", "queue/rotational": "rotational", "queue/rq_affinity": "rq_affinity",
    "queue/max_sectors_kb": "max_sectors_kb", "timeout": "scsi_timeout_seconds", "queue_depth": "queue_depth",
}  # fmt: skip
_NOISE = re.compile(
    r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?udevadm\b|===> |-+\Z|Udevadm info|device path|walks up|found, all|in the udev|A rule to|and the attr"
)


def _read_database(capture: Capture, out: Writer) -> None:
    host_written = False
    record: dict[str, tuple[int, str]] = {}
    path = ""
    for number, line in capture.lines():
        text = line.strip()
        match = _RECORD.match(text)
        plain = None if match or not text else _PROPERTY.match(text)
        if match is None and plain is None:
            if text and not _NOISE.match(text):
                out.unread(number)
            continue
        if not host_written:
            host_written = True
            out.add("host", number, host=capture.owner, platform="linux")
        letter, value = match.groups() if match else ("E", text)
        found = _PROPERTY.match(value) if letter == "E" else None
        if letter == "P" or (found and found.group(1) == "DEVPATH" and "DEVPATH" in record):
            _write_record(record, path, capture.owner, out)
            record, path = {}, ""
        if letter == "P":
            path = value
        if found:
            record.setdefault(found.group(1), (number, found.group(2)))
    _write_record(record, path, capture.owner, out)


def _write_record(record: dict[str, tuple[int, str]], path: str, host: str, out: Writer) -> None:
    path = path or record.get("DEVPATH", (0, ""))[1]
    block = _BLOCK.search(path)
    if block is None or not record:
        return
    name = block.group(1)
    line = min(number for number, _ in record.values())

    def value(key: str) -> str | None:
        return record[key][1].strip() or None if key in record else None

    uuid = value("DM_UUID") or ""
    alias = value("DM_NAME")
    facts: dict[str, Value] = {"kernel_name": name}
    device: str | None = None
    if uuid.startswith("mpath-"):
        wwid = uuid.removeprefix("mpath-")
        device = map_identity(wwid, alias if alias != wwid else None, name, line, out)
        facts.update(multipath_owner="dm-multipath", alias=alias if alias != wwid else None)
    elif not name.startswith("dm-"):
        for key in ("ID_SERIAL", "ID_WWN_WITH_EXTENSION", "ID_WWN"):
            text = value(key)
            device = device or (normalise.device_id(text) if text and len(text) > 15 else None)
            if text and device is None and normalise.problem_of(text) == "redacted":
                out.bad_value("device", "device", text, record[key][0], f"{host} {name}")
                break
    for key, column in (("ID_VENDOR", "vendor"), ("ID_MODEL", "model")):
        encoded = value(f"{key}_ENC")
        text = _ESCAPE.sub(lambda m: chr(int(m.group(1), 16)), encoded).strip() if encoded else value(key)
        if text and "\\" in text:
            # The escape sequence is incomplete.
            text = value(key)
        if text and text.isprintable():
            facts[column] = text
    facts["revision"] = value("ID_REVISION")
    known = {column: fact for column, fact in facts.items() if fact is not None}
    out.add("device", line, host=host, device=device or f"block:{name}", **known)
    located = _ADDRESS.search(path)
    if located and name.startswith("sd"):
        out.add("scsi_address", line, host=host, kernel_name=name, hctl=f"{located.group(2)}:{located.group(3)}")
    port = _FC_PATH.search(value("ID_PATH") or "")
    if port and located:
        at = record["ID_PATH"][0]
        wwpn = out.wwn(port.group(1), at, "remote_port", "target_wwpn", f"{host} {name}")
        if wwpn:
            hba = f"host{located.group(1)}"
            out.add("remote_port", at, host=host, hba=hba, target_wwpn=wwpn, scsi_target=located.group(2))


def _read_walk(capture: Capture, out: Writer) -> None:
    name: str | None = None
    host_written = False
    first = 0
    facts: dict[str, Value] = {}
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        if match := _WALK.match(text):
            if match.group(1) is None:
                _write_walk(name, first, facts, capture.owner, out)
                block = _BLOCK.search(match.group(2))
                name, first, facts = block.group(1) if block else None, number, {}
                if not host_written:
                    host_written = True
                    out.add("host", number, host=capture.owner, platform="linux")
        elif match := _WALK_ATTRIBUTE.match(text):
            key, value = match.groups()
            if key == "queue/scheduler":
                chosen = re.search(r"\[([a-z][a-z0-9-]{1,30})\]", value)
                facts.setdefault("scheduler", chosen.group(1) if chosen else None)
            elif key in _WALK_FACTS and normalise.integer(value) is not None:
                facts.setdefault(_WALK_FACTS[key], normalise.integer(value))
        elif not _TERM.match(text) and not _NOISE.match(text):
            out.unread(number)
    _write_walk(name, first, facts, capture.owner, out)


def _write_walk(name: str | None, line: int, facts: dict[str, Value], host: str, out: Writer) -> None:
    known = {column: fact for column, fact in facts.items() if fact is not None}
    if name and known:
        out.add("device", line, host=host, device=f"block:{name}", kernel_name=name, **known)


def _read_rules(capture: Capture, out: Writer) -> None:
    continued, first = "", 0
    host_written = False
    for number, line in capture.lines():
        text = line.strip()
        if not text or (text.startswith("#") and not continued):
            continue
        first = first if continued else number
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
        if not host_written:
            host_written = True
            out.add("host", first, host=capture.owner, platform="linux")
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
                out.add("host_setting", first, host=capture.owner, scope=scope, setting=setting, value=value)
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


def _detect_walk(capture: Capture) -> Detection | None:
    if re.search(r"^[ \t]*looking at device '/devices/", capture.head, re.MULTILINE):
        return Detection(94, "looking at device lines of udevadm info -a")
    return None


def _detect_rules(capture: Capture) -> Detection | None:
    lines = [line.strip() for line in capture.head.split("\n") if line.strip() and line.strip()[0] != "#"]
    rules = sum(bool(match and match.group(3) in ("==", "!=")) for match in map(_TERM.match, lines))
    if rules and rules * 3 >= len(lines) and "looking at" not in capture.head:
        return Detection(90, 'conditions KEY=="…" of udev rules')
    return None


READERS = (
    Reader(
        name="linux-udevadm-info", platform="linux", command="udevadm info --export-db",
        provides={
            "host": ("host", "platform"),
            "device": word_list("host device kernel_name alias vendor model revision multipath_owner"),
            "scsi_address": ("host", "kernel_name", "hctl"),
            "remote_port": ("host", "hba", "target_wwpn", "scsi_target"),
        },
        detect=_detect_database, read=_read_database, needles=("/devices/",), begins=r"^P: /devices/[^\n]*/block/",
        trust=55,
    ),
    Reader(
        name="linux-udevadm-walk", platform="linux", command="udevadm info -a -n <device>",
        provides={
            "host": ("host", "platform"),
            "device": ("host", "device", "kernel_name", "scheduler", *_WALK_FACTS.values()),
        },
        detect=_detect_walk, read=_read_walk, needles=("looking at device",), verified=False,
    ),
    Reader(
        name="linux-udev-rules", platform="linux", command="cat /etc/udev/rules.d/*.rules",
        provides={"host": ("host", "platform"), "host_setting": ("host", "scope", "setting", "value")},
        detect=_detect_rules, read=_read_rules, needles=('=="',),
    ),
)  # fmt: skip
