"""Which bundles there are: files and folders on any storage that fsspec knows, or the rows of a manifest."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from checker.errors import UsageError
from checker.fleet.request import Bundle

if TYPE_CHECKING:
    from fsspec import AbstractFileSystem

_GLOB = re.compile(r"[*?\[]")
_CREDENTIALS = re.compile(r"(?<=://)[^/@]*@")
_NUMBER = re.compile(r"\A\[Errno \w+\] ")
_DATE = re.compile(r"(?<![0-9])(20[0-9]{2})([-_.]?)(0[1-9]|1[0-2])(?:\2(0[1-9]|[12][0-9]|3[01]))?(?![0-9])")
_ENDINGS = re.compile(r"(?i)\.(?:tar|tgz|tbz2?|txz|zip|gz|bz2|xz|zst|7z|ya?ml|json|txt|log|xml|csv)\Z")
MANIFESTS = (".csv", ".yaml", ".yml")


def bundles_of(sources: Sequence[str]) -> tuple[list[Bundle], list[str]]:
    """Return the bundles of all sources, each once, and what is wrong with the sources that cannot be used.

    Args:
        sources: URLs, paths or globs of bundles, folders of bundles, or manifests (``.csv``, ``.yaml``).

    Raises:
        UsageError: none can be used: they don't exist, their kind of storage is unknown or cannot be reached, or a
            manifest is invalid.
    """
    from checker.fleet.manifest import manifest_bundles

    found: dict[tuple[str, str], Bundle] = {}
    problems: list[str] = []
    for source in sources:
        try:
            # All of a source or nothing: half of a manifest is not what somebody asked for.
            listed = list(manifest_bundles(source) if is_manifest(source) else _matching(source))
        except UsageError as error:
            problems.append(str(error))
            continue
        for bundle in listed:
            found.setdefault((bundle.url, bundle.site), bundle)
    if not found:
        raise UsageError("\n".join(problems))
    return list(found.values()), problems


def is_manifest(source: str) -> bool:
    """Return whether a source is a list of bundles instead of a bundle."""
    return source.lower().endswith(MANIFESTS) and not _GLOB.search(source)


def opened(url: str) -> tuple[AbstractFileSystem, str]:
    """Return the storage of a URL, and its path there.

    Raises:
        UsageError: the kind of storage is unknown, a library for it is missing, or it cannot be reached.
    """
    import fsspec

    try:
        found: tuple[AbstractFileSystem, str] = fsspec.url_to_fs(url)
    except ImportError as error:
        raise UsageError(f"{public(url)}: {error}") from None
    except Exception as error:  # noqa: BLE001 - storages raise what their libraries raise
        raise UsageError(f"{public(url)}: {reason_of(error, url)}") from None
    return found


def is_local(url: str) -> bool:
    """Return whether a URL is a path of this machine."""
    return "://" not in url or url.startswith(("file://", "local://"))


def public(url: str) -> str:
    """Return a URL without user, password and query, which can contain a key."""
    if "://" not in url:
        return url
    return _CREDENTIALS.sub("", url).partition("?")[0]


def reason_of(error: BaseException, url: str) -> str:
    """Return an error of a storage as one line without credentials."""
    text = " ".join(str(error).split()) or type(error).__name__
    credentials = _CREDENTIALS.search(url)
    if credentials is not None:
        for secret in filter(None, re.split(r"[:@]", credentials.group())):
            text = text.replace(secret, "…")
    if isinstance(error, FileNotFoundError):
        return "not found"
    return _NUMBER.sub("", text)[:300]


def named(url: str, info: Mapping[str, Any] | None, **stated: Any) -> Bundle:
    """Return a bundle with site and time from its name, unless they are stated.

    The site is the name without endings and date; if only a date is left, it is the name of the folder.

    Args:
        url: where it is.
        info: what its storage says about it, if that is known.
        stated: fields of :class:`Bundle` that somebody stated.
    """
    path = PurePosixPath(public(url).replace("\\", "/"))
    stem = _without_endings(path.name)
    found = list(_DATE.finditer(stem))
    at = _time(found[-1]) if found else ""
    left = re.sub(r"[-_. ]+\Z|\A[-_. ]+", "", stem[: found[-1].start()] + stem[found[-1].end() :]) if found else stem
    if at and not stated.get("captured_at"):
        stated |= {"captured_at": at, "captured_from": "name"}
    stated["site"] = stated.get("site") or left or path.parent.name or stem
    return Bundle(url, public(url), **stated, change_mark=_mark(info), modified_at=_modified(info))


def info_of(url: str) -> Mapping[str, Any]:
    """Return what the storage says about a bundle.

    Raises:
        UsageError: it does not exist or cannot be reached.
    """
    files, path = opened(url)
    try:
        found: Mapping[str, Any] = files.info(path)
    except Exception as error:  # noqa: BLE001 - storages raise what their libraries raise
        raise UsageError(reason_of(error, url)) from None
    return found


def _matching(source: str) -> Iterator[Bundle]:
    files, path = opened(source)
    prefix = _prefix(source, path) if "://" in source else ""
    try:
        if _GLOB.search(path):
            found = files.glob(path, detail=True)
        elif files.isdir(path):
            found = {
                info["name"]: info for info in files.ls(path, detail=True) if info["name"].strip("/") != path.strip("/")
            }
        else:
            found = {path: files.info(path)}
    except Exception as error:  # noqa: BLE001 - storages raise what their libraries raise
        raise UsageError(f"{public(source)}: {reason_of(error, source)}") from None
    kept = {name: info for name, info in found.items() if not PurePosixPath(name).name.startswith(".")}
    if not kept:
        raise UsageError(f"{public(source)}: no bundle matches")
    for name in sorted(kept):
        yield named(files.unstrip_protocol(name) if prefix is None else f"{prefix}{name}", kept[name])


def _prefix(source: str, path: str) -> str | None:
    """Return what precedes the path of a storage in a URL: its scheme, and the machine with its credentials."""
    return source[: -len(path)] if path and source.endswith(path) else None


def endings_of(name: str) -> str:
    """Return the endings of a file name that say what it is, such as ``.tar.gz``."""
    return name[len(_without_endings(name)) :]


def _without_endings(name: str) -> str:
    while (found := _ENDINGS.search(name)) is not None and found.start():
        name = name[: found.start()]
    return name


def _time(found: re.Match[str]) -> str:
    year, _, month, day = found.groups()
    try:
        return date(int(year), int(month), int(day)).isoformat() if day else f"{year}-{month}"
    except ValueError:
        return f"{year}-{month}"


def _mark(info: Mapping[str, Any] | None) -> str:
    """Return what shows a change of a file; a folder has nothing that shows a change of what is in it."""
    if info is None or info.get("type") == "directory":
        return ""
    tag = info.get("ETag") or info.get("etag") or info.get("md5Hash")
    changed = _modified(info)
    return str(tag) if tag else f"{info.get('size')} bytes, {changed}" if changed else ""


def _modified(info: Mapping[str, Any] | None) -> str:
    at = (info or {}).get("mtime") or (info or {}).get("LastModified") or (info or {}).get("last_modified")
    if isinstance(at, (int, float)):
        at = datetime.fromtimestamp(at, UTC)
    if isinstance(at, datetime):
        at = at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
        return at.replace(tzinfo=None).isoformat()
    return ""
