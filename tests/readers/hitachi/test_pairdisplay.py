"""Hitachi CCI: pairs of a device group in each layout of ``pairdisplay``."""

from __future__ import annotations

from typing import Any

import pytest

from tests.readers.harness import best_reader, read, sample

_LONG = "Group   PairVol(L/R) (Port#,TID, LU),Seq#,LDEV#.P/S,Status,Fence,   %,P-LDEV# M CTG JID AP EM       E-Seq# E-LDEV# R/W\n"
_LISTED = "Group   PairVol L/R  Device_File     Seq# LDEV# P/S Status Fence    % P-LDEV# M\n"
_PORTS = "Group   PairVol     L/R Port#   TID  LU Seq#    LDEV# P/S Status Fence    % P-LDEV# M\n"
_LOCAL = "Group   PairVol(L/R) (Port#,TID, LU-M) ,Seq#,LDEV#.P/S,Status,   % ,P-LDEV# M\n"


def _links(text: str) -> list[dict[str, Any]]:
    result = read("hitachi-pairdisplay", text)
    assert result.unread_lines == 0
    return [
        {name: value for name, value in row.items() if name != "line"}
        for row in result.observations.rows("replication_link")
    ]


def test_a_group_of_remote_copies_is_one_relation_with_all_states() -> None:
    assert best_reader(sample("hitachi-pairdisplay")) == "hitachi-pairdisplay"
    assert _links(sample("hitachi-pairdisplay")) == [
        {
            "replication_link": "oradb", "source_array": "540001", "target_array": "540002", "mode": "asynchronous",
            "operational_status": "PAIR, PSUE",
        }
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "states", "mode", "source", "target"),
    [
        (
            _LONG + "HDID    GAD_HA(L) (CL8-F-8, 0,   5)540001  6001.P-VOL PSUS NEVER ,  100  6001 -   -   0  4  -            -       - B/B\n"
            "HDID    GAD_HA(R) (CL8-F-12, 0,   5)540002  6001.S-VOL SSWS NEVER ,  100  6001 -   -   0  4  -            -       - L/L\n",
            "PSUS, SSWS", "synchronous", "540001", "540002",
        ),
        (
            _LISTED + "vg_t 9000 L       sdb            540001 36864 P-VOL PAIR NEVER    100 36864 -\n"
            "vg_t 9000 R       sdb            540002 36864 S-VOL PAIR NEVER    100 36864 -\n",
            "PAIR", "synchronous", "540001", "540002",
        ),
        (
            _PORTS + "CG_1        CG_1_01 L   CL5-E-3  0   26 540001   6a6 S-VOL PAIR ASYNC      0   5a6 -\n"
            "CG_1        CG_1_01 R   CL1-A-3  0    2 540002   5a6 P-VOL COPY ASYNC      1   6a6 -\n",
            "PAIR, COPY", "asynchronous", "540002", "540001",
        ),
        (
            "Group \tPairVol(L/R) \t(Port#,TID, LU),\tSeq#, \t\tLDEV#.P/S,\tStatus,\tFence\n"
            "ora \tdev2(L)  \t(CL1-A-1, 0, 1) \t\t540001 \t2222. P-VOL \tPSUS \t\tASYNC ,\t0 \t6666 \t-\n"
            "ora \tdev2(R)\t\t(CL1-A-1, 0, 1) \t\t540002 \t6666. S-VOL\tSSUS \t\tASYNC ,\t0\t\t2222\t\t-\n",
            "PSUS, SSUS", "asynchronous", "540001", "540002",
        ),
    ],
)  # fmt: skip
def test_each_layout(text: str, states: str, mode: str, source: str, target: str) -> None:
    (link,) = _links(text)
    assert (link["operational_status"], link["mode"], link["source_array"], link["target_array"]) == (
        states,
        mode,
        source,
        target,
    )


def test_a_volume_without_its_pair_is_a_state_of_the_relation() -> None:
    text = sample("hitachi-pairdisplay").replace("P-VOL PSUE ASYNC ,   97  6667", "SMPL ---- ------,-----  ----")
    text = text.replace("S-VOL PSUE ASYNC ,   97  2223", "SMPL ---- ------,-----  ----")
    (link,) = _links(text)
    assert (link["operational_status"], link["source_array"]) == ("PAIR, SMPL", "540001")


def test_pairs_in_both_directions_name_no_arrays() -> None:
    text = sample("hitachi-pairdisplay").replace("2223.P-VOL", "2223.S-VOL").replace("6667.S-VOL", "6667.P-VOL")
    result = read("hitachi-pairdisplay", text)
    (link,) = result.observations.rows("replication_link")
    assert "source_array" not in link
    assert "do not all have one direction" in result.notes[0].text


def test_local_copies_are_parts_of_the_array() -> None:
    for text in (
        sample("hitachi-pairdisplay.cli"),
        _LOCAL + "SI_oradb d1(L) (CL1-A-3, 3,   7-0 )540001  6a6.P-VOL PAIR,   99    2a6 -\n"
        "SI_oradb d1(R) (CL1-A-1, 0,   4-0 )540001  2a6.S-VOL PSUE,   99    6a6 -\n",
    ):
        rows = read("hitachi-pairdisplay", text).observations
        assert rows.rows("replication_link") == []
        assert [(c["storage_array"], c["component"], c["operational_status"]) for c in rows.rows("component")] == [
            ("540001", f"P-VOL {0x6A6}", "PAIR"),
            ("540001", f"S-VOL {0x2A6}", "PSUE"),
        ]


def test_a_row_that_is_cut_off_is_reported() -> None:
    text = sample("hitachi-pairdisplay")
    assert read("hitachi-pairdisplay", text[: text.rindex("6667.S-VOL")]).ends_inside_record
