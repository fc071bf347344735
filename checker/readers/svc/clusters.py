"""Clusters that an SVC lists: ``lshostcluster`` (clusters of hosts), ``lspartnership`` and ``lscluster`` (systems).

::

    id name  status        host_count mapping_count port_count protocol
    0  esx_a host_degraded 2          14            4          scsi

    id               name  location partnership type ...
    0000020060C00001 svc01 local
    0000020060C00002 svc02 remote   fully_configured fc

A host cluster shares mappings; ``lshostvdiskmap`` lists them for each of its hosts. ``lscluster`` is the name of ``lssystem``
before release 6.3, and its short listing is that of the system and its partners. Columns: the vendor's command reference.
"""

from __future__ import annotations

import re

from checker.readers.svc.tables import SVC, Facts, Row, columns
from checker.readers.toolkit.declarations.family import by_columns
from checker.readers.toolkit.declarations.fields import computed, const, owner

_SEPARATOR = r"[ \t:,!;|]+"


_LOCAL_NAME = re.compile(rf"(?m)^[0-9A-F]{{16}}{_SEPARATOR}([\w.-]{{1,63}}){_SEPARATOR}local(?:{_SEPARATOR}|[ \t]*$)")


def _local_name(head: str) -> str | None:
    """Return the name of the system itself."""
    found = _LOCAL_NAME.search(head[:16_384])
    return found.group(1) if found else None


def _is_local(row: Row) -> bool:
    return (row.text("location") or "").lower() == "local"


_STATES = Facts(
    "array_setting", needs=("scope", "value"), storage_array=owner, scope="name", setting=const("host_cluster_status"), value="status",
)  # fmt: skip
_SYSTEM = Facts(
    "storage_array", when=_is_local, needs="storage_array", storage_array=owner, serial="id", vendor=const("IBM"),
    family=const("svc"),
)  # fmt: skip
_PARTNER = Facts(
    "replication_link", when=lambda row: not _is_local(row), needs=("replication_link", "operational_status"),
    replication_link=computed(lambda row, context: (name := row.text("name")) and f"{context.owner}-{name}"),
    operational_status="partnership", source_array=owner, target_array="name",
)  # fmt: skip

READERS = (
    SVC.reader(
        "svc-lshostcluster", "lshostcluster",
        by_columns(columns, "clusters of hosts on an SVC", (95, "host_count mapping_count port_count")), _STATES,
        needles=("mapping_count",), begins=rf"^id{_SEPARATOR}name{_SEPARATOR}status{_SEPARATOR}host_count\b", verified=False,
    ),
    SVC.reader(
        "svc-lspartnership", "lspartnership; lscluster",
        by_columns(columns, "an SVC and its partners", (95, "id name location partnership -code_level -console_IP")), _SYSTEM, _PARTNER,
        once=False, needles=("partnership",), begins=rf"^id{_SEPARATOR}name{_SEPARATOR}location{_SEPARATOR}partnership\b", owner_in=_local_name,
        verified=False,
    ),
)  # fmt: skip
