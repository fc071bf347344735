-- view: file_system_stripe
-- meaning: One row per declared file system on a LUN: its layout against the stripes of the array.
-- grain: host, mount_point
-- owner: host
-- spine: file_system
-- column host text: name of the host
-- column mount_point text: mount point or drive letter
-- column volume text: identity of the LUN [file_system.device]
-- column on_san bool: the LUN is a data volume of a SAN [file_system.device, device.model, device.size_bytes, device.vendor]
-- column cluster_bytes int: allocation unit [file_system.cluster_bytes]
-- column array_stripe_bytes int: declared stripe unit of the array's disks [file_system.device, device.array_stripe_bytes]
-- column takes_stripe bool: file systems of its type can be aligned to a stripe: those of Linux can, those of Windows and VMware cannot [file_system.file_system]
-- column stripe_width_bytes int: full stripe it was created for [file_system.stripe_width_bytes]
-- column optimal_io_bytes int: full stripe that the array states; 0 if it states none [file_system.device, device.optimal_io_bytes]
SELECT f.host, f.mount_point, f.device AS volume, p.in_scope AS on_san, f.cluster_bytes, d.array_stripe_bytes,
    CASE WHEN lower(f.file_system) IN ('ntfs', 'refs', 'fat32', 'exfat') OR starts_with(lower(f.file_system), 'vmfs') THEN FALSE
        WHEN lower(f.file_system) IN ('xfs', 'ext2', 'ext3', 'ext4') THEN TRUE END AS takes_stripe,
    f.stripe_width_bytes, d.optimal_io_bytes
FROM file_system f
LEFT JOIN device d ON d.host = f.host AND d.device = f.device
LEFT JOIN device_policy p ON p.host = f.host AND p.volume = f.device
WHERE f.host IS NOT NULL AND f.mount_point IS NOT NULL
