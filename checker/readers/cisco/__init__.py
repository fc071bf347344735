"""Readers of Cisco MDS and Nexus (NX-OS) output: zoning, logins, VSANs, interfaces and the running configuration."""
