"""Output of esxcli with --formatter=csv, json, xml or keyvalue, and Get-EsxCli objects."""
