"""Claim rules and SATP rules of ESXi."""
