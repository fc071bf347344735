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
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.host import HOST, SETTING, setting_row
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.records import TextRow

_OPTIONS = re.compile(r"\s*options\s+([A-Za-z0-9_-]{1,40})\s+(\S.*)\Z")
_OTHER = re.compile(r"\s*(?:#|alias\s|blacklist\s|install\s|remove\s|softdep\s|weakdep\s|config\s|include\s|options\s)")
_PARAMETER = re.compile(r'([A-Za-z0-9_]{1,60})=("[^"]*"|\S+)')
_MODULE = re.compile(r'[ \t]*Module = "([A-Za-z0-9_-]{1,40})"')
_GROUP = re.compile(r"\s*(Parameters|Attributes|Sections|Notes):\s*\Z")
_VALUE = re.compile(r"\s*([A-Za-z0-9_.-]{1,60})\s+=\s*(?:\"(.*?)\"?|<[^>]*>)\s*\Z")
_SYSCTL = re.compile(r"\s*([a-z][A-Za-z0-9_-]{0,30}(?:[./][A-Za-z0-9_:*-]{1,60}){1,8})\s*=\s*(.*)\Z")
_STORAGE = re.compile(r"(?:vxvm|dev[./]scsi|fs[./]aio|vm[./](?:dirty|swappiness))")
_LONGEST_LINE = 4096
_NOISE = re.compile(r"[\[\]\w@:~./ -]{0,80}[#$>] |(?:sudo )?(?:systool|sysctl|cat|grep)\b|===> |-+\Z|[#;]")


def _options(capture: Capture, out: Writer) -> Iterator[TextRow]:
    continued = ""
    for number, line in capture.lines():
        text = continued + line.strip()
        continued = text[:-1] + " " if text.endswith("\\") else ""
        if not text or continued:
            continue
        if match := _OPTIONS.match(text):
            yield TextRow(number)
            scope = f"modprobe.d/{match.group(1).replace('-', '_')}"
            for name, value in _PARAMETER.findall(match.group(2).partition(" #")[0]):
                yield setting_row(number, scope, name, value.strip('"'))
        elif not _OTHER.match(text) and not _NOISE.match(text):
            out.unread(number)


def _modules(capture: Capture, out: Writer) -> Iterator[TextRow]:
    module, group = "", ""
    for number, line in capture.lines():
        if not line.strip():
            continue
        if match := _MODULE.match(line):
            module, group = match.group(1), ""
            yield TextRow(number)
        elif match := _GROUP.match(line):
            group = match.group(1)
        elif module and len(line) < _LONGEST_LINE and (match := _VALUE.match(line)):
            if group == "Parameters" or (group == "Attributes" and match.group(1) == "version"):
                yield setting_row(number, f"module/{module}", match.group(1), (match.group(2) or "").strip())
        elif not _NOISE.match(line.strip()):
            out.unread(number)


def _sysctl(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in capture.lines():
        if match := _SYSCTL.match(line):
            yield TextRow(number)
            name = match.group(1).replace("/", ".")
            if _STORAGE.match(name):
                yield setting_row(number, "sysctl", name, " ".join(match.group(2).split()))
        elif line.strip() and not _NOISE.match(line.strip()) and "=" not in line and "permission denied" not in line:
            out.unread(number)


def _detect_sysctl(capture: Capture) -> Detection | None:
    lines = [line for line in capture.head.split("\n") if line.strip() and not line.lstrip().startswith(("#", ";"))]
    found = [match for line in lines if (match := _SYSCTL.match(line))]
    known = any(re.match(r"(?:vm|fs|dev|kernel|net|vxvm)[./]", match.group(1)) for match in found)
    if known and len(found) * 10 >= len(lines) * 8:
        return Detection(80, "settings of sysctl: dotted names with values")
    return None


READERS = (
    Family("linux", _options).reader(
        "linux-modprobe-options", "cat /etc/modprobe.d/*.conf",
        by_pattern(
            "options lines of modprobe.d", (85, r"^[ \t]*options[ \t]+[A-Za-z0-9_-]{1,40}[ \t]+[A-Za-z0-9_]{1,60}=")
        ),
        HOST, SETTING, needles=("options",), verified=False,
    ),
    Family("linux", _modules).reader(
        "linux-systool-module", "systool -m lpfc -v",
        by_pattern('Module = "…" of systool -m', (95, rf"^{_MODULE.pattern}")), HOST, SETTING, needles=('Module = "',),
        begins=r'^[ \t]*Module = "[A-Za-z0-9_-]{1,40}"[ \t]*$', verified=False,
    ),
    Family("linux", _sysctl).reader(
        "linux-sysctl", "sysctl -a", _detect_sysctl, HOST, SETTING, needles=("=", "."), verified=False
    ),
)  # fmt: skip
