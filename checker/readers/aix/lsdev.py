"""Disks of an AIX host: ``lsdev -Cc disk`` (on a VIOS: ``lsdev -type disk``).

Sample::

    hdisk0   Available 05-08-00-3,0 16 Bit LVD SCSI Disk Drive
    hdisk4   Available 06-08-02     MPIO FC 2145
    hdisk5   Defined   06-08-02     MPIO FC 2145

It lists names only; ``lsmpio -q``, ``lsattr -El`` and ``lspath`` have the rest. A disk that is only defined is absent.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader

_ROW = re.compile(
    r"\s*(hdisk\w{1,30})\s+(Available|Defined|Stopped)\s+(?:([\w,.]{1,12}-[\w,.-]{1,30})\s+)?(\S.{2,120}?)\s*\Z",
    re.IGNORECASE,
)
_OTHER = re.compile(r"\s*[a-z]\w{1,30}\s+(?:Available|Defined|Stopped)\b", re.IGNORECASE)
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] ?(?:lsdev|exit|\Z)|(?:sudo )?lsdev\b|===> |[=-]+\Z|name\s+status\b")
_DETECT = re.compile(
    r"^[ \t]*hdisk\w{1,30}[ \t]+(?:Available|Defined)[ \t]+\S[^\n]{0,120}(?:[Dd]is[kc]|MPIO|FC )", re.MULTILINE
)
_LOCAL = re.compile(r"\b(?:SAS|LVD|SCSI|SATA|NVMe)\b")
_SHARED = re.compile(r"\b(?:MPIO|FC|FCP|Virtual|iSCSI|Other)\b")
_LONGEST_LINE = 400


def _read(capture: Capture, out: Writer) -> None:
    host_written = False
    for number, line in capture.lines():
        text = line.strip()
        if not text:
            continue
        match = _ROW.match(line) if len(line) < _LONGEST_LINE else None
        if match is None:
            if not _OTHER.match(line) and not _NOISE.match(text):
                out.unread(number)
            continue
        name, state, _, description = match.groups()
        if not host_written:
            out.add("host", number, host=capture.owner, platform="aix")
            host_written = True
        if state.lower() != "available":
            continue
        local = True if _LOCAL.search(description) and not _SHARED.search(description) else None
        out.add("device", number, host=capture.owner, device=f"block:{name}", kernel_name=name, is_local=local)


def _detect(capture: Capture) -> Detection | None:
    return Detection(90, "disks and their states of lsdev -Cc disk") if _DETECT.search(capture.head) else None


READERS = (
    Reader(
        name="aix-lsdev",
        platform="aix",
        command="lsdev -Cc disk",
        provides={"host": ("host", "platform"), "device": ("host", "device", "kernel_name", "is_local")},
        detect=_detect,
        read=_read,
        needles=("hdisk",),
        trust=50,
    ),
)
