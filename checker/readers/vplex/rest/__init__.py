"""REST answers of VPLEX: v1 (context paths and attributes) and v2 (plain objects)."""
