"""The path policy that a command sets is the one that the array needs, or that is the default of its plug-in."""

from __future__ import annotations

from pathlib import Path

import pytest

from checker.audit import Options, audit

INVENTORY = """\
sanlint: 1
hosts:
  esx01:
    platform: esxi
    os_version: 7.0.3
    satps: {{VMW_SATP_ALUA: {{default_psp: {default}}}}}
    devices:
      {device}: {{vendor: {vendor}, model: {model}, size_bytes: 107374182400, multipath_owner: nmp, satp: VMW_SATP_ALUA, psp: VMW_PSP_FIXED, transport: fc}}
"""


@pytest.mark.parametrize(
    ("vendor", "model", "device", "default", "policy", "needed"),
    [
        ("PURE", "FlashArray", "naa.624a937000000000000000000000a01a", "VMW_PSP_MRU", "VMW_PSP_RR", "Pure FlashArray"),
        ("ACME", "Box", "naa.600abcd000000000000000000000a01a", "VMW_PSP_MRU", "VMW_PSP_MRU", "this plug-in"),
        ("ACME", "Box", "naa.600abcd000000000000000000000a01a", "VMW_PSP_RR", "VMW_PSP_RR", "this plug-in"),
    ],
)
def test_fixed_is_replaced_by_the_policy_that_the_array_needs(
    tmp_path: Path, vendor: str, model: str, device: str, default: str, policy: str, needed: str
) -> None:
    text = INVENTORY.format(vendor=vendor, model=model, device=device, default=default)
    (tmp_path / "san.yaml").write_text(text)
    (finding,) = audit([str(tmp_path)], Options(isolated=True, select=("NMP003",), jobs=1)).findings
    assert [step.run for step in finding.fix] == [f"esxcli storage nmp device set --device {device} --psp {policy}"]
    assert f"; {needed} needs round robin" in finding.message
