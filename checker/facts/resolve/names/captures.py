"""Names by path that are those of captures of one machine: of two days, before and after a change.

Whether ``mon`` and ``tue`` are two machines or two days does not show in the words. The contents show it: each command of
one capture is in the other, nothing in them contradicts one machine, and both state the same identity of their own. Names
that count machines (esx01, esx02) remain two: a port that both claim may be a fault, which is reported.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from checker.facts.platforms import is_unnamed
from checker.facts.resolve.names.groups import Names, Owner
from checker.facts.resolve.names.identities import IDENTITIES, Identity
from checker.facts.store.store import Store

_COUNTED = re.compile(r"(?<=[^\W_])\d+|(?<=[^\W_]-)\d+")
_CAPTURE = re.compile(r"unknown \w+ \((?P<name>.+), (?!part \d)[^,()]+\)\Z")
"""A capture of a machine; parts of a file are not captures."""
_Values = dict[tuple[str, ...], frozenset[str]]
"""What exports state: values by identity, format and key."""


class Captures:
    """Which groups of names may be captures of one machine; what they state is read when it is needed."""

    def __init__(self, store: Store, column: str, names: Names, owners: Mapping[str, Owner]) -> None:
        """Compare groups of ``names`` in a column of owners, of which ``owners`` have exports."""
        self._store = store
        self._column = column
        self._names = names
        self._owners = owners

    def may_be_one(self, one: str, other: str) -> bool:
        """Return whether two groups have the same commands, names that do not count machines, and no contradiction, also not in what they print."""
        groups = [self._captured(group) for group in (one, other)]
        first, second = ({form for name in group for form in self._owners[name].formats} for group in groups)
        if not first or not second or not (first <= second or second <= first):
            return False
        if any(_count_machines(mine, theirs) for mine in groups[0] for theirs in groups[1]):
            return False
        printed = [self._printed(group) for group in groups]
        if all(printed) and printed[0].isdisjoint(printed[1]):
            return False
        found = [self._stated(group) for group in groups]
        return not any(
            _contradict(identity, found[0][number], found[1][number])
            for number, identity in enumerate(IDENTITIES[self._column])
        )

    def _captured(self, group: str) -> list[str]:
        return [name for name in self._names.members(self._names.find(group)) if name in self._owners]

    def _printed(self, owners: Sequence[str]) -> set[str]:
        """Return the machines that other exports with one of these names by path state themselves."""
        return {
            self._names.find(name)
            for (name,) in self._store.rows(
                "SELECT DISTINCT owner FROM export WHERE owner <> path_owner AND owner IS NOT NULL "
                f"AND path_owner IN ({', '.join('?' * len(owners))})",
                owners,
            )
        }

    def _stated(self, owners: Sequence[str]) -> list[_Values]:
        result: list[_Values] = []
        for identity in IDENTITIES[self._column]:
            stated = self._store.stated.get(identity.table, set())
            values: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
            if self._store.has_rows(identity.table) and self._column in stated and identity.is_stated(stated):
                form = "e.format" if identity.same_format else "''"
                for form_name, key, value in self._store.rows(
                    f"SELECT DISTINCT {form}, {identity.key_sql}, CAST({identity.value_sql} AS VARCHAR) "
                    f"FROM obs_{identity.table} o JOIN export e ON e.export_id = o.export_id "
                    f"WHERE e.owner IN ({', '.join('?' * len(owners))}) AND NOT coalesce(e.intent, FALSE) "
                    f"AND lower(o.{self._column}) = lower(e.owner) "
                    f"AND {identity.value_sql} IS NOT NULL AND {identity.key_sql} IS NOT NULL ORDER BY ALL",
                    owners,
                ):
                    values[form_name, key].add(value)
            result.append({key: frozenset(found) for key, found in values.items()})
        return result


def name_captures(names: Names) -> None:
    """Give machines of which all captures are joined the name without a time: ``unknown host (db01, mon)`` and ``tue`` are db01."""
    for group in sorted({names.find(name) for name in names.rank}):
        members = names.members(group)
        found = [_CAPTURE.match(name) for name in members]
        common = {match["name"] for match in found if match is not None}
        if len(members) > 1 and all(found) and len(common) == 1 and (name := common.pop()) not in names.rank:
            names.rank[name] = names.rank[group]
            names.join(name, group, names.basis[next(member for member in members if member != group)])


def _contradict(identity: Identity, mine: _Values, theirs: _Values) -> bool:
    """Whether two captures state different values for one key, of parts that are replaced one by one for most of them.

    Names that pass to other parts prove nothing about captures with the same ports.
    """
    if identity.exchanged:
        return False
    common = [key for key in mine.keys() & theirs.keys() if min(len(mine[key]), len(theirs[key])) >= identity.fewest]
    other = sum(mine[key].isdisjoint(theirs[key]) for key in common)
    return 2 * other > len(common) if identity.mostly else other > 0


def _count_machines(one: str, other: str) -> bool:
    """Whether two names differ only in numbers after a word or a hyphen, as those of machines do; those of unknown machines are paths."""
    if is_unnamed(one) or is_unnamed(other):
        return False
    return one != other and _COUNTED.sub("0", one) == _COUNTED.sub("0", other)
