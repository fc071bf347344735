"""FC ports of HP-UX hosts: ``fcmsutil /dev/fcd0`` (also ``fclp0``, ``fcoc0``, ``td0``; ``fcdutil``).

Sample::

                               Topology = PTTOPT_FABRIC
                             Link Speed = 4Gb
                     Local N_Port_id is = 0x010300
            N_Port Node World Wide Name = 0x50060b0000000001
            N_Port Port World Wide Name = 0x50060b0000000000
            Switch Port World Wide Name = 0x2003000500000001
                           Driver state = ONLINE
                       Hardware Path is = 0/2/1/0
                         Driver Version = @(#) fcd B.11.31.1103 Dec  6 2010

Paths name the port by its hardware path, so this is its name here.
"""

from __future__ import annotations

from checker.readers.toolkit.declarations.blocks import blocks, shell_noise
from checker.readers.toolkit.declarations.declared import Facts, Where
from checker.readers.toolkit.declarations.family import Family, by_pattern
from checker.readers.toolkit.declarations.fields import const, fcid, found, owner, speed, text, words, wwn

_STATES = {"online": "online", "offline": "offline", "awaiting_link_up": "linkdown"}
_PORT = "n_port port world wide name"
_ports = blocks(
    r"\s*([A-Z][\w() ./-]{1,60}?)\s*=(?:\s+(.*\S|))?\s*\Z", noise=shell_noise(r"\w{2,4}util"),
    key=lambda name: name.lower().removesuffix(" is"),
)  # fmt: skip
_INITIATOR = Facts(
    "initiator", host=owner, hba="hardware path", initiator_wwpn=wwn(_PORT), wwnn=wwn("n_port node world wide name"),
    protocol=const("fcp"), transport=const("fc"), port_state=words("driver state", _STATES), port_type="topology",
    speed_gbps=speed("link speed"), fcid=fcid("local n_port_id"), symbolic_name="n_port symbolic port name",
    driver_version=found(r"@\(#\)\s*(?:.{1,60} Driver (?=B\.))?(.{1,80}?)(?:\s+/ux/|\s+[A-Z][a-z]{2} +[0-9]{1,2} [0-9]{4}|\Z)", "driver version"),
)  # fmt: skip

READERS = (
    Family("hpux", _ports, Facts("host", host=owner, platform=const("hpux"))).reader(
        "hpux-fcmsutil", "fcmsutil",
        by_pattern("N_Port Port World Wide Name of fcmsutil", (95, r"^[ \t]*N_Port Port World Wide Name[ \t]*=")),
        Where(text(_PORT, "hardware path"), _INITIATOR),
        also=("fcdutil",), needles=("N_Port Port World Wide Name",), begins=r"^[ \t]*Vendor ID is[ \t]*=[ \t]*0x",
    ),
)  # fmt: skip
