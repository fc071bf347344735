"""A line of something else inside a table: a message of the system, a date, a list of another machine. It is no row."""

from __future__ import annotations

import pytest

from tests.readers.harness import best_reader, facts, read, sample

BROADCAST = "Broadcast message from root@node (pts/0):"
REBOOT = "The system is going down for reboot NOW!"
DATE = "Tue Nov  3 10:00:00 UTC 2026"
CLOCK = "Warning: clock not synchronized"
DISK = "hdisk4 Available 05-00-02 MPIO Other FC SCSI Disk Drive"
INSIDE = [
    ("vplex-ll-extents", BROADCAST), ("vplex-ll-directors", DATE), ("vplex-ll-ports", CLOCK), ("vplex-ll-distributed-devices", REBOOT),
    ("vplex-storage-view-summary", BROADCAST), ("svc-lsenclosurepsu", DATE), ("svc-lshostvdiskmap", REBOOT), ("svc-lshostcluster", DISK),
    ("pure-connections", BROADCAST), ("pure-purearray.controller", DATE), ("pure-purehw", DISK), ("oceanstor-fan", BROADCAST),
    ("oceanstor-pool", REBOOT), ("symmetrix-symaccess-show.3", REBOOT), ("symmetrix-symaccess-list", CLOCK),
    ("dothill-disks", DATE), ("dothill-volumes", DISK), ("esxi-vmkernel-log", BROADCAST),
]  # fmt: skip


@pytest.mark.parametrize(("name", "sentence"), INSIDE, ids=lambda one: one[:30])
def test_the_line_is_reported_and_states_nothing(name: str, sentence: str) -> None:
    text = sample(name)
    reader = best_reader(text)
    assert reader is not None
    lines = text.split("\n")
    before = [at for at in range(2, len(lines) - 1) if lines[at].strip() and lines[at - 1].strip()]
    whole = read(reader, text)
    for at in (before[len(before) // 2], before[-1]):
        found = read(reader, "\n".join([*lines[:at], sentence, *lines[at:]]))
        assert facts(found) == facts(whole)
        assert found.unread_lines > whole.unread_lines
