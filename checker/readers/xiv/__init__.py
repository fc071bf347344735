"""Read what the XCLI of IBM XIV and A9000 prints."""
