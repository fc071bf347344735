"""Remote copies of an SVC: ``lsrcrelationship`` and ``lsrcconsistgrp``.

::

    id name  master_cluster_id master_cluster_name ... aux_cluster_name ... state                   ... copy_type
    5  rc_01 000002006BE0B2AA  svc02               ... svc03            ... consistent_synchronized ... global

Both systems list a relationship, under the same name. Columns: the vendor's command reference.
"""

from __future__ import annotations

from checker.readers.svc.tables import SVC, Facts, columns
from checker.readers.toolkit.declarations.family import by_columns
from checker.readers.toolkit.declarations.fields import words

_RELATION = Facts(
    "replication_link", needs=("replication_link", "operational_status"), replication_link="name", operational_status="state",
    source_array="master_cluster_name", target_array="aux_cluster_name",
    mode=words("copy_type", {"metro": "synchronous", "global": "asynchronous"}, others=False),
)  # fmt: skip

READERS = (
    SVC.reader(
        "svc-lsrcrelationship", "lsrcrelationship",
        by_columns(columns, "remote copies of an SVC", (95, "master_cluster_name aux_cluster_name state primary")), _RELATION,
        once=False, needles=("master_cluster_name", "aux_cluster_name"),
        begins=r"^id[ \t:,!;|]+name[ \t:,!;|]+master_cluster_id\b", verified=False, also=("lsrcconsistgrp",),
    ),
)  # fmt: skip
