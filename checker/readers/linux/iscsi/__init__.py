"""iSCSI sessions of Linux hosts."""
