"""FC ports by ``systool -c fc_host -v``, ``systool -c fc_remote_ports -v`` and ``systool -c fc_transport -v``.

Sample (shortened)::

    Class = "fc_host"

      Class Device = "host3"
      Class Device path = "/sys/devices/pci0000:00/0000:00:03.0/0000:05:00.0/host3/fc_host/host3"
        fabric_name         = "0x100000051e000001"
        port_name           = "0x10000000c9000001"
        port_state          = "Online"
        speed               = "8 Gbit"

        Device = "host3"
        Device path = "/sys/devices/pci0000:00/0000:00:03.0/0000:05:00.0/host3"
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from checker.facts.observations import Writer
from checker.readers.linux.fc.attributes import (
    INITIATOR_COLUMNS,
    REMOTE_PORT_COLUMNS,
    fc_host,
    host_name_in,
    remote_port,
)
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.packed_list import PackedList

_CLASS = re.compile(r'^[ \t]*Class = "(fc_host|fc_remote_ports|fc_transport)"', re.MULTILINE)
_CLASS_DEVICE = re.compile(r'Class Device = "([^"]{1,80})"?')
_PATH = re.compile(r'(?:Class )?Device path = *"?([^"]*)"?\Z')
_DEVICE = re.compile(r'Device = "')
_ATTRIBUTE = re.compile(r"([A-Za-z0-9_]{1,60})\s*=\s*(.*)\Z")
_CONTINUED_PATH = re.compile(r'"?(/[^"]*)"?\Z')
_ANNOTATED = re.compile(r'("[^"]*")[ \t]+[^"]*\Z')
_FILTERED = re.compile(r'^[ \t]*Class Device = "(?:host[0-9]+|rport-[0-9:-]+)"', re.MULTILINE)
_PORT_NAME = re.compile(r'^[ \t]*port_name\s*=\s*"0x[0-9a-fA-F]{16}"', re.MULTILINE)
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?systool |===> |Error |-+\Z")


def _read(capture: Capture, out: Writer) -> None:
    group = ""
    ports: PackedList[tuple[str, int, str, dict[str, tuple[int, str]], list[str]]] = PackedList()
    inside_class = False
    last = capture.first_line
    for number, line in capture.lines():
        stripped = line.strip()
        if not stripped:
            continue
        last = number
        if match := _CLASS.match(line):
            group, inside_class = match.group(1), False
        elif match := _CLASS_DEVICE.match(stripped):
            # Without its first line, as after grep, the name shows the class.
            known = group or ("fc_remote_ports" if match.group(1).startswith("rport-") else "fc_host")
            ports.append((known, number, match.group(1), {}, []))
            inside_class = True
        elif match := _PATH.match(stripped):
            if inside_class and ports and match.group(1):
                ports[-1][4].append(match.group(1))
        elif _DEVICE.match(stripped):
            # The following attributes belong to the SCSI host, not to its FC port.
            inside_class = False
        elif match := _CONTINUED_PATH.match(stripped):
            if inside_class and ports:
                ports[-1][4].append(match.group(1))
        elif match := _ATTRIBUTE.match(stripped):
            value = match.group(2)
            if annotated := _ANNOTATED.match(value):
                value = annotated.group(1)
            if inside_class and ports:
                if value.startswith('"') and (value == '"' or not value.endswith('"')):
                    out.note(number, f"skipped the value of {match.group(1)}: it has no closing quote")
                    out.ends_inside_record = True
                else:
                    ports[-1][3].setdefault(match.group(1), (number, value.strip('"').strip()))
            elif not ports:
                out.unread(number)
        elif not _NOISE.match(stripped) and inside_class:
            out.unread(number)
    _write(capture.owner, out, ports, last)


def _write(
    host: str, out: Writer, ports: Sequence[tuple[str, int, str, dict[str, tuple[int, str]], list[str]]], last: int
) -> None:
    names = {
        name: found["port_name"][1] for group, _, name, found, _ in ports if group == "fc_host" and "port_name" in found
    }
    if ports:
        out.add("host", ports[0][1], host=host, platform="linux")
    for group, line, name, found, paths in ports:
        if not found:
            out.note(line, f"{name} is listed without attributes; systool was run without -v, or the text is truncated")
            out.ends_inside_record = out.ends_inside_record or line >= last - 1
        elif group == "fc_host":
            fc_host(name, found, host, out, path=paths[0] if paths else None, names=names)
        else:
            # Old versions cut the name at its colon; the path has it whole.
            whole = name if name.startswith("rport-") or not paths else paths[0].rsplit("/", 1)[-1]
            remote_port(whole, found, host, out)


def _detect(capture: Capture) -> Detection | None:
    if _CLASS.search(capture.head):
        return Detection(95, "systool listing of an FC transport class")
    if _FILTERED.search(capture.head) and _PORT_NAME.search(capture.head):
        return Detection(92, "Class Device and port_name of systool, without its first line")
    return None


READERS = (
    Reader(
        name="linux-systool-fc", platform="linux", command="systool -c fc_host -v",
        provides={
            "host": ("host", "platform"),
            "initiator": INITIATOR_COLUMNS,
            "remote_port": REMOTE_PORT_COLUMNS,
        },
        detect=_detect, read=_read, needles=("Class",),
        begins=r'^[ \t]*Class = "fc_(?:host|remote_ports|transport)"[ \t]*$', owner_in=host_name_in,
    ),
)  # fmt: skip
