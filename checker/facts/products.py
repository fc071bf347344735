"""How products show in names and SCSI strings: the reference table ``rules/data/product.yaml``, as SQL macros and for Python.

By the name of a port: ``port_family``, ``port_role_by_name`` and ``name_assigned_by``; by that of a device: ``device_family`` and
``device_role_by_name``. They return '' where the prefix is unknown, NULL where the name is. A comparison is therefore false
for an unknown prefix and unknown only for an unknown name.

``lun_family(named, vendor, model)`` is the family of a LUN by its name (the result of ``device_family``) or its SCSI strings in
upper case: 'other' for strings of other products, NULL without a vendor. ``adapter_vendor(driver, wwpn)`` is the vendor of an
adapter by its driver, else by the name of the port: the driver itself if it is unknown, NULL if neither is known.
``switch_product(model)`` is the product name of a switch: that of a Brocade type number, a Cisco model without its part
number and list of ports (``MDS 9148T``), else the model as printed.
``array_product(family, model)`` is the product name of an array: the family as people write it and the model, which alone is
often no name (``XtremIO 1X10TB``); only the model if it contains the family or a better known name, or if the family has several names.
``switch_port_gbps(model)`` is the fastest speed of its FC ports, by its type or as its model states it, NULL for switches
with blades and unknown models.

The digits of VPLEX names follow a scheme (``vplex_wwn``), whose macros are included.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from checker import resources
from checker.facts import port_place, vplex_wwn
from checker.facts.platforms import ARRAY_FAMILIES, PRODUCT_LINES
from checker.facts.reference import read_reference

Row = Mapping[str, Any]


@cache
def macros() -> str:
    """Return the SQL that creates the macros.

    Raises:
        RuleError: the reference table is malformed.
    """
    named = (
        ("port_family", "port", "family"),
        ("port_role_by_name", "port", "role"),
        ("name_assigned_by", "port", "assigned_by"),
        ("device_family", "device", "family"),
        ("device_role_by_name", "device", "role"),
    )
    found = {
        f"{macro}(name)": f"CASE {_by_prefix('name', about, column)} WHEN name IS NOT NULL THEN '' END"
        for macro, about, column in named
    }
    found["lun_family(named, vendor, model)"] = f"CASE {_by_inquiry()} WHEN vendor IS NOT NULL THEN 'other' END"
    found["adapter_vendor(driver, wwpn)"] = (
        f"CASE {_by_prefix('driver', 'driver', 'vendor')} WHEN driver IS NOT NULL THEN driver "
        f"{_by_prefix('wwpn', 'port', 'vendor')} END"
    )
    cisco = r"regexp_extract(upper(model), '^(?:CISCO )?(?:MDS |DS-C)(9[0-9]{3}[A-Z]*)\b', 1)"
    found["switch_product(model)"] = (
        f"CASE split_part(model, '.', 1) {_by_type('product')} "
        f"ELSE CASE WHEN {cisco} <> '' THEN 'MDS ' || replace({cisco}, 'I', 'i') ELSE model END END"
    )
    found["array_product(family, model)"] = f"CASE family {_of_families()} ELSE coalesce(model, family) END"
    # Cisco names the speed of its switches without blades in the model: MDS 9148S 16G 48 FC, MDS 9148T 48X32G FC.
    stated = "try_cast(regexp_extract(upper(model), '^MDS .*?([0-9]+)G( |$)', 1) AS DOUBLE)"
    found["switch_port_gbps(model)"] = (
        f"CASE split_part(model, '.', 1) {_by_type('port_gbps')} ELSE {stated} END::DOUBLE"
    )
    found.update(port_place.MACROS)
    found.update(vplex_wwn.MACROS)
    return "".join(f"CREATE OR REPLACE MACRO {macro} AS {sql};\n" for macro, sql in found.items())


@cache
def serial_layout(family: str) -> tuple[str, int]:
    """Return how device names of a family begin, and how many digits after that are the serial number of the array.

    Raises:
        LookupError: the table has no such row.
    """
    for row in _rows("device"):
        if row.get("family") == family and row.get("serial_digits"):
            return str(row["prefix"]), int(row["serial_digits"])
    raise LookupError(f"no serial number in device names of {family}")


def device_family(digits: str) -> str:
    """Return the family of a device by its NAA name in lower case, without ``naa.``; '' if the prefix is unknown."""
    return next(
        (row["family"] for row in _rows("device") if row.get("family") and digits.startswith(row["prefix"])), ""
    )


def prefix_length(digits: str, at_least: int) -> int:
    """Return how many digits of a port or device name the table may compare, if its first ``at_least`` digits are given."""
    front = digits[:at_least]
    longer = (
        len(row["prefix"]) for about in ("port", "device") for row in _rows(about) if row["prefix"].startswith(front)
    )
    return max((at_least, *longer))


@cache
def _rows(about: str) -> Sequence[Row]:
    _, rows = read_reference(resources.tables_folder() / "product.yaml")
    return [row for row in rows if row["about"] == about]


def _by_prefix(name: str, about: str, column: str) -> str:
    before = "naa." if about == "device" else ""
    return " ".join(
        f"WHEN starts_with({name}, '{before}{row['prefix']}') THEN '{row[column]}'"
        for row in _rows(about)
        if row.get(column)
    )


def _of_families() -> str:
    """Return the branches of ``array_product``."""
    found = []
    for family, name in ARRAY_FAMILIES.items():
        words = (*name.split(), *PRODUCT_LINES.get(family, ()))
        alone = "TRUE" if "or" in words else f"regexp_matches(model, '(?i){'|'.join(words)}')"
        found.append(
            f"WHEN '{family}' THEN CASE WHEN model IS NULL THEN '{name}' WHEN {alone} THEN model ELSE '{name} ' || model END"
        )
    return " ".join(found)


def _by_type(column: str) -> str:
    return " ".join(f"WHEN '{row['prefix']}' THEN '{row[column]}'" for row in _rows("switch") if row.get(column))


def _by_inquiry() -> str:
    families = dict.fromkeys(
        row["family"] for about in ("inquiry", "device") for row in _rows(about) if row.get("family")
    )
    return " ".join(f"WHEN {' OR '.join(_is_family(family))} THEN '{family}'" for family in families)


def _is_family(family: str) -> Iterable[str]:
    yield f"named = '{family}'"
    for row in _rows("inquiry"):
        if row["family"] == family:
            product = row.get("product", "")
            parts = [f"vendor = '{row['vendor']}'"] if row.get("vendor") else []
            if product:
                parts.append(
                    f"starts_with(model, '{product[:-1]}')" if product.endswith("*") else f"model = '{product}'"
                )
            yield f"({' AND '.join(parts)})"
