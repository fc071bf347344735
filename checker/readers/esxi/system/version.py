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

from checker.facts.observations import Writer
from checker.readers.esxi import listing
from checker.readers.toolkit.base import Capture, Detection, Reader

VERSION_KEYS = frozenset(("product", "version", "build", "update", "patch"))
HOSTNAME_KEYS = frozenset(("domain name", "fully qualified domain name", "host name"))
_HOST_NAME = re.compile(r"^ *Host Name: *([A-Za-z0-9][A-Za-z0-9_.-]{0,253}) *$", re.MULTILINE)
_QUALIFIED_NAME = re.compile(r"^ *Fully Qualified Domain Name: *([A-Za-z0-9][A-Za-z0-9_.-]{0,253}) *$", re.MULTILINE)
_PRODUCT = re.compile(r"^\s*Product: *VMware ESX", re.MULTILINE)


def _first_record(
    capture: Capture, out: Writer, keys: frozenset[str], needed: tuple[str, ...]
) -> listing.Record | None:
    found = None
    for record in listing.read_records(capture, listing.RecordReader(out, keys, None, needed)):
        if found is None:
            found = record
        else:
            out.note(record.line, "skipped a second system in the same output")
            out.unread(record.line, len(record.values))
    return found


def _read_version(capture: Capture, out: Writer) -> None:
    record = _first_record(capture, out, VERSION_KEYS, ("product", "version", "build"))
    if record is not None:
        write_version(capture, out, record)


def write_version(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write product, version and build; return FALSE, because the host is written here."""
    out.add(
        "host", record.line, host=capture.owner, platform="esxi", os_name=record.get("product"),
        os_version=record.get("version"), kernel_version=record.get("build"),
    )  # fmt: skip
    return False


def _read_hostname(capture: Capture, out: Writer) -> None:
    record = _first_record(capture, out, HOSTNAME_KEYS, ("domain name", "fully qualified domain name", "host name"))
    if record is not None:
        listing.RecordWriter(capture, out, write_hostname).take(record)


def write_hostname(capture: Capture, out: Writer, record: listing.Record) -> bool:
    """Write the fully qualified name as another name of the host."""
    qualified = record.get("fully qualified domain name")
    if qualified and qualified.lower() != capture.owner.lower():
        line = record.at("fully qualified domain name")
        out.add("host_alias", line, host=capture.owner, alias=qualified, basis="fqdn")
    return True


def _owner_in(text: str) -> str | None:
    """Return the short name; None for ``localhost``, which hosts without a name print."""
    found = _HOST_NAME.search(text)
    return found.group(1) if found and found.group(1).lower() != "localhost" else None


def _detect_version(capture: Capture) -> Detection | None:
    if not _PRODUCT.search(capture.head):
        return None
    return listing.claim_listing(capture, VERSION_KEYS, None, "build", "Product: VMware ESXi with Version and Build")


def _detect_hostname(capture: Capture) -> Detection | None:
    if not _QUALIFIED_NAME.search(capture.head) and not _HOST_NAME.search(capture.head):
        return None
    return listing.claim_listing(
        capture, HOSTNAME_KEYS, None, "fully qualified domain name", "Fully Qualified Domain Name and Host Name"
    )


READERS = (
    Reader(
        name="esxi-system-version", platform="esxi", command="esxcli system version get",
        provides={"host": ("host", "platform", "os_name", "os_version", "kernel_version")}, detect=_detect_version,
        read=_read_version, needles=("Product", "VMware ESX", "Build"), begins=r"^ *Product: *VMware ESX",
        verified=False,
    ),
    Reader(
        name="esxi-system-hostname", platform="esxi", command="esxcli system hostname get",
        provides={"host": ("host", "platform"), "host_alias": ("host", "alias", "basis")}, detect=_detect_hostname,
        read=_read_hostname, needles=("Fully Qualified Domain Name",), begins=r"^ *Domain Name:", owner_in=_owner_in,
        verified=False,
    ),
)  # fmt: skip
