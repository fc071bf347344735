"""FC ports of Linux hosts: systool listings and dumps of /sys."""
