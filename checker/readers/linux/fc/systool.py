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
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.fc.attributes import (
    COUNTERS,
    INITIATOR,
    NAME,
    PATH,
    REMOTE_PORT,
    Attributes,
    host_name_in,
    link_virtual_ports,
)
from checker.readers.linux.host import HOST
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import Family

_CLASS = re.compile(r'^[ \t]*Class = "(fc_host|fc_remote_ports|fc_transport)"', re.MULTILINE)
_CLASS_DEVICE = re.compile(r'Class Device = "([^"]{1,80})"?')
_PATH = re.compile(r'(?:Class )?Device path = *"?([^"]*)"?\Z')
_DEVICE = re.compile(r'Device = "')
_ATTRIBUTE = re.compile(r"([A-Za-z0-9_]{1,60})\s*=(?!=)\s*(.*)\Z")
_CONTINUED_PATH = re.compile(r'"?(/[^"]*)"?\Z')
_ANNOTATED = re.compile(r'("[^"]*")[ \t]+[^"]*\Z')
_FILTERED = re.compile(r'^[ \t]*Class Device = "(?:host[0-9]+|rport-[0-9:-]+)"', re.MULTILINE)
_PORT_NAME = re.compile(r'^[ \t]*port_name\s*=\s*"0x[0-9a-fA-F]{16}"', re.MULTILINE)
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?systool |===> |Error |-+\Z")
# The value of uevent spans several lines.
_CONTINUED_VALUE = re.compile(r'[A-Z]+=\S*"?\Z|"\Z')


def _ports(capture: Capture, out: Writer) -> Iterator[Attributes]:
    ports: list[Attributes] = []
    inside_class = indented = False
    last = capture.first_line
    for number, line in capture.lines():
        stripped = line.strip()
        if not stripped:
            continue
        last = number
        if _CLASS.match(line):
            inside_class = False
        elif match := _CLASS_DEVICE.match(stripped):
            ports.append(Attributes(number, {NAME: match.group(1)}))
            inside_class, indented = True, line[:1].isspace()
        elif match := _PATH.match(stripped) or _CONTINUED_PATH.match(stripped):
            if inside_class and match.group(1):
                ports[-1].values.setdefault(PATH, match.group(1))
        elif _DEVICE.match(stripped):
            # The following attributes belong to the SCSI host, not to its FC port.
            inside_class = False
        elif match := _ATTRIBUTE.match(stripped):
            value = match.group(2)
            if annotated := _ANNOTATED.match(value):
                value = annotated.group(1)
            if not ports:
                out.unread(number)
            elif inside_class and value.startswith('"') and (value == '"' or not value.endswith('"')):
                out.note(number, f"skipped the value of {match.group(1)}: it has no closing quote")
                out.ends_inside_record = True
            elif inside_class:
                ports[-1].add(number, match.group(1), value.strip('"').strip())
        elif _NOISE.match(stripped):
            continue
        elif (
            inside_class or not ports or (indented and not line[:1].isspace() and not _CONTINUED_VALUE.match(stripped))
        ):
            out.unread(number)
    link_virtual_ports(ports)
    for port in ports:
        name = port.values[NAME]
        if not port.lines:
            out.note(
                port.line, f"{name} is listed without attributes; systool was run without -v, or the text is truncated"
            )
            out.ends_inside_record = out.ends_inside_record or port.line >= last - 1
        elif not name.startswith(("host", "rport-")) and PATH in port.values:
            # Old versions cut the name at its colon; the path contains it completely.
            port.values[NAME] = port.values[PATH].rsplit("/", 1)[-1]
        yield port


def _detect(capture: Capture) -> Detection | None:
    if _CLASS.search(capture.head):
        return Detection(95, "systool listing of an FC transport class")
    if _FILTERED.search(capture.head) and _PORT_NAME.search(capture.head):
        return Detection(92, "Class Device and port_name of systool, without its first line")
    return None


READERS = (
    Family("linux", _ports).reader(
        "linux-systool-fc", "systool -c fc_host -v", _detect, HOST, INITIATOR, COUNTERS, REMOTE_PORT, needles=("Class",),
        begins=r'^[ \t]*Class = "fc_(?:host|remote_ports|transport)"[ \t]*$', owner_in=host_name_in,
    ),
)  # fmt: skip
