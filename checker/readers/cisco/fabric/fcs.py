"""``show fcs ie``: the switches of a VSAN known to the fabric configuration server.

Synthetic sample::

    IE List for VSAN: 10
    -------------------------------------------------------------------
    IE-WWN                   IE     Mgmt-Id  Mgmt-Addr (Switch-name)
    -------------------------------------------------------------------
    20:0a:00:0d:ec:aa:00:01  S(Loc) 0xfffc25 192.0.2.7 (mds-a)
    20:0a:00:0d:ec:bb:00:01  S(Adj) 0xfffc26 192.0.2.8 (mds-b)
    [Total 2 IEs in Fabric]
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.toolkit.base import Capture, columns
from checker.readers.toolkit.numbers import whole

_TITLE = re.compile(r"IE List for VSAN\s*:\s*(\d{1,4})\Z", re.IGNORECASE)
_ROW = re.compile(
    r"(?P<wwn>\S{16,23})\s+(?P<kind>\w)\s?\((?P<where>Loc|Adj|Rem)\w*\)\s+(?P<id>0x[0-9a-f]{6})"
    r"(?:\s+(?P<ip>[0-9a-f.:]{3,40}|--?))?(?:\s*\((?P<name>[^()]{0,64})\))?\Z",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"\[Total (\d{1,5}) IEs? in Fabric\]", re.IGNORECASE)


def _read(capture: Capture, out: Writer) -> None:
    vsan, count, printed = "", 0, 0
    for number, stripped in nxos.stripped_lines(capture):
        title, row, total = _TITLE.match(stripped), _ROW.match(stripped), _TOTAL.match(stripped)
        if title:
            vsan = nxos.vsan_number(title.group(1))
        elif total:
            printed += whole(total.group(1))
            out.printed_count = printed
        elif row:
            nxos.state_switch_once(out, capture, number)
            count += 1
            domain = whole(row.group("id")[-2:], 16)  # the address of a domain controller: fffc and the domain
            controller = row.group("id").lower().startswith("0xfffc") and domain > 0
            out.add(
                "fabric_member", number, switch=capture.owner, vsan=vsan,
                member_wwn=out.wwn(row.group("wwn"), number, "fabric_member", "member_wwn"),
                member_domain=str(domain) if controller else None,
                member_name=(row.group("name") or "").strip() or None,
            )  # fmt: skip
        elif not nxos.is_noise(stripped) and not stripped.startswith(("IE-WWN", "IE ")):
            out.unread(number)
    out.counted_records = count if out.printed_count is not None else None


READERS = (
    nxos.reader(
        "show fcs ie", nxos.begins_with(_TITLE, 96, "IE List for VSAN: n"), _read,
        columns(fabric_member="switch vsan member_wwn member_domain member_name", switch=nxos.SWITCH),
        needles=("IE List for VSAN",), verified=False, begins=r"^IE List for VSAN",
    ),
)  # fmt: skip
