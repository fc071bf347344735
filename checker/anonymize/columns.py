"""Classify each text column of the model for anonymisation: a name, a serial, an identifier, or a technical word.

A column that is missing from these lists fails a test: the author of a new column decides whether it can name a site,
a machine or a person.
"""

from __future__ import annotations

from typing import Literal

Content = Literal["name", "serial", "identifier", "technical", "other"]


def words_of(text: str) -> list[str]:
    """Return the words of a list that is written as one string."""
    return text.split()


_NAMES = words_of("""
active_zone_set alias chassis cluster com_switch component_cluster consistency_group datastore description director disk
disk_group effective_config enclosure engine extent fabric failure_domain guest host host_cluster hostname
initiator_group initiator_name label leg_arrays member member_name mobility mount_point name machine other_machine node_symbolic_name owner peer_switch pool
port_group raid_group replication_link rule_set scope site source_array source_name storage_array storage_at
stands_for storage_group storage_volume switch symbolic_name system_volume target_array target_name test_plan used_by used_by_array
used_by_cluster vg view virtual_volume volume_name vplex_device vplex_name vsan_name vxvm_volume wan_link winner xms zone
zone_set reason test_run provider nqn iscsi_target vswitch compared_plan compared_run
""")

_SERIALS = ["array_serial", "assembly", "serial"]

# World wide names, LUN ids and addresses, recognised by their form wherever they occur.
_IDENTIFIERS = words_of("""
attached_wwn device director_id fabric_wwn initiator_wwpn ip_address member_wwn npiv_parent_wwpn peer_wwn
addresses destination_address portal_address local_address permanent_port_wwn port_wwn switch_wwn target_wwnn target_wwpn uuid wwid wwnn wwpn port_name array_device pvid
""")

# Words with the same meaning everywhere; they stay, even where a machine uses one of them as its name.
_TECHNICAL = words_of("""
array_class array_state array_type array_version buffer_pattern cache_mode checksum circuit_state claim_options counter default_cache_mode
default_io_policy default_psp default_zone detach_rule device_state device_type distribute drive_type driver
driver_version enclosure_type engine_name engine_type export_status family fc4_role file_system firmware_version flash_firmware_version installed_firmware
form_factor format geometry group_state failover hardware hardware_handler health_state initiator_type interop_mode io_policy
io_status job_state kernel_version label_type latest_known_at latest_known_version link_kind link_type load_balancing locality media member_role
member_type merge_control metric mode model multipath_features multipath_owner multipath_software os_name os_version
owner_basis owner_kind part_number partition_type path_grouping platform plugin policy port_state port_type problem
product_pattern product_type protocol protocol_type provision_type psp psp_config psp_options raid_type rebuild_status
rebuild_type record_type replication_role revision revision_pattern roles rr_type rule_class rule_group rule_loaded_as
rule_transport rule_type satp satp_config scheduler server_model server_vendor service_level service_status setting
sharing speed_mode state state_reason status supply_type switch_mode switch_role switch_state switch_type tool transport
unit vendor vendor_pattern version visibility vmfs_version volume_type vplex_use vsan_state zone_mode zone_type
operational_status basis command question deployment_phase goal stages workload_source error error_label error_type error_class
""")

# Locations and numbers such as vmhba2, fc1/3, FA-7E, 2:0:1:4, and values that repeat names from other columns.
_OTHER = words_of("""
about_key about_kind adapter_port burst circuit cluster_id component component_type current_owner current_path default_owner direction
domain_id iface netmask session vmknic ethernet_port fabric_id fact failover_group fast_io_fail fcid feed file flags hba hctl health_indications io_size_mix
island_id kernel_name letter load_points long_distance matches member_domain monitoring no_path_retry objective options
origin outstanding_points path_group path_id path_name pattern pci_address peer_domain peer_port phase place place_a place_b port port_channel
port_vsan power_supply preferred_path purpose range resource resource_kind role rr_iops_text rx_power_mark temperature_mark voltage_mark current_mark tx_power_mark scsi_target section side slot
state_text steady_state tag target targets transfer_size_text trunk trunk_master value value_a value_b verify vsan
wavelength workload_label workload_profile error_text
""")

_EXCEPTIONS: dict[str, Content] = {
    # VMware's own descriptions of path policies.
    "satp.description": "technical",
    "satp_rule.description": "technical",
    # A section of a configuration file, an adapter, a module.
    "host_setting.scope": "other",
    "completeness.scope": "technical",
    # The job of a benchmark, identified by its file.
    "test_plan.monitoring": "other",
    # An address, or the name of a machine.
    "export.address": "name",
    "export.path_owner": "name",
    # The reason may quote a word of the text.
    "export.stopped": "other",
    "network_test.source": "name",
    "network_test.destination": "name",
    "zone_member.member_role": "technical",
    "target_port.role": "technical",
    # The object of a load is often in no other export; ports and directors have locations, not names.
    "workload.about_key": "name",
    "load_sample.about_key": "name",
    "load_counter.about_key": "name",
    "log_event.event": "technical",
    "port_sample.event": "technical",
}


def _table() -> dict[str, Content]:
    lists: tuple[tuple[Content, list[str]], ...] = (
        ("name", _NAMES),
        ("serial", _SERIALS),
        ("identifier", _IDENTIFIERS),
        ("technical", _TECHNICAL),
        ("other", _OTHER),
    )
    found: dict[str, Content] = {}
    for content, names in lists:
        for name in names:
            if name in found:
                raise ValueError(f"column {name} is listed twice")
            found[name] = content
    return found


_BY_NAME = _table()


def content_of(kind: str, column: str) -> Content | None:
    """Return the content of a text column, or None if it is not classified."""
    return _EXCEPTIONS.get(f"{kind}.{column}") or _BY_NAME.get(column)
