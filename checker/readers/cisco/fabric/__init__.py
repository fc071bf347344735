"""NX-OS commands about the fabric: logins, name server, VSANs, domains, links and NPV."""
