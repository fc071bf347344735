"""Read what IBM's Subsystem Device Driver (SDD, SDDPCM, SDDDSM) prints, on every operating system it runs on."""
