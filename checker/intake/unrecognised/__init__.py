"""Texts that no reader recognises: what they are instead of exports, or what is wrong with them."""
