"""Settings of disk drivers by product: ``/kernel/drv/ssd.conf``, ``/kernel/drv/sd.conf`` and their copies below ``/etc/driver/drv``.

Synthetic sample; the first string of a pair is the SCSI vendor, filled up to eight characters, and the product::

    name="ssd" parent="fp" target=0;
    ssd-config-list="NETAPP  LUN", "retries-busy:30, retries-notready:300, throttle-max:64",
        "HITACHI OPEN-V", "throttle-max:32";

A list that does not end with a semicolon has no effect. In the earlier form, the second string is the name of a property with
numbers (``"hds-data"``); their meaning depends on the driver's version, so they are not read.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Reader
from checker.readers.toolkit.declarations.blocks import shell_noise
from checker.readers.toolkit.declarations.family import by_pattern

_BEGINS = r'^[ \t]*s?sd-config-list[ \t]*=[ \t]*(?:$|")'
_LIST = re.compile(r'(?m)^[ \t]*(s?sd)-config-list[ \t]*=((?:\s*"[^"\n]{0,2000}"\s*,?)+)\s*(;?)')
_STRING = re.compile(r'"([^"\n]*)"')
_SETTING = re.compile(r"\s*([a-z][\w-]{1,40})\s*:\s*([\w.+-]{1,40})\s*\Z")
_PROPERTY = re.compile(r"([\w-]{1,60})\s*=")
_NUMBERS = re.compile(r"(?:\s*(?:0x[0-9a-fA-F]+|[0-9]+)\s*,?){1,60}\s*;?\Z")
_NOISE = re.compile(shell_noise("cat|grep|more"))
_VENDOR = 8
"""Characters of the SCSI vendor."""


def _read(capture: Capture, out: Writer) -> None:
    # A comment keeps its line, so that positions stay those of the text.
    text = re.sub(r"(?m)^[ \t]*#[^\n]*", lambda match: " " * len(match[0]), capture.text)
    covered: set[int] = set()
    # Attributes of nodes, and properties of the earlier form.
    known = {"name"}
    for found in _LIST.finditer(text):
        first = capture.first_line + text.count("\n", 0, found.start(1))
        covered |= set(range(first, first + found.group().count("\n") + 1))
        if not found[3]:
            out.note(first, f"{found[1]}-config-list has no semicolon at its end, so the driver ignores it")
            continue
        strings = list(_STRING.finditer(text, found.start(2), found.end(2)))
        out.add("host", first, host=capture.owner, platform="solaris")
        for product, settings in zip(strings[::2], strings[1::2], strict=False):
            at = capture.first_line + text.count("\n", 0, settings.start())
            scope = " ".join((product[1][:_VENDOR].strip(), product[1][_VENDOR:].strip())).strip()
            for setting in settings[1].split(","):
                if match := _SETTING.match(setting):
                    out.add("host_setting", at, host=capture.owner, scope=scope, setting=match[1], value=match[2])
                else:
                    known.add(setting.strip())
    for number, line in enumerate(text.split("\n"), capture.first_line):
        shown = line.strip()
        if shown and number not in covered:
            property_ = _PROPERTY.match(shown)
            if not ((property_ and property_[1] in known) or _NUMBERS.match(shown) or _NOISE.match(shown)):
                out.unread(number)


READERS = (
    Reader(
        name="solaris-disk-conf", platform="solaris", command="cat /kernel/drv/ssd.conf",
        provides={"host": ("host", "platform"), "host_setting": ("host", "scope", "setting", "value")},
        detect=by_pattern("sd-config-list or ssd-config-list of a disk driver", (95, _BEGINS)), read=_read,
        needles=("sd-config-list",),
    ),
)  # fmt: skip
