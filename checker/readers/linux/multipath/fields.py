"""Parts of dm-multipath output in both syntaxes: path groups, settings of maps, products, SCSI addresses."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from checker.readers.toolkit.numbers import whole
from checker.readers.toolkit.rounded import exact_or_bounds, interval

Group = tuple[str | None, int | None, str | None]
Settings = tuple[int | None, int | None, int | None, str | None, bool | None, bool | None, str | None, bool]
Product = tuple[str | None, str | None]
Parsed = TypeVar("Parsed")
_NO_PRODUCT = ("", "##", "uninitialized")
_NEW_GROUP = re.compile(r"[^0-9A-Za-z#]*policy='([^']*)'(?:\s+prio=(-?[0-9]{1,9}))?(?:\s+status=(\w+))?")
_OLD_GROUP = re.compile(
    r"[^0-9A-Za-z\[]{1,10}([a-z][a-z-]{2,30}(?: [0-9]{1,6})?)\s*(?:\[prio=(-?[0-9]{1,9})\s*\])?(?:\[(\w+)\s*\])?(?:\[\w+\s*\])?\s*\Z"
)
_CHECKS = re.compile(r"([1-9][0-9]{0,8}) chk\Z")
_SIZE = re.compile(r"\bsize=\s*([0-9.]{1,20} ?[KMGTPE]B?)")
_FEATURES = re.compile(r"\bfeatures=['\"]?([^'\"\]]*)")
_READ_ONLY = re.compile(r"(?:\bwp=|\[)(ro|rw)\b")
_HANDLER = re.compile(r"\bhwhandler=['\"]?([^'\"\]]*)")


class Known(dict[str, Parsed]):
    """Cache of parsed texts: the output of a host repeats the same few."""

    def __init__(self, parse: Callable[[str], Parsed]) -> None:
        super().__init__()
        self._parse = parse

    def __missing__(self, text: str) -> Parsed:
        parsed = self[text] = self._parse(text)
        return parsed


def no_path_retry(queueing: str | None) -> str | None:
    """Return the no_path_retry of a map by its queueing as ``multipathd`` prints it: ``on``, ``off`` or ``5 chk``.

    While all paths are down, the seconds that are left are printed instead of the number of checks.
    """
    text = (queueing or "").strip()
    checks = _CHECKS.match(text)
    return checks.group(1) if checks else {"off": "fail", "on": "queue"}.get(text)


def read_group(line: str) -> Group | None:
    """Return policy, priority and state of a path group line, stripped, in either syntax; None for other lines."""
    match = _NEW_GROUP.match(line) or _OLD_GROUP.match(line)
    if match is None:
        return None
    policy, priority, state = match.groups()
    return policy, None if priority is None else whole(priority), state


def read_settings(text: str) -> Settings:
    """Read a line that begins with ``size=``.

    Returns:
        size, smallest and largest size in bytes, features, I/O queueing, whether it is read-only, hardware handler, ALUA or not.
    """
    access = _READ_ONLY.search(text)
    size, features, handler = _SIZE.search(text), _FEATURES.search(text), _HANDLER.search(text)
    shown = features.group(1).strip() if features else None
    handler_text = handler.group(1).strip() if handler else None
    # Old versions print sums of priorities, so ALUA figures are read from the new syntax only.
    alua = handler_text is not None and "alua" in handler_text.split() and not text.startswith("[")
    return (
        *exact_or_bounds(interval(size.group(1)) if size else None), shown or None, "queue_if_no_path" in shown if shown else None,
        access.group(1) == "ro" if access else None, handler_text or None, alua,
    )  # fmt: skip


def with_rest(settings: Settings, rest: str) -> Settings:
    """Return the settings of a size line together with its ``rest`` from the next line."""
    features, _, _, handler, _ = settings[3:]
    if handler is not None:
        quoted = f"features='{features or ''}' hwhandler='{handler} {rest}"
    elif rest.startswith("hwhandler="):
        quoted = f"features='{features or ''}' {rest}"
    else:
        quoted = f"features='{features or ''} {rest}"
    return (*settings[:3], *read_settings(quoted)[3:])


def read_product(text: str) -> Product:
    """Split ``vendor,product``; placeholders become None."""
    vendor, _, model = text.partition(",")
    vendor, model = vendor.strip(), model.strip()
    return (None if vendor in _NO_PRODUCT else vendor, None if model in _NO_PRODUCT else model)


def is_plain_name(name: str) -> bool:
    """Return TRUE for the kernel name of a SCSI disk; FALSE for an NVMe namespace or a missing name."""
    return name[:4] != "nvme" and name != "-"


def host_adapter(target: str) -> str:
    """Return the kernel name of the SCSI host of ``host:channel:target``: ``host3`` for ``3:0:1``."""
    return "host" + target[: target.index(":")]
