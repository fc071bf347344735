"""Release of an AIX host: ``uname -a``.

Sample::

    AIX db04 2 7 00C8A3B24C00
"""

from __future__ import annotations

from checker.readers.toolkit.uname import uname_reader

READERS = (uname_reader("aix", "AIX", r"(?P<minor>[0-9]) (?P<major>[0-9]) [0-9A-F]{12}", "AIX"),)
