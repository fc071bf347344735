"""``esxcli system version get`` and ``esxcli system hostname get``.

Product: VMware ESXi
Version: 7.0.3
Build: Releasebuild-10000001
Update: 3
Patch: 50

Domain Name: lab.example
Fully Qualified Domain Name: esx01.lab.example
Host Name: esx01
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.esxi.family import HOST, Facts
from checker.readers.esxi.listing import Record
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.declarations.family import Family
from checker.readers.toolkit.declarations.fields import computed, const, owner
from checker.readers.toolkit.declarations.records import Context

VERSION_KEYS = ("product", "version", "build", "update", "patch")
HOSTNAME_KEYS = ("domain name", "fully qualified domain name", "host name")
_HOST_NAME = re.compile(r"^ *Host Name: *([A-Za-z0-9][A-Za-z0-9_.-]{0,253}) *$", re.MULTILINE)
_QUALIFIED_NAME = re.compile(r"^ *Fully Qualified Domain Name: *([A-Za-z0-9][A-Za-z0-9_.-]{0,253}) *$", re.MULTILINE)
_PRODUCT = re.compile(r"^[ \t]*Product: *VMware ESX", re.MULTILINE)


def _first(keys: tuple[str, ...], needed: tuple[str, ...]) -> Callable[[Capture, Writer], Iterator[Record]]:
    """Return the function that yields the first record; a host has one version and one name."""

    def read(capture: Capture, out: Writer) -> Iterator[Record]:
        for index, record in enumerate(listing.records(keys, None, needed)(capture, out)):
            if index == 0:
                yield record
            else:
                out.note(record.line, "skipped a second system in the same output")
                out.unread(record.line, len(record.values))

    return read


def _alias(record: Record, context: Context) -> str | None:
    """Return the fully qualified name if the host has another one."""
    name = record.text("fully qualified domain name")
    return name if name and name.lower() != context.owner.lower() else None


VERSION = (
    Facts(
        "host", host=owner, platform=const("esxi"), os_name="product", os_version="version", kernel_version="build"
    ),
)  # fmt: skip
HOSTNAME = (
    HOST,
    Facts(
        "host_alias", needs="alias", line="fully qualified domain name", host=owner, alias=computed(_alias),
        basis=const("fqdn"),
    ),
)  # fmt: skip


def _owner_in(text: str) -> str | None:
    """Return the short name; None for ``localhost``, which hosts without a name print."""
    found = _HOST_NAME.search(text)
    return found.group(1) if found and found.group(1).lower() != "localhost" else None


_by_version = listing.by_keys("Product: VMware ESXi with Version and Build", "build", VERSION_KEYS, None)
_by_hostname = listing.by_keys(
    "Fully Qualified Domain Name and Host Name", "fully qualified domain name", HOSTNAME_KEYS, None
)


def _detect_version(capture: Capture) -> Detection | None:
    return _by_version(capture) if _PRODUCT.search(capture.head) else None


def _detect_hostname(capture: Capture) -> Detection | None:
    named = _QUALIFIED_NAME.search(capture.head) or _HOST_NAME.search(capture.head)
    return _by_hostname(capture) if named else None


READERS = (
    Family("esxi", _first(VERSION_KEYS, ("product", "version", "build"))).reader(
        "esxi-system-version", "esxcli system version get", _detect_version, *VERSION,
        needles=("Product", "VMware ESX", "Build"), begins=r"^ *Product: *VMware ESX", verified=False,
    ),
    Family("esxi", _first(HOSTNAME_KEYS, HOSTNAME_KEYS)).reader(
        "esxi-system-hostname", "esxcli system hostname get", _detect_hostname, *HOSTNAME,
        needles=("Fully Qualified Domain Name",), begins=r"^ *Domain Name:", owner_in=_owner_in, verified=False,
    ),
)  # fmt: skip
