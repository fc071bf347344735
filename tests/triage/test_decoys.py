"""What looks like a cause and is none: a round-robin limit that was never tuned, and more active commands than the load explains."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.cli.support.run import run
from tests.triage.bundles import Bundle
from tests.triage.test_bundles import ALL4, ARRAY, FABRIC
from tests.triage.verdicts import causes, triage

DEFAULT_LIMIT = "multipath_owner: nmp, satp: VMW_SATP_ALUA, psp: VMW_PSP_RR, rr_type: default, rr_iops: 1000, "


def with_default_limit(bundle: Bundle) -> dict[str, str]:
    """The exports of hosts that change the path after 1000 I/Os, as ESXi does without a rule for the array."""
    files = bundle.files()
    return {**files, "san.yaml": files["san.yaml"].replace("{vendor: PURE", f"{{{DEFAULT_LIMIT}vendor: PURE")}


@pytest.mark.parametrize("bundle", [ARRAY, FABRIC], ids=["array slow", "fabric slow, not proven"])
def test_a_round_robin_limit_of_1000_is_no_cause(tmp_path: Path, bundle: Bundle):
    usual, limited = triage(tmp_path / "usual", bundle.files()), triage(tmp_path / "san", with_default_limit(bundle))
    assert (limited["verdict"], causes(limited)) == (usual["verdict"], causes(usual))
    assert not any(one["id"].startswith("NMP") for one in limited["explanations"])


def test_the_audit_has_a_finding_about_that_limit(tmp_path: Path):
    for name, text in with_default_limit(ARRAY).items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert run(["check", "--isolated", "--quiet", "--select", "NMP009", "--fail-on", "warning", str(tmp_path)]) == 1


@pytest.mark.parametrize("bundle", [ARRAY, Bundle()], ids=["array slow", "nothing slow"])
def test_more_active_commands_than_the_load_explains_change_nothing(tmp_path: Path, bundle: Bundle):
    """800 I/Os per second of 0.5 ms are one active command; 48 may hang, or may be a figure of one moment: neither is a latency."""
    files = bundle.files()
    for host in ALL4:
        name = f"{host}/esxtop.csv"
        head, *rows = files[name].strip().split("\n")
        places = [number for number, cell in enumerate(head.split(",")) if cell.endswith('Active Commands"')]
        changed = [row.split(",") for row in rows]
        for cells in changed:
            for place in places:
                cells[place] = '"48.0000"'
        files[name] = "\n".join([head, *map(",".join, changed)]) + "\n"
    usual, found = triage(tmp_path / "usual", bundle.files()), triage(tmp_path / "san", files)
    assert (found["verdict"], causes(found)) == (usual["verdict"], causes(usual))
    assert [one["measured_ms"] for one in found["flows"]] == [one["measured_ms"] for one in usual["flows"]]
