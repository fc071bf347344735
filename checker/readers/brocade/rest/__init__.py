"""FOS REST responses (JSON, XML, Ansible facts) and Brocade Network Advisor: records of leaves, written by resource."""
