"""Error counters of the FC ports of hosts, by the names of the HBA API (FC-HBA), which several systems print."""

from __future__ import annotations

from collections.abc import Iterator

from checker.readers.toolkit.declarations.records import TextRow, TypedRow

LINK_COUNTERS = {
    "link failure count": "link_failure", "loss of sync count": "loss_sync", "loss of signal count": "loss_signal",
    "loss of signal": "loss_signal", "invalid crc count": "crc_err", "invalid tx word count": "invalid_words",
    "error frames": "error_frames", "dumped frames": "dumped_frames", "primitive seq protocol error count": "protocol_errors",
    "primitive seq protocol err count": "protocol_errors", "prim seq protocol err count": "protocol_errors",
}  # fmt: skip
"""Printed names in lower case, and the names in the column ``counter``."""


def counter_rows(
    port: TextRow, hba: str, counters: dict[str, str] = LINK_COUNTERS, seconds: str = ""
) -> Iterator[TypedRow]:
    """Yield ``hba``, ``counter``, ``value`` and ``seconds`` (since the reset, empty if unknown) of each counter of a port."""
    for printed, counter in counters.items():
        if (value := port.number(printed)) is not None:
            yield TypedRow(port.at(printed), {"hba": hba, "seconds": seconds, "counter": counter, "value": str(value)})
