"""``licenseshow``: the licences of a Brocade switch.

::

    bQebzbTbRdDtfTQS:
        Fabric license
        Ports on Demand license - additional 16 port upgrade license
    eQeQcQRcSTdRdfSU:
        Extended Fabric license
        License has expired

Each key has one or more licences. A licence that has expired works until the switch restarts (Fabric OS Administrator's Guide, "Expired
licenses"). The keys themselves are not read.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.brocade import fos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.declarations.blocks import printed

_KEY = re.compile(r"[ \t]*[A-Za-z0-9,]{8,256}:[ \t]*\Z")
_LICENCE = re.compile(r"[ \t]*(?P<name>[A-Z0-9][\w /&()+.,-]{1,80}? [Ll]icense)\b(?P<rest>[ \t]*(?:-.{1,80})?)[ \t]*\Z")
_EXPIRED = re.compile(r"[ \t]*License (?:has|is) expired\b", re.IGNORECASE)
_OTHER = re.compile(
    r"[ \t]*(?:Expir(?:y|es|ation)\b|Feature name|Capacity\b|Consumed\b|Configured\b|Installed\b|No licenses)",
    re.IGNORECASE,
)
_OPENING = re.compile(r"^[ \t]*[A-Za-z0-9,]{8,256}:[ \t]*\n[ \t]+[A-Z0-9][^\n]{1,100} [Ll]icense\b", re.MULTILINE)


def _read(capture: Capture, out: Writer) -> None:
    # A licence that has expired may be replaced by another one for the same feature.
    lines: dict[str, int] = {}
    valid: set[str] = set()
    names: list[str] = []
    for number, text in printed(capture, 400):
        if _KEY.match(text):
            valid.update(names)
            names = []
        elif _EXPIRED.match(text):
            names = []
        elif licence := _LICENCE.match(text):
            names.append(licence["name"] + licence["rest"].rstrip())
            lines.setdefault(names[-1], number)
        elif not (_OTHER.match(text) or fos.is_noise(text)):
            out.unread(number)
    valid.update(names)
    for name, line in lines.items():
        fos.add_setting(out, line, capture.owner, f"licence {name}", "valid" if name in valid else "expired")


READERS = (
    fos.reader(
        "licenseshow", fos.head_contains(_OPENING, 95, "licences under their keys"), _read, columns(fabric_setting=fos.SETTING),
        needles=("icense",), begins=_OPENING.pattern,
    ),
)  # fmt: skip
