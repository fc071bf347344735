"""Readers of the Huawei OceanStor command line."""
