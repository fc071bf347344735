"""All components that may fail, by kind and name, and the lookup of names typed by users.

A component is identified by its key (``vplex1 director-1-1-A``). Users may omit an unambiguous owner
(``director-1-1-A``), write WWNs with or without colons, and use aliases.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from checker.errors import UsageError
from checker.facts.normalise import show_wwn, wwn
from checker.facts.store.store import Store
from checker.topology.failure.parts import KINDS, Component
from checker.topology.routes.routes import links_by_fabric

_WWN_KINDS = ("initiator", "target_port")
_OTHER_NAMES = {
    "array": "storage_array", "hba": "host_hba", "host_port": "initiator", "port": "switch_port", "target": "target_port",
}  # fmt: skip
"""Further names of kinds; ``host_port`` is the name of the triage."""
_NEAREST = 3

# Kind, key and further names of each component. Users may omit the owner at the start of a key. The names that Windows
# gives its ports are places in the device tree (PCI\VEN_1077&…), too long to be names.
_LISTED = r"""
    SELECT 'initiator', coalesce(i.wwpn, i.host || ' ' || i.hba), CASE WHEN NOT contains(i.hba, '\') THEN i.host || ' ' || i.hba END, r.label FROM (
        SELECT host, hba, initiator_wwpn AS wwpn FROM initiator
        UNION SELECT host, hba, initiator_wwpn FROM path_place WHERE basis <> 'unlisted'
        UNION SELECT host, NULL, wwpn FROM port_role WHERE role = 'initiator'
    ) i LEFT JOIN port_role r ON r.wwpn = i.wwpn
    UNION ALL SELECT 'host_hba', host || ' ' || regexp_replace(pci_address, '\.[0-9a-fA-F]$', ''), host || ' ' || hba, NULL FROM initiator
    UNION ALL SELECT 'switch', switch, NULL, NULL FROM switch
    UNION ALL SELECT 'switch', from_switch, NULL, NULL FROM switch_route
    UNION ALL SELECT 'switch_port', switch || ' ' || port, NULL, NULL FROM switch_port
    UNION ALL SELECT 'switch_port', switch || ' ' || port, NULL, NULL FROM edge_port
    UNION ALL SELECT 'switch_port', switch || ' ' || port, NULL, NULL FROM isl
    UNION ALL SELECT 'switch_port', peer_switch || ' ' || peer_port, NULL, NULL FROM isl
    UNION ALL SELECT 'fabric', fabric, NULL, NULL FROM switch_fabric
    UNION ALL SELECT 'fabric', fabric, NULL, NULL FROM wwpn_fabric
    UNION ALL SELECT 'target_port', target_wwpn,
        concat_ws(' ', storage_array, coalesce(port_place(director, port), director, port)), NULL FROM target_place
    UNION ALL SELECT 'target_port', wwpn, NULL, label FROM port_role WHERE role = 'target'
    UNION ALL SELECT 'director', storage_array || ' ' || director, NULL, NULL FROM director
    UNION ALL SELECT 'director', storage_array || ' ' || director, NULL, NULL FROM target_place
    UNION ALL SELECT 'engine', storage_array || ' ' || engine, NULL, NULL FROM engine
    UNION ALL SELECT 'engine', storage_array || ' ' || engine, NULL, NULL FROM target_place
    UNION ALL SELECT 'cluster', storage_array || ' ' || cluster, NULL, NULL FROM vplex_cluster
    UNION ALL SELECT 'cluster', storage_array || ' ' || nullif(cluster, ''), NULL, NULL FROM target_place
    UNION ALL SELECT 'storage_array', storage_array, NULL, NULL FROM storage_array
    UNION ALL SELECT 'storage_array', storage_array, NULL, NULL FROM target_place
    UNION ALL SELECT 'site', site, NULL, NULL FROM switch
    UNION ALL SELECT 'site', site, NULL, NULL FROM storage_array
    UNION ALL SELECT 'site', site, NULL, NULL FROM vplex_cluster
    UNION ALL SELECT kind, key, NULL, NULL FROM failure_part
"""


@dataclass
class Catalogue:
    """Every component with its names; the first name is for display."""

    names: dict[Component, list[str]] = field(default_factory=dict)

    def add(self, component: Component, *names: str | None) -> None:
        """Add a component and further names of it; empty and known names are ignored."""
        known = self.names.setdefault(component, [])
        known.extend(name.strip() for name in names if name and name.strip() and name.strip() not in known)

    def label(self, component: Component) -> str:
        """Return the display name of a component: for ports their location, or the WWN if they have no name."""
        kind, key = component
        if kind not in _WWN_KINDS:
            return key
        names = self.names.get(component, [])
        return names[0] if names else show_wwn(key) if wwn(key) else key

    def find(self, text: str) -> Component:
        """Return the component ``KIND:NAME``.

        Raises:
            UsageError: the kind or the name is unknown, or the name is ambiguous; the message lists the nearest names.
        """
        kind, colon, name = text.partition(":")
        kind = kind.strip().lower().replace("-", "_")
        kind = _OTHER_NAMES.get(kind, kind)
        if not colon or kind not in KINDS:
            near = [_OTHER_NAMES.get(one, one) for one in difflib.get_close_matches(kind, (*KINDS, *_OTHER_NAMES), n=1)]
            hint = f"did you mean {near[0]}:{name or 'NAME'}?" if near else f"kinds: {', '.join(KINDS)}"
            raise UsageError(f"component {_shown(text)}: must be KIND:NAME, for example switch:sw1; {hint}")
        name_sought = _plain(name)
        own = [component for component in self.names if component[0] == kind]
        for forms in (_exact, _short):
            found = sorted({component for component in own if name_sought in forms(component, self.names[component])})
            if len(found) == 1:
                return found[0]
            if found:
                listed = ", ".join(f"{kind}:{key}" for _, key in found[:_NEAREST])
                raise UsageError(
                    f"component {_shown(text)}: matches {len(found)} components: {listed}; use the full name of one"
                )
        raise UsageError(f"component {_shown(text)}: no such component; {self._nearest(own, name_sought)}")

    def _nearest(self, own: Sequence[Component], name_sought: str) -> str:
        if not own:
            return "the exports contain none of this kind"
        forms = {
            form: component
            for component in own
            for form in (*_short(component, self.names[component]), *_exact(component, self.names[component]))
        }
        near = difflib.get_close_matches(name_sought, forms, n=_NEAREST * 2, cutoff=0.5)
        names = list(dict.fromkeys(f"{kind}:{key}" for kind, key in (forms[form] for form in near)))[:_NEAREST]
        if names:
            return f"nearest: {', '.join(names)}"
        listed = [f"{kind}:{key}" for kind, key in sorted(own)[:_NEAREST]]
        more = f" and {len(own) - len(listed):,} more" if len(own) > len(listed) else ""
        return f"known: {', '.join(listed)}{more}"


def catalogue(store: Store) -> Catalogue:
    """Return every component of a SAN; ``build_failure_parts`` must have run before."""
    store.ensure_entities(
        ("director", "engine", "initiator", "isl", "storage_array", "switch", "switch_port", "vplex_cluster")
    )
    found = Catalogue()
    for kind, key, name, alias in store.rows(
        f"SELECT * FROM ({_LISTED}) t(kind, key, name, alias) ORDER BY kind, key, name NULLS LAST, alias"
    ):
        if key:
            found.add((kind, key), name, alias)
    for pairs in links_by_fabric(store).values():
        for one, other in pairs:
            found.add(("isl", f"{one} - {other}"))
    return found


def _exact(component: Component, names: Iterable[str]) -> Iterator[str]:
    kind, key = component
    yield _plain(key)
    yield from (_plain(name) for name in names)
    if kind == "isl":
        one, _, other = key.partition(" - ")
        yield from (
            _plain(f"{left}{between}{right}")
            for left, right in ((one, other), (other, one))
            for between in (" - ", "-", " ")
        )


def _short(component: Component, names: Iterable[str]) -> Iterator[str]:
    """Yield the names without their owner, an array or host."""
    if component[0] in ("isl", "switch_port"):
        return
    for name in (component[1], *names):
        _, blank, rest = name.partition(" ")
        if blank:
            yield _plain(rest)


def _plain(name: str) -> str:
    return wwn(name) or " ".join(name.lower().split())


def _shown(text: str) -> str:
    return "".join(char if char.isprintable() else "\ufffd" for char in text[:120])
