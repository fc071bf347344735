"""Manifests: lists of bundles with their sites, times and tags, as CSV or YAML."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any

from checker.errors import ConfigError, UsageError
from checker.fleet.request import Bundle
from checker.fleet.sources import info_of, named, opened, public, reason_of

_COLUMNS = ("bundle", "site", "captured_at", "tags")
_MOST_BYTES = 64 * 2**20
_MONTH = re.compile(r"20[0-9]{2}-(?:0[1-9]|1[0-2])\Z")
_LIST_KEY = "bundles"
_AT_ONCE = 16
"""Rows whose bundles are looked up at once: each waits for the storage."""


def manifest_bundles(source: str) -> Iterator[Bundle]:
    """Yield the bundles of a manifest; one that does not exist has a ``problem`` that names the line.

    CSV has a header with ``bundle`` and, if known, ``site``, ``captured_at`` (ISO 8601 or a month) and ``tags``
    (separated by semicolons). YAML has a list ``bundles`` of mappings with the same keys. Paths are relative to the
    manifest.

    Raises:
        UsageError: the manifest cannot be read or is invalid; with its line.
    """
    text = _text(source)
    rows = _csv_rows(text, source) if source.lower().endswith(".csv") else _yaml_rows(text, source)
    empty = True
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for bundle in pool.map(lambda placed: _bundle(placed[1], placed[0], source), rows):
            empty = False
            yield bundle
    if empty:
        raise UsageError(f"{public(source)}: the manifest lists no bundle")


def _text(source: str) -> str:
    files, path = opened(source)
    try:
        with files.open(path, "rb") as stream:
            data: bytes = stream.read(_MOST_BYTES + 1)
    except Exception as error:  # noqa: BLE001 - storages raise what their libraries raise
        raise UsageError(f"{public(source)}: {reason_of(error, source)}") from None
    if len(data) > _MOST_BYTES:
        raise UsageError(f"{public(source)}: the manifest is larger than {_MOST_BYTES // 2**20} MiB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{public(source)}: the manifest is not UTF-8") from None


def _csv_rows(text: str, source: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    reader = csv.DictReader(io.StringIO(text, newline=""))
    try:
        header = [name.strip() for name in reader.fieldnames or ()]
        _check_columns(header, f"{public(source)}:1")
        reader.fieldnames = header
        for row in reader:
            place = f"{public(source)}:{reader.line_num}"
            if None in row:
                raise UsageError(f"{place}: more values than columns")
            values: dict[str, Any] = {name: (value or "").strip() for name, value in row.items()}
            values["tags"] = [tag.strip() for tag in values.get("tags", "").split(";") if tag.strip()]
            yield place, values
    except csv.Error as error:
        raise UsageError(f"{public(source)}:{reader.line_num}: {error}") from None


def _yaml_rows(text: str, source: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    from checker.rules.config.text import read_yaml

    try:
        document = read_yaml(text, public(source))
    except ConfigError as error:
        raise UsageError(str(error)) from None
    rows = document.values.get(_LIST_KEY)
    if not isinstance(rows, list) or set(document.values) != {_LIST_KEY}:
        raise UsageError(f"{public(source)}: a manifest has one key, 'bundles', with a list")
    for number, row in enumerate(rows):
        place = document.place((_LIST_KEY, number)).rpartition(":")[0]
        if not isinstance(row, Mapping):
            raise UsageError(f"{place}: a bundle must be a mapping such as 'bundle: site-a.tar.gz'")
        _check_columns(list(row), place)
        values = dict(row)
        tags = values.get("tags") or []
        values["tags"] = [str(tag) for tag in (tags if isinstance(tags, list) else [tags])]
        yield place, values


def _check_columns(names: list[str], place: str) -> None:
    unknown = sorted(set(names) - set(_COLUMNS))
    if unknown:
        raise UsageError(f"{place}: unknown column '{unknown[0]}'; a manifest has {', '.join(_COLUMNS)}")
    if "bundle" not in names:
        raise UsageError(f"{place}: column 'bundle' is missing")


def _bundle(row: Mapping[str, Any], place: str, source: str) -> Bundle:
    path = str(row.get("bundle") or "")
    if not path:
        raise UsageError(f"{place}: no bundle is named")
    stated: dict[str, Any] = {"site": str(row.get("site") or ""), "tags": tuple(row["tags"])}
    at = str(row.get("captured_at") or "")
    if at:
        stated |= {"captured_at": _time(at, place), "captured_from": "manifest"}
    url = path if "://" in path or PurePosixPath(path).is_absolute() else _next_to(source, path)
    try:
        info = info_of(url)
    except UsageError as error:
        return named(url, None, **stated, problem=f"{place}: {error}")
    return named(url, info, **stated)


def _next_to(source: str, path: str) -> str:
    folder = source.replace("\\", "/").rpartition("/")[0]
    return f"{folder}/{path}" if folder else path


def _time(text: str, place: str) -> str:
    if _MONTH.match(text):
        return text
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(
            f"{place}: captured_at '{text}' is not a time such as 2026-03-04T07:30:00Z or 2026-03"
        ) from None
    return (at.astimezone(UTC) if at.tzinfo else at).replace(tzinfo=None).isoformat()
