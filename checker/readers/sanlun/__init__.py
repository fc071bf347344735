"""Read what ``sanlun`` of the NetApp Host Utilities prints, on every operating system it runs on."""
