"""Lines of VPlexcli summaries and checks with counts: totals, back-end checks, batches of migrations.

::

    Storage-Volume Summary  (no tier)
    Health    out-of-date      0
              storage-volumes  363
    Capacity  total            11.6T

    Cluster cluster-1
       0 storage-volumes which are not visible from all directors.

    Validate meta-volume
            Checking cluster cluster-1 ...
    ok
"""

from __future__ import annotations

import re

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.vplex.objects import add_setting

_TITLE = re.compile(
    r"\s*(?P<what>storage-volume|local-device|virtual-volume|distributed-device|device|extent|cluster|port"
    r"|expansion status|expandable capacity)s?\s+(?:health[ -])?summary\b.*\Z",
    re.IGNORECASE,
)
_CLUSTER = re.compile(r"\(([\w.-]+)\)\s*:?\s*\Z")
_CATEGORIES = r"Health|Vendor|Use|Capacity|Array|Visibility|Locality|Geometry|Type|Status|Tier|Provision|Thin"
_ROW = re.compile(rf"\s*(?P<category>{_CATEGORIES})\s+(?P<label>\S.*?)\s+(?P<value>[0-9][0-9.]*[KMGTPE]?B?)\s*\Z")
_MORE = re.compile(r"\s+(?P<label>[A-Za-z][\w (),/-]*?)\s{2,}(?P<value>[0-9][0-9.]*[KMGTPE]?B?)\s*\Z")
_CAPACITY = re.compile(r"(?:\s*total capacity\s+[0-9.]+[KMGTPE]?B?(?=\s|\Z)){1,64}\s*\Z", re.IGNORECASE)
_EACH = re.compile(r"total capacity\s+([0-9.]+[KMGTPE]?B?)", re.IGNORECASE)
_VOLUMES = re.compile(r"\s*Total (?P<what>[a-z-]+) capacity is (?P<value>[0-9.]+[KMGTPE]?B?)\.?\s*\Z")
_TOTAL = re.compile(
    r"\s*Total (?P<count>[0-9]+) (?P<what>[a-z][a-z -]*?),\s*(?:(?P<well>[0-9]+) healthy,\s*)?(?P<ill>[0-9]+) unhealthy\.?\s*\Z"
)
_COUNT = re.compile(
    r"\s*(?:This cluster has )?(?P<count>[0-9]+) (?P<what>storage[- ]volumes?|virtual-volumes?|ports?) (?:which|that) (?P<that>.*?)[*.]*\s*\Z"
)
_FOOTNOTE = re.compile(
    r"\s*(?:\*To meet the high availability|directors through 2 or more|Array target ports, and|2 or more ITLs)"
)
_PROCESSED = re.compile(r"\s*Processed ([0-9]+) migrations? from batch file \S+\s*\Z")
_STATE = re.compile(
    r"\s*(committed|complete|in-progress|paused|error|cancelled|queued|no-record|ready|partially-\w+)\s*:\s*([0-9]+)\s*\Z"
)
_VALIDATE = re.compile(r"\s*(?:Validate|Check for) (?P<what>[a-zA-Z][\w -]*?)\.*\s*\Z")
_CHECKING = re.compile(
    r"\s*(?:Checking (?:cluster|director) \S+ ?\.\.\.|Summary|Performing .* checks?|=+|-+(?:\s+-+)*)\s*\Z"
)
_VERDICT = re.compile(r"\s*(ok|passed|failed|error|warning|skipped)\.?\s*\Z", re.IGNORECASE)
_ERRORS = re.compile(
    r"\s*(?:Errors? (?:were|was) found in the (?P<what>[\w -]+?) for the following clusters?:\s*(?P<clusters>\S(?:.*\S)?)\s*\Z)"
)
TITLE_LINE = (
    r"(?i:storage-volume|local-device|virtual-volume|distributed-device)s? (?i:(?:health )?summary)\b.*"
    r"|Total virtual-volume capacity is [0-9.]+[KMGTPE].*"
)
COUNT_LINE = r"(?:This cluster has )?[0-9]+ storage[- ]volumes? which .*"
VALIDATE_LINE = (
    r"Validate (?:cache replication|logging volume|meta-volume|back-end connectivity|distributed devices?)\b.*"
)
BATCH_LINE = r"Processed [0-9]+ migrations? from batch file \S+"


class SummaryReader:
    """Reader for such lines; it remembers the context from the lines before."""

    def __init__(self, out: Writer, owner: str) -> None:
        self._out = out
        self._owner = owner
        self._what = ""
        self._category = ""
        self._check: tuple[int, str] | None = None
        self._batch = False
        self._cluster: str | None = None

    def read(self, line: int, text: str, cluster: str | None) -> bool:
        """Read one line, for the cluster named before it if any; return FALSE if it is not understood."""
        if title := _TITLE.match(text):
            self._what, self._category = title["what"].lower(), ""
            named = _CLUSTER.search(text)
            self._cluster = named.group(1) if named else None
        elif row := _ROW.match(text):
            self._category = row["category"].lower()
            self._setting(line, self._scope(cluster), f"{self._category} {row['label'].lower()}", row["value"])
        elif _CAPACITY.match(text):
            sizes = _EACH.findall(text)
            for number, printed in enumerate(sizes, 1):
                # Several totals in a line are per cluster and overall; the output does not say which is which.
                which = f" ({number} of {len(sizes)})" if len(sizes) > 1 else ""
                self._size(line, self._scope(cluster), f"total capacity{which}", printed)
        elif found := _VOLUMES.match(text):
            self._size(line, self._scope(cluster), f"total {found['what']} capacity", found["value"])
        elif total := _TOTAL.match(text):
            scope = self._scope(cluster)
            self._setting(line, scope, f"total {total['what'].strip()}", total["count"])
            self._setting(line, scope, f"unhealthy {total['what'].strip()}", total["ill"])
        elif count := _COUNT.match(text):
            what = count["what"].replace(" ", "-").rstrip("s") + "s"
            self._setting(line, cluster or "", f"{what} that {count['that'].rstrip('*. ')}", count["count"])
        elif self._what and self._category and (row := _MORE.match(text)):
            self._setting(line, self._scope(cluster), f"{self._category} {row['label'].lower()}", row["value"])
        else:
            return self._checks(line, text)
        return True

    def _checks(self, line: int, text: str) -> bool:
        if batch := _PROCESSED.match(text):
            self._batch = True
            self._setting(line, "batch-migrate", "processed", batch.group(1))
        elif self._batch and (state := _STATE.match(text)):
            self._setting(line, "batch-migrate", state.group(1), state.group(2))
        elif errors := _ERRORS.match(text):
            for cluster in errors["clusters"].split(","):
                self._setting(
                    line, f"validate-system-configuration {cluster.strip(' .')}", errors["what"].lower(), "error"
                )
            self._check = None
        elif check := _VALIDATE.match(text):
            self._check = line, check["what"].lower()
        elif self._check is not None and (verdict := _VERDICT.match(text)):
            self._setting(line, "validate-system-configuration", self._check[1], verdict.group(1).lower())
            self._check = None
        else:
            return bool(_CHECKING.match(text) or _FOOTNOTE.match(text))
        return True

    def _scope(self, cluster: str | None) -> str:
        return " ".join(part for part in (self._cluster or cluster, f"{self._what} summary".strip()) if part)

    def _size(self, line: int, scope: str, setting: str, printed: str) -> None:
        size = normalise.size_bytes(printed)
        self._setting(line, scope, setting, printed if size is None else str(size))

    def _setting(self, line: int, scope: str, setting: str, value: str) -> None:
        if setting == "capacity total" and (size := normalise.size_bytes(value)) is not None:
            value = str(size)
        add_setting(self._out, line, self._owner, scope, setting, value)
