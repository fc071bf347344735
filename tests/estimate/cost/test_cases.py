"""Cost cases: their texts and numbers, and that a missing fact gives a reason and never a number."""

from __future__ import annotations

from typing import Any

import pytest

from checker.estimate.cost.cases import FORMS, cost_of_finding
from checker.estimate.cost.cost import CASES, Cost
from checker.estimate.cost.row import Question
from checker.estimate.quantity import Range
from checker.rules.language.vocabulary import built_in


def cost(case: str, *rows: dict[str, Any], **fix_values: float) -> Cost:
    found = cost_of_finding(case, Question(rows, fix_values))
    assert isinstance(found, Cost), found
    assert found.case == case
    assert found.sources
    assert found.assumptions
    return found


def reason(case: str, *rows: dict[str, Any]) -> str:
    found = cost_of_finding(case, Question(rows))
    assert isinstance(found, str), found
    return found


def number(found: Cost, name: str) -> Range:
    return next(one.value for one in found.numbers if one.name.startswith(name))


def test_the_registry_is_closed_and_rules_must_use_it() -> None:
    assert len(CASES) == 10
    assert set(FORMS) == CASES
    assert built_in().cost_cases == CASES


def test_one_path_of_several() -> None:
    found = cost("fixed_policy", {"path_active": 4}, {"path_active": 4}, {"path_active": 2})
    assert found.saturation_ratio == Range(0.25, 0.25, 0.5)
    assert found.delta_ms is None
    assert "One of 2 to 4 active paths carries all I/O of a volume" in found.text
    assert "At normal load the response time is hardly affected" in found.text
    assert cost("fixed_policy", {"path_active": 1}).saturation_ratio == Range.exactly(1)
    assert "active paths of the volumes is unknown" in reason("fixed_policy", {"path_active": 4}, {})
    assert "active paths of the volumes is unknown" in reason("fixed_policy", {"path_active": 0})
    assert "over all active paths" in reason("fixed_policy", {"path_active": 4, "policy": "leastblocks"})


def test_uneven_parts() -> None:
    found = cost("unbalanced_directors", {"busiest_load": 800.0, "mean_load": 500.0, "load_basis": "logins"})
    assert found.saturation_ratio == Range.exactly(0.625)
    assert any("no load was measured" in one for one in found.assumptions)
    measured = cost("unbalanced_directors", {"busiest_port_load": 3.0, "mean_port_load": 2.0, "load_basis": "measured"})
    assert not any("no load was measured" in one for one in measured.assumptions)
    assert "unknown" in reason("unbalanced_directors", {"busiest_load": 800.0})


def test_a_partition_off_its_page() -> None:
    found = cost("misaligned", {"start_bytes": 32256, "page_bytes": 4096})
    extra = {one.name.split(" of ")[1]: one.value.typical for one in found.numbers}
    assert extra == {"4 KiB": 1.0, "8 KiB": 0.5, "16 KiB": 0.25, "64 KiB": 0.0625, "256 KiB": 0.015625}
    assert "4K +100 %, 8K +50 %, 16K +25 %, 64K +6.25 %, 256K +1.56 %" in found.text
    lvm = cost("misaligned", {"first_byte": 32256 + 192 * 1024, "page_bytes": 4096})
    assert [one.value for one in lvm.numbers] == [one.value for one in found.numbers]
    aligned = cost("misaligned", {"start_bytes": 65536, "page_bytes": 4096})
    assert "it costs nothing" in aligned.text
    guessed = cost("misaligned", {"start_bytes": 32256, "page_bytes": None, "array_family": "symmetrix"})
    assert any("64 KiB (track of a VMAX, general knowledge)" in one for one in guessed.assumptions)
    assert "first byte" in reason("misaligned", {"start_bytes": None, "page_bytes": 4096})
    assert "page size of the array's product family is unknown" in reason(
        "misaligned", {"start_bytes": 32256, "array_family": "unity"}
    )


def test_pieces_of_a_large_io() -> None:
    found = cost("split_io", {"io_limit_bytes": 262144, "largest_io_bytes": 1048576})
    assert number(found, "pieces") == Range.exactly(4)
    assert number(cost("split_io", {"io_limit_bytes": 262144, "largest_io_bytes": 1048577}), "pieces").high == 5
    assert number(cost("split_io", {"stripe_unit_bytes": 65536, "largest_io_bytes": 262144}), "pieces").typical == 4
    assert "unknown" in reason("split_io", {"io_limit_bytes": 262144})


def test_the_limit_of_round_robin() -> None:
    row = {"rr_iops": 1000, "path_active": 4, "path_sharers": 2, "queue_depth": 32, "workload_profile": "sequential"}
    found = cost("rr_limit", row, rr_iops=1)
    # Two hosts: 1 - (1 - 1.032 / 4)^2 of the ports are busy instead of all.
    assert found.saturation_ratio is not None
    assert found.saturation_ratio.low == found.saturation_ratio.typical == pytest.approx(0.4494, abs=0.001)
    assert found.saturation_ratio.high == 1
    assert "44.9 % of that with the recommended limit" in found.text
    mixed = cost("rr_limit", {**row, "workload_profile": "mixed"}, rr_iops=1)
    assert mixed.saturation_ratio is not None
    assert mixed.saturation_ratio.typical == 1
    assert "makes no difference" in cost("rr_limit", {**row, "rr_iops": 2}, rr_iops=1).text
    assert "round-robin IOPS limit" in reason("rr_limit", {"path_active": 4})
    assert "active paths" in reason("rr_limit", {"rr_iops": 1000})


def test_io_to_the_remote_site() -> None:
    found = cost("cross_connect", {"rtt_ms": 2.0, "path_active": 8, "path_remote": 4})
    assert number(found, "added to the mean read") == Range.exactly(1)
    assert number(found, "added to the mean write") == Range.exactly(2)
    assert "round trip" in reason("cross_connect", {"path_active": 8, "path_remote": 4})
    assert "sites" in reason("cross_connect", {"rtt_ms": 2.0, "path_active": 8, "path_remote": None})


def test_the_transfer_size() -> None:
    found = cost("transfer_size", {"transfer_size_bytes": 32 << 20}, transfer_size_bytes=131072)
    assert number(found, "rebuild, disks").typical == pytest.approx(2.8, abs=0.05)
    assert number(found, "rebuild with the recommended size, disks").typical == pytest.approx(10.5, abs=0.05)
    assert number(found, "longest wait of a host write to the region being copied, disks").high == pytest.approx(
        339, abs=1
    )
    assert "With 32 MiB on disks a rebuild takes 2.8 h/TB" in found.text
    assert "transfer-size is unknown" in reason("transfer_size", {"transfer_size_bytes": None})


def test_writes_without_cache() -> None:
    found = cost("write_cache_off", {"drive_class": "nl", "raid_type": "r5"})
    assert number(found, "time of a write of 64 KiB").typical == pytest.approx(13.59, abs=0.01)
    assert number(found, "added to a write").low == pytest.approx(12.59, abs=0.01)
    assert "4.8 MB/s in one stream" in found.text
    assert "drive type of the volumes is unknown" in reason("write_cache_off", {"raid_type": "r5"})
    assert "parity RAID" in reason("write_cache_off", {"drive_class": "fc", "raid_type": "r10"})
    assert "flash" in reason("write_cache_off", {"drive_class": "flash", "raid_type": "r5"})


def test_fewer_paths_than_required() -> None:
    rows = [{"live_paths": {"lo": 3, "hi": 3}, "path_live": 3, "path_in_fabric": 2}] * 2
    found = cost("lost_paths", *rows, paths_wanted=4)
    assert found.saturation_ratio == Range.exactly(0.75)
    assert number(found, "load of each remaining path after one more fails") == Range.exactly(1.5)
    assert number(found, "load of each remaining path after the fabric") == Range.exactly(3)
    one = cost("lost_paths", {"live_paths": {"lo": 2, "hi": 2}, "path_live": 2, "path_in_fabric": 2}, paths_wanted=4)
    assert "a failed fabric takes down the volume" in one.text
    last = cost("lost_paths", {"live_paths": {"lo": 1, "hi": 1}}, paths_wanted=2)
    assert "access to the volume is lost with the next path failure" in last.text
    assert "number of live paths is unknown" in reason("lost_paths", {"live_paths": {"lo": 1, "hi": 4}})
    assert "affects access" in reason("lost_paths", {"live_paths": {"lo": 0, "hi": 0}})


def test_paths_of_the_other_controller_carry_nothing_until_the_optimised_ones_are_gone() -> None:
    row = {"live_paths": {"lo": 3, "hi": 3}, "path_live": 3, "path_active": 2, "path_in_fabric": 2}
    found = cost("lost_paths", row, paths_wanted=4)
    assert "2 of 3 live paths carry the I/O" in found.text
    assert "if one of the 2 fails, the other carries 2 times as much" in found.text
    assert found.saturation_ratio is None
    assert {one.name for one in found.numbers} == {"live paths", "load of each path in use after one of them fails"}


def test_a_lossy_link() -> None:
    row = {"loss_ratio": 0.01, "rtt_ms": 90.0, "bandwidth_mbps": 10.0, "tcp_streams": 1}
    found = cost("wan_loss", row)
    # About 1 of 10 Mbit/s remains at 1 % and 90 ms (estimator.md, section 6, case 10); 128 KB/s in the source's table.
    assert number(found, "TCP throughput").typical == pytest.approx(0.129, abs=0.001)
    assert found.saturation_ratio is not None
    assert found.saturation_ratio.typical == pytest.approx(0.129 / (10 * 0.9 / 8), abs=0.001)
    bare = cost("wan_loss", {"loss_ratio": 0.01, "rtt_ms": 90.0})
    assert bare.saturation_ratio is None
    assert any("because the bandwidth is unknown" in one for one in bare.assumptions)
    assert "round trip" in reason("wan_loss", {"loss_ratio": 0.01})
    assert "no packet" in reason("wan_loss", {"loss_ratio": 0.0, "rtt_ms": 5.0})
    assert "affects availability of the link" in reason("wan_loss", {"loss_ratio": 1.0, "rtt_ms": 5.0})


@pytest.mark.parametrize("case", sorted(CASES))
def test_nothing_known_is_a_reason(case: str) -> None:
    assert reason(case, {"host": "h", "volume": "v"})
    assert reason(case)
