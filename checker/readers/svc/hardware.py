"""Hardware of Storwize, FlashSystem and SVC: ``lsdrive``, ``lsarray``, ``lsenclosure`` and the lists of the parts of enclosures.

::

    id status   error_sequence_number use    tech_type capacity mdisk_id mdisk_name member_id enclosure_id slot_id
    0  online                         member sas_hdd   1.1TB    0        mdisk0     3         1            4
    1  degraded 120                   member sas_hdd   1.1TB    0        mdisk0     2         1            3

    mdisk_id mdisk_name status mdisk_grp_id mdisk_grp_name capacity raid_status raid_level redundancy strip_size tier
    0        mdisk0     online 0            pool0          8.2TB    degraded    raid5      0          256        enterprise

    enclosure_id PSU_id status  input_failed output_failed fan_failed redundant
    1            2      offline yes          yes           no         no

A drive that is not used may be offline without being a fault, so its use is its state. The parts of an enclosure are
``lsenclosurepsu``, ``lsenclosurecanister``, ``lsenclosurebattery`` and ``lsenclosurefanmodule``. Columns: the vendor's command reference.
"""

from __future__ import annotations

from collections.abc import Callable

from checker.readers.svc.tables import SVC, Facts, Row, columns
from checker.readers.toolkit.base import Reader
from checker.readers.toolkit.declarations.family import by_columns
from checker.readers.toolkit.declarations.fields import const, flag, owner

_SEPARATOR = r"[ \t:,!;|]+"


def _drive(row: Row) -> str | None:
    drive, enclosure, slot = row.text("id"), row.text("enclosure_id"), row.text("slot_id")
    return f"{drive} in enclosure {enclosure} slot {slot}" if drive and enclosure and slot else drive


def _state(row: Row) -> str | None:
    """Return the state of a drive, or that it is not used."""
    return "unused" if row.text("use") == "unused" else row.text("status")


def _use(row: Row) -> str | None:
    return "failed" if row.text("use") == "failed" else None


def _in_enclosure(number: str, kind: str) -> Callable[[Row], str | None]:
    """Return the source of the name of a part: ``PSU 2 of enclosure 1``."""

    def get(row: Row) -> str | None:
        part, enclosure = row.text(number), row.text("enclosure_id")
        return f"{kind} {part} of enclosure {enclosure}" if part and enclosure else None

    return get


_DRIVES = Facts(
    "component", needs="component", storage_array=owner, component_type=const("drive"), component=_drive,
    operational_status=_state, health_state=_use,
)  # fmt: skip
_ARRAYS = Facts(
    "component", needs="component", storage_array=owner, component_type=const("mdisk"), component="mdisk_name",
    operational_status="status", health_state="raid_status",
)  # fmt: skip
_ENCLOSURES = Facts(
    "component", needs="component", storage_array=owner, component_type=const("enclosure"),
    component=lambda row: f"enclosure {row.text('id')}" if row.text("id") else None, operational_status="status",
)  # fmt: skip
_SUPPLIES = Facts(
    "power_supply", needs="power_supply", storage_array=owner, supply_type=const("psu"),
    power_supply=_in_enclosure("PSU_id", "PSU"), operational_status="status",
)  # fmt: skip
_CANISTERS = Facts(
    "component", needs="component", storage_array=owner, component_type=const("canister"),
    component=_in_enclosure("canister_id", "canister"), operational_status="status",
)  # fmt: skip
_BATTERIES = Facts(
    "component", needs="component", storage_array=owner, component_type=const("battery"),
    component=_in_enclosure("battery_id", "battery"), operational_status="status",
    health_state=flag("end_of_life_warning", yes="warning", no=None),
)  # fmt: skip
_FANS = Facts(
    "component", needs="component", storage_array=owner, component_type=const("fan module"),
    component=_in_enclosure("fan_module_id", "fan module"), operational_status="status",
)  # fmt: skip


def _part(command: str, what: str, number: str, facts: Facts) -> Reader:
    return SVC.reader(
        f"svc-{command}", command, by_columns(columns, what, (95, f"enclosure_id {number} status -config_node -panel_name")), facts,
        once=False, needles=(number,), begins=rf"^enclosure_id{_SEPARATOR}{number}\b", verified=False,
    )  # fmt: skip


READERS = (
    SVC.reader(
        "svc-lsdrive", "lsdrive", by_columns(columns, "drives of an SVC system", (95, "use tech_type enclosure_id|slot_id|drive_class_id")),
        _DRIVES, once=False, needles=("tech_type",), begins=rf"^id{_SEPARATOR}status{_SEPARATOR}error_sequence_number\b",
    ),
    SVC.reader(
        "svc-lsarray", "lsarray", by_columns(columns, "arrays (RAID) of an SVC system", (96, "mdisk_name raid_status raid_level")),
        _ARRAYS, once=False, needles=("raid_status",), begins=rf"^mdisk_id{_SEPARATOR}mdisk_name{_SEPARATOR}status\b",
    ),
    SVC.reader(
        "svc-lsenclosure", "lsenclosure", by_columns(columns, "enclosures of an SVC system", (95, "product_MTM total_canisters online_canisters")),
        _ENCLOSURES, once=False, needles=("total_canisters",), begins=rf"^id{_SEPARATOR}status{_SEPARATOR}type{_SEPARATOR}managed\b",
    ),
    _part("lsenclosurepsu", "power supplies of an SVC system", "PSU_id", _SUPPLIES),
    _part("lsenclosurecanister", "canisters of an SVC system", "canister_id", _CANISTERS),
    _part("lsenclosurebattery", "batteries of an SVC system", "battery_id", _BATTERIES),
    _part("lsenclosurefanmodule", "fan modules of an SVC system", "fan_module_id", _FANS),
)  # fmt: skip
