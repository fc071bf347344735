"""Bundles on storage behind a network: object storage and SFTP, each from a real server on this machine."""

from __future__ import annotations

import asyncio
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.fleet.bundles import archive, partition, rows, sanlint


def test_bundles_are_read_from_object_storage_and_wrong_credentials_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = pytest.importorskip("moto.server", reason="moto, an S3 server, is not installed")
    pytest.importorskip("s3fs", reason="s3fs is not installed")
    import s3fs

    one = server.ThreadedMotoServer(port=0, verbose=False)
    one.start()
    try:
        host, port = one.get_host_and_port()
        settings = {
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
        }
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        files = s3fs.S3FileSystem()
        files.mkdir("exports")
        files.pipe("exports/oslo/2026-11.tar.gz", archive({"wmic-partition.txt": partition(32256)}))
        source, results = "s3://exports/*/*.tar.gz", tmp_path / "results"
        first, second = (
            sanlint("fleet", "run", source, "-o", results, "--isolated", "--jobs", "1", cache=tmp_path)
            for _ in range(2)
        )
        found = rows(results, "SELECT site, month, source, change_mark IS NOT NULL AS marked FROM bundles", tmp_path)
        missing = sanlint("fleet", "run", "s3://nothing/*.zip", "-o", results, "--isolated", cache=tmp_path)
        # From now on the server checks keys, of which it knows none.
        address, plain = f"http://{host}:{port}/moto-api/reset-auth", {"Content-Type": "text/plain"}
        urllib.request.urlopen(urllib.request.Request(address, b"0", plain), timeout=30).close()
        refused = sanlint("fleet", "run", source, "-o", results, "--isolated", cache=tmp_path)
    finally:
        one.stop()
    assert "1 bundle: 1 audited" in first.stdout, first.stderr
    assert "1 unchanged" in second.stdout, second.stderr
    assert found == [{"site": "oslo", "month": "2026-11", "source": "s3://exports/oslo/2026-11.tar.gz", "marked": True}]
    assert missing.returncode == 2
    assert "s3://nothing/*.zip: " in missing.stderr
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"sanlint: error: {source}: The AWS Access Key Id you provided does not exist"), (
        refused.stderr
    )
    assert "Traceback" not in missing.stderr + refused.stderr


@contextmanager
def sftp_server(folder: Path) -> Iterator[int]:
    """Serve a folder to the user ``reader`` with the password ``hunter2``; yield the port."""
    asyncssh = pytest.importorskip("asyncssh", reason="asyncssh, an SFTP server, is not installed")

    class Server(asyncssh.SSHServer):  # type: ignore[misc, name-defined]
        def begin_auth(self, username: str) -> bool:
            return True

        def password_auth_supported(self) -> bool:
            return True

        def validate_password(self, username: str, password: str) -> bool:
            return (username, password) == ("reader", "hunter2")

    class Files(asyncssh.SFTPServer):  # type: ignore[misc, name-defined]
        def __init__(self, channel: Any) -> None:
            super().__init__(channel, chroot=str(folder))

    loop = asyncio.new_event_loop()
    keys = [asyncssh.generate_private_key("ssh-ed25519")]

    async def listening() -> Any:
        return await asyncssh.listen("127.0.0.1", 0, server_host_keys=keys, server_factory=Server, sftp_factory=Files)

    # In a thread of its own from the beginning: a test of the browser may have left its loop running in this one.
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(listening(), loop).result(10)
    try:
        yield server.get_port()
    finally:
        loop.call_soon_threadsafe(server.close)
        asyncio.run_coroutine_threadsafe(server.wait_closed(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def test_bundles_are_read_by_sftp_and_the_password_is_written_nowhere(tmp_path: Path) -> None:
    pytest.importorskip("paramiko", reason="paramiko, which fsspec reads SFTP with, is not installed")
    (tmp_path / "served" / "oslo").mkdir(parents=True)
    content = archive({"wmic-partition.txt": partition(32256)})
    (tmp_path / "served" / "oslo" / "2026-11.tar.gz").write_bytes(content)
    results = tmp_path / "results"
    with sftp_server(tmp_path / "served") as port:
        place = f"127.0.0.1:{port}/*/*.tar.gz"
        first, second = (
            sanlint(
                "fleet",
                "run",
                f"sftp://reader:hunter2@{place}",
                "-o",
                results,
                "--isolated",
                "--jobs",
                "1",
                cache=tmp_path,
            )
            for _ in range(2)
        )
        refused = sanlint(
            "fleet", "run", f"sftp://reader:wrong-pw@{place}", "-o", results, "--isolated", cache=tmp_path
        )
    assert "1 bundle: 1 audited" in first.stdout, first.stderr
    assert "1 unchanged" in second.stdout, second.stderr
    found = rows(results, "SELECT site, month, source, captured_from FROM bundles", tmp_path)
    assert found == [
        {
            "site": "oslo",
            "month": "2026-11",
            "source": f"sftp://127.0.0.1:{port}/oslo/2026-11.tar.gz",
            "captured_from": "name",
        }
    ]
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"sanlint: error: sftp://{place}: Authentication failed"), refused.stderr
    printed = "".join(one.stdout + one.stderr for one in (first, second, refused))
    assert "hunter2" not in printed
    assert "wrong-pw" not in printed
    assert not [path for path in results.rglob("*") if path.is_file() and b"hunter2" in path.read_bytes()]
