"""Observations become entities: what several commands say of one thing is one thing."""

from __future__ import annotations

from tests.facts.resolve.two_paths import I1, I2, MULTIPATH, NAA, PATHS, T1, T2, core_path, mpath_brief, nmp_path
from tests.support import inventory, store_of


def test_three_commands_of_one_host_give_its_two_paths() -> None:
    store = store_of(
        {
            "esx01/core.txt": "".join(core_path(*p) for p in PATHS),
            "esx01/nmp.txt": "".join(nmp_path(*p) for p in PATHS),
            "esx01/mpath.txt": mpath_brief(PATHS),
        }
    )
    assert store.rows("SELECT count(*) FROM obs_path") == [(6,)]
    assert store.rows("SELECT host, initiator_wwpn, target_wwpn, hctl FROM path ORDER BY 2") == [
        ("esx01", I1, T1, "vmhba2:C0:T0:L1"),
        ("esx01", I2, T2, "vmhba3:C0:T0:L1"),
    ]


def test_paths_without_wwpns_still_have_their_number() -> None:
    store = store_of({"lin1/multipath.txt": MULTIPATH})
    assert store.rows("SELECT hctl, path_name, initiator_wwpn FROM path ORDER BY 1") == [
        ("3:0:0:1", "sdb", None),
        ("4:0:1:1", "sdc", None),
    ]


def test_remote_ports_of_the_same_host_give_paths_their_wwpns() -> None:
    ports = f"""/sys/class/fc_host/host3/port_name:0x{I1}
/sys/class/fc_host/host4/port_name:0x{I2}
/sys/class/fc_remote_ports/rport-3:0-0/port_name:0x{T1}
/sys/class/fc_remote_ports/rport-3:0-0/scsi_target_id:0
/sys/class/fc_remote_ports/rport-3:0-0/roles:FCP Target
/sys/class/fc_remote_ports/rport-4:0-1/port_name:0x{T2}
/sys/class/fc_remote_ports/rport-4:0-1/scsi_target_id:1
/sys/class/fc_remote_ports/rport-4:0-1/roles:FCP Target
"""
    store = store_of({"lin1/multipath.txt": MULTIPATH, "lin1/fc.txt": ports})
    assert store.rows("SELECT hctl, initiator_wwpn, target_wwpn FROM path ORDER BY 1") == [
        ("3:0:0:1", I1, T1),
        ("4:0:1:1", I2, T2),
    ]


def test_partition_of_a_path_device_belongs_to_the_lun() -> None:
    parted = """Model: EMC SYMMETRIX (scsi)
Disk /dev/sdb: 209715200s
Sector size (logical/physical): 512B/512B
Partition Table: msdos
Disk Flags:

Number  Start  End         Size        Type     File system  Flags
 1      63s    209712509s  209712447s  primary  ext3
"""
    store = store_of({"lin1/multipath.txt": MULTIPATH, "lin1/parted.txt": parted})
    assert store.rows("SELECT device, partition, start_bytes FROM partition") == [(NAA, 1, 63 * 512)]


def test_newest_known_value_wins_and_unknown_ones_do_not() -> None:
    old = "sanlint: 1\nobserved: true\ncaptured_at: 2026-01-01T00:00:00Z\nhosts:\n  h1: {os_version: '7.0', site: north}\n"
    new = "sanlint: 1\nobserved: true\ncaptured_at: 2026-02-01T00:00:00Z\nhosts:\n  h1: {os_version: '8.0'}\n"
    store = store_of({"z.yaml": old, "a.yaml": new})
    assert store.rows("SELECT os_version, site FROM host") == [("8.0", "north")]


def test_declarations_fill_only_unobserved_facts_and_differences_are_recorded() -> None:
    declared = f"sanlint: 1\ncaptured_at: 2026-03-01T00:00:00Z\nhosts:\n  h1:\n    site: south\n    devices: {{{NAA}: {{psp: VMW_PSP_RR}}}}\n"
    observed = inventory(f"hosts:\n  h1:\n    devices: {{{NAA}: {{psp: VMW_PSP_FIXED}}}}\n")
    store = store_of({"intent.yaml": declared, "seen.yaml": observed})
    assert store.rows("SELECT psp FROM device") == [("VMW_PSP_FIXED",)]
    assert store.rows("SELECT site FROM host") == [("south",)]
    assert store.rows("SELECT fact, value_a, value_b, declared FROM contradiction") == [
        ("psp", "VMW_PSP_FIXED", "VMW_PSP_RR", True)
    ]


def test_facts_that_must_agree_are_recorded_when_they_do_not() -> None:
    one = inventory(f"hosts:\n  h1:\n    devices: {{{NAA}: {{vendor: EMC}}}}\n")
    two = inventory(f"hosts:\n  h1:\n    devices: {{{NAA}: {{vendor: PURE}}}}\n")
    store = store_of({"a.yaml": one, "b.yaml": two})
    rows = store.rows("SELECT about_kind, about_key, fact, value_a, value_b, declared FROM contradiction")
    assert len(rows) == 1
    assert rows[0][0] == "device"
    assert NAA in rows[0][1]
    assert {rows[0][3], rows[0][4]} == {"EMC", "PURE"}
    assert rows[0][5] is False


def test_captures_of_different_days_do_not_contradict_each_other() -> None:
    body = f"hosts:\n  h1:\n    devices: {{{NAA}: {{vendor: %s}}}}\n"
    one = "sanlint: 1\nobserved: true\ncaptured_at: 2026-01-01T00:00:00Z\n" + body % "EMC"
    two = "sanlint: 1\nobserved: true\ncaptured_at: 2026-01-03T00:00:00Z\n" + body % "PURE"
    store = store_of({"a.yaml": one, "b.yaml": two})
    store.ensure_entities(["contradiction"])
    assert store.rows("SELECT vendor FROM device") == [("PURE",)]
    assert store.rows("SELECT count(*) FROM contradiction") == [(0,)]


def test_a_redacted_wwn_is_kept_as_text_and_its_row_stays() -> None:
    text = inventory("hosts:\n  h1:\n    initiators: {vmhba2: {initiator_wwpn: '10:00:00:xx:xx:xx:00:01'}}\n")
    store = store_of({"a.yaml": text})
    assert store.rows("SELECT hba, initiator_wwpn FROM initiator") == [("vmhba2", None)]
    assert store.rows("SELECT about_kind, fact, value, problem FROM bad_value") == [
        ("initiator", "initiator_wwpn", "10:00:00:xx:xx:xx:00:01", "redacted")
    ]


def test_an_ambiguous_row_is_kept_as_unidentified() -> None:
    store = store_of({"a.yaml": inventory(f"hosts:\n  h1:\n    paths: [{{device: {NAA}, state: active}}]\n")})
    assert store.rows("SELECT count(*) FROM path") == [(0,)]
    assert store.rows("SELECT about_kind, problem FROM bad_value") == [("path", "unidentified")]


def test_order_of_files_does_not_matter() -> None:
    texts = {f"f{n}.yaml": inventory(f"hosts:\n  h1: {{os_version: '{n}'}}\n") for n in range(5)}
    first = store_of(texts).rows("SELECT os_version FROM host")
    again = store_of(dict(reversed(list(texts.items())))).rows("SELECT os_version FROM host")
    assert first == again


def test_ports_of_a_view_get_their_wwpn_from_the_port_table() -> None:
    text = inventory(
        """storage_arrays:
  v1:
    family: vplex
    clusters:
      cluster-1:
        directors:
          director-1-1-A: {ports: {A0-FC00: {port_name: P0000000046E0124B-A0-FC00, target_wwpn: '50:00:14:42:60:12:4b:00'}}}
        registered_initiators: {esx01_a: {initiator_wwpn: '10:00:00:00:c9:aa:00:01'}}
        virtual_volumes: {vol1: {device: naa.6000144000000010f00b1a2c3d4e5f60}}
        views:
          esx01: {initiators: [esx01_a], ports: [P0000000046E0124B-A0-FC00], volumes: [vol1]}
"""
    )
    store = store_of({"v.yaml": text})
    assert store.rows("SELECT target_wwpn FROM mask_port") == [("5000144260124b00",)]
    assert store.rows("SELECT initiator_wwpn FROM mask_initiator") == [(I1,)]
    assert store.rows("SELECT device FROM mask_volume") == [("naa.6000144000000010f00b1a2c3d4e5f60",)]


def test_a_declared_name_of_a_port_differs_from_the_observed_one() -> None:
    body = f"hosts:\n  h1:\n    initiators: {{%s: {{initiator_wwpn: '{I1}'}}}}\n"
    store = store_of({"intent.yaml": "sanlint: 1\n" + body % "vmhba2", "seen.yaml": inventory(body % "vmhba3")})
    assert store.rows("SELECT hba FROM initiator") == [("vmhba3",)]
    assert store.rows("SELECT about_kind, fact, value_a, value_b, declared FROM contradiction") == [
        ("initiator", "hba", "vmhba3", "vmhba2", True)
    ]


def test_padding_and_capitals_are_no_contradiction() -> None:
    body = f"hosts:\n  h1:\n    devices: {{{NAA}: {{vendor: %s}}}}\n"
    store = store_of({"a.yaml": inventory(body % "'EMC     '"), "b.yaml": inventory(body % "emc")})
    assert not store.has_rows("contradiction")


def test_each_of_three_different_statements_is_recorded_against_the_newest() -> None:
    body = f"hosts:\n  h1:\n    devices: {{{NAA}: {{vendor: %s}}}}\n"
    store = store_of({f"{name}.yaml": inventory(body % name) for name in ("emc", "pure", "netapp")})
    assert store.rows("SELECT count(DISTINCT value_a), count(DISTINCT value_b) FROM contradiction") == [(1, 2)]


def test_repeated_rows_of_one_export_do_not_depend_on_other_exports() -> None:
    odd = inventory(
        f"hosts:\n  h1:\n    devices: {{{NAA}: {{vendor: EMC}}}}\n  H1:\n    devices: {{{NAA}: {{vendor: PURE}}}}\n"
    )
    other = inventory(f"hosts:\n  h2:\n    devices: {{{NAA}: {{vendor: EMC}}}}\n")
    assert not store_of({"a.yaml": odd}).has_rows("contradiction")
    assert not store_of({"a.yaml": odd, "b.yaml": other}).has_rows("contradiction")


def test_an_nvme_duplicate_does_not_rename_the_fc_port() -> None:
    for nvme, fc in (("a.yaml", "b.yaml"), ("b.yaml", "a.yaml")):
        body = f"hosts:\n  h1:\n    initiators: {{%s: {{initiator_wwpn: '{I1}', driver: %s, protocol: %s}}}}\n"
        store = store_of(
            {
                nvme: inventory(body % ("vmhba64", "lpfc_nvme", "nvme")),
                fc: inventory(body % ("vmhba2", "lpfc", "fcp")),
            }
        )
        assert store.rows("SELECT hba, initiator_wwpn, driver, protocol FROM initiator") == [
            ("vmhba2", I1, "lpfc", "fcp")
        ]


def test_paths_of_an_nvme_duplicate_keep_their_protocol() -> None:
    text = inventory(
        f"""hosts:
  h1:
    initiators:
      vmhba2: {{initiator_wwpn: '{I1}'}}
      vmhba64: {{initiator_wwpn: '{I1}', protocol: nvme}}
    paths:
      - {{device: {NAA}, hba: vmhba2, target: '{T1}', state: active}}
      - {{device: eui.00112233445566778899aabbccddeeff, hba: vmhba64, protocol: nvme, target: '{T1}', state: active}}
      - {{device: eui.00112233445566778899aabbccddeeff, hba: vmhba64, target: '{T1}', state: active}}
"""
    )
    store = store_of({"a.yaml": text})
    assert store.rows("SELECT protocol, hba, initiator_wwpn FROM path ORDER BY 1") == [
        ("fcp", "vmhba2", I1),
        ("nvme", "vmhba64", I1),
    ]


def test_a_key_that_fits_two_things_bridges_to_neither() -> None:
    ports = "    ports: [{port_name: P1, cluster: '', target_wwpn: '%s'}, {port_name: P1, target_wwpn: '%s'}, {port_name: P1, speed_gbps: 8}]\n"
    store = store_of({"a.yaml": inventory("storage_arrays:\n  v1:\n" + ports % (T1, T2))})
    assert store.rows("SELECT count(*) FROM target_port WHERE speed_gbps = 8 AND target_wwpn IS NOT NULL") == [(0,)]


DECLARED = f"sanlint: 1\nhosts:\n  h1:\n    paths:\n      - {{device: {NAA}, initiator: ['{I1}', '{I2}'], target: '{T1}', state: active}}\n"


def test_a_declared_path_that_was_not_observed_is_no_path() -> None:
    seen = inventory(
        f"hosts:\n  h1:\n    paths: [{{device: {NAA}, initiator: '{I1}', target: '{T1}', state: active}}]\n"
    )
    store = store_of({"intent.yaml": DECLARED, "seen.yaml": seen})
    assert store.rows("SELECT initiator_wwpn FROM path") == [(I1,)]
    assert store.rows("SELECT about_key, fact, value_a, value_b, declared FROM contradiction") == [
        (f"host h1, device {NAA}", "paths", "1 observed", "2 declared, 1 of them not observed", True)
    ]


def test_declared_paths_of_a_host_without_exports_are_its_paths() -> None:
    store = store_of({"intent.yaml": DECLARED})
    assert store.rows("SELECT count(*) FROM path") == [(2,)]
    assert not store.has_rows("contradiction")


def test_declared_ports_and_observed_numbers_are_not_counted_twice() -> None:
    def seen(*names: str) -> str:
        rows = "".join(f"      - {{device: {NAA}, hctl: '{name}', state: active}}\n" for name in names)
        return inventory(f"hosts:\n  h1:\n    paths:\n{rows}")

    same = store_of({"intent.yaml": DECLARED, "seen.yaml": seen("3:0:0:1", "4:0:0:1")})
    assert same.rows("SELECT count(*) FROM path") == [(2,)]
    assert not same.has_rows("contradiction")
    fewer = store_of({"intent.yaml": DECLARED, "seen.yaml": seen("3:0:0:1")})
    assert fewer.rows("SELECT value_a, value_b FROM contradiction") == [("1 observed", "2 declared")]


def test_unidentified_rows_of_two_files_are_two() -> None:
    text = inventory(f"hosts:\n  h1:\n    paths: [{{device: {NAA}, state: active}}]\n")
    store = store_of({"x/a.yaml": text, "x/b.yaml": text})
    assert store.rows("SELECT place FROM bad_value ORDER BY 1") == [("x/a.yaml:5",), ("x/b.yaml:5",)]
