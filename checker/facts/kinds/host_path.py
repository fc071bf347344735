"""Kinds about the paths of hosts that are counted, not listed; listed paths are in :mod:`checker.facts.kinds.host`."""

from __future__ import annotations

from checker.facts.declare import Kind, integer, text

KINDS = (
    Kind(
        "path_total",
        "Paths of a host as its multipathing software counts them: by its adapter, by port of an array, or by both.",
        (("host", "multipath_owner", "hba", "array_serial", "port"),),
        (
            text("host", "name of the host"),
            text("multipath_owner", "software that counts: powerpath, hdlm, ultrapath, sdd, mpio or nvme"),
            text(
                "hba",
                "adapter as the software names it: 3 lpfc, fscsi0, 0004.0000, or its WWPN; empty if counted by port only",
            ),
            text("array_serial", "serial of the array; empty if counted by adapter only"),
            text(
                "port",
                "port of the array as the software names it: FA 7eA, 1A, or its WWPN; empty if counted by adapter only",
            ),
            integer("printed_paths", "paths that exist", "count", "measured"),
            integer("working_paths", "paths that work", "count", "measured"),
        ),
        "hosts",
        {"hba": "", "array_serial": "", "port": ""},
    ),
)
