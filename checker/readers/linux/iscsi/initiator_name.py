"""``/etc/iscsi/initiatorname.iscsi`` of open-iscsi: the iSCSI name of a host.

    ## If the iSCSI initiator is changed, restart the iSCSI service.
    InitiatorName=iqn.1994-05.com.redhat:8f2f9d3
    #InitiatorAlias="alias"

Source: README of open-iscsi, "How to setup".
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.linux.host import HOST
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import iscsi_name, owner
from checker.readers.toolkit.declarations.records import TextRow

_NAME = re.compile(r"InitiatorName[ \t]*=[ \t]*(\S{1,240})\Z")
_OTHER = re.compile(r"#|InitiatorAlias[ \t]*=|.*initiatorname\.iscsi")


def _names(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in capture.lines():
        text = line.strip()
        if found := _NAME.match(text):
            yield TextRow(number, {"name": found[1]}, {"name": number})
        elif text and not _OTHER.match(text):
            out.unread(number)


READERS = (
    Family("linux", _names).reader(
        "linux-initiatorname", "cat /etc/iscsi/initiatorname.iscsi",
        by_pattern("the name of an iSCSI initiator", (95, r"^[ \t]*InitiatorName[ \t]*=[ \t]*(?:iqn|eui|naa)\.")),
        HOST,
        Facts("iscsi_initiator", needs="initiator_name", host=owner, initiator_name=iscsi_name("name")),
        needles=("InitiatorName",), verified=False,
    ),
)  # fmt: skip
