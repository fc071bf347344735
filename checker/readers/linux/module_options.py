"""Parameters of kernel modules: ``/etc/modprobe.d/*.conf``, ``systool -m <module> -v``; and kernel settings by ``sysctl``.

Samples::

    options lpfc lpfc_lun_queue_depth=64 lpfc_devloss_tmo=30

    Module = "qla2xxx"
      Parameters:
        ql2xmaxqdepth       = "64"

    vxvm.vxio.vol_use_rq = 0

Settings are written with their scope: ``modprobe.d/lpfc`` as configured, ``module/qla2xxx`` as running, ``sysctl``.
Only the ``sysctl`` settings that concern storage are written.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader

_OPTIONS = re.compile(r"\s*options\s+([A-Za-z0-9_-]{1,40})\s+(\S.*)\Z")
_OTHER = re.compile(r"\s*(?:#|alias\s|blacklist\s|install\s|remove\s|softdep\s|weakdep\s|config\s|include\s|options\s)")
_PARAMETER = re.compile(r'([A-Za-z0-9_]{1,60})=("[^"]*"|\S+)')
_DETECT_OPTIONS = re.compile(r"^[ \t]*options[ \t]+[A-Za-z0-9_-]{1,40}[ \t]+[A-Za-z0-9_]{1,60}=", re.MULTILINE)
_MODULE = re.compile(r'^[ \t]*Module = "([A-Za-z0-9_-]{1,40})"', re.MULTILINE)
_GROUP = re.compile(r"\s*(Parameters|Attributes|Sections|Notes):\s*\Z")
_VALUE = re.compile(r"\s*([A-Za-z0-9_.-]{1,60})\s*=\s*\"?(.*?)\"?\s*\Z")
_SYSCTL = re.compile(r"\s*([a-z][A-Za-z0-9_-]{0,30}(?:[./][A-Za-z0-9_:*-]{1,60}){1,8})\s*=\s*(.*)\Z")
_STORAGE = re.compile(r"(?:vxvm|dev[./]scsi|fs[./]aio|vm[./](?:dirty|swappiness))")
_LONGEST_LINE = 4096
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?(?:systool|sysctl|cat|grep)\b|===> |-+\Z|[#;]")


def _read_options(capture: Capture, out: Writer) -> None:
    host_written = False
    continued = ""
    for number, line in capture.lines():
        text = continued + line.strip()
        if text.endswith("\\"):
            continued = text[:-1] + " "
            continue
        continued = ""
        if not text:
            continue
        match = _OPTIONS.match(text)
        if match is None:
            if not _OTHER.match(text) and not _NOISE.match(text):
                out.unread(number)
            continue
        if not host_written:
            host_written = True
            out.add("host", number, host=capture.owner, platform="linux")
        module = match.group(1).replace("-", "_")
        for name, value in _PARAMETER.findall(match.group(2).partition(" #")[0]):
            out.add(
                "host_setting", number, host=capture.owner, scope=f"modprobe.d/{module}", setting=name,
                value=value.strip('"'),
            )  # fmt: skip


def _read_module(capture: Capture, out: Writer) -> None:
    module, group = "", ""
    for number, line in capture.lines():
        if not line.strip():
            continue
        if match := _MODULE.match(line):
            module, group = match.group(1), ""
            out.add("host", number, host=capture.owner, platform="linux")
        elif match := _GROUP.match(line):
            group = match.group(1)
        elif module and len(line) < _LONGEST_LINE and (match := _VALUE.match(line)):
            if group == "Parameters" or (group == "Attributes" and match.group(1) == "version"):
                out.add(
                    "host_setting", number, host=capture.owner, scope=f"module/{module}", setting=match.group(1),
                    value=match.group(2).strip(),
                )  # fmt: skip
        elif not _NOISE.match(line.strip()):
            out.unread(number)


def _read_sysctl(capture: Capture, out: Writer) -> None:
    host_written = False
    for number, line in capture.lines():
        match = _SYSCTL.match(line)
        if match is None:
            if line.strip() and not _NOISE.match(line.strip()) and "=" not in line and "permission denied" not in line:
                out.unread(number)
            continue
        if not host_written:
            host_written = True
            out.add("host", number, host=capture.owner, platform="linux")
        name = match.group(1).replace("/", ".")
        if _STORAGE.match(name):
            out.add(
                "host_setting", number, host=capture.owner, scope="sysctl", setting=name,
                value=" ".join(match.group(2).split()),
            )  # fmt: skip


def _detect_options(capture: Capture) -> Detection | None:
    if _DETECT_OPTIONS.search(capture.head):
        return Detection(85, "options lines of modprobe.d")
    return None


def _detect_module(capture: Capture) -> Detection | None:
    if _MODULE.search(capture.head):
        return Detection(95, 'Module = "…" of systool -m')
    return None


def _detect_sysctl(capture: Capture) -> Detection | None:
    lines = [line for line in capture.head.split("\n") if line.strip() and not line.lstrip().startswith(("#", ";"))]
    found = [match for line in lines if (match := _SYSCTL.match(line))]
    if (
        found
        and len(found) * 10 >= len(lines) * 8
        and any(re.match(r"(?:vm|fs|dev|kernel|net|vxvm)[./]", m.group(1)) for m in found)
    ):
        return Detection(80, "settings of sysctl: dotted names with values")
    return None


_SETTING = ("host", "scope", "setting", "value")
READERS = (
    Reader(
        name="linux-modprobe-options", platform="linux", command="cat /etc/modprobe.d/*.conf",
        provides={"host": ("host", "platform"), "host_setting": _SETTING}, detect=_detect_options, read=_read_options,
        needles=("options",), verified=False,
    ),
    Reader(
        name="linux-systool-module", platform="linux", command="systool -m lpfc -v",
        provides={"host": ("host", "platform"), "host_setting": _SETTING}, detect=_detect_module, read=_read_module,
        needles=('Module = "',), begins=r'^[ \t]*Module = "[A-Za-z0-9_-]{1,40}"[ \t]*$', verified=False,
    ),
    Reader(
        name="linux-sysctl", platform="linux", command="sysctl -a",
        provides={"host": ("host", "platform"), "host_setting": _SETTING}, detect=_detect_sysctl, read=_read_sysctl,
        needles=("=", "."), verified=False,
    ),
)  # fmt: skip
