"""iSCSI sessions of ESXi hosts, and the interfaces that their adapters are bound to."""
