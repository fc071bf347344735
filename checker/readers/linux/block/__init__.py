"""Block devices of Linux hosts: lsblk, lsscsi, udev, LVM."""
