"""One task: fetch a bundle, audit it in a limited process, return its rows. Runs on a worker, which shares nothing with others."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from checker import __version__
from checker.errors import NOTHING_READ
from checker.fleet.audit.child import ANSWER, INPUT, NAMES, OUTPUT, PAGE, PSEUDONYMS, REQUEST
from checker.fleet.audit.fetch import FetchError, fetched
from checker.fleet.audit.rows import MONTH_CHARACTERS, month_of
from checker.fleet.request import Bundle, Outcome, Settings, Tables
from checker.fleet.store.tables import BUNDLES, TABLES, write_tables

_BUNDLE_NAME_CHARACTERS = 16
_WITHHELD = "it could not be audited; the reason is not in anonymised results, because it can contain names"


def audit_bundle(
    bundle: Bundle, settings: Settings, known: Collection[str] = (), pseudonyms: Tables | None = None
) -> Outcome:
    """Audit a bundle and return its rows; whatever is wrong with it is an outcome, not an exception.

    Args:
        bundle: what to audit.
        settings: how.
        known: SHA-256 of contents that were audited before with these settings; they are not audited again.
        pseudonyms: those that are known, for anonymised results.
    """
    from checker.system.leftovers import private_folder

    if settings.version != __version__:
        reason = (
            f"the worker has sanlint {__version__}, and this run was started by {settings.version}; install the same"
        )
        return failed(bundle, settings, reason)
    if bundle.problem:
        return failed(bundle, settings, bundle.problem)
    try:
        with private_folder() as folder:
            try:
                digest, size = fetched(bundle.url, folder, INPUT, settings.limits)
            except FetchError as error:
                return failed(bundle, settings, str(error))
            if digest in known:
                return Outcome(bundle, "unchanged", digest=digest)
            return _audited(bundle, settings, folder, digest, size, pseudonyms)
    except OSError as error:
        return failed(bundle, settings, f"the temporary folder of the worker: {error.strerror or error}")


def failed(bundle: Bundle, settings: Settings, reason: str, digest: str = "", size: int | None = None) -> Outcome:
    """Return the outcome of a bundle that could not be audited: one row that says why."""
    return _without_audit(bundle, settings, "error", reason, digest, size)


def _without_audit(
    bundle: Bundle, settings: Settings, state: str, reason: str, digest: str, size: int | None
) -> Outcome:
    from checker.system.leftovers import private_folder

    # Without its content, a bundle is known by its place.
    digest = digest or hashlib.sha256(f"{bundle.source}\0{bundle.site}".encode("utf-8", "replace")).hexdigest()
    at = bundle.captured_at or bundle.modified_at or datetime.now(UTC).date().isoformat()
    shown = _WITHHELD if settings.anonymous and reason != NOTHING_READ else reason
    row = {**_row(bundle, settings, digest, size), "state": state, "reason": shown}
    row["captured_at"] = bundle.captured_at if len(bundle.captured_at) > MONTH_CHARACTERS else None
    with private_folder() as folder:
        write_tables(folder, {BUNDLES.name: [row]})
        return Outcome(
            bundle,
            "error" if state == "error" else "nothing read",
            reason,
            digest,
            month_of(at),
            files=_written(folder),
        )


def _row(bundle: Bundle, settings: Settings, digest: str, size: int | None) -> dict[str, Any]:
    return {
        "site": bundle.site,
        "bundle": digest[:_BUNDLE_NAME_CHARACTERS],
        "source": bundle.source,
        "captured_from": bundle.captured_from,
        "tags": list(bundle.tags),
        "bytes": size,
        "change_mark": bundle.change_mark or None,
        "sha256": digest,
        "settings": settings.digest,
        "version": __version__,
        "audited_at": datetime.now(UTC).replace(tzinfo=None, microsecond=0).isoformat(),
    }


def _audited(
    bundle: Bundle, settings: Settings, folder: Path, digest: str, size: int, pseudonyms: Tables | None
) -> Outcome:
    from checker.system.children import run_limited

    row = _row(bundle, settings, digest, size)
    request: Mapping[str, Any] = {
        "row": row,
        "paths": sorted(one.name for one in (folder / INPUT).iterdir()),
        "names": bundle.names,
        "page": _page_name(row) if settings.pages else None,
        "config_values": settings.config_values,
        "profile": settings.profile,
        "select": settings.select,
        "ignore": settings.ignore,
        "extend_select": settings.extend_select,
        "captured_at": bundle.captured_at,
        "modified_at": bundle.modified_at,
    }
    (folder / REQUEST).write_text(json.dumps(request), encoding="utf-8")
    if settings.anonymous:
        (folder / PSEUDONYMS).write_text(json.dumps(pseudonyms or {}), encoding="utf-8")
    if settings.config is not None:
        (folder / "sanlint.yaml").write_text(settings.config, encoding="utf-8")
    for name, content in settings.rules.items():
        path = folder / "rules" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    limits = settings.limits
    reason = run_limited("checker.fleet.audit.child", folder, seconds=limits.seconds, memory=limits.memory_bytes)
    if reason is not None:
        return failed(bundle, settings, f"the audit failed: {reason}", digest, size)
    answer = json.loads((folder / ANSWER).read_text(encoding="utf-8"))
    state: str = answer["state"]
    names = json.loads((folder / NAMES).read_text(encoding="utf-8")) if (folder / NAMES).exists() else {}
    if state == "unassigned":
        return Outcome(bundle, "unassigned", digest=digest, names=names)
    if state != "audited":
        return _without_audit(bundle, settings, state, answer["reason"], digest, size)
    return Outcome(
        bundle,
        "audited",
        digest=digest,
        month=answer["month"],
        errors=answer["errors"],
        seconds=answer["seconds"],
        files=_written(folder / OUTPUT),
        page=(folder / OUTPUT / PAGE).read_bytes() if settings.pages else b"",
        page_name=answer["page"],
        names=names,
    )


def _page_name(row: Mapping[str, Any]) -> str:
    """Return the name of the HTML report of a bundle: another audit writes another one."""
    audit = "\0".join(row[key] for key in ("source", "site", "sha256", "settings"))
    return f"{hashlib.sha256(audit.encode('utf-8', 'replace')).hexdigest()[: 2 * _BUNDLE_NAME_CHARACTERS]}.html"


def _written(folder: Path) -> dict[str, bytes]:
    return {table.name: (folder / f"{table.name}.parquet").read_bytes() for table in TABLES}
