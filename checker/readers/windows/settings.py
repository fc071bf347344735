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

Settings are written under the scope ``mpio`` with the names that this command uses; the registry has others for some
of the same values, which its reader translates.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.windows.disks import Objects, owner_in
from checker.readers.windows.records import first_record, has

_SETTINGS = {
    "pathverificationstate": ("PathVerificationState", ""),
    "pathverificationperiod": ("PathVerificationPeriod", "s"),
    "pdoremoveperiod": ("PDORemovePeriod", "s"),
    "retrycount": ("RetryCount", ""),
    "retryinterval": ("RetryInterval", "s"),
    "usecustompathrecoverytime": ("UseCustomPathRecoveryTime", ""),
    "custompathrecoverytime": ("CustomPathRecoveryTime", "s"),
    "disktimeoutvalue": ("DiskTimeoutValue", "s"),
}
# Each is one word or one number: more is a line of something else, taken for the rest of a wrapped value.
_WORD = re.compile(r"(?:[A-Za-z]{1,30}|-?[0-9]{1,10})\Z")
_COMMAND_NAME = "get-msdsmglobaldefaultloadbalancepolicy"
_POLICIES = ("None", "FOO", "RR", "LQD", "LB", "RRWS", "WP")


def _read(capture: Capture, out: Writer) -> None:
    objects = Objects(capture, out)
    for record in objects.read():
        host = objects.host(record)
        for key, (name, unit) in _SETTINGS.items():
            value = record.text(key)
            if value is not None and not _WORD.match(value):
                out.unread(record.at(key))
            elif value is not None:
                out.add(
                    "host_setting",
                    record.at(key),
                    host=host,
                    scope="mpio",
                    setting=name,
                    value=value,
                    unit=unit or None,
                )


def _read_policy(capture: Capture, out: Writer) -> None:
    for line, text in capture.lines():
        if text.strip() in _POLICIES:
            out.add(
                "host_setting",
                line,
                host=capture.owner,
                scope="mpio",
                setting="GlobalDefaultLoadBalancePolicy",
                value=text.strip(),
                unit=None,
            )
        elif text.strip() and _COMMAND_NAME not in text.lower():
            out.unread(line)


def _detect(capture: Capture) -> Detection | None:
    record = first_record(capture.head)
    if has(record, "pdoremoveperiod", "pathverificationstate") or has(record, "pathverificationstate", "retrycount"):
        return Detection(95, "PathVerificationState and PDORemovePeriod: Get-MPIOSetting")
    return None


def _detect_policy(capture: Capture) -> Detection | None:
    lines = [line.strip() for line in capture.text[:1000].split("\n") if line.strip()]
    echoed = len(lines) == 2 and _COMMAND_NAME in lines[0].lower()
    words = lines[echoed:]
    by_command = echoed or _COMMAND_NAME in (capture.command or "").lower()
    if by_command and len(words) == 1 and words[0] in _POLICIES:
        return Detection(95, "one policy word behind Get-MSDSMGlobalDefaultLoadBalancePolicy")
    return None


READERS = (
    Reader(
        name="windows-get-mpiosetting",
        platform="windows",
        command="Get-MPIOSetting",
        provides={
            "host": ("host", "platform"),
            "host_setting": ("host", "scope", "setting", "value", "unit"),
        },
        detect=_detect,
        read=_read,
        needles=("PathVerificationState",),
        begins=r"^PathVerificationState\s*:",
        owner_in=owner_in,
    ),
    Reader(
        name="windows-get-msdsm-policy",
        platform="windows",
        command="Get-MSDSMGlobalDefaultLoadBalancePolicy",
        provides={"host_setting": ("host", "scope", "setting", "value", "unit")},
        detect=_detect_policy,
        read=_read_policy,
        verified=False,
    ),
)
