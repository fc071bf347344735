"""Every reason for a missing way, computed again from the observations, over fixtures, bases and changed bases."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from checker import resources
from checker.audit.options import Options
from checker.audit.session import Session
from tests.thorough import sample
from tests.topology.known_san import compare
from tests.topology.read_san import read_san

FIXTURES = Path(__file__).parents[2] / "fixtures"
EXPORTS = sorted(str(folder) for folder in FIXTURES.glob("*/exports"))
BASES = sorted(path.stem for path in resources.bases_folder().glob("*.yaml"))
# What is changed in the text of a base without paths, and a reason that follows.
CHANGES = (
    ("vplex-one-engine", "members: [esx01_vmhba2, ", "members: [", "not_zoned"),
    ("vplex-one-engine", 'initiator_wwpn: "10:00:00:00:c9:01:01:03", initiator_name', 'initiator_wwpn: "10:00:00:00:c9:09:01:03", initiator_name', "not_masked"),
    ("vplex-one-engine", "port_state: online, speed", "port_state: offline, speed", "port_down"),
    ("vplex-one-engine", "enabled: true, export_status: ok}", "enabled: false, export_status: ok}", "not_masked"),
)  # fmt: skip
PATHS = re.compile(r"^ {6}- \{device: naa\S+ initiator: .*\n(?: {10}.*\n)*", re.MULTILINE)


def recomputed(path: str) -> Counter[str]:
    """Compare the reasons of all ways of all hosts to all volumes with those that follow from the observations."""
    with Session.open([path], Options(isolated=True, jobs=1)) as san:
        san.prepare()
        known = read_san(san.store)
        pairs = san.store.rows(
            "SELECT DISTINCT host, device FROM path_place WHERE host IS NOT NULL AND device IS NOT NULL "
            "UNION SELECT r.host, v.device FROM port_role r JOIN mask_initiator i ON i.initiator_wwpn = r.wwpn "
            "JOIN mask_volume v ON v.storage_array = i.storage_array WHERE r.host IS NOT NULL AND v.device IS NOT NULL"
        )
        # Volumes of one host that are alike in all views give the same answers; the first ones will do.
        chosen: dict[str, list[str]] = {}
        for host, device in sorted(pairs):
            chosen.setdefault(host, []).append(device)
        counts: Counter[str] = Counter()
        for host, devices in chosen.items():
            for device in sample(devices, max(len(devices) // 4, 1)):
                counts += compare(san.route(host, device), known)
        return counts


@pytest.mark.parametrize("exports", sample(EXPORTS, 2))
def test_the_reasons_of_fixtures_follow_from_their_exports(exports: str) -> None:
    recomputed(exports)


@pytest.mark.parametrize("base", sample(BASES, 2))
def test_the_reasons_of_a_base_without_paths_follow_from_it(base: str, tmp_path: Path) -> None:
    (tmp_path / "san.yaml").write_text(PATHS.sub("", (resources.bases_folder() / f"{base}.yaml").read_text()))
    recomputed(str(tmp_path / "san.yaml"))


@pytest.mark.parametrize(("base", "old", "new", "code"), CHANGES)
def test_the_reasons_follow_what_is_changed(base: str, old: str, new: str, code: str, tmp_path: Path) -> None:
    text = (resources.bases_folder() / f"{base}.yaml").read_text()
    assert old in text
    (tmp_path / "san.yaml").write_text(PATHS.sub("", text.replace(old, new, 1)))
    assert recomputed(str(tmp_path / "san.yaml"))[code]
