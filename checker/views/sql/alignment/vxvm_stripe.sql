-- view: vxvm_stripe
-- meaning: One row per VxVM volume: its stripe against the I/O of the applications.
-- grain: host, disk_group, vxvm_volume
-- owner: host
-- spine: vxvm_volume
-- column host text: name of the host
-- column disk_group text: disk group
-- column vxvm_volume text: name of the volume
-- column stripe_columns int: columns of the stripe; 1 or unknown without one [vxvm_volume.stripe_columns]
-- column stripe_unit_bytes int: bytes in one column before the next one is used [vxvm_volume.stripe_unit_bytes]
-- column largest_io_bytes int: declared largest I/O of the host's applications [host.largest_io_bytes]
SELECT v.host, coalesce(v.disk_group, '') AS disk_group, v.vxvm_volume, v.stripe_columns, v.stripe_unit_bytes, h.largest_io_bytes
FROM vxvm_volume v LEFT JOIN host h ON h.host = v.host WHERE v.host IS NOT NULL AND v.vxvm_volume IS NOT NULL
