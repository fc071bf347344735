"""Partition tables by fdisk, sfdisk and parted."""
