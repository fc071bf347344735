"""Stand-ins: of the same shape, one for each original and never one for two; identifiers keep what their form encodes."""

from __future__ import annotations

import json
import re
import string

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checker.anonymize.collect import Collected, from_text
from checker.anonymize.columns import content_of
from checker.anonymize.identifiers import IDENTIFIER, Identifiers, wwns_in
from checker.anonymize.names import Names
from checker.anonymize.pseudonyms import Pseudonyms, read_map
from checker.anonymize.rewrite import Rewriter
from checker.anonymize.vocabulary import constants_of, pieces, protected_words
from checker.errors import UsageError
from checker.facts import vplex_wwn
from checker.facts.kinds import kinds
from checker.facts.reference import read_reference
from checker.intake.owners.words.path_words import command_words
from checker.resources import rules_folder
from tests.thorough import THOROUGH

_LETTERS = st.text(string.ascii_letters, min_size=1, max_size=9)
_NAMES = st.lists(
    st.builds("".join, st.lists(st.one_of(_LETTERS, st.text(string.digits, min_size=1, max_size=7), st.sampled_from("-_. ")), min_size=1, max_size=6)),
    min_size=1,
    max_size=12,
)  # fmt: skip


def rewriter(
    *names: str, serials: tuple[str, ...] = (), machines: tuple[str, ...] = (), pseudonyms: Pseudonyms | None = None
) -> Rewriter:
    found = Names()
    for name in (*names, *machines):
        found.add(name)
    found.machines.update(name.lower() for name in machines)
    for serial in serials:
        found.add_serial(serial)
    found.finalize()
    tables = pseudonyms or Pseudonyms()
    tables.taken |= found.words
    return Rewriter(found, Identifiers(tables))


def identified(text: str, identifiers: Identifiers | None = None) -> str:
    return IDENTIFIER.sub((identifiers or Identifiers(Pseudonyms())).replaced, text)


def _shape(text: str) -> str:
    return re.sub(r"[0-9]", "9", re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", text)))


def test_every_text_column_is_decided_upon() -> None:
    undecided = [
        f"{kind.name}.{column.name}"
        for kind in kinds().values()
        for column in kind.columns
        if column.type == "text" and content_of(kind.name, column.name) is None
    ]
    assert undecided == [], (
        "put the column into a list of checker/anonymize/columns.py: can it name a site or a machine?"
    )


@given(_NAMES)
def test_names_keep_their_shape_and_stay_apart(names: list[str]) -> None:
    # What looks like a world wide name keeps its length, but no digit has to stay a digit.
    assume(not any(IDENTIFIER.search(name) for name in names))
    one = rewriter(*names)
    new = [one.text(name) for name in names]
    assert [_shape(name) for name in new] == [_shape(name) for name in names]
    assert len(set(new)) == len(set(names))


@given(_NAMES)
def test_the_way_back(names: list[str]) -> None:
    one = rewriter(*names)
    text = "\n".join(f"member {name}; 50:00:09:72:08:25:95:18 10.20.30.40 [{name}]" for name in names)
    new = one.text(text)
    assert one.inverse().text(new) == text


def test_a_name_has_the_same_pseudonym_everywhere() -> None:
    one = rewriter("kestrel-esx07", "kestrel-esx07_hba1", "KESTREL_ZS")
    pseudonym = one.text("kestrel")
    assert pseudonym != "kestrel"
    assert one.text("kestrel-esx07_hba1;KESTREL_ZS (Kestrel)") == (
        f"{pseudonym}-esx07_hba1;{pseudonym.upper()}_ZS ({pseudonym.capitalize()})"
    )
    # Inside a longer word, too.
    assert one.text("mykestreldb") == f"my{pseudonym}db"


def test_numbers_in_names_go_and_other_numbers_stay() -> None:
    one = rewriter("srv004711", "vol_123456", "Berlin Host 4712")
    new = one.text("srv004711 004711 vol_123456 123456 block 4712 Berlin Host 4712 zone_2024 12345678")
    assert "srv004711" not in new and "vol_123456" not in new and "Host 4712" not in new
    assert " 004711 " in new and " 123456 block 4712 " in new and new.endswith(" zone_2024 12345678")


def test_machines_with_plain_names_get_others_and_sides_stay() -> None:
    one = rewriter("esx05_hba1", machines=("esx05", "sw-a1", "host3", "cluster-1"))
    esx, switch = one.text("esx05"), one.text("sw-a1")
    assert re.fullmatch("[a-z]{3}05", esx) and esx != "esx05"
    assert re.fullmatch("[a-z]{2}-a1", switch) and switch != "sw-a1"
    assert one.text("esx05_hba1 esx05.example ESX05") == f"{esx}_hba1 {esx}.example {esx.upper()}"
    # What is also a place in a machine, and what formats consist of.
    assert one.text("host3 cluster-1 VMware ESX A0-FC00 vmhba2") == "host3 cluster-1 VMware ESX A0-FC00 vmhba2"
    assert one.inverse().text(f"{esx} {switch}") == "esx05 sw-a1"


def test_a_machine_without_an_export_is_known_by_its_siblings() -> None:
    one = rewriter("esx08_hba1", "z_SW-A2_up", "host4_hba1", "esxi", "sw-b", machines=("esx05", "sw-a1", "host3"))
    esx, switch = one.text("esx05")[:3], one.text("sw-a1")[:2]
    assert one.text("esx08_hba1 z_SW-A2_up") == f"{esx}08_hba1 z_{switch.upper()}-A2_up"
    assert one.text("host4_hba1 esxi esx77 sw-a9") == "host4_hba1 esxi esx77 sw-a9"
    assert one.inverse().text(one.text("esx08_hba1 z_sw-a2_up")) == "esx08_hba1 z_sw-a2_up"


@pytest.mark.parametrize(
    "name",
    [
        "Device",
        "zone",
        "Runtime Name",
        "vmhba2",
        "fc1/3",
        "director-1-1-A",
        "None",
        "0",
        "",
        "-",
        "esxcli",
        "sdaa",
        "naa",
    ],
)
def test_a_name_that_formats_consist_of_stays(name: str) -> None:
    text = "Runtime Name: vmhba2:C0:T0:L1\n   Device: naa.x\nzone: z1 on fc1/3 director-1-1-A sdaa None"
    assert rewriter(name, machines=(name,)).text(text) == text


@pytest.mark.parametrize(
    "name",
    [
        "a.*b(c)kestrel[",
        "\\kestrel$^",
        "kestrel\\1\\g<0>",
        "(?P<kestrel>",
        "k" * 5000 + "estrel",
        "Zürich-köln",
        "名前-kestrel",
        "\u2028kestrel",
    ],
)
def test_names_with_signs_of_patterns(name: str) -> None:
    one = rewriter(name)
    new = one.text(f"x {name} y")
    assert len(new) == len(name) + 4
    assert name not in new


def test_many_names_get_as_many_pseudonyms() -> None:
    names = [
        f"kes{chr(97 + n % 26)}{chr(97 + n // 26 % 26)}{chr(97 + n // 676)}trel_{n:05d}"
        for n in range(10_000 if THOROUGH else 2_500)
    ]
    one = rewriter(*names)
    text = "\n".join(names * 5)
    new = one.text(text)
    assert len(set(new.split("\n"))) == len(names)


def test_all_words_of_three_letters() -> None:
    """More words than pronounceable stand-ins."""
    words = [f"{a}{b}{c}" for a in "bcdfgh" for b in string.ascii_lowercase for c in string.ascii_lowercase]
    one = rewriter(*words)
    new = [one.text(word) for word in words]
    assert len(set(new)) == len(words)


@given(st.integers(0, 2**32 - 1), st.integers(0, 3), st.integers(0, 3))
def test_a_director_of_vplex_keeps_its_ports(identity: int, module: int, port: int) -> None:
    director = f"{0x46000000 | identity & 0xFFFFFF:016x}"
    one = Identifiers(Pseudonyms(), directors={director})
    wwpn = vplex_wwn.port_wwpn(director, module, port)
    node = vplex_wwn.node_wwn(director)
    name = f"P{director.upper()}-A{module}-FC0{port}"
    assert wwpn is not None and node is not None
    new_name = identified(name, one)
    assert vplex_wwn.wwpn_of_port_name(new_name) == one.wwn(wwpn)
    assert vplex_wwn.node_wwn(identified(f"0x{director}", one)) == one.wwn(node)
    assert vplex_wwn.letter_of_director_id(identified(director, one)) == vplex_wwn.letter_of_director_id(director)
    before, after = vplex_wwn.parse_wwpn(wwpn), vplex_wwn.parse_wwpn(one.wwn(wwpn))
    assert before is not None and after is not None
    assert (before.letter, before.module, before.port_number, before.role) == (
        after.letter,
        after.module,
        after.port_number,
        after.role,
    )


@given(st.lists(st.from_regex(r"[125][0-9a-f]{15}", fullmatch=True), min_size=1, max_size=20, unique=True))
def test_world_wide_names_keep_type_oui_and_last_byte(wwns: list[str]) -> None:
    one = Identifiers(Pseudonyms())
    new = [one.wwn(wwn) for wwn in wwns]
    assert len(set(new)) == len(wwns)
    assert all(before != after for before, after in zip(wwns, new, strict=True))
    for before, after in zip(wwns, new, strict=True):
        start = 7 if before[0] == "5" else 10
        assert after[:start] == before[:start] and after[14:] == before[14:]


@pytest.mark.parametrize(
    "wwn", ["10000000c90000aa", "2100002400000001", "5006048000000000", "514f0c5000000004", "100000001234ffff"]
)
def test_world_wide_names_of_zeros_are_hidden_too(wwn: str) -> None:
    one = Identifiers(Pseudonyms())
    assert one.wwn(wwn) != wwn
    assert Identifiers(one.pseudonyms.inverse()).wwn(one.wwn(wwn)) == wwn


def test_no_world_wide_name_becomes_that_of_another_product() -> None:
    """The table of products compares up to ten digits; a stand-in is in the same rows as its original."""
    _, rows = read_reference(rules_folder() / "data" / "product.yaml")
    prefixes = [str(row["prefix"]) for row in rows if row["about"] in ("port", "device")]

    def rows_of(digits: str) -> list[str]:
        return [prefix for prefix in prefixes if digits.startswith(prefix)]

    many = rewriter()
    for prefix in prefixes:
        for number in range(40):
            for front in {prefix, prefix[:8]}:
                digits = f"{front}{number * 7:x}9a1b2c3d4e5f60718293a4b5c6d7e8f90"[: 32 if front[0] == "6" else 16]
                assert rows_of(many.identifiers.identity(digits)) == rows_of(digits), digits


def test_a_lun_of_zeros_is_hidden_too() -> None:
    lun = "600601600000000000000000000000aa"
    assert Identifiers(Pseudonyms()).lun(lun) != lun


def test_one_world_wide_name_in_every_spelling() -> None:
    one = Identifiers(Pseudonyms(), known={"50000972081f1118"})
    new = one.wwn("50000972081f1118")
    assert new != "50000972081f1118"
    pairs = ":".join(new[i : i + 2] for i in range(0, 16, 2))
    spelled = {
        "50:00:09:72:08:1f:11:18": pairs,
        "50-00-09-72-08-1F-11-18": pairs.replace(":", "-").upper(),
        "0x50000972081f1118": f"0x{new}",
        "50000972081F1118": new.upper(),
        "naa.50000972081f1118": f"naa.{new}",
        "5000.0972.081f.1118": ".".join(new[i : i + 4] for i in range(0, 16, 4)),
        "fc.20000000c9400001:50000972081f1118": f"fc.{one.wwn('20000000c9400001')}:{new}",
        "50:00:09:72:08:1f:11:00:50:00:09:72:08:1f:11:18": f"{pairs[:-2]}00:{pairs}",
    }
    for text, expected in spelled.items():
        assert identified(text, one) == expected, text
    assert Rewriter(Names(), one).text("50 00 09 72 08 1f 11 18") == pairs.replace(":", " ")


def test_ids_of_luns() -> None:
    one = rewriter(serials=("000192601357",))
    new = one.text("000192601357")
    assert re.fullmatch("000192[0-9]{6}", new) and new != "000192601357"
    for text in (
        "naa.60000970000192601357533030304330",
        "360000970000192601357533030304330",
        "VPD83T3:60000970000192601357533030304330",
        "vml.02000000006000097000019260135753303030433053594d4d4554",
        "3630303030393730303030313932363031333537353333303330333034333330",
    ):
        again = one.text(text)
        assert len(again) == len(text) and again != text
        assert new in again or new.encode().hex() in again
    assert re.fullmatch(r"naa\.6000144000000010[0-9a-f]{12}0021p1", one.text("naa.6000144000000010a1115d0000000021p1"))


@pytest.mark.parametrize(
    "text",
    [
        "12.8.340.8",
        "255.255.255.0",
        "127.0.0.1",
        "0.0.0.0",
        "5.4.1.03.00.06",
        "1.1.36.0-1vmw",
        "128.221.252.35",
        "1234567890123456",
        "50:01:43:80:xx:xx:xx:xx",
        "0:0:1:2",
        "08:30:15",
        "0000:05:00.1",
        "a::b",
        "0x00000000",
        "ffffffffffffffff",
        "00:00:00:00:00:00:00:00",
    ],
)
def test_what_is_not_an_identifier_is_kept(text: str) -> None:
    assert identified(text) == text


def test_addresses_keep_length_and_network() -> None:
    one = Identifiers(Pseudonyms(), versions={"11.1.215.0"})
    a, b, c = (identified(text, one) for text in ("10.21.30.17", "10.21.30.41/24", "193.99.144.80"))
    assert a.rpartition(".")[0] == b.partition("/")[0].rpartition(".")[0]
    assert [len(part) for part in a.split(".")] == [2, 2, 2, 2]
    assert a.startswith("10.") and c != "193.99.144.80"
    assert identified("FV 11.1.215.0", one) == "FV 11.1.215.0"
    assert identified("00:1b:21:ab:cd:ef", one).startswith("00:1b:21:")
    assert identified("fe80::21b:21ff:feab:cdef", one) != "fe80::21b:21ff:feab:cdef"


def test_people_domains_and_places() -> None:
    text = (
        "joe.doe@kestrel.example wrote\njd@kestrel-sw1:admin> x\nroot@vplex:/\n"
        "host esx05.dc1.kestrel.example iqn.1998-01.com.vmware:merlin-1a2b\nusername falkner password\n"
        "snmp-server contact Falkenberg +49 30 9012345\nbanner motd #Property of Habicht#\nsee https://support.emc.com/x\n"
    )
    found = Collected()
    from_text(text, found)
    found.names.finalize()
    new = Rewriter(found.names, Identifiers(Pseudonyms())).text(text)
    for gone in (
        "joe",
        "doe",
        "kestrel",
        "jd@",
        "merlin",
        "falkner",
        "Falkenberg",
        "9012345",
        "Property of Habicht",
        "Habicht",
    ):
        assert gone not in new, gone
    for kept in (
        "root@vplex",
        ".example",
        "iqn.1998-01.com.vmware:",
        "support.emc.com",
        "snmp-server contact",
        "banner motd",
    ):
        assert kept in new, kept
    assert len(new) == len(text)


def test_the_map_reproduces_the_same_pseudonyms() -> None:
    first = rewriter("kestrel_vol", "srv004711", serials=("CKM00990090009",))
    text = "kestrel_vol srv004711 CKM00990090009 10.1.2.3 50:00:09:72:08:25:95:18"
    new = first.text(text)
    again = read_map(first.identifiers.pseudonyms.as_json({}, {}), "map.json")
    second = rewriter("merlin_vol", "kestrel_vol", "srv004711", serials=("CKM00990090009",), pseudonyms=again)
    assert second.text(text) == new
    assert second.text("merlin") not in ("merlin", first.text("kestrel"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"sanlint_map": 1}',
        '{"sanlint_map": 1, "tables": {"words": {"abc": "xy"}}}',
        '{"sanlint_map": 1, "tables": {"words": {"abc": "xyz", "abd": "xyz"}}}',
        "[" * 100_000,
    ],
)
def test_a_wrong_map_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"map\.json"):
        read_map(text, "map.json")


def test_pseudonyms_are_neither_format_words_nor_hexadecimal_numbers() -> None:
    pseudonyms = Pseudonyms(taken={"bodu"})
    words = [pseudonyms.word(f"x{chr(97 + n // 26)}{chr(97 + n % 26)}q") for n in range(600)]
    assert protected_words().isdisjoint(words)
    assert "bodu" not in words
    assert all(pieces(word, protected_words()) == [(word, True)] for word in words)
    assert not any(re.fullmatch("[a-f]+", word) for word in words)


def test_docstrings_are_not_protected() -> None:
    source = '''"""Module kestrel."""
NAMES = {"sturgeon", "marten"}
"""Attribute osprey."""
class Reader:
    """Class gannet.

    More."""
    kind = "zander"
    def read(self):
        """Function plover"""
        return "badger", lambda: "lynx"
def only(): "otter"
'''
    found = {word for text in constants_of(source) for word in re.findall("[a-z]{3,}", text)}
    assert {"sturgeon", "marten", "zander", "badger", "lynx"} <= found
    assert found.isdisjoint({"kestrel", "osprey", "gannet", "plover", "otter"})


def test_the_map_is_plain_text() -> None:
    one = rewriter("kestrel")
    one.text("kestrel")
    document = json.loads(one.identifiers.pseudonyms.as_json({"x": "kestrel"}, {"a": "b"}))
    assert document["names"] == {"x": "kestrel"}
    assert document["tables"]["words"]["kestrel"]


def test_no_pseudonym_is_an_original_elsewhere() -> None:
    pseudonyms = Pseudonyms(reserved={"digits 1 0": set("12345689")})
    assert pseudonyms.digits("3") == "7"


def test_earlier_originals_are_never_pseudonyms() -> None:
    pseudonyms = Pseudonyms()
    originals = [str(number) for number in range(100, 160)]
    for place, one in enumerate(originals):
        assert pseudonyms.digits(one) not in originals[: place + 1]


def test_a_long_number_leads_back_whatever_it_was_drawn() -> None:
    for _ in range(60):
        one = rewriter("vol")
        new = one.text("545528762838986eb 3a455287628389860 0123456789abcdef00")
        assert one.inverse().text(new) == "545528762838986eb 3a455287628389860 0123456789abcdef00"


@pytest.mark.parametrize("label", ["db_h0:", "db_p1:", "db_01:", "db_10:", "db-50-", "0a:", "x_h0_", "boot."])
def test_a_label_in_front_of_a_world_wide_name(label: str) -> None:
    separator = "-" if label.endswith("-") else ":"
    wwn = separator.join(("10", "00", "00", "90", "fa", "e1", "77", "01"))
    one = Identifiers(Pseudonyms())
    assert identified(label + wwn, one) == label + separator.join(re.findall("..", one.wwn("10000090fae17701")))
    # A number behind the name is not part of it either.
    assert identified(f"{wwn}{separator}03", one) == identified(wwn, one) + f"{separator}03"


def test_a_label_that_looks_like_a_name_is_known_by_the_others() -> None:
    # Both could be names of eight pairs; only one is known from elsewhere.
    one = Identifiers(Pseudonyms(), known={"5000097208259518"})
    assert identified("20:50:00:09:72:08:25:95:18", one) == "20:" + identified("50:00:09:72:08:25:95:18", one)
    assert wwns_in("db_h0:10:00:00:90:fa:e1:77:01 20:50:00:09:72:08:25:95:18") == {
        "10000090fae17701",
        "5000097208259518",
    }


@pytest.mark.parametrize("label", ["boot.mac:", "mac=", "_h0:"])
def test_an_address_after_a_label(label: str) -> None:
    one = Identifiers(Pseudonyms())
    new = identified("00:05:1e:7b:8c:9d", one)
    assert new.startswith("00:05:1e:") and new != "00:05:1e:7b:8c:9d"
    assert identified(f"{label}00:05:1e:7b:8c:9d: up", one) == f"{label}{new}: up"


def test_a_truncated_name_is_the_beginning_of_the_whole_name() -> None:
    one = rewriter(machines=("kestrelhall-edge7", "kestrelhall-standby"))
    whole = one.text("kestrelhall-edge7")
    assert one.text("to kestrelhall-edg up, KESTRELHALL-EDG down, kestrelhall-edge7") == (
        f"to {whole[:15]} up, {whole[:15].upper()} down, {whole}"
    )
    assert one.text("kestrelhall") == whole[:11]
    assert one.inverse().text(one.text("x kestrelhall-edg y")) == "x kestrelhall-edg y"


def test_parts_of_a_uuid_are_not_words() -> None:
    one = rewriter("aa0793ff-5ee5-4593-8fdd-c28a58f7cf4f")
    assert one.names.runs == set() and one.names.words == set()
    assert one.text("aa0793ff-5ee5-4593-8fdd-c28a58f7cf4f") != "aa0793ff-5ee5-4593-8fdd-c28a58f7cf4f"


def test_serial_numbers_printed_without_quotes_stay_numbers() -> None:
    originals = [str(number) for number in range(540001, 540201)]
    one = rewriter(serials=tuple(originals))
    new = json.loads(one.text(json.dumps([int(serial) for serial in originals])))
    assert len(set(new)) == 200
    assert all(100_000 <= number <= 999_999 for number in new)


def test_no_stand_in_is_the_name_of_a_command() -> None:
    # In the name of a file, the words of a command are not part of the machine's name.
    pseudonyms = Pseudonyms()
    words = {f"{first}{second}" for first in string.ascii_lowercase for second in string.ascii_lowercase}
    short = {pseudonyms.short(word) for word in sorted(words)[:400]}
    machines = {pseudonyms.machine(word) for word in sorted(words)[:200]}
    assert len(short) == 400
    assert not (short | machines) & command_words()


@pytest.mark.parametrize(
    "printed",
    (
        "10 00 00 90 fa 00 7c 01",
        "1000 0090 fa00 7c01",
        "10000090 fa007c01",
        "10:00:00:90:fa:00: 7c:01",
        "10:00:00:90:FA:00:7C:0 1",
    ),
)
def test_a_world_wide_name_printed_with_blanks_has_its_usual_stand_in(printed: str) -> None:
    of = Rewriter(Names(), Identifiers(Pseudonyms(), known={"10000090fa007c01"}))
    usual = of.text("10000090fa007c01")
    for before in ("", "a ", "12 "):
        shown = of.text(f"{before}{printed} ok")
        assert [shown.startswith(before), shown.endswith(" ok")] == [True, True]
        inside = shown[len(before) : -len(" ok")]
        assert re.sub(r"[ :]", "", inside).lower() == usual
        assert re.sub(r"[0-9A-Fa-f]", "x", inside) == re.sub(r"[0-9A-Fa-f]", "x", printed)
    assert of.text("10 00 00 90 fa 00 7c 02") == "10 00 00 90 fa 00 7c 02", "counters are no names"
