"""A runner of ``sandtable tune`` that plays nothing: it joins its input and output to a farm's socket.

It is run by its path, so that it starts at once and needs nothing but Python.
"""

import os
import socket
import sys
import threading

#: Bytes at a time.
BLOCK = 1 << 16


def main() -> int:
    """Copies both ways until the farm hangs up; what the farm complains of goes to standard error."""
    farm = socket.socket(socket.AF_UNIX)
    farm.connect(sys.argv[1])
    threading.Thread(target=send, args=(farm,), daemon=True).start()
    with farm.makefile("rb") as lines:
        for line in lines:
            if not line.startswith(b"{"):
                sys.stderr.buffer.write(line)
                return 1
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
    return 0


def send(farm: socket.socket) -> None:
    """Sends what is read, to its end."""
    while block := os.read(0, BLOCK):
        farm.sendall(block)
    farm.shutdown(socket.SHUT_WR)


if __name__ == "__main__":
    sys.exit(main())
