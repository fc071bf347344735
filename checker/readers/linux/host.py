"""The host of a capture and its settings."""

from __future__ import annotations

from checker.readers.toolkit.declarations.declared import Facts
from checker.readers.toolkit.declarations.fields import const, owner
from checker.readers.toolkit.declarations.records import TextRow

HOST = Facts[TextRow]("host", needs="host", distinct=True, host=owner, platform=const("linux"))
SETTING = Facts[TextRow](
    "host_setting", needs=("scope", "setting"), host=owner, scope="scope", setting="setting",
    value=lambda row: row.values["value"],
)  # fmt: skip


def setting_row(line: int, scope: str, name: str, value: str) -> TextRow:
    """Return the row of a setting, for SETTING."""
    return TextRow(line, {"scope": scope, "setting": name, "value": value})
