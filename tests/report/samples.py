"""Hand-made reports: what an audit of a small SAN could report."""

from __future__ import annotations

from dataclasses import replace

from checker.estimate.cost.cost import Cost, CostNumber
from checker.estimate.quantity import Range
from checker.rules.book.rule import Expression, Rule, RuleText, Source
from checker.rules.evaluate.finding import (
    FileCoverage,
    Finding,
    FixStep,
    MissingExport,
    MissingFact,
    Place,
    Report,
    RuleCoverage,
)

MISSING_DIRECTOR = Finding(
    rule="PTH003",
    name="director-missing-on-fabric",
    severity="error",
    message=(
        "esx07 has no live path to director B on fabric fab-a for 12 volumes of cluster-1. "
        "Missing: director-1-1-B on fab-a"
    ),
    object={"host": "esx07", "vplex_cluster": "cluster-1"},
    objects=tuple({"host": "esx07", "vplex_cluster": "cluster-1", "volume": f"lun_{n:02}"} for n in range(1, 13)),
    evidence={"live_paths": 3, "possible_paths": {"lo": 3, "hi": 4}, "missing_pairs": ["director-1-1-B on fab-a"]},
    fingerprint="4f1c2a9be07d3158",
    basis="planned",
    location=Place("exports/esx07/core-path-list.txt", 112, column=4, label="path"),
    related=(
        Place("exports/fab-a/cfgshow.txt", 48, label="zone"),
        Place("exports/vplex.tgz", 310, member="cluster-1/storage-views.txt", label="storage view"),
    ),
    caused_by=("0102030405060708",),
    fix_summary="Zone each HBA to one A and one B director port on its fabric, and add the ports to the storage view.",
    fix=(
        FixStep(
            "vplexcli",
            "export storage-view addport -v /clusters/cluster-1/exports/storage-views/esx07 -p P00000000A1B2C3D4-B0-FC00",
            "export storage-view removeport -v /clusters/cluster-1/exports/storage-views/esx07"
            " -p P00000000A1B2C3D4-B0-FC00",
        ),
        FixStep("brocade", 'zoneadd "esx07_vplex", "vplex_b0_fc00"', 'zoneremove "esx07_vplex", "vplex_b0_fc00"'),
        FixStep("brocade", "Enable the zone set in the next change window.", checklist=True),
    ),
    cost=Cost(
        case="lost_paths",
        text="+0.4 ms on reads while director A is being upgraded",
        delta_ms=Range(0.2, 0.4, 0.9),
        saturation_ratio=Range.exactly(0.75),
        numbers=(CostNumber("load of each path that is left", Range.exactly(4 / 3), "ratio"),),
        assumptions=("the load spreads evenly over the paths that are left",),
        sources=("estimator.md, section 6, case 9",),
        solved=True,
    ),
)
FIXED_POLICY = Finding(
    rule="NMP001",
    name="fixed-path-policy",
    severity="warning",
    message="esx07 uses VMW_PSP_FIXED for naa.6000144000000010a001b2c3d4e5f601; VPLEX requires VMW_PSP_RR",
    object={"host": "esx07"},
    objects=({"host": "esx07", "volume": "lun_03"},),
    evidence={"policy": "VMW_PSP_FIXED"},
    fingerprint="aa11bb22cc33dd44",
    location=Place("exports/esx07/nmp-device-list.txt", 20, label="device"),
    fix_summary="Set the path selection policy to round robin.",
)
OPEN_ZONE = Finding(
    rule="ZON001",
    name="several-initiators-in-a-zone",
    severity="warning",
    message="Zone lab_all contains 3 initiators: 10:00:00:90:fa:00:00:01, 10:00:00:90:fa:00:00:02, 10:00:00:90:fa:00:00:03",
    object={"zone": "lab_all", "fabric": "fab-a"},
    objects=({"zone": "lab_all", "fabric": "fab-a"},),
    evidence={"initiator_wwpns": ["10000090fa000001", "10000090fa000002", "10000090fa000003"]},
    fingerprint="0102030405060708",
    location=Place("exports/fab-a/cfgshow.txt", 77, label="zone"),
    fix_summary="Give each initiator a zone of its own.",
)
ADVICE = Finding(
    rule="HOST004",
    name="queue-depth-default",
    severity="info",
    message="lnx02 uses the driver's default queue depth of 32",
    object={"host": "lnx02"},
    objects=({"host": "lnx02"},),
    evidence={"queue_depth": 32, "is_default": True, "share": 0.25},
    fingerprint="9988776655443322",
    basis="inferred",
)
FILES = (
    FileCoverage("exports/esx07/core-path-list.txt", None, "esxcli-storage-core-path-list", "esx07", "path",
                 "2026-10-30T08:00:00Z", 1, 960, 48, 0),
    FileCoverage("exports/esx07/nmp-device-list.txt", None, "esxcli-storage-nmp-device-list", "esx07", "header",
                 None, 1, 180, 12, 3, ((161, "reading stopped: the file ends inside a device"),)),
    FileCoverage("exports/fab-a/cfgshow.txt", None, "brocade-cfgshow", "fab-a-sw1", "content", None, 14, 300, 90, 0),
    FileCoverage("exports/vplex.tgz", "cluster-1/storage-views.txt", "vplex-storage-views", "cluster-1", "content",
                 None, 1, 500, 40, 0),
    FileCoverage("exports/notes.docx", None, None, None, None, None, 1, 0, 0, 0),
    FileCoverage("exports/sanlint.yaml", None, None, None, None, None, 1, 4, 0, 0, (), ignored=True),
)  # fmt: skip
RULES = (
    RuleCoverage("HOST004", passed=9, failed=1),
    RuleCoverage("NMP001", passed=95, failed=1, outside=8),
    RuleCoverage("PTH003", passed=84, failed=12, silenced=2),
    RuleCoverage("PTH009", not_evaluated=120, missing=(MissingFact("path.state", 120, "esx08 lun_01"),)),
    RuleCoverage("XFR001", outside=4),
    RuleCoverage("ZON001", passed=30, failed=1, not_evaluated=3, missing=(MissingFact("zone_member.wwpn", 3),)),
)
FAULTY = Report(
    as_of="2026-11-01T00:00:00Z",
    as_of_given=True,
    version="0.1.0",
    config="sanlint.yaml",
    findings=(MISSING_DIRECTOR, OPEN_ZONE, FIXED_POLICY, ADVICE),
    files=FILES,
    rules=RULES,
    missing_exports=(
        MissingExport("esx08", "esxcli storage core path list", ("PTH009",), 120),
        MissingExport("fab-a-sw1", "nsshow", ("ZON001",), 3),
    ),
    selected_rules=6,
    notices=("esx07 and esx07.example.org are treated as one host: they share initiator 10:00:00:90:fa:00:00:01",),
    counts={"hosts": 10, "switches": 2, "storage_arrays": 1, "paths": 368},
)
CLEAN = replace(
    FAULTY,
    config=None,
    findings=(),
    files=FILES[:1],
    rules=(RuleCoverage("PTH003", passed=96), RuleCoverage("XFR001", outside=4)),
    missing_exports=(),
    selected_rules=2,
    notices=(),
)
UNSEEN = replace(CLEAN, files=FILES, rules=(RuleCoverage("PTH003", passed=96), *RULES[3:4]), selected_rules=2,
                 missing_exports=FAULTY.missing_exports[:1])  # fmt: skip
NOTHING = replace(CLEAN, files=FILES[4:5], rules=(RuleCoverage("PTH003"),), selected_rules=1)

RULE = Rule(
    id="PTH003",
    name="director-missing-on-fabric",
    category="paths",
    severity="error",
    summary="A host reaches a volume without one of the directors on a fabric.",
    view="host_volume_cluster",
    violated=Expression("above(missing, 0)", ("missing",)),
    message="",
    sources=(Source("H13540", "5", "30", "each HBA is zoned to an A and a B director port"),),
)
TEXT = RuleText(
    "PTH003",
    "During a non-disruptive upgrade one director of each pair restarts at a time.\n\n"
    "A host that cannot reach the other one on the same fabric loses the fabric for that time.",
    (),
)
