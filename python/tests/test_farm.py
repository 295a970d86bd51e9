"""The farm on this machine's own processors: whole or not at all, the same bytes as one run, and nobody is believed blindly."""

import dataclasses
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest
from farm_match import TUNING, left_behind, program, same_results

from sandtable import farm
from sandtable.farm.begin import begin
from sandtable.farm.store import LIST, digest_of_members, pack, unpack
from sandtable.farm.worker import play

pytestmark = pytest.mark.skipif(not os.environ.get("SANDTABLE"), reason="skipped: needs SANDTABLE, the path of the program")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder with a program of its own, the tournament, and its results as one machine writes them."""
    home = tmp_path_factory.mktemp("farm")
    program(home)
    subprocess.run([home / "sandtable", "tournament", home / "cup.toml", "--out", home / "whole"], check=True, capture_output=True)
    return home


def begun(home: pathlib.Path, folder: pathlib.Path, tournament: str = "cup.toml", chunk: int = 3) -> tuple[farm.Store, farm.Work]:
    store = begin(folder / "store", str(home / tournament), program=str(home / "sandtable"), chunk_pairs=chunk)
    return store, farm.work_of(store, str(home / "sandtable"), shared=True)


def calm(**others) -> farm.Options:
    return farm.Options(**{"check_share": 0.0, "look": 0.05, **others})


def test_it_ends_in_the_bytes_of_one_machine(home, tmp_path):
    store, work = begun(home, tmp_path)
    told = []
    result = farm.Driver(store, work, farm.LocalPool(2), calm(check_share=1.0, tell=told.append, tell_every=0)).run()
    same_results(home / "whole", result)
    assert told[-1].standing.decided and told[-1].checked > 0 and told[-1].quarantined == 0
    # Stopped by the test: what is handed out at the decision is all that is played for nothing.
    assert len(store.present()) <= told[-1].judged / 3 + 4
    assert "LLR" in str(told[-1]) and "ETA" in str(told[-1])
    verified = subprocess.run([work.program, "verify", result], capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stderr
    assert not list(store.chunks.glob(".tmp-*")) and not left_behind(home / "sandtable")


def test_chunks_that_are_sent_are_kept_alike(home, tmp_path):
    store, work = begun(home, tmp_path)
    result = farm.Driver(store, dataclasses.replace(work, store=None), farm.LocalPool(2), calm()).run()
    same_results(home / "whole", result)


def test_a_damaged_chunk_is_set_aside_and_played_again(home, tmp_path):
    store, work = begun(home, tmp_path)
    for index in (0, 1):
        assert farm.play_chunk(work, store.plan.chunk(index)).other is None
    path = store.path(store.plan.chunk(1))
    path.write_bytes(path.read_bytes()[:-100])
    driver = farm.Driver(store, work, farm.LocalPool(2), calm())
    same_results(home / "whole", driver.run())
    assert driver.quarantined == 1 and len(list(store.quarantine.glob("*.chunk"))) == 1


def test_a_second_writer_writes_nothing(home, tmp_path):
    store, work = begun(home, tmp_path)
    first = store.plan.chunk(0)
    played = farm.play_chunk(work, first, host="one")
    before = store.path(first).read_bytes()
    again = farm.play_chunk(work, first, host="two")
    assert again.other == ("one", played.digest) and again.digest == played.digest
    assert store.path(first).read_bytes() == before


class Liar:
    """A pool of two hosts, one of which tells of other games than it played."""

    def __init__(self) -> None:
        self.pool = farm.LocalPool(2)

    def start(self, work):
        self.work = work
        self.pool.start(work)

    def hosts(self):
        return {"honest": 1, "liar": 1}

    def submit(self, task):
        self.pool.submit(task)

    def poll(self, timeout):
        return [dataclasses.replace(event, outcome=self.told(event)) for event in self.pool.poll(timeout)]

    def told(self, event):
        played = event.outcome
        if event.task.host != "liar" or not isinstance(played, farm.Played):
            return played
        store = farm.Store(self.work.store, self.work.plan)
        if played.check:
            return dataclasses.replace(played, digest="0" * 64)
        members = unpack(store.path(played.chunk).read_bytes())[1]
        members[LIST] = members[LIST].replace(b"duel16", b"duel17")
        store.path(played.chunk).write_bytes(pack(members, host="liar", cpu_seconds=1.0))
        return dataclasses.replace(played, digest=digest_of_members(members))

    def cancel(self):
        self.pool.cancel()

    def close(self):
        self.pool.close()


def test_a_host_that_lies_is_found_out_and_all_that_it_played_is_played_again(home, tmp_path):
    text = (home / "cup.toml").read_text().split("[sprt]")[0]
    (tmp_path / "cup.toml").write_text(text.replace("seeds = 60", "seeds = 12"))
    whole = [home / "sandtable", "tournament", tmp_path / "cup.toml", "--out", tmp_path / "whole"]
    subprocess.run(whole, check=True, capture_output=True)
    store = begin(tmp_path / "store", str(tmp_path / "cup.toml"), program=str(home / "sandtable"), chunk_pairs=1)
    work = farm.work_of(store, str(home / "sandtable"), shared=True)
    driver = farm.Driver(store, work, Liar(), calm(check_share=1.0))
    same_results(tmp_path / "whole", driver.run())
    assert list(driver.hosts.unfit) == ["liar"]
    assert all(header.host == "honest" for header in driver.done.values())
    whys = [json.loads(path.read_text()) for path in store.quarantine.glob("*.json")]
    assert any(why.get("unfit") == ["liar"] and {why["kept"][0], why["other"][0]} == {"liar", "honest"} for why in whys), whys


class Garbler(Liar):
    """A pool of two hosts, one of which sends something else than the chunk that it played."""

    def __init__(self, send) -> None:
        super().__init__()
        self.send = send

    def told(self, event):
        played = event.outcome
        if event.task.host != "liar" or not isinstance(played, farm.Played):
            return played
        return self.send(self.work, played)


def of_other_pairs(work, played):
    other = work.plan.chunk((played.chunk.index + 1) % len(work.plan))
    return dataclasses.replace(farm.play_chunk(work, other, host="liar"), chunk=played.chunk)


@pytest.mark.parametrize(
    ("send", "why"),
    [
        (lambda work, played: dataclasses.replace(played, blob=b"garbage"), "is not a chunk"),
        (lambda work, played: dataclasses.replace(played, digest="0" * 64), "does not match its digest"),
        (of_other_pairs, "holds the games of other pairs"),
    ],
)
def test_a_host_that_sends_another_chunk_gets_no_more(home, tmp_path, send, why):
    store, work = begun(home, tmp_path / "store")
    driver = farm.Driver(store, dataclasses.replace(work, store=None), Garbler(send), calm())
    same_results(home / "whole", driver.run())
    assert list(driver.hosts.unfit) == ["liar"] and why in driver.hosts.unfit["liar"]
    assert driver.quarantined == len(list(store.quarantine.glob("*.json"))) > 0


def test_a_host_with_another_program_gets_nothing(home, tmp_path):
    store, work = begun(home, tmp_path)
    other = tmp_path / "sandtable"
    other.write_bytes((home / "sandtable").read_bytes() + b"\0")
    other.chmod(0o755)
    with pytest.raises(farm.Unfit, match="found a program of digest"):
        farm.play_chunk(dataclasses.replace(work, program=str(other)), store.plan.chunk(0))
    plan = dataclasses.replace(store.plan, program_digest=farm.plan.digest_of_file(other), canary="0" * 64)
    with pytest.raises(farm.Unfit, match="pair 0"):
        farm.play_chunk(dataclasses.replace(work, plan=plan, program=str(other)), store.plan.chunk(0))
    driver = farm.Driver(store, dataclasses.replace(work, program=str(other)), farm.LocalPool(2), calm(patience=0.3))
    with pytest.raises(farm.FarmError, match="no host available: .*found a program"):
        driver.run()


def test_a_driver_that_is_killed_leaves_no_program_and_the_next_goes_on(home, tmp_path):
    command = [sys.executable, "-P", "-m", "sandtable.farm", "run", str(home / "cup.toml"), "--store", str(tmp_path / "store"), "--chunk", "3", "--slots", "2"]
    command += ["--program", str(home / "sandtable"), "--check", "0"]
    for _ in range(2):
        driver = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        before, until = len(list((tmp_path / "store").glob("chunks/*.chunk"))), time.monotonic() + 60
        while len(list((tmp_path / "store").glob("chunks/*.chunk"))) == before and time.monotonic() < until and driver.poll() is None:
            time.sleep(0.02)
        driver.send_signal(signal.SIGKILL)
        driver.wait()
    until = time.monotonic() + 10
    while left_behind(home / "sandtable") and time.monotonic() < until:
        time.sleep(0.05)
    assert not left_behind(home / "sandtable")
    subprocess.run(command, check=True, capture_output=True)
    same_results(home / "whole", tmp_path / "store" / "result")


def test_a_chunk_that_is_called_off_ends_its_program(home, tmp_path):
    store, work = begun(home, tmp_path, "long.toml", chunk=50)
    asked = []
    began = time.monotonic()
    with pytest.raises(farm.Stopped):
        play(work, store.plan.chunk(0), lambda: asked.append(1) is None and time.monotonic() - began > 0.3)
    assert asked and not left_behind(home / "sandtable")


def test_parts_of_an_array_and_their_end(home, tmp_path):
    store, _ = begun(home, tmp_path)
    run = [sys.executable, "-P", "-m", "sandtable.farm"]
    script = subprocess.run([*run, "slurm", store.folder, "--parts", "3", "--program", home / "sandtable"], check=True, capture_output=True, text=True).stdout
    assert "#SBATCH --array=0-2" in script
    for part in range(3):
        played = subprocess.run(["bash", "-c", script], env={**os.environ, "SLURM_ARRAY_TASK_ID": str(part)}, cwd=home, capture_output=True, text=True, check=False)
        assert played.returncode == 0, played.stderr
    assert len(store.present()) == len(store.plan)
    subprocess.run([*run, "finish", store.folder, "--program", home / "sandtable", "--check", "0"], check=True, capture_output=True)
    same_results(home / "whole", store.folder / "result")


def test_hosts_by_ssh(home, tmp_path):
    """With commands of these names that reach this machine: what is asked of real ones is all that they are given."""
    store, _ = begun(home, tmp_path)
    bins = tmp_path / "bin"
    bins.mkdir()
    (bins / "ssh").write_text('#!/bin/bash\n[ "$1" = -n ] && shift\nshift\nexec bash -c "$*"\n')
    copy = 'args=(); for one in "$@"; do case $one in --*|-a) ;; "*.chunk"|"*") ;; *) args+=("${one#*:}");; esac; done\n'
    (bins / "rsync").write_text(f'#!/bin/bash\n{copy}to=${{args[-1]}}; unset "args[-1]"\nfor one in "${{args[@]}}"; do cp -rn "${{one%/}}$([ -d "$one" ] && echo /.)" "$to"; done\n')
    for one in bins.iterdir():
        one.chmod(0o755)
    run = [sys.executable, "-P", "-m", "sandtable.farm"]
    script = subprocess.run([*run, "ssh", store.folder, "--program", home / "sandtable"], check=True, capture_output=True, text=True).stdout
    (tmp_path / "spread.sh").write_text(script)
    (tmp_path / "hosts").write_text("one\ntwo\n")
    env = {**os.environ, "PATH": f"{bins}:{os.environ['PATH']}", "FARM_FOLDER": str(tmp_path / "remote")}
    spread = subprocess.run(["bash", tmp_path / "spread.sh", tmp_path / "hosts"], env=env, cwd=home, capture_output=True, text=True, check=False)
    assert spread.returncode == 0, spread.stderr
    assert len(store.present()) == len(store.plan), spread.stderr
    same_results(home / "whole", store.folder / "result")
    assert not list(tmp_path.glob("remote-*"))


@pytest.fixture(scope="module")
def tuned(home: pathlib.Path) -> pathlib.Path:
    """The results of a tuning that plays its games itself."""
    subprocess.run([home / "sandtable", *TUNING, "--out", home / "tuned"], cwd=home, check=False, capture_output=True)
    return home / "tuned"


class Flaky(farm.LocalSeats):
    """Places of which each second one is lost after two pairs."""

    def __init__(self, program: str) -> None:
        super().__init__(program, 2)
        self.opened = 0

    def open(self):
        seat, self.opened = super().open(), self.opened + 1
        if self.opened % 2:
            asked = []
            ask = seat.ask
            seat.ask = lambda line: self.mortal(seat, ask, asked, line)
        return seat

    def mortal(self, seat, ask, asked, line):
        asked.append(line)
        if len(asked) > 2:
            seat.close()
        return ask(line)


def test_a_tuning_ends_in_the_bytes_of_one_machine(home, tuned, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(home)
    program = str(home / "sandtable")
    code = farm.tune(program, farm.LocalSeats(program, 3), [*TUNING[1:], "--out", str(tmp_path / "whole")])
    assert code in (0, 1) and "was lost" not in capfd.readouterr().err
    same_results(tuned, tmp_path / "whole")
    flaky = Flaky(program)
    assert farm.tune(program, flaky, [*TUNING[1:], "--out", str(tmp_path / "flaky")]) == code
    assert flaky.opened > 3 and "farm: the program ended" in capfd.readouterr().err
    same_results(tuned, tmp_path / "flaky")
    assert not left_behind(home / "sandtable")


def test_a_tuning_that_is_killed_leaves_no_program_and_goes_on(home, tuned, tmp_path):
    run = [sys.executable, "-P", "-m", "sandtable.farm", "tune", "--slots", "2", "--program", str(home / "sandtable"), "--"]
    journal = tmp_path / "out" / "journal.jsonl.partial"
    killed = subprocess.Popen([*run, *TUNING[1:], "--out", str(tmp_path / "out")], cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while (not journal.exists() or journal.read_bytes().count(b"\n") < 3) and time.monotonic() < until and killed.poll() is None:
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    until = time.monotonic() + 10
    while left_behind(home / "sandtable") and time.monotonic() < until:
        time.sleep(0.05)
    assert journal.exists() and not left_behind(home / "sandtable")
    ended = subprocess.run([*run, "--resume", str(tmp_path / "out")], cwd=home, capture_output=True, text=True, check=False)
    assert ended.returncode in (0, 1), ended.stderr
    same_results(tuned, tmp_path / "out")


def test_another_program_at_a_place_is_named(home, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(home)

    class Elsewhere(farm.LocalSeats):
        def open(self):
            farm.tuning.prove_program(self.program, "0" * 64)

    program = str(home / "sandtable")
    assert farm.tune(program, Elsewhere(program, 1), [*TUNING[1:], "--out", str(tmp_path / "out")]) == 2
    said = capfd.readouterr().err
    assert "no runner is left" in said and "found a program of digest" in said


def test_what_cannot_be_played_is_said(home, tmp_path, capsys):
    from sandtable.farm.__main__ import main

    def refused(*arguments: object) -> str:
        assert main([str(argument) for argument in arguments]) == 1
        return capsys.readouterr().err

    started = ["--program", home / "sandtable"]
    assert "no such program" in refused("run", "sprt", "--store", tmp_path / "s", "--program", tmp_path / "none")
    assert "nowhere.toml" in refused("run", "nowhere.toml", "--store", tmp_path / "s", *started)
    text = (home / "cup.toml").read_text().split("[sprt]")[0]
    (tmp_path / "swiss.toml").write_text(text.replace("seeds = 60", 'format = "swiss"\nrounds = 2\nseeds = 1'))
    assert "rounds follow from results" in refused("run", tmp_path / "swiss.toml", "--store", tmp_path / "s", *started)
    store, _ = begun(home, tmp_path)
    assert "of another tournament" in refused("run", home / "long.toml", "--store", store.folder, *started)
    assert "--chunk: found 4; expected 3" in refused("run", home / "cup.toml", "--store", store.folder, "--chunk", 4, *started)
    assert "expected 1 to 20" in refused("slurm", store.folder, "--parts", 21, *started)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").write_text("mine")
    assert "is not empty" in refused("run", home / "cup.toml", "--store", tmp_path / "notes", *started)
    (store.folder / "plan.json").write_text('{"format": 9}')
    assert "found format 9; expected 1" in refused("status", store.folder, *started)
