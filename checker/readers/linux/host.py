"""The host that every capture of a Linux command belongs to."""

from __future__ import annotations

from checker.readers.toolkit.declared import Facts
from checker.readers.toolkit.fields import const, owner
from checker.readers.toolkit.records import TextRow

HOST = Facts[TextRow]("host", needs="host", distinct=True, host=owner, platform=const("linux"))
