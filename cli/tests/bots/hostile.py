"""Bots that do what bots must not: `python3 hostile.py MODE [MARK]`. MARK is there to find what is left of them."""

import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time

MODE = sys.argv[1]
MARK = sys.argv[2] if len(sys.argv) > 2 else ""
OUT = sys.stdout.buffer


def say(message):
    raw(json.dumps(message).encode() + b"\n")


def raw(data):
    OUT.write(data)
    OUT.flush()


def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return json.loads(line)


def sleep():
    while True:
        time.sleep(60)


def hello(**more):
    hear()
    say({"type": "hello", "protocol": 2, **more})


def observation():
    while True:
        message = hear()
        if message["type"] == "observe":
            return message
        if message["type"] == "end":
            sys.exit(0)


def orders(message, given=()):
    say({"type": "orders", "tick": message["tick"], "orders": list(given)})


def settled():
    """Says hello and answers the first observation, for which there is more time than for others."""
    hello()
    orders(observation())
    return observation()


def answer(text):
    """Says this in the place of orders, again and again."""
    hello()
    while True:
        message = observation()
        raw(text(message) if callable(text) else text)


def order(**order):
    hello()
    while True:
        message = observation()
        own = [row["id"] for row in message["units"]]
        filled = {key: (value(own) if callable(value) else value) for key, value in order.items()}
        orders(message, [filled])


def good():
    hello(name="good", interval=8)
    while True:
        orders(observation())


def hang():
    settled()
    sleep()


def hang_at_start():
    sleep()


def ignores_signals():
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    hang()


def never_reads():
    sys.stdin.close()
    sleep()


def exits_at_once():
    sys.exit(0)


def exits_early():
    hello()
    observation()
    sys.exit(3)


def crash():
    hello()
    observation()
    raise RuntimeError("a bug of the bot")


def kills_itself():
    hello()
    observation()
    os.abort()


def closes_output():
    settled()
    os.close(1)
    sleep()


def stale():
    hello()
    first = observation()
    orders(first)
    while True:
        observation()
        orders(first)


def from_the_future():
    answer(lambda message: json.dumps({"type": "orders", "tick": message["tick"] + 1, "orders": []}).encode() + b"\n")


def twice():
    answer(lambda message: (json.dumps({"type": "orders", "tick": message["tick"], "orders": []}) + "\n").encode() * 2)


def flood():
    hello()
    observation()
    while True:
        OUT.write(b"{}\n" * 100_000)


def giant_line():
    hello()
    observation()
    while True:
        OUT.write(b"x" * 1_000_000)


def error_flood():
    hello()
    observation()
    while True:
        os.write(2, b"complaint " * 6_000)


def slow_drip():
    settled()
    while True:
        raw(b" ")
        time.sleep(0.02)


def memory_hog():
    hello()
    observation()
    hoard = []
    while True:
        hoard.append(bytearray(64 << 20))


def forks():
    hello()
    observation()
    for _ in range(40):
        if os.fork() == 0:
            os.close(0)
            os.close(1)
            sleep()
    sys.exit(7)


def fork_bomb():
    settled()
    # An end there is, for the machine's sake: a thousand processes.
    for _ in range(10):
        os.fork()
    sleep()


def endless_forks():
    settled()
    while True:
        try:
            os.fork()
        except OSError:
            pass


def endless_threads():
    threading.stack_size(1 << 16)
    settled()
    while True:
        try:
            threading.Thread(target=sleep, daemon=True).start()
        except (MemoryError, RuntimeError):
            pass


def endless_memory():
    """In many processes, each of which stays below what one may have."""
    settled()
    for _ in range(30):
        if os.fork() == 0:
            break
    held = []
    while True:
        try:
            held.append(bytearray(os.urandom(1 << 20)))
        except MemoryError:
            time.sleep(0.01)


def endless_disk():
    """Writes wherever it may, until nobody lets it, and tells where and how much."""
    settled()
    written = {}
    for folder in (".", os.path.dirname(os.path.abspath(__file__)), "/tmp", "/dev/shm", "/var/tmp", os.path.expanduser("~")):
        total, number = 0, 0
        try:
            while total < 1 << 30:
                with open(f"{folder}/sandtable-bomb-{number}", "wb") as file:
                    total += file.write(bytes(1 << 20))
                number += 1
        except OSError:
            pass
        written[folder] = total
    sys.stderr.write(f"wrote {sum(written.values()) >> 20} MiB: {written}\n")
    sys.exit(7)


def endless_output():
    settled()
    while True:
        raw(b"x" * (1 << 16))


def burns_processors():
    """Keeps eight processes busy for three seconds, and tells how much of the processors all of them had."""
    settled()
    began = time.monotonic()
    for _ in range(8):
        if os.fork() == 0:
            while time.monotonic() - began < 3:
                pass
            os._exit(0)
    for _ in range(8):
        os.wait()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    burned, wall = used.ru_utime + used.ru_stime, time.monotonic() - began
    sys.stderr.write(f"burned {burned * 1000:.0f} ms in {wall * 1000:.0f} ms\n")
    sys.exit(7)


def spy():
    """Tells what it sees of what is none of its business: MARK names a file of results and a socket, and the port of a listener."""
    settled()
    results, unix, port = MARK.split(",")
    seen = []
    if any(int(name) > 20 for name in os.listdir("/proc") if name.isdigit()):
        seen.append("processes")
    seen += [what for what, path in (("results", results), ("socket file", unix)) if os.path.exists(path)]
    for number in (8, 9):
        try:
            os.fstat(number)
            seen.append(f"open file {number}")
        except OSError:
            pass
    for what, family, address in (("network", socket.AF_INET, ("127.0.0.1", int(port))), ("socket", socket.AF_UNIX, unix)):
        try:
            socket.socket(family).connect(address)
            seen.append(what)
        except OSError:
            pass
    try:
        os.kill(os.getppid(), 0)
        os.kill(1, signal.SIGKILL)
        time.sleep(0.2)
    except OSError:
        pass
    sys.stderr.write(f"saw {seen}\n")
    sys.exit(7)


def reads():
    """Tells after some decisions which files it sees below its own folder, and what it has of the environment."""
    message = settled()
    for _ in range(3):
        orders(message)
        message = observation()
    own = os.path.dirname(os.path.abspath(__file__))
    paths = [os.path.relpath(os.path.join(folder, name), own) for folder, _, names in os.walk(own) for name in names]
    full = [path for path in paths if os.path.getsize(os.path.join(own, path))]
    for process in ("self", "1"):
        try:
            with open(f"/proc/{process}/environ") as file:
                full += [f"secret of {process}"] if "SECRET" in file.read() else []
        except OSError:
            pass
    sys.stderr.write(f"saw {sorted(full)} and {sorted(os.environ)}, that is all\n")
    sys.exit(7)


def exits_as_keeper():
    settled()
    sys.exit(125)


def daemon():
    settled()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            null = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(null, stream)
            sleep()
        os._exit(0)
    os.wait()
    os._exit(9)


def shell_daemon():
    settled()
    arguments = [sys.executable, __file__, "hang_at_start"] + sys.argv[2:]
    subprocess.Popen(arguments, start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    hear()


def slow():
    hello(interval=1)
    while True:
        message = observation()
        time.sleep(0.06)
        orders(message)


def asks_on_and_on():
    hello()
    observation()
    while True:
        say({"type": "query", "ask": "can_make", "kind": 0})
        hear()


def searches_on_and_on():
    hello()
    observation()
    while True:
        say({"type": "query", "ask": "path_length", "locomotion": 0, "from": [400_000, 400_000], "to": [2_500_000, 2_500_000]})
        hear()


def wrong_version():
    hear()
    say({"type": "hello", "protocol": 99})
    sleep()


def hasty():
    hear()
    say({"type": "orders", "tick": 0, "orders": []})
    sleep()


def greedy_interval():
    hello(interval=0)
    sleep()


MODES = {
    name: globals()[name]
    for name in (
        "good hang hang_at_start ignores_signals never_reads exits_at_once exits_early crash kills_itself closes_output stale "
        "from_the_future twice flood giant_line error_flood slow_drip memory_hog forks fork_bomb exits_as_keeper daemon shell_daemon slow asks_on_and_on "
        "searches_on_and_on wrong_version hasty greedy_interval endless_forks endless_threads endless_memory endless_disk endless_output burns_processors spy reads"
    ).split()
}
MODES.update(
    garbage=lambda: answer(b"\x00\x01\x02 what? \x7f\n"),
    empty_lines=lambda: answer(b"\n"),
    invalid_utf8=lambda: answer(b'{"type":"orders","tick":0,"orders":[],"\xff\xfe":1}\n'),
    deep_json=lambda: answer(b"[" * 500_000 + b"\n"),
    deep_object=lambda: answer(b'{"type":"orders","orders":' + b'{"a":' * 100_000 + b"\n"),
    huge_number=lambda: answer(b'{"type":"orders","tick":1e400,"orders":[]}\n'),
    wrong_type=lambda: answer(b'{"type":"orders","tick":"now","orders":{}}\n'),
    unknown_message=lambda: answer(b'{"type":"cheat"}\n'),
    unknown_key=lambda: order(do="move", unist=[1], to=[0, 0]),
    unknown_verb=lambda: order(do="atack", units=lambda own: own[:1], target=1),
    missing_argument=lambda: order(do="move", units=lambda own: own[:1]),
    others_units=lambda: order(do="move", units=[(1 << 24) | 1], to=[0, 0]),
    nodes=lambda: order(do="stop", units=[(255 << 24) | 1]),
    no_such_kind=lambda: order(do="train", units=lambda own: own[:1], kind=60_000),
    no_units=lambda: order(do="stop", units=[]),
    many_units=lambda: order(do="stop", units=lambda own: list(range(1, 1_000))),
    no_such_cell=lambda: order(do="build", units=lambda own: own[:1], kind=0, cell=[2_000_000_000, -5]),
    many_orders=lambda: answer(
        lambda message: json.dumps(
            {"type": "orders", "tick": message["tick"], "orders": [{"do": "stop", "units": [1]}] * 129}
        ).encode()
        + b"\n"
    ),
)

MODES[MODE]()
