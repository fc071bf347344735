"""Every reason for a missing way, computed again from the entities in plain Python, over fixtures and damaged copies of a base."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from checker import resources
from checker.audit.options import Options
from checker.audit.session import Session
from checker.facts.vplex_wwn import wwpn_of_port_name
from checker.topology.routes.reasons import DOWN

FIXTURES = Path(__file__).parents[2] / "fixtures"
NAMES = ("demo", "zoning-hides-behind-view", "view-over-one-vmax-engine")
# What is changed in the text of a base, so that there are reasons to give.
CHANGES = (
    ("vplex-one-engine", "members: [esx01_vmhba2, ", "members: ["),
    (
        "vplex-one-engine",
        'initiator_wwpn: "10:00:00:00:c9:01:01:03", initiator_name',
        'initiator_wwpn: "10:00:00:00:c9:09:01:03", initiator_name',
    ),
    ("vplex-one-engine", "port_state: online, speed", "port_state: offline, speed"),
)


@contextmanager
def opened(case: int, folder: Path) -> Iterator[Session]:
    """The exports of a fixture, or a changed base without the paths of its hosts: then each way is a question."""
    path = FIXTURES / NAMES[case] / "exports" if case < len(NAMES) else folder / "san.yaml"
    if case >= len(NAMES):
        base, old, new = CHANGES[case - len(NAMES)]
        text = (resources.bases_folder() / f"{base}.yaml").read_text()
        assert old in text
        path.write_text(
            re.sub(r"^ {6}- \{device: naa\S+ initiator: .*\n(?: {10}.*\n)*", "", text.replace(old, new, 1), flags=re.M)
        )
    with Session.open([str(path)], Options(isolated=True, jobs=1)) as san:
        san.prepare()
        yield san


class Facts:
    """The rows that reasons are about."""

    def __init__(self, san: Session) -> None:
        store = san.store
        store.ensure_entities(
            ("alias", "initiator", "login", "mask_initiator", "mask_port", "mask_volume", "target_port", "zone_member")
        )
        self.ports: dict[str, set[str | None]] = {}
        for view, wwpn, name in store.rows(
            "SELECT view, target_wwpn, port_name FROM mask_port WHERE coalesce(enabled, TRUE)"
        ):
            self.ports.setdefault(view, set()).add(wwpn or wwpn_of_port_name(name or ""))
        self.initiators: dict[str, set[str | None]] = {}
        for view, wwpn in store.rows("SELECT view, initiator_wwpn FROM mask_initiator"):
            self.initiators.setdefault(view, set()).add(wwpn)
        self.volumes: dict[str | None, set[str]] = {}
        for view, device in store.rows("SELECT view, device FROM mask_volume"):
            self.volumes.setdefault(device, set()).add(view)
        aliases = dict(store.rows("SELECT alias, min(wwpn) FROM alias GROUP BY alias"))
        self.zones: dict[tuple[Any, ...], set[str | None]] = {}
        for switch, zone, member, wwpn, alias in store.rows(
            "SELECT switch, zone, member, wwpn, alias FROM zone_member WHERE active"
        ):
            self.zones.setdefault((switch, zone), set()).add(wwpn or aliases.get(alias or member))
        self.logins = {row[0] for row in store.rows("SELECT wwpn FROM login")}
        self.states = dict(store.rows("SELECT initiator_wwpn, port_state FROM initiator"))
        self.states |= dict(store.rows("SELECT target_wwpn, port_state FROM target_port"))

    def is_true(self, code: str, initiator: str, target: str, device: str) -> bool:
        """Whether the rows support a reason."""
        if code == "not_zoned":
            return not any({initiator, target} <= ports for ports in self.zones.values())
        if code == "port_down":
            return any(str(self.states.get(wwpn)).lower() in DOWN for wwpn in (initiator, target))
        if code == "not_logged_in":
            return bool(self.logins) and not {initiator, target} <= self.logins
        if code == "not_masked":
            views = self.volumes.get(device, set())
            if not views:
                return None not in self.volumes
            mine = {view for view in views if initiator in self.initiators.get(view, ())}
            if mine:
                return all(target not in self.ports.get(v, ()) and None not in self.ports.get(v, ()) for v in mine)
            return all(self.initiators.get(v) and None not in self.initiators[v] for v in views)
        if code == "unexplained":
            every = ("not_zoned", "port_down", "not_logged_in", "not_masked")
            return not any(self.is_true(one, initiator, target, device) for one in every)
        return code in ("other_fabric", "no_route", "no_array_login", "not_known")


@pytest.mark.parametrize("case", range(len(NAMES) + len(CHANGES)))
def test_every_reason_is_true(case: int, tmp_path: Path) -> None:
    with opened(case, tmp_path) as san:
        facts = Facts(san)
        pairs = san.store.rows(
            "SELECT DISTINCT host, device FROM path_place WHERE host IS NOT NULL AND device IS NOT NULL"
        )
        pairs += san.store.rows(
            "SELECT DISTINCT p.host, v.device FROM port_role p JOIN mask_initiator i ON i.initiator_wwpn = p.wwpn "
            "JOIN mask_volume v ON v.view = i.view WHERE p.host IS NOT NULL AND v.device IS NOT NULL"
        )
        given = [
            (host, device, way.initiator, way.target, reason)
            for host, device in sorted(set(pairs))
            for way in san.route(host, device).ways
            for reason in way.reasons
        ]
    for host, device, initiator, target, reason in given:
        assert facts.is_true(reason.code, initiator, target, device), (host, reason, initiator, target, device)
    assert given or case < len(NAMES)
