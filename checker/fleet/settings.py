"""How all bundles of a run are audited: read once, checked before anything is fetched, sent with each task."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from checker import __version__
from checker.audit.options import Options
from checker.audit.session import Session
from checker.errors import UsageError
from checker.fleet.request import Settings, TaskLimits

if TYPE_CHECKING:
    from checker.rules.config.model import Config


def settings_of(options: Options, limits: TaskLimits, *, pages: bool = False, anonymous: bool = False) -> Settings:
    """Return the settings of a run; configuration, rules and selection are checked here.

    Args:
        options: configuration, rules and selection as for ``sanlint check``.
        limits: of each task.
        pages: whether the HTML report of each bundle is written.
        anonymous: whether names are replaced by pseudonyms.

    Raises:
        UsageError: one of them is invalid, or the configuration is for one site.
    """
    with Session.open((), options) as san:
        _ = san.rules
        config = san.config
        _refuse_files(config)
        text = Path(config.path).read_text(encoding="utf-8-sig") if config.path else None
        books = [book.digest for book in san.books]
    settings = Settings(
        digest="",
        version=__version__,
        config=text,
        config_values=options.config_values,
        rules=_rule_files(options.rules),
        profile=options.profile,
        select=options.select,
        ignore=options.ignore,
        extend_select=options.extend_select,
        pages=pages,
        anonymous=anonymous,
        limits=limits,
    )
    return replace(settings, digest=_digest(settings, books))


def _refuse_files(config: Config) -> None:
    """Refuse what a configuration says about one site: workers don't have these files, and other sites have others."""
    of_one_site = {
        "rules": config.rules,
        "baseline": config.baseline,
        "inventory": config.inventory,
        "estimate.workload": config.estimate.get("workload"),
    }
    for key, value in of_one_site.items():
        if value:
            instead = "name the folders with --rules" if key == "rules" else "it is about one site"
            raise UsageError(
                f"{config.places.get(key, config.path)}: '{key}' cannot be used by sanlint fleet: {instead}"
            )


def _digest(settings: Settings, books: Sequence[str]) -> str:
    """Return what shows whether a bundle was audited with the same settings; limits change no result."""
    values = {key: value for key, value in asdict(settings).items() if key not in ("digest", "limits", "rules")}
    return hashlib.sha256(json.dumps([values, list(books)], sort_keys=True).encode()).hexdigest()


def _rule_files(folders: Sequence[str]) -> Mapping[str, bytes]:
    found: dict[str, bytes] = {}
    for number, folder in enumerate(folders):
        top = Path(folder)
        for path in sorted(one for one in top.rglob("*") if one.is_file()):
            found[f"{number:03}/{path.relative_to(top).as_posix()}"] = path.read_bytes()
    return found
