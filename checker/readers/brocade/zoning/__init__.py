"""Zoning in Fabric OS: the defined and the effective configuration, peer zones and the default zone."""
