"""Hosts of Huawei OceanStor and their LUNs: ``show host general``, ``show initiator``, ``show host lun`` and mappings.

::

    WWN               Running Status  Free  Alias  Host ID  Multipath Type  Host Name
    ----------------  --------------  ----  -----  -------  --------------  ---------
    2100000a00aa0001  Online          No    --     1        Default         host1

    LUN ID  LUN Name  Host LUN ID  Mapping Type
    ------  --------  -----------  ------------
    0       lun0000   1            Host Group

Titles and meanings: OceanStor Dorado command reference. Releases up to 5 print an initiator without the name of its
host, which is then named by its number (``host 1``), as is the host of a mapping that was requested by number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from checker.facts import normalise
from checker.facts.observations import Writer
from checker.readers.oceanstor.tables import ARRAY, OCEANSTOR, Facts, Row, has_titles, rows_with
from checker.readers.toolkit.base import Capture
from checker.readers.toolkit.declarations.declared import Where
from checker.readers.toolkit.declarations.fields import const, iscsi_name, number, owner, wwn

_HOST_TITLES = "ID, Name, Operating System"
_MAPPING_TITLES = "LUN ID, LUN Name, Host LUN ID"
_ARGUMENT = re.compile(r"\b(host(?:_group)?)_(id|name)=(\S{1,80})")


def _setting(title: str) -> Facts:
    return Facts(
        "array_setting", needs=("scope", "value"), storage_array=owner, scope="Name", setting=const(title.lower()),
        value=title,
    )  # fmt: skip


def _host(row: Row) -> str | None:
    host = row.text("Host ID")
    return row.text("Host Name") or (f"host {host}" if host else None)


def _alias(row: Row) -> str | None:
    """Return the name of an initiator whose WWPN is not known."""
    return None if normalise.wwn(row.text("WWN")) else row.text("Alias")


_HOSTS = Facts("mask_view", needs="view", storage_array=owner, view="Name", health_state="Health Status")
# Initiators of iSCSI and NVMe over RoCE are listed without a WWN.
_INITIATORS = Where(
    lambda row: row.text("WWN"),
    Facts(
        "registered_initiator", place=_host, storage_array=owner, initiator_name="Alias", initiator_wwpn=wwn("WWN"),
        host="Host Name", initiator_type="Multipath Type", port_state="Running Status",
        registered=lambda row: _host(row) is not None,
    ),
    Facts(
        "mask_initiator", needs="view", storage_array=owner, view=_host, initiator_wwpn=wwn("WWN", report=False),
        initiator_name=_alias,
    ),
)  # fmt: skip
_ISCSI_INITIATORS = Facts(
    "mask_iscsi",
    needs=("view", "initiator_name"),
    storage_array=owner,
    view=_host,
    initiator_name=iscsi_name("iSCSI IQN"),
)
_VIEW = Facts("mask_view", needs="view", distinct=True, storage_array=owner, view="view")
_MAPPING = Facts(
    "mask_volume", needs="view", storage_array=owner, view="view", volume_name="LUN Name", lun=number("Host LUN ID")
)


def _mappings(capture: Capture, out: Writer) -> Iterator[Row]:
    """Yield the LUNs of a host or host group, which only the command names."""
    argument = _ARGUMENT.search(capture.command or "")
    for index, row in enumerate(rows_with(_MAPPING_TITLES)(capture, out)):
        if argument is not None:
            kind, by, name = argument.groups()
            row.values["view"] = name if by == "name" else f"{kind.replace('_', ' ')} {name}"
        elif index == 0:
            out.note(row.line, "the host of these LUNs is unknown: only the command names it, and it is missing here")
        yield row


READERS = (
    OCEANSTOR.reader(
        "oceanstor-host", "show host general",
        has_titles(93, "hosts of an OceanStor", f"{_HOST_TITLES}, Health Status, IP Address"),
        _HOSTS, _setting("Operating System"), _setting("Access Mode"), rows=rows_with(_HOST_TITLES),
        needles=("Operating System", "Health Status"),
        begins=r"^[ \t]*ID[ \t]+Name[ \t]+Health Status[ \t]+Operating System\b",
    ),
    OCEANSTOR.reader(
        "oceanstor-initiator", "show initiator",
        has_titles(
            93, "initiators of an OceanStor", "WWN, Running Status, Free, Multipath Type",
            "iSCSI IQN, Running Status, Free, Multipath Type",
        ),
        _INITIATORS, _ISCSI_INITIATORS, rows=rows_with("Running Status, Free"), needles=("Running Status", "Free", "Multipath Type"),
        begins=r"^[ \t]*(?:WWN|iSCSI IQN)[ \t]+Running Status[ \t]+Free\b",
    ),
    OCEANSTOR.reader(
        "oceanstor-mapping", "show host lun", has_titles(96, "LUNs of a host of an OceanStor", _MAPPING_TITLES),
        ARRAY, _VIEW, _MAPPING, once=False, rows=_mappings, needles=("LUN ID", "LUN Name", "Host LUN ID"),
        begins=r"^[ \t]*LUN ID[ \t]+LUN Name[ \t]+Host LUN ID\b",
    ),
)  # fmt: skip
