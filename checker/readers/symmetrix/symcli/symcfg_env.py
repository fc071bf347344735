"""``symcfg list -env_data``: the state of the hardware of a Symmetrix by bay (Solutions Enabler 7 to 10).

::

    Symmetrix ID               : 000192601234
    Timestamp of Status Data   : 02/18/2015 17:02:19
        System Bay
          Bay Name                             :    SB-1
          Number of Standby Power Supplies     :    8
          Summary Status of Contained Modules
            All Standby Power Supplies         :    Normal
            All Enclosures                     :    Normal
            All Power Supplies                 :    Normal
            All MIBE Enclosures                :    Normal
            All Power Supplies                 :    Degraded

Each line is about all modules of one kind; those below a line about enclosures or slots are in these, but standby power
supplies belong to the bay.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.symmetrix import facts
from checker.readers.symmetrix.symcli.text import Arrays, detector, pair, rows, symcli_reader
from checker.readers.toolkit.base import Capture

_CONTAINERS = ("Enclosures", "Enclosure Slots", "MIBE Enclosures")
_HEADER = re.compile(r"(?:System Bay|Drive Bays?|Summary Status of Contained Modules)\Z")


def _read(capture: Capture, out: Writer) -> None:
    arrays = Arrays(capture, out)
    bay = container = ""
    for number, line in rows(capture, arrays):
        found = pair(line)
        if found is None:
            if not _HEADER.match(line):
                out.unread(number)
            continue
        key, value = found
        if key == "Bay Name":
            bay, container = value, ""
        elif bay and key.startswith("All ") and value:
            modules = key.removeprefix("All ")
            inside = container and modules not in _CONTAINERS and not modules.startswith("Standby")
            name = f"{modules} of {container}" if inside else modules
            container = modules if modules in _CONTAINERS else container
            arrays.announce(number)
            arrays.add(
                "component", number, component_type="bay", component=f"{name} in bay {bay}", operational_status=value
            )


READERS = (
    symcli_reader(
        "symcfg-env", "symcfg list -env_data", _read,
        provides=facts.provides("", component="storage_array component_type component operational_status"),
        detect=detector(r"^[ \t]*Summary Status of Contained Modules\b", 96, "hardware of a Symmetrix by bay"),
        needles=("Contained Modules",), begins=r"^[ \t]*Symmetrix ID *:[^\n]{0,80}\n[ \t]*Timestamp of Status Data\b",
    ),
)  # fmt: skip
