"""Text below JSON: what a shell prints is no loss, the output of another command is reported as not read."""

from __future__ import annotations

import pytest

from tests.readers.harness import facts, read, sample

_OTHER = "Interface  Vsan  Status\nfc1/1      10    up\nfc1/2      10    up\nfc1/3      10    down\n"


@pytest.mark.parametrize("name", ["brocade-rest-json.txt", "svc-rest.json", "nxos-show-json.ports.json"])
def test_the_output_of_another_command_below_json_is_reported(name: str) -> None:
    reader = name.partition(".")[0]
    text = sample(name).rstrip("\n") + "\n"
    alone = read(reader, text)
    echoed = read(reader, f"{text}admin@jump01:~$ curl -k https://192.0.2.1/\nadmin@jump01:~$ exit\n")
    other = read(reader, text + _OTHER)
    assert facts(alone) and facts(other) == facts(echoed) == facts(alone)
    assert echoed.unread_lines == alone.unread_lines
    assert other.unread_lines == alone.unread_lines + 4
