"""``esxcli iscsi adapter list`` (ESXi 5 to 8).

    Adapter  Driver     State   UID                                     Description
    -------  ---------  ------  --------------------------------------  ----------------------
    vmhba64  iscsi_vmk  online  iqn.1998-01.com.example:esx01-1a2b3c4d  iSCSI Software Adapter

``unbound`` is an adapter of a network card that no VMkernel interface is bound to; its UID is ``iscsi.vmhba33``.
"""

from __future__ import annotations

import re

from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts
from checker.readers.esxi.tables import rows
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import const, iscsi_name, lower, owner

KEYS = ("adapter", "driver", "state", "uid", "description")
_ROW = re.compile(r"(vmhba\d+)\s+(\S+)\s+([a-z]\w{2,20})\s+((?:iqn|eui|naa|iscsi)\.\S+)(?:\s+(\S.*))?\Z")
_HEADER = re.compile(r"Adapter\s+Driver\s+State\s+UID\s+Description", re.IGNORECASE)
PARTS = (
    HOST,
    Facts(
        "initiator", host=owner, hba="adapter", transport=const("iscsi"), driver="driver", port_state=lower("state"),
        model="description",
    ),
    Facts("iscsi_initiator", needs="initiator_name", distinct=True, host=owner, initiator_name=iscsi_name("uid")),
)  # fmt: skip
READERS = (
    Family("esxi", rows(_ROW, _HEADER, KEYS, begins="vmhba")).reader(
        "esxi-iscsi-adapter-list", "esxcli iscsi adapter list",
        listing.by_share("header Adapter, Driver, State, UID", _ROW, _HEADER, needs=_ROW, claims=((0.6, 95), (0.3, 65))),
        *PARTS, needles=("vmhba",), begins=r"^ *Adapter +Driver +State +UID",
    ),
)  # fmt: skip
