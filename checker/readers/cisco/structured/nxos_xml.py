"""NX-OS commands as XML: ``show … | xml``, NETCONF replies, and NX-API responses in XML.

Synthetic sample::

    <nf:rpc-reply xmlns:nf="urn:ietf:params:xml:ns:netconf:base:1.0" xmlns="http://www.cisco.com/nxos:1.0:flogi">
     <nf:data><show><flogi><database>
      <__XML__OPT_Cmd_show_flogi_database___readonly__><__readonly__>
       <TABLE_flogi_entry><ROW_flogi_entry>
        <interface>fc1/3</interface><vsan>10</vsan><fcid>0x0a0001</fcid>
        <port_name>10:00:00:00:c9:aa:00:01</port_name>
       </ROW_flogi_entry></TABLE_flogi_entry>
      </__readonly__></__XML__OPT_Cmd_show_flogi_database___readonly__>
     </database></flogi></show></nf:data>
    </nf:rpc-reply>
    ]]>]]>

The tables and their keys are those of the JSON form.
"""

from __future__ import annotations

import re

from checker.facts.observations import Writer
from checker.readers.cisco import nxos
from checker.readers.cisco.structured import nxos_json
from checker.readers.toolkit.base import Capture, Detection
from checker.readers.toolkit.documents import located_xml

_SAN_TABLE = re.compile(
    r"<(?:[\w\-]{1,30}:)?TABLE_(?:flogi_entry|fcns_vsan|zoneset|zone_member|zone_status|zone|device_alias_database"
    r"|vsan_membership|interface_brief_fc|topology_vsan|fcalias|counters_brief|port_channel_database)\s*>"
)
_PORT_TABLE = re.compile(
    r"<(?:[\w\-]{1,30}:)?TABLE_(?:interface|counters|interface_trans|interface_brief_\w{2,20})\s*>"
)
_FC_PORT = re.compile(r"<(?:[\w\-]{1,30}:)?interface\w{0,12}>\s*(?:fc\d|vfc|san-port)")
_VSAN_ROW = re.compile(r"<(?:[\w\-]{1,30}:)?ROW_vsan\s*>")
# The end marker of a NETCONF message is not XML.
_END = re.compile(r"\]\]>\]\]>")


def _detect(capture: Capture) -> Detection | None:
    head = capture.head
    if _SAN_TABLE.search(head):
        return Detection(93, "NX-OS tables of a SAN: TABLE_ and ROW_")
    if (_PORT_TABLE.search(head) and _FC_PORT.search(head)) or _VSAN_ROW.search(head):
        return Detection(92, "NX-OS tables of Fibre Channel ports or VSANs")
    return None


def _read(capture: Capture, out: Writer) -> None:
    text = _END.sub("      ", capture.text)
    value, problem = located_xml.from_xml(text, capture.first_line, lambda name: name.startswith("ROW_"))
    if problem:
        out.ends_inside_record = True
        out.note(capture.first_line, f"incomplete XML; its complete parts were read: {problem}")
    nxos_json.read_document(value, capture, out)
    if out.records:
        nxos.state_switch(out, capture, capture.first_line)


READERS = (
    nxos.reader(
        "show flogi database | xml", _detect, _read, nxos_json.READERS[0].provides, name="show-xml",
        needles=("TABLE_", "</"), verified=False,
    ),
)  # fmt: skip
