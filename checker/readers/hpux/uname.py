"""Release of an HP-UX host: ``uname -a``.

Sample::

    HP-UX db05 B.11.31 U ia64 3242134231 unlimited-user license
"""

from __future__ import annotations

from checker.readers.toolkit.uname import uname_reader

READERS = (uname_reader("hpux", "HP-UX", r"B\.(?P<version>1[01]\.[0-9]{2}) \S .{0,120}?", "HP-UX"),)
