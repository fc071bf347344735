"""Fabric OS commands about the fabric: members, links, trunks, name server, access gateways and logical switches."""
