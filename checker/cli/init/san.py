"""What a SAN consists of, as far as ``sanlint init`` needs it: names, places, guesses, and files without an owner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checker.audit.session import Session
    from checker.facts.store.store import Store
    from checker.intake.record import ExportRecord

_MANAGED = frozenset(["sanlint", "workload", "ansible"])


@dataclass(frozen=True)
class Entity:
    """A host, switch, fabric, array or VPLEX cluster: name, site and model where known.

    ``named`` is FALSE for a fabric that no export names; ``vsans`` are the VSANs of a switch in its fabric.
    """

    name: str
    site: str | None = None
    about: str = ""
    cluster: str | None = None
    named: bool = True
    vsans: tuple[str, ...] = ()


@dataclass
class SanSummary:
    """Devices in the exports: ``switches`` by fabric, ``clusters`` by VPLEX system, ``shared`` groups of hosts.

    ``files`` has the files with incomplete metadata, by name: the owner if it is known from a folder or file name only,
    and whether the time of collection is missing. ``read`` counts all recognised files.
    """

    hosts: list[Entity] = field(default_factory=list)
    fabrics: list[Entity] = field(default_factory=list)
    switches: dict[str, list[Entity]] = field(default_factory=dict)
    arrays: list[Entity] = field(default_factory=list)
    clusters: dict[str, list[Entity]] = field(default_factory=dict)
    shared: list[list[str]] = field(default_factory=list)
    files: dict[str, tuple[str | None, bool]] = field(default_factory=dict)
    read: int = 0


def summarize(san: Session) -> SanSummary:
    """Return the devices and files of a session; no rule is evaluated."""
    found = _things(san.store)
    _note_files(found, san.records)
    return found


def _things(store: Store) -> SanSummary:
    found = SanSummary()
    store.ensure_entities(["host", "switch", "fabric", "storage_array", "vplex_cluster", "device"])
    for name, site, platform, cluster in store.rows(
        "SELECT host, site, platform, host_cluster FROM host ORDER BY host"
    ):
        found.hosts.append(Entity(str(name), site, str(platform or ""), cluster))
    for name, site, family, model in store.rows(
        "SELECT storage_array, site, family, model FROM storage_array ORDER BY storage_array"
    ):
        found.arrays.append(Entity(str(name), site, " ".join(str(one) for one in (family, model) if one)))
    for array, name, site in store.rows(
        "SELECT storage_array, cluster, site FROM vplex_cluster WHERE cluster <> '' ORDER BY storage_array, cluster"
    ):
        found.clusters.setdefault(str(array), []).append(Entity(str(name), site))
    sides = {str(name): side for name, side in store.rows("SELECT fabric, side FROM fabric")}
    names = set(sides)
    rows = store.rows(
        "SELECT f.fabric, s.switch, s.site, s.model, list_sort(list(DISTINCT f.vsan) FILTER (f.vsan <> '')) FROM switch s "
        "LEFT JOIN switch_fabric f USING (switch) GROUP BY ALL ORDER BY f.fabric, s.switch"
    )
    for fabric, switch, site, model, vsans in rows:
        names.update({str(fabric)} if fabric else ())
        one = Entity(str(switch), site, str(model or ""), vsans=tuple(str(vsan) for vsan in vsans or ()))
        found.switches.setdefault(str(fabric or ""), []).append(one)
    found.fabrics = [Entity(name, None, str(sides.get(name) or ""), named=name in sides) for name in sorted(names)]
    found.shared = _sharing(store)
    return found


def _sharing(store: Store) -> list[list[str]]:
    """Return groups of hosts that share at least half of their volumes with another host in the group: likely clusters."""
    pairs = store.rows(
        "WITH seen AS (SELECT DISTINCT host, device FROM device WHERE host IS NOT NULL AND device IS NOT NULL), "
        "sizes AS (SELECT host, count(*) AS volumes FROM seen GROUP BY host) "
        "SELECT a.host, b.host FROM seen a JOIN seen b ON b.device = a.device AND a.host < b.host "
        "JOIN sizes x ON x.host = a.host JOIN sizes y ON y.host = b.host GROUP BY a.host, b.host, x.volumes, y.volumes "
        "HAVING count(*) * 2 >= x.volumes + y.volumes - count(*) ORDER BY ALL"
    )
    groups: dict[str, list[str]] = {}
    for one, other in pairs:
        shared_group = sorted({*groups.get(one, [one]), *groups.get(other, [other])})
        groups.update(dict.fromkeys(shared_group, shared_group))
    return sorted({tuple(group): group for group in groups.values()}.values())


def _note_files(found: SanSummary, records: Iterable[ExportRecord]) -> None:
    owners: dict[str, set[str]] = {}
    dated: dict[str, bool] = {}
    known: set[str] = set()
    for record in records:
        name = record.file if record.member is None else f"{record.file}!{record.member}"
        if record.format is None:
            continue
        known.add(name)
        if record.platform in _MANAGED:
            continue
        dated[name] = dated.get(name, False) or record.captured_at is not None
        if record.owner_basis == "path" and record.owner:
            owners.setdefault(name, set()).add(record.owner)
    found.read = len(known)
    for name in sorted(dated):
        owner = min(owners[name]) if name in owners else None
        if owner is not None or not dated[name]:
            found.files[name] = (owner, not dated[name])
