"""Zoning and masking as code: Ansible variables and playbooks, and Puppet data of the same kind."""
