"""The running configuration: interface blocks, policies, and sections of zoning and VSANs."""
