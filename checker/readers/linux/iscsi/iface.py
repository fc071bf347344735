"""``iscsiadm -m iface`` of open-iscsi: the interface records of a host, each with the network interface that it is bound to.

    default tcp,<empty>,<empty>,<empty>,<empty>
    iface0 tcp,00:0f:1f:92:6b:bf,192.0.2.31,eth2,iqn.1994-05.com.redhat:db01

A line has the name of the record, then transport, hardware address, address, network interface and initiator name. Records
that are bound to nothing, such as the built-in ones, are no facts. Source: README of open-iscsi, "iscsiadm -m iface".
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

_FIELDS = r"(?:<empty>|[^,\s]+)"
_LINE = re.compile(
    rf"(?P<iface>\S{{1,64}}) \w{{2,20}},{_FIELDS},(?P<ip>{_FIELDS}),(?P<net>{_FIELDS}),(?P<name>{_FIELDS})\Z"
)


def _records(capture: Capture, out: Writer) -> Iterator[TextRow]:
    for number, line in capture.lines():
        text = line.strip()
        found = _LINE.match(text)
        if found:
            values = {
                name: "" if value in ("<empty>", "default") else value for name, value in found.groupdict().items()
            }
            values["iface"] = found["iface"]
            yield TextRow(number, values, dict.fromkeys(values, number))
        elif text and "iscsiadm" not in text:
            out.unread(number)


READERS = (
    Family("linux", _records).reader(
        "linux-iscsiadm-iface", "iscsiadm -m iface",
        by_pattern("an interface record of open-iscsi", (94, rf"^[ \t]*\S{{1,64}} (?:tcp|iser|qla4xxx|be2iscsi|bnx2i|cxgb\di|ocs|qedi),{_FIELDS},{_FIELDS},{_FIELDS},{_FIELDS}[ \t]*$")),
        HOST,
        Facts("iscsi_portal", needs="vmknic", host=owner, hba="iface", vmknic="net", ip_address="ip"),
        Facts("iscsi_initiator", needs="initiator_name", distinct=True, host=owner, initiator_name=iscsi_name("name")),
        # Without the mask of a subnet, it enables no rule.
        needles=(",<empty>|,iqn.|,eui.",), advised=False,
    ),
)  # fmt: skip
