"""Whether each node of an ONTAP cluster can take over its partner: ``storage failover show``.

::

                                  Takeover
    Node           Partner        Possible State Description
    -------------- -------------- -------- -------------------------------------
    cl-01          cl-02          true     Connected to cl-02
    cl-02          cl-01          false    Waiting for cl-01, Takeover is not
                                           possible: NVRAM log not synchronized

A node that has taken over its partner prints ``In takeover``. A node without a partner is skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

from checker.facts.observations import Writer
from checker.readers.netapp.objects import ARRAY, Facts, reader, shows
from checker.readers.netapp.records import Record, begins_listing, records
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.fields import const, owner


def _pairs(capture: Capture, out: Writer) -> Iterator[Record]:
    for record in records(capture, out):
        if record.text("node") is not None and record.text("partner", "partner name") is not None:
            yield record


def _takeover(record: Record) -> str:
    return f"takeover of {record.text('partner', 'partner name')} by {record.text('node')}"


def _state(record: Record) -> str | None:
    """Return whether a takeover is possible; while it lasts, this is not printed."""
    if (_description(record) or "").lower().startswith("in takeover"):
        return "in takeover"
    possible = record.flag("takeover possible", "possible")
    return None if possible is None else "possible" if possible else "not possible"


def _description(record: Record) -> str | None:
    return record.text("state description", "state-description")


READERS = (
    reader(
        "netapp-storage-failover-show", "storage failover show",
        shows(
            "takeover of the nodes of an ONTAP cluster", (95, "node_partner_possible"), (95, "Node, Partner Name, Takeover Possible"),
            (94, "node_partner_takeover"),
        ),
        ARRAY,
        Facts(
            "component", needs="operational_status", storage_array=owner, component_type=const("takeover"), component=_takeover,
            operational_status=_state, health_indications=_description,
        ),
        rows=_pairs, needles=("Partner", "ossible"), begins=begins_listing(r"(?:storage )?failover show\b", "Node", "Partner Name"),
    ),
)  # fmt: skip
