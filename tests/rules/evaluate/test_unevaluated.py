"""The hosts that a rule was not evaluated on, in the coverage of the rule."""

from __future__ import annotations

from pathlib import Path

from checker.audit import Options, audit
from checker.rules.evaluate.finding import RuleCoverage
from tests import folders

BASE = (folders.FIXTURES / "bases" / "xtremio-bare.yaml").read_text(encoding="utf-8")
OPTIONS = Options(isolated=True, jobs=1, threads=1, select=("PTH002", "NMP002", "LIM018"))


def coverage(folder: Path, text: str) -> dict[str, RuleCoverage]:
    (folder / "san.yaml").write_text(text, encoding="utf-8")
    return {rule.rule: rule for rule in audit([str(folder / "san.yaml")], OPTIONS).rules}


def test_only_the_host_without_data_is_named(tmp_path: Path) -> None:
    whole = coverage(tmp_path, BASE)
    assert all(not rule.hosts_without_data for rule in whole.values())
    first, marker, second = BASE.partition("  esx02:")
    assert "os_version:" in second
    lines = [line for line in second.splitlines() if "os_version:" not in line]
    cut = coverage(tmp_path, first + marker + "\n".join(lines) + "\n")
    named = {rule: dict(one.hosts_without_data) for rule, one in cut.items() if one.hosts_without_data}
    assert named == {"LIM018": {"esx02": cut["LIM018"].not_evaluated}}
    assert cut["LIM018"].not_evaluated > 0
