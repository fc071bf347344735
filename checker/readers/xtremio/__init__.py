"""Readers of XtremIO exports: answers of the management server's REST interface."""
