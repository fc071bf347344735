"""Tunables of DMP: the current values, and a restore thread that is switched off."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from tests.readers import harness
from tests.readers.array_exports import rows, sample


def test_current_values_count_and_a_switched_off_restore_thread_is_found(tmp_path: Path) -> None:
    values = {row["setting"]: row["value"] for row in rows("veritas-gettune.txt", "host_setting")}
    assert (values["dmp_lun_retry_timeout"], values["dmp_enable_restore"], len(values)) == ("60", "off", 7)
    (tmp_path / "db1").mkdir()
    (tmp_path / "db1" / "gettune.txt").write_text(sample("veritas-gettune.txt"))
    (finding,) = audit([str(tmp_path)], Options(jobs=1)).findings
    assert (finding.rule, finding.message) == ("HOST031", "db1: dmp_enable_restore of DMP is off instead of on")


def test_a_truncated_tunable_is_noticed() -> None:
    text = sample("veritas-gettune.txt")
    assert harness.read("veritas-gettune", text[: text.rindex("check_disabled")]).ends_inside_record
