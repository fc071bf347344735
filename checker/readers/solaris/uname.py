"""Release of a Solaris host: ``uname -a``.

Sample::

    SunOS db03 5.11 11.4.42.111.0 sun4v sparc sun4v
"""

from __future__ import annotations

from checker.readers.toolkit.uname import uname_reader

# Solaris 11.4 prints its release after that of the kernel, older releases a build: 5.10 Generic_150400-11.
_RELEASE = r"5\.(?P<major>[0-9]{1,2}) (?:(?P<version>[0-9]{2}(?:\.[0-9]{1,4}){1,5})|\S+)"
READERS = (uname_reader("solaris", "SunOS", rf"{_RELEASE} \S+ \S+ \S+", "Solaris"),)
