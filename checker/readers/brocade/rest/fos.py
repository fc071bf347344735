"""FOS REST responses: ``GET /rest/running/brocade-interface/fibrechannel`` and similar, FOS 8.2 and 9, JSON and XML.

::

    {"Response": {"fibrechannel-name-server": [
        {"port-id": "0x070500", "port-name": "10:00:00:90:fa:00:00:05",
         "node-name": "20:00:00:90:fa:00:00:05", "fc4-features": "FCP-Initiator", "port-index": 5}]}}

    <Response><fibrechannel><name>0/5</name><port-type-string>f-port</port-type-string></fibrechannel></Response>

    - name: 0/5
      neighbor: {wwn: ['10:00:00:90:fa:00:00:05']}

The last form is pasted from Ansible's ``brocade_facts``: leaves may be written with ``_``, and the envelope may be missing.
The resources that are read are listed in :mod:`checker.readers.brocade.rest.documents`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from checker.facts.observations import Writer
from checker.readers.brocade.rest import documents, error, ports, switches, zones
from checker.readers.brocade.rest.documents import Record, is_record
from checker.readers.brocade.zoning import zone_database
from checker.readers.toolkit.base import Capture, Detection, Reader
from checker.readers.toolkit.declarations.declared import provided
from checker.readers.toolkit.declarations.json_family import JsonFamily
from checker.readers.toolkit.declarations.records import Context
from checker.readers.toolkit.documents import located_xml, located_yaml
from checker.readers.toolkit.packed_list import PackedList

_RESOURCE = (
    r"(?:brocade[-_][a-z_-]{1,40}[-_])?(?:fibrechannel(?:[-_](?:name[-_]server|statistics|switch|logical[-_]switch))?"
    r"|fabric[-_]switch|media[-_]rdp|(?:defined|effective)[-_]configuration)"
)
_JSON_RESOURCE = re.compile(rf'"{_RESOURCE}"\s*:\s*[\[{{]')
_JSON_LEAF = re.compile(
    r'"(?:port[-_]name|port[-_]id|fcid[-_]hex|zone[-_]name|alias[-_]name|cfg[-_]name|enabled[-_]zone|member[-_]entry'
    r"|physical[-_]state|port[-_]type|neighbor|crc[-_]errors|in[-_]frames|domain[-_]id|user[-_]friendly[-_]name"
    r'|vendor[-_]name|rx[-_]power|switch[-_]wwn|fabric[-_]id|switch[-_]user[-_]friendly[-_]name)"\s*:'
)
_JSON_PARTS = re.compile(r'"(?:chassis[-_]wwn|unit[-_]number|blade[-_]state)"\s*:')
_JSON_OTHERS = re.compile(
    r'"(?:switch[-_]status[-_]policy[-_]report|maps[-_](?:policy|config)|dashboard[-_]rule|system[-_]resources|clock[-_]server'
    r'|time[-_]zone)"\s*:\s*[\[{]|"hba[-_]id"\s*:|"license"\s*:\s*(?:\[\s*)?\{\s*"name"'
)
_JSON_ZONES = re.compile(r'"(?:zone|alias|cfg)[-_]name"\s*:\s*"[^"]*"')
_JSON_MEMBERS = re.compile(r'"(?:member[-_]entry|member[-_]zone)"\s*:\s*\{')
_XML_RESOURCE = re.compile(
    r"<(?:\w{1,20}:)?(?:fibrechannel(?:-name-server|-statistics|-switch|-logical-switch)?|fabric-switch|media-rdp"
    r"|defined-configuration|effective-configuration|zone|alias|cfg|chassis|trunk|power-supply|fan|blade)[\s/>]"
)
_YAML_NEIGHBOUR = re.compile(r"^[ \t]*(?:-[ \t]+)?neighbor:[ \t]*(?:null|~|\{[ \t]*wwn:|$)", re.MULTILINE)
_YAML_NAME = re.compile(r"^[ \t]*(?:-[ \t]+)?name:[ \t]*['\"]?\d{1,2}/\d{1,3}['\"]?[ \t]*$", re.MULTILINE)
_YAML_RESOURCE = re.compile(
    rf"^[ \t]*(?:brocade_[a-z_]{{1,60}}|{_RESOURCE}):[ \t]*$\n[ \t]*(?:-[ \t]+)?[a-z_-]{{1,60}}:", re.MULTILINE
)
# A playbook contains requests and settings, not responses of a switch.
_PLAYBOOK = re.compile(r"^[ \t]*(?:-[ \t]+)?(?:hosts|tasks|gather_facts|credential|register)[ \t]*:", re.MULTILINE)
_SWITCH_NAME = re.compile(
    r"fibrechannel[-_]switch\"\s*:\s*\[?\s*\{[^{}\[\]]{0,1500}?\"user[-_]friendly[-_]name\"\s*:\s*\"([^\"]{1,100})\""
)
_XML_SWITCH = re.compile(r"<fibrechannel-switch>(.{0,4000}?)</fibrechannel-switch>", re.DOTALL)
_XML_SWITCH_NAME = re.compile(r"<user-friendly-name>([^<]{1,100})</user-friendly-name>")


def _detect_json(capture: Capture) -> Detection | None:
    head = capture.head
    if '"' not in head or "{" not in head[:4_000]:
        return None
    if _JSON_RESOURCE.search(head) and (_JSON_LEAF.search(head) or '"Response"' in head):
        return Detection(94, "a resource of the Fabric OS REST interface with its leaves")
    if '"Response"' in head and _JSON_PARTS.search(head):
        return Detection(91, "the chassis or its parts below Response")
    if '"Response"' in head and _JSON_OTHERS.search(head):
        return Detection(91, "a resource of the Fabric OS REST interface below Response")
    if '"Response"' in head and _JSON_ZONES.search(head) and _JSON_MEMBERS.search(head):
        return Detection(92, "zones, aliases or configurations below Response")
    if _JSON_ZONES.search(head) and _JSON_MEMBERS.search(head):
        return Detection(80, "zone-name or alias-name next to member-entry")
    return error.detect_error(capture)


def _detect_xml(capture: Capture) -> Detection | None:
    if "<Response" in capture.head and _XML_RESOURCE.search(capture.head):
        return Detection(94, "a resource of the Fabric OS REST interface below <Response>")
    return error.detect_error(capture) if "<error" in capture.head else None


def _detect_yaml(capture: Capture) -> Detection | None:
    head = capture.head
    if _PLAYBOOK.search(head):
        return None
    if _YAML_NEIGHBOUR.search(head) and _YAML_NAME.search(head):
        return Detection(91, "ports with their neighbor, from Ansible's facts")
    if "brocade" in head and _YAML_RESOURCE.search(head) and not head.lstrip().startswith(("{", "<")):
        return Detection(80, "facts of Ansible's brocade modules")
    return None


def _owner_json(text: str) -> str | None:
    names = set(_SWITCH_NAME.findall(text))
    return names.pop() if len(names) == 1 else None


def _owner_xml(text: str) -> str | None:
    found = {name for part in _XML_SWITCH.findall(text) for name in _XML_SWITCH_NAME.findall(part)}
    return found.pop() if len(found) == 1 else None


_FAMILY = JsonFamily(
    "brocade", lambda value, line: documents.records(value), {**switches.TYPES, **ports.TYPES},
    indexes=(switches.NAMES, ports.DOMAINS), joints=(zones.JOINT, switches.LOGICAL_SWITCHES, *ports.JOINTS),
    ignored=documents.OTHERS,
)  # fmt: skip


def _write(found: Sequence[Record], capture: Capture, out: Writer) -> None:
    if not found:
        out.note(capture.first_line, "no known resource of the Fabric OS REST interface")
    _FAMILY.write(found, Context(capture, out, capture.owner))


def _read_json(capture: Capture, out: Writer) -> None:
    if error.detect_error(capture):
        error.read_error(capture, out)
        return
    found: PackedList[Record] = PackedList()
    # Text around a pasted fragment, such as its key or a comma, is ignored.
    for value in documents.noted_values(capture, out, strays=False):
        found.extend(documents.records(value))
    _write(found, capture, out)


def _read_xml(capture: Capture, out: Writer) -> None:
    if error.detect_error(capture):
        error.read_error(capture, out)
        return
    value, problem = located_xml.from_xml(capture.text, capture.first_line, is_record)
    if problem:
        out.ends_inside_record = True
        out.note(capture.first_line, f"incomplete XML; its complete parts were read: {problem}")
    _write(PackedList(documents.records(value)), capture, out)


def _read_yaml(capture: Capture, out: Writer) -> None:
    found: PackedList[Record] = PackedList()
    try:
        for value in located_yaml.parse_all(capture.text, capture.first_line, only_texts=True):
            found.extend(documents.records(value))
    except located_yaml.YamlProblem as problem:
        out.unread(problem.line)
        out.note(problem.line, f"invalid YAML: {problem}")
    _write(found, capture, out)


_PROVIDES = provided(
    *chain.from_iterable(_FAMILY.types.values()), *chain.from_iterable(joint.parts for joint in _FAMILY.joints),
    zone_database.PROVIDES,
)  # fmt: skip
READERS = (
    Reader(
        name="brocade-rest-json", platform="brocade", command="GET /rest/running", provides=_PROVIDES, needles=("{",),
        detect=_detect_json, read=_read_json, owner_in=_owner_json,
    ),
    Reader(
        name="brocade-rest-xml", platform="brocade", command="GET /rest/running (XML)", provides=_PROVIDES,
        needles=("</",), detect=_detect_xml, read=_read_xml, owner_in=_owner_xml,
    ),
    Reader(
        name="brocade-ansible-facts", platform="brocade", command="brocade_facts", provides=_PROVIDES, needles=(":",),
        detect=_detect_yaml, read=_read_yaml, trust=50, advised=False,
    ),
)  # fmt: skip
