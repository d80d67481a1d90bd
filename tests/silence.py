"""Services that are gone: a port where nobody is, and one where somebody never answers."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def port_of(how: str) -> Iterator[int]:
    """Yield a port that is "closed", or "silent": it lets everybody in and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        if how == "closed":
            server.close()
        yield port


each_way_to_be_gone = pytest.mark.parametrize("how", ["closed", "silent"])
