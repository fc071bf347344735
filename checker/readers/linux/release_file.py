"""``cat /etc/redhat-release``: one line with name and version of the distribution, also of its relatives.

Sample::

    Red Hat Enterprise Linux Server release 7.9 (Maipo)
"""

from __future__ import annotations

import re

from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.blocks import first_line
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, owner

_RELEASE = re.compile(
    r"[ \t]*(?P<name>(?:Red Hat|CentOS|Oracle Linux|Rocky Linux|AlmaLinux|Fedora|Scientific Linux|Amazon Linux)[\w .\-]{0,60}?)"
    r" release (?P<version>[0-9]{1,4}(?:\.[0-9]{1,6}){0,3})(?: [\w .]{0,20}\([\w .\-]{1,40}\)| Beta)?[ \t]*\Z"
)


def _detect(capture: Capture) -> Detection | None:
    lines = [line for line in capture.head.split("\n") if line.strip()]
    # In a longer text, the line is a banner or part of another output.
    return (
        Detection(85, "release line of a distribution") if len(lines) <= 2 and any(map(_RELEASE.match, lines)) else None
    )


READERS = (
    Family("linux", first_line(_RELEASE)).reader(
        "linux-redhat-release", "cat /etc/redhat-release", _detect,
        Facts("host", host=owner, platform=const("linux"), os_name="name", os_version="version"),
        needles=(" release ",), verified=False, trust=50, advised=False,
    ),
)  # fmt: skip
