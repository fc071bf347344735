"""Veritas DMP above another multipathing product, whose device is the only path of a node."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit
from tests.readers.harness import read

NODE = """\
dmpdev          = emcpower0s2
state           = enabled
enclosure       = pp_emc_clariion0
cab-sno         = CK200000400000
vid             = DGC
pid             = VRAID
array-name      = PP_EMC_CLARiiON
array-type      = CLR-A/A
iopolicy        = Single-Active
lun-sno         = 6006016000000000000000000000DB11
###path         = name state type transport ctlr hwpath aportID aportWWN attr
path            = emcpower0c enabled(a) - FC emcp emcp - - -
"""
SUBPATHS = """\
NAME         STATE[A]   PATH-TYPE[M] DMPNODENAME  ENCLR-NAME   CTLR   ATTRS
================================================================================
emcpower0c   ENABLED(A)   -          emcpower0s2  pp_emc0      emcp      -
"""
DETAIL = """\
Device:    emcpower0s2
devicetag: emcpower0
udid:      EMC%5FSYMMETRIX%5F000190000815%5F1500119000
Multipathing information:
numpaths:   1
emcpower0c      state=enabled
"""
PATHS = """\
SUBPATH                     DANAME               DMNAME       GROUP        STATE
emcpower0c                  emcpower0s2          -            -            ENABLED
"""
NODES = """\
NAME                 STATE        ENCLR-TYPE   PATHS  ENBL  DSBL  ENCLR-NAME
=========================================================================================
emcpower0s2          ENABLED      PP_EMC       1      1     0     pp_emc0
"""


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        ("veritas-list-dmpnode", NODE),
        ("veritas-getsubpaths", SUBPATHS),
        ("veritas-vxdisk-detail", DETAIL),
        ("veritas-vxdisk-path", PATHS),
    ],
)
def test_a_device_of_powerpath_is_no_path_and_dmp_does_not_own_it(reader: str, text: str) -> None:
    result = read(reader, text)
    kinds = {chunk.kind for chunk in result.observations.chunks() if len(chunk.line)}
    assert not kinds & {"path", "device", "device_owner", "host"}
    assert "on top of another multipathing product" in result.notes[0].text
    assert result.unread_lines == 0


def test_nodes_of_enclosures_of_powerpath_have_another_owner() -> None:
    result = read("veritas-getdmpnode", NODES)
    assert result.observations.rows("device") == result.observations.rows("device_owner") == []


def test_powerpath_below_dmp_is_no_second_owner(tmp_path: Path) -> None:
    (tmp_path / "sol01").mkdir()
    (tmp_path / "sol01" / "vxdmpadm.txt").write_text(NODE)
    (tmp_path / "sol01" / "powermt.txt").write_text(
        "Pseudo name=emcpower0a\n"
        "VNX ID=CK200000400000 [sol01]\n"
        "Logical device ID=6006016000000000000000000000DB11 [LUN 1]\n"
        "state=alive; policy=CLAROpt; queued-IOs=0\n"
        "Owner: default=SP A, current=SP A\tArray failover mode: 4\n"
        "==============================================================================\n"
        "--------------- Host ---------------   - Stor -  -- I/O Path --   -- Stats ---\n"
        "###  HW Path               I/O Paths    Interf.  Mode     State   Q-IOs Errors\n"
        "==============================================================================\n"
        "3073 pci@1c/lpfc@0/fp@0,0  c3t5006016100000033d1s0 SP A1 active  alive      0      0\n"
        "3074 pci@1d/lpfc@0/fp@0,0  c4t5006016900000033d1s0 SP B1 active  alive      0      0\n"
    )
    report = audit([str(tmp_path)], Options())
    assert not {finding.rule for finding in report.findings} & {"PTH020", "HOST025"}
