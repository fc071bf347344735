"""Readers of NetApp ONTAP exports: text of the cluster shell and answers of its REST interface."""
