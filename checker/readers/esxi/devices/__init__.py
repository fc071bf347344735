"""Devices of ESXi hosts and their multipathing settings."""
