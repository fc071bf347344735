"""Mistakes in inventories written by hand: findings, so that a hook fails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Outcome

Run = Callable[..., Outcome]

SAN = """\
sanlint: 1
hosts:
  esx81:
    platform: esxi
    initiators:
      vmhba2: {initiator_wwpn: "10:00:00:10:9b:81:00:01", speed_gbps: 32}
"""


@pytest.mark.parametrize(
    ("right", "wrong", "line", "text"),
    [
        ("platform:", "platfrom:", 4, "the unknown key 'platfrom'; did you mean 'platform'?"),
        ("esx81:\n    platform: esxi", "esx81:\n    platform: [esxi]", 4, "hosts.esx81.platform: not one value"),
        ("speed_gbps: 32", "speed_gbps: fast", 6, "initiator speed gbps: fast is not a valid value"),
        ("sanlint: 1\n", "sanlint: 1\npaths: []\n", 2, "'paths': it belongs to an entry of hosts"),
    ],
)
def test_an_entry_that_is_not_used_fails_the_hook(
    sanlint: Run, tmp_path: Path, right: str, wrong: str, line: int, text: str
) -> None:
    assert right in SAN
    path = tmp_path / "san.yaml"
    path.write_text(SAN)
    words = ("check", "--isolated", "--profile", "pre-commit", "--format", "concise", str(path))
    assert sanlint(*words).code == 0
    path.write_text(SAN.replace(right, wrong))
    result = sanlint(*words)
    assert f"{path}:{line}: DOC021 warning An entry of the inventory is not used: {text}" in result.out
    assert result.code == 1


def test_a_duplicate_key_is_named_as_the_reason_why_reading_stopped(sanlint: Run, tmp_path: Path) -> None:
    path = tmp_path / "san.yaml"
    path.write_text(SAN + "      vmhba2: {}\n")
    result = sanlint("check", "--isolated", "--format", "concise", str(path))
    assert f"{path}:7: DOC013 warning" in result.out
    assert "reading stopped in line 7: invalid YAML: duplicate key 'vmhba2'" in result.out
