"""Multipath timers and defaults: ``Get-MPIOSetting``, ``Get-MSDSMGlobalDefaultLoadBalancePolicy``.

Sample (also as CSV or JSON)::

    PathVerificationState     : Disabled
    PathVerificationPeriod    : 30
    PDORemovePeriod           : 20
    RetryCount                : 3
    RetryInterval             : 1
    UseCustomPathRecoveryTime : Disabled
    CustomPathRecoveryTime    : 40
    DiskTimeoutValue          : 60

Settings are written under the scope ``mpio`` with the names of this command; the registry has other names for some of
these values.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations.declared import Facts, Field
from checker.readers.toolkit.declarations.fields import computed, const
from checker.readers.toolkit.declarations.records import Context
from checker.readers.windows.family import HOST, WINDOWS, by_properties, host, owner_in
from checker.readers.windows.records import Record

UNITS = {
    "PathVerificationState": None, "PathVerificationPeriod": "s", "PDORemovePeriod": "s", "RetryCount": None,
    "RetryInterval": "s", "UseCustomPathRecoveryTime": None, "CustomPathRecoveryTime": "s", "DiskTimeoutValue": "s",
}  # fmt: skip
"""Timers of multipathing with their units, as Get-MPIOSetting names them."""
# Each is one word or one number; other text belongs to another line that follows a wrapped value.
_WORD = re.compile(r"(?:[A-Za-z]{1,30}|-?[0-9]{1,10})\Z")
_COMMAND_NAME = "get-msdsmglobaldefaultloadbalancepolicy"
_POLICIES = ("None", "FOO", "RR", "LQD", "LB", "RRWS", "WP")


def write_setting(out: Writer, line: int, host: str, name: str, value: str) -> None:
    """Write a setting of multipathing."""
    out.add("host_setting", line, host=host, scope="mpio", setting=name, value=value, unit=UNITS.get(name))


def _word(key: str) -> Field[Record]:
    def get(row: Record, context: Context) -> str | None:
        value = row.text(key)
        if value is None or _WORD.match(value):
            return value
        context.out.unread(row.at(key))
        return None

    return computed(get)


def _read_policy(capture: Capture, out: Writer) -> None:
    for line, text in capture.lines():
        if text.strip() in _POLICIES:
            write_setting(out, line, capture.owner, "GlobalDefaultLoadBalancePolicy", text.strip())
        elif text.strip() and _COMMAND_NAME not in text.lower():
            out.unread(line)


def _detect_policy(capture: Capture) -> Detection | None:
    lines = [line.strip() for line in capture.text[:1000].split("\n") if line.strip()]
    echoed = len(lines) == 2 and _COMMAND_NAME in lines[0].lower()
    words = lines[echoed:]
    by_command = echoed or _COMMAND_NAME in (capture.command or "").lower()
    if by_command and len(words) == 1 and words[0] in _POLICIES:
        return Detection(95, "one policy after Get-MSDSMGlobalDefaultLoadBalancePolicy")
    return None


READERS = (
    WINDOWS.reader(
        "windows-get-mpiosetting", "Get-MPIOSetting",
        by_properties(
            "PathVerificationState and other timers: Get-MPIOSetting", (95, "pathverificationstate pdoremoveperiod|retrycount")
        ),
        HOST,
        *(
            Facts(
                "host_setting", needs="value", line=name.lower(), host=host, scope=const("mpio"), setting=const(name),
                value=_word(name.lower()), unit=const(unit),
            )
            for name, unit in UNITS.items()
        ),
        needles=("PathVerificationState",), begins=r"^PathVerificationState\s*:", owner_in=owner_in,
    ),
    Reader(
        name="windows-get-msdsm-policy", platform="windows", command="Get-MSDSMGlobalDefaultLoadBalancePolicy",
        provides={"host_setting": ("host", "scope", "setting", "value", "unit")}, detect=_detect_policy, needles=("olicy",),
        read=_read_policy, verified=False,
    ),
)  # fmt: skip
