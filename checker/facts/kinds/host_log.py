"""Kinds about the error logs of hosts."""

from __future__ import annotations

from checker.facts.declare import Kind, integer, text, time

KINDS = (
    Kind(
        "host_error",
        "Entries of a host's error log about one resource with one error within a minute.",
        (("host", "resource", "error", "logged_at"),),
        (
            text("host", "host that keeps the log"),
            text("resource", "disk, adapter or subsystem as the log names it: hdisk12, fcs0, fscsi0"),
            text("error", "identifier of the error: DCB47997"),
            text("error_label", "name of the error, where the export prints it: SC_DISK_ERR4"),
            text("error_text", "description as printed: DISK OPERATION ERROR"),
            text(
                "error_type",
                "permanent (in the short listing also pending and performance), temporary, informational or unknown",
                values=("permanent", "temporary", "informational", "unknown"),
            ),
            text("error_class", "hardware, software, operator or undetermined"),
            time("logged_at", "the minute, in the host's local time"),
            integer("events", "number of entries", "count", "measured"),
        ),
        "hosts",
    ),
)
