"""Array families and roles by world wide name: the reference table ``rules/data/wwn_prefix.yaml`` as SQL macros.

``port_family(wwpn)`` and ``device_family(device)`` return the family, ``port_role_by_name(wwpn)`` and
``device_role_by_name(device)`` the role: '' where the prefix is unknown, NULL where the name is. A comparison is
therefore false for an unknown prefix and unknown only for an unknown name.
"""

from __future__ import annotations

from functools import cache

from checker import resources
from checker.facts.reference import read_reference


@cache
def macros() -> str:
    """Return the SQL that creates the macros.

    Raises:
        RuleError: the reference table is malformed.
    """
    return "".join(
        f"CREATE OR REPLACE MACRO {macro}(name) AS {_case(names, column)};\n"
        for macro, names, column in (
            ("port_family", "port", "family"),
            ("port_role_by_name", "port", "role"),
            ("device_family", "device", "family"),
            ("device_role_by_name", "device", "role"),
        )
    )


def _case(names: str, column: str) -> str:
    _, rows = read_reference(resources.rules_folder() / "data" / "wwn_prefix.yaml")
    before = {"port": "", "device": "naa."}[names]
    arms = " ".join(
        f"WHEN starts_with(name, '{before}{row['prefix']}') THEN '{row[column]}'"
        for row in rows
        if row["names"] == names and row.get(column)
    )
    return f"CASE {arms} WHEN name IS NOT NULL THEN '' END"
