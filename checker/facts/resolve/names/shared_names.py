"""One name, several machines: exports that cannot be of one machine get separate names, whatever their names say.

Two captures of one command prove two machines if they give one adapter, map or path different identities, or if their
adapters have no WWPN in common; so do two operating systems, two serial numbers or product families of an array or
two WWNs of a switch, and captures of an array of which most parts that both list have other identities.
The exports of the name are then divided by the first folder or file in which the contradicting ones differ. Captures of
one file that carry one prompt or header stay together, as do captures too far apart in time to contradict each other.
Captures of one file without a prompt are divided by line.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from checker.facts.kinds import kinds
from checker.facts.platforms import is_unnamed
from checker.facts.resolve.names.identities import IDENTITIES, OF_ONE_MACHINE
from checker.facts.resolve.names.questions import LINE, PLACE, Path, Question, answers, questions
from checker.facts.resolve.names.within_exports import WEAK
from checker.facts.store.store import Store
from checker.facts.values import Value

_UNKNOWN = re.compile(r"unknown \w+ \((.*)\)\Z")


def separate_machines(store: Store, column: str) -> None:
    """Rename owners whose exports contradict each other in identity, and record one contradiction for each pair."""
    if not store.rows(
        "SELECT 1 FROM export e WHERE owner IS NOT NULL AND NOT coalesce(intent, FALSE) "
        f"GROUP BY lower(owner) HAVING count(DISTINCT ({PLACE}, {LINE})) > 1 LIMIT 1"
    ):
        return
    asked: defaultdict[str, list[Question]] = defaultdict(list)
    for identity in IDENTITIES[column]:
        for question in questions(store, column, identity):
            asked[question.owner].append(question)
    for question in answers(store) if column == "storage_array" else ():
        asked[question.owner].append(question)
    for owner, about_it in sorted(asked.items()):
        _separate(store, column, owner, about_it)


def _separate(store: Store, column: str, owner: str, asked: Sequence[Question]) -> None:
    rows = store.rows(
        "SELECT export_id, file, member, path_owner, captured_at, capture_order FROM export WHERE (lower(owner) = ? OR export_id IN "
        f"({', '.join(str(one) for question in asked for one in question.others) or 'NULL'})) AND NOT coalesce(intent, FALSE) "
        "AND owner_basis <> 'config' ORDER BY export_id",
        [owner],
    )
    # Two machines of one name may have files that are called after their own: ports_left, luns_left, ports_right.
    shared = Counter(path_owner for *_, path_owner, _, _ in rows)
    by_path = all(
        path_owner and (not is_unnamed(path_owner) or shared[path_owner] > 1) for *_, path_owner, _, _ in rows
    )
    parts: dict[int, Path] = {
        export_id: (
            *((_UNKNOWN.sub(r"\1", path_owner),) if by_path else ()),
            *(f"{file or ''}/{member}".split("/") if member else (file or "").split("/")),
        )
        for export_id, file, member, path_owner, *_ in rows
    }
    days = {one: captured_at.date().isoformat() for one, *_, captured_at, _ in rows if captured_at is not None}
    captures = _captures(parts, {one: number for one, *_, number in rows if number is not None})
    for times in (days, captures):
        parts = _with_times(parts, times, asked)
    parts = _with_lines(store, parts, asked)
    others = {one for question in asked for one in question.others}
    groups = [
        (prefix, own)
        for prefix, members in _divided(parts, asked)
        if (own := [one for one in members if one not in others])
    ]
    groups = _with_common_ports(store, column, groups)
    if len(groups) < 2:
        return
    common = _common(list(parts.values()))
    _rename(store, column, {one: "/".join(prefix[common:]) for prefix, members in groups for one in members})
    _record(store, column, parts, asked)


def _captures(parts: Mapping[int, Path], numbers: Mapping[int, int]) -> dict[int, str]:
    """Return the words that only the paths of one capture have, such as before, of exports that are numbered as captures."""
    common: dict[int, set[str]] = {}
    for one, number in numbers.items():
        words = set(re.findall(r"[^\W_]+", " ".join(parts[one])))
        common[number] = common.get(number, words) & words
    if len(common) < 2:
        return {}
    shared = set.intersection(*common.values())
    return {one: " ".join(sorted(common[number] - shared)) or str(number) for one, number in numbers.items()}


def _with_times(parts: dict[int, Path], days: Mapping[int, str], asked: Sequence[Question]) -> dict[int, Path]:
    """Add the day or capture to the paths of exports if it distinguishes all that contradict each other: the files may be in one folder."""
    pairs = [pair for question in asked for pair in question.contradictions(parts)]
    are_of_days = all(
        (one := days.get(pair.one.export_id)) and (other := days.get(pair.other.export_id)) and one != other
        for pair in pairs
    )
    if not pairs or not are_of_days or len(days) < len(parts):
        return parts
    return {one: (days[one], *path) for one, path in parts.items()}


def _with_lines(store: Store, parts: Mapping[int, Path], asked: Sequence[Question]) -> dict[int, Path]:
    """Add the line to the paths of exports in files of which two exports without a prompt contradict each other."""
    pairs = [pair for question in asked for pair in question.contradictions(parts)]
    files = {parts[pair.one.export_id] for pair in pairs if pair.one.place == pair.other.place}
    lines = dict(store.rows(f"SELECT export_id, first_line FROM export e WHERE {WEAK}")) if files else {}
    return {
        one: (*path, f"line {lines[one]}") if path in files and one in lines else path for one, path in parts.items()
    }


def _record(store: Store, column: str, parts: Mapping[int, Path], asked: Sequence[Question]) -> None:
    """Write one row per export of each pair of machines, so that the finding names both lines."""
    where = {
        export_id: (name, file if not member else f"{file}!{member}")
        for export_id, name, file, member in store.rows("SELECT export_id, owner, file, member FROM export")
    }
    columns = (
        "machine",
        "other_machine",
        "about_kind",
        "about_key",
        "fact",
        "value_a",
        "value_b",
        "place_a",
        "place_b",
    )
    rows: dict[tuple[str, str], list[list[Value]]] = {}
    for question in asked:
        for one, other, key in question.contradictions(parts):
            (machine, file_a), (other_machine, file_b) = where[one.export_id], where[other.export_id]
            if machine == other_machine or (other_machine, machine) in rows:
                continue
            first, second = one.by_key[key], other.by_key[key]
            values: list[Value] = [
                machine,
                other_machine,
                column,
                question.about(key),
                question.identity.value,
                first.shown,
                second.shown,
            ]
            values += [f"{file_a}:{first.line}", f"{file_b}:{second.line}"]
            rows.setdefault(
                (machine, other_machine),
                [[*values, one.export_id, first.line, 0], [*values, other.export_id, second.line, 0]],
            )
    store.ensure_observations(["shared_name"])
    store.connection.executemany(
        f"INSERT INTO obs_shared_name ({', '.join(columns)}, export_id, line, seq) VALUES ({', '.join('?' * 12)})",
        [row for pair in rows.values() for row in pair],
    )
    store.stated.setdefault("shared_name", set()).update(columns)


def _divided(parts: Mapping[int, Path], asked: Sequence[Question]) -> list[tuple[Path, list[int]]]:
    """Divide exports at the first path component in which two of them that contradict each other differ, repeatedly."""
    depth = min(
        (
            _common([parts[pair.one.export_id], parts[pair.other.export_id]])
            for question in asked
            for pair in question.contradictions(parts)
        ),
        default=None,
    )
    if depth is None:
        shared = next(iter(parts.values())) if len(parts) == 1 else _shared(list(parts.values()))
        return [(shared, list(parts))]
    # The files directly in a folder stay together if that separates the two.
    buckets = _buckets(parts, lambda path: path[: depth + 1] if len(path) > depth + 1 else path[:depth])
    if len(buckets) < 2:
        buckets = _buckets(parts, lambda path: path[: depth + 1])
    result = []
    for prefix, bucket in buckets.items():
        deeper = _divided(bucket, asked)
        result += deeper if len(deeper) > 1 else [(prefix, list(bucket))]
    return result


def _buckets(parts: Mapping[int, Path], prefix: Callable[[Path], Path]) -> dict[Path, dict[int, Path]]:
    found: defaultdict[Path, dict[int, Path]] = defaultdict(dict)
    for one, path in parts.items():
        found[prefix(path)][one] = path
    return found


def _common(paths: Sequence[Path]) -> int:
    """The number of leading components that all paths share."""
    return next((i for i, column in enumerate(zip(*paths, strict=False)) if len(set(column)) > 1), min(map(len, paths)))


def _shared(paths: Sequence[Path]) -> Path:
    return paths[0][: _common(paths)]


def _with_common_ports(
    store: Store, column: str, groups: Sequence[tuple[Path, list[int]]]
) -> list[tuple[Path, list[int]]]:
    """Unite groups whose exports show the same port: a map or disk that changed its name does not make two machines."""
    ports: defaultdict[int, set[str]] = defaultdict(set)
    for table, port in OF_ONE_MACHINE.get(column, ()) if len(groups) > 1 else ():
        if store.has_rows(table) and {column, port} <= store.stated[table]:
            for export_id, wwpn in store.rows(
                f"SELECT DISTINCT o.export_id, o.{port} FROM obs_{table} o JOIN export e ON e.export_id = o.export_id "
                f"WHERE o.{port} IS NOT NULL AND lower(o.{column}) = lower(e.owner)"
            ):
                ports[export_id].add(wwpn)
    united: list[tuple[Path, list[int], set[str]]] = []
    for prefix, members in groups:
        mine = set().union(*(ports[one] for one in members))
        other = next((one for one in united if one[2] & mine), None)
        if other is None:
            united.append((prefix, list(members), mine))
        else:
            other[1].extend(members)
            other[2].update(mine)
    return [(prefix, members) for prefix, members, _ in united]


def _rename(store: Store, column: str, labels: Mapping[int, str]) -> None:
    """Add the label of its group to the name of each export's owner, in the export and in its observations."""
    store.execute("CREATE OR REPLACE TEMP TABLE separated (export_id INTEGER, old VARCHAR, new VARCHAR)")
    store.connection.executemany(
        "INSERT INTO separated SELECT export_id, lower(owner), owner || ? FROM export WHERE export_id = ?",
        [[f" ({label})" if label else "", export_id] for export_id, label in labels.items()],
    )
    for table in tables_with(store, column):
        store.execute(
            f"UPDATE obs_{table} AS o SET {column} = s.new FROM separated s WHERE s.export_id = o.export_id AND lower(o.{column}) = s.old"
        )
    # What else answered at the address of an array is still known by it.
    address = ", address = coalesce(e.address, e.owner)" if column == "storage_array" else ""
    store.execute(f"UPDATE export AS e SET owner = s.new{address} FROM separated s WHERE s.export_id = e.export_id")
    store.execute("DROP TABLE separated")


def tables_with(store: Store, column: str) -> list[str]:
    """Return the kinds with observations that state this column."""
    return [
        kind.name
        for kind in kinds().values()
        if kind.name != "export"
        and column in kind.column_names
        and store.has_rows(kind.name)
        and column in store.stated[kind.name]
    ]
