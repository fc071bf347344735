"""symcli XML, whichever command printed it."""
