"""What environments promise beyond contracts: determinism, masks, replays, forks, errors."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import sandtable

#: The program, where there is one to compare with.
PROGRAM = os.environ.get("SANDTABLE")
RUSH = {1: "agent", 2: "duel/rush"}


def run(env, seed, steps):
    env.reset(seed=seed)
    hashes = []
    for _ in range(steps):
        _, _, terminated, truncated, _ = env.step(env.sample())
        hashes.append(env.state_hash())
        if terminated or truncated:
            break
    return hashes


def test_threads_and_neighbours_change_nothing():
    hashes = []
    for threads, count in ((1, 4), (2, 4)):
        env = sandtable.make_vec(num_envs=count, threads=threads, seats="agents")
        env.reset(seed=2)
        for _ in range(40):
            env.step(env.sample())
        hashes.append([env.state_hash(number) for number in range(count)])
    assert hashes[0] == hashes[1] and len(set(hashes[0])) == 4


@pytest.mark.parametrize(("scenario", "rules"), [("duel", None), ("meadow", "classic")])
def test_sampled_actions_are_never_refused(scenario, rules):
    env = sandtable.make_vec(scenario, rules=rules, num_envs=4, seats="agents", order_delay=0, max_steps=400, threads=2)
    env.reset(seed=11)
    taken, refused, verbs = 0, 0, set()
    while taken < 20_000:
        actions = env.sample().reshape(env.num_envs, -1, 4)
        verbs |= set(np.unique(actions[..., 0]).tolist())
        taken += int((actions[..., 0] != 0).sum())
        _, _, _, _, infos = env.step(actions)
        refused += int(infos["rejected"].sum() + infos["illegal"].sum())
    assert refused == 0
    named = {sandtable.SLOT_VERBS[verb] for verb in verbs}
    assert {"move", "attack_move", "hold", "gather", "build", "train", "cancel", "rally", "form", "join"} <= named


def test_unmasked_actions_are_counted_and_harmless():
    env = sandtable.make_vec(num_envs=4, seats="agents", order_delay=0)
    env.reset(seed=1)
    env.action_space.seed(1)
    illegal = 0
    for _ in range(150):
        _, _, _, _, infos = env.step(env.action_space.sample())
        illegal += int(infos["illegal"].sum())
        assert not infos["rejected"].any()
    assert illegal > 1000
    assert infos["illegal"].any()
    mask = np.arange(env.num_envs) < 2
    told = env.reset(options={"reset_mask": mask})[1]
    assert not told["illegal"][mask].any() and (told["illegal"] == infos["illegal"])[~mask].all()


@pytest.mark.parametrize("beyond", [2**32, -(2**32), 2**31])
@pytest.mark.parametrize(("obs", "act"), [("slots", "slots"), ("vector", "macro")])
def test_actions_beyond_32_bits_are_illegal(obs, act, beyond):
    env = sandtable.make_vec(num_envs=2, obs=obs, act=act)
    env.reset(seed=1)
    drawn = env.sample().astype(np.int64)
    given = drawn + beyond
    *_, infos = env.step(given)
    each = env.batch.spec["slots"][0] if act == "slots" else 1
    assert infos["illegal"].tolist() == [each, each]
    other = sandtable.make_vec(num_envs=2, obs=obs, act=act)
    other.reset(seed=1)
    other.step(np.full_like(drawn, -1))
    assert env.state_hash() == other.state_hash()
    assert (given == drawn + beyond).all(), "the caller's array was written to"
    if beyond > 0:
        *_, infos = env.step(np.full_like(drawn, beyond).astype(np.uint64))
        assert infos["illegal"].all()


def test_the_flat_mask_allows_what_the_tree_allows():
    env = sandtable.make_vec(num_envs=2, seats="agents", max_steps=200)
    env.reset(seed=4)
    ends = np.cumsum(np.tile(env.batch.spec["choices"], env.batch.spec["slots"][0]))[:-1]
    for _ in range(100):
        flat = [np.split(row, ends) for row in env.action_masks()]
        actions = env.sample()
        for masks, action in zip(flat, actions):
            for slot, (verb, target, place, value) in enumerate(action.reshape(-1, 4)):
                columns = masks[slot * 4 : slot * 4 + 4]
                assert columns[0][verb] and columns[1][target] and columns[2][place] and columns[3][value]
        env.step(actions)


def test_slots_are_kept_until_death():
    env = sandtable.make(seats=RUSH, max_steps=300)
    env.reset(seed=3)
    before, moved = env.handles(), 0
    for _ in range(200):
        _, _, terminated, truncated, _ = env.step(env.sample())
        after = env.handles()
        for handle in set(before[before > 0]) & set(after[after > 0]):
            moved += int(np.flatnonzero(before == handle)[0] != np.flatnonzero(after == handle)[0])
        before = after
        if terminated or truncated:
            break
    assert moved == 0


def test_masks_say_what_can_be_placed():
    env = sandtable.make(seats=RUSH)
    env.reset(seed=1)
    spec = env.batch.spec
    seen = env.batch.observation(0)
    barracks = spec["sites"].index(spec["kinds"].index("barracks"))
    # On a map of sixteen cells a block is a cell; the base stands on its own.
    row, column = np.argwhere(seen["planes"][spec["planes"].index("own_base")])[0]
    places = seen["mask_places"][barracks].reshape(16, 16)
    assert places.sum() > 50 and not places[row, column]
    assert not places[15].any() and not places[:, 15].any(), "it would not fit at the edge"


def test_a_fork_plays_on_alike_and_leaves_its_parent_alone():
    env = sandtable.make(seats=RUSH, record=True)
    run(env, 5, 60)
    hash_then = env.state_hash()
    fork, other = env.fork(), env.fork(seed=9)
    assert fork.state_hash() == hash_then
    actions = [env.action_space.sample() for _ in range(30)]
    for action in actions:
        fork.step(action)
        other.step(action)
    assert env.state_hash() == hash_then
    for action in actions:
        env.step(action)
    assert env.state_hash() == fork.state_hash() != other.state_hash()


def test_a_replay_is_a_file_of_the_program(tmp_path):
    env = sandtable.make(record=True, time_limit=50)
    run(env, 8, 50)
    replay = env.replay()
    assert len(replay) > 500
    handles = env.handles()[: env.batch.spec["slots"][0]]
    assert "tick 800" in env.why(int(handles[handles > 0][0]))
    with pytest.raises(ValueError, match="there is no"):
        env.why(12345)
    if PROGRAM:
        file = tmp_path / "game.replay"
        file.write_bytes(replay)
        found = subprocess.run([PROGRAM, "replay", "verify", file], capture_output=True, text=True)
        assert found.returncode == 0, found.stdout + found.stderr
    with pytest.raises(ValueError, match="record=True"):
        plain = sandtable.make()
        plain.reset(seed=1)
        plain.replay()


def test_orders_as_they_are():
    env = sandtable.make(act="orders", order_delay=0)
    _, info = env.reset(seed=1)
    unit = int(info["handles"][0])
    verb = sandtable.ORDER_COLUMNS.index("verb")
    assert verb == 0
    cell = 1 << 16
    *_, info = env.step([[0, unit, 0, 0, 0, 8 * cell, 8 * cell, 0, 0]])
    assert info["rejected"] == 0 and "refused" not in info
    tick = info["tick"]
    *_, info = env.step([[2, unit, 0, 12345, 0, 0, 0, 0, 0]])
    assert info["rejected"] == 1
    assert info["refused"] == [{"tick": tick + 1, "order": 0, "do": "attack", "why": "UnknownTarget"}]
    *_, info = env.step([])
    assert info["rejected"] == 0 and "refused" not in info
    env.step([[2, unit, 0, 12345, 0, 0, 0, 0, 0]])
    _, info = env.reset(seed=2)
    assert info["rejected"] == 0 and "refused" not in info
    with pytest.raises(ValueError, match="column verb: found 99; expected 0 to 21"):
        env.step([[99, unit, 0, 0, 0, 0, 0, 0, 0]])


def test_orders_of_the_space_are_taken_and_those_that_nothing_says_are_counted():
    env = sandtable.make(act="orders", order_delay=0)
    _, info = env.reset(seed=1)
    worker, node = int(info["handles"][0]), int(info["handles"][-16])
    row = [8, worker, 0, node, 0, 0, 0, 0, 0]
    assert env.action_space.contains(np.array([row] * 128))
    form, cancel = [19, worker, 0, 0, 5, 0, 0, 0, 0], [14, worker, 0, 0, 256, 0, 0, 0, 0]
    *_, info = env.step([row, form, cancel])
    assert (info["illegal"], info["rejected"]) == (2, 0)
    *_, info = env.step(env.action_space.sample())
    assert info["illegal"] + info["rejected"] > 0


def test_a_fork_draws_the_same_seeds():
    env = sandtable.make(act="macro", obs="vector")
    env.reset(seed=5)
    fork = env.fork()
    env.reset(), fork.reset()
    assert env.state_hash() == fork.state_hash()


def test_a_vector_environment_begins_with_a_reset():
    env = sandtable.make_vec(num_envs=2, act="macro", obs="vector", max_steps=2, autoreset="disabled")
    with pytest.raises(RuntimeError, match=r"expected reset\(\) first"):
        env.step([0, 0])
    env.reset(seed=1)
    env.step([0, 0]), env.step([0, 0])
    with pytest.raises(RuntimeError, match=r"the episodes of matches \[0, 1\] are over"):
        env.step([0, 0])
    env.reset(options={"reset_mask": np.array([True, True])})
    env.step([0, 0])
    with pytest.raises(ValueError, match="render_mode: found 'human'"):
        sandtable.make_vec(render_mode="human")


def test_counts_of_an_episode_that_ended_are_told_with_it():
    env = sandtable.make_vec(num_envs=2, act="macro", obs="vector", max_steps=1, autoreset="same_step")
    env.reset(seed=1)
    *_, infos = env.step([10**6, 0])
    assert infos["illegal"].tolist() == [0, 0] and infos["final_info"]["illegal"].tolist() == [1, 0]
    assert infos["tick"].tolist() == [0, 0] and infos["final_info"]["tick"].tolist() == [16, 16]


def test_orders_beyond_the_limit_of_a_step_are_refused():
    env = sandtable.make(act="orders", order_delay=0)
    _, info = env.reset(seed=1)
    unknown = [2, int(info["handles"][0]), 0, 12345, 0, 0, 0, 0, 0]
    *_, info = env.step([unknown] * 128)
    assert info["rejected"] == 128
    before = env.state_hash()
    with pytest.raises(ValueError, match="orders: found 129; expected at most 128 in a step"):
        env.step([unknown] * 129)
    assert env.state_hash() == before
    left_out = [-1, *unknown[1:]]
    *_, info = env.step(np.array([unknown] * 128 + [left_out] * 200))
    assert info["rejected"] == 128


@pytest.mark.parametrize(
    ("orders", "message"),
    [
        (np.zeros((3, 4), int), r"orders: found int64 \(3, 4\); expected whole numbers \(orders, 9\), an order's being verb, unit, squad, "),
        (np.zeros((3, 12), int), r"orders: found int64 \(3, 12\); expected whole numbers \(orders, 9\)"),
        (np.zeros((1, 1, 9), int), r"orders: found int64 \(1, 1, 9\); expected whole numbers"),
        (np.zeros(10, int), r"orders: found int64 \(10,\); expected whole numbers"),
        (np.full((1, 9), 0.5), r"orders: found float64 \(1, 9\); expected whole numbers"),
        (np.full((1, 9), 2**64 - 1, np.uint64), "column queue: found 9223372036854775807"),
    ],
)
def test_orders_of_another_shape_are_refused(orders, message):
    env = sandtable.make(act="orders")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=message):
        env.step(orders)


def test_orders_may_lie_in_one_line_or_lack():
    env = sandtable.make(act="orders", order_delay=0)
    _, info = env.reset(seed=1)
    unknown = [2, int(info["handles"][0]), 0, 12345, 0, 0, 0, 0, 0]
    assert env.step(np.array(unknown * 2))[-1]["rejected"] == 2
    assert env.step(np.zeros((0, 9)))[-1]["rejected"] == 0
    many = sandtable.make_vec(num_envs=2, act="orders")
    many.reset(seed=1)
    with pytest.raises(ValueError, match="found orders for 1 rows; expected 2"):
        many.step([[]])


def test_a_vector_environment_tells_by_row_what_was_refused():
    env = sandtable.make_vec(num_envs=2, act="orders", order_delay=0)
    env.reset(seed=1)
    unit = int(env.batch.arrays["handles"][1][0])
    *_, infos = env.step([[], [[2, unit, 0, 12345, 0, 0, 0, 0, 0]]])
    assert infos["_refused"].tolist() == [False, True]
    assert infos["refused"][0] is None and [row["why"] for row in infos["refused"][1]] == ["UnknownTarget"]
    *_, infos = env.step([[], []])
    assert "refused" not in infos


def test_rendering():
    for mode in ("ansi", "rgb_array"):
        env = sandtable.make(render_mode=mode)
        env.reset(seed=1)
        shown = env.render()
        if mode == "ansi":
            assert shown.count("\n") == 17 and "$" in shown and "B" in shown and "tick 0" in shown
        else:
            assert shown.dtype == np.uint8 and shown.shape[2] == 3 and len(np.unique(shown.reshape(-1, 3), axis=0)) > 4


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scenario": "duell"}, "did you mean"),
        ({"seats": {1: "agent", 2: "duel/rsh"}}, "did you mean"),
        ({"seats": {1: "idle"}}, "found no agent"),
        ({"seats": {9: "agent"}}, "from 1 to 8"),
        ({"act": "macros"}, "expected \"slots\", \"macro\" or \"orders\""),
        ({"obs": "pixels"}, "expected 'slots' or 'vector'"),
        ({"reward": {"win": 1}}, "expected some of outcome"),
        ({"time_limit": 0}, "time_limit: found 0; expected 1 to 14400"),
        ({"time_limit": -1}, "time_limit: found -1; expected 1 to 14400"),
        ({"order_delay": 65}, "order_delay: found 65; expected 0 to 64"),
        ({"order_delay": -1}, "order_delay: found -1; expected 0 to 64"),
        ({"step_ticks": 0}, "step_ticks: found 0; expected 1 to 230400"),
        ({"step_ticks": 2**32 + 16}, "step_ticks: found 4294967312; expected 1 to 230400"),
        ({"max_steps": 0}, "max_steps: found 0; expected 1 to 4294967295"),
        ({"num_envs": 0}, "num_envs: found 0; expected 1 to 1048576"),
        ({"num_envs": -1}, "num_envs: found -1; expected 1 to 1048576"),
        ({"num_envs": 2**64}, "num_envs: found 18446744073709551616; expected 1 to 1048576"),
        ({"threads": 0}, "threads: found 0; expected 1 to 1024"),
    ],
)
def test_wrong_options_are_named(options, message):
    with pytest.raises(ValueError, match=message):
        sandtable.make(**options)
    with pytest.raises(ValueError, match=message):
        sandtable.make_vec(**options)


def test_errors_say_shapes():
    env = sandtable.make()
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"found int64 \(1, 3\); expected whole numbers \(1, 32, 4\)"):
        env.step(np.zeros(3, dtype=np.int64)[:3])
    with pytest.raises(ValueError, match=r"own: found float32 \(2, 2\); expected 640 elements"):
        env.batch.core.bind({"own": np.zeros((2, 2), np.float32)})
    with pytest.raises(TypeError, match="own: found float64"):
        env.batch.core.bind({"own": np.zeros(640)})
    with pytest.raises(ValueError, match="C order"):
        env.batch.core.bind({"own": np.zeros((20, 32), np.float32).T})
    with pytest.raises(RuntimeError, match="reset"):
        sandtable.make().step(0)


def test_children_of_a_fork_step_with_threads():
    program = (
        "import os, sandtable\n"
        "env = sandtable.make_vec(num_envs=4, threads=2, obs='vector', act='macro'); env.reset(seed=1); env.step(env.sample())\n"
        "child = os.fork()\n"
        "env.step(env.sample())\n"
        "if child == 0: os._exit(0)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_threads_step_batches_of_their_own_at_once():
    def play(number):
        env = sandtable.make_vec(num_envs=2, seats="agents", obs="vector", act="macro")
        env.reset(seed=number)
        for _ in range(60):
            env.step(env.sample())
        return [env.state_hash(0), env.state_hash(1)]

    alone = [play(number) for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(4))) == alone


def test_a_batch_belongs_to_one_call_at_a_time():
    env = sandtable.make_vec(num_envs=8, seats="agents", obs="vector", act="macro")
    env.reset(seed=1)

    def step(_):
        try:
            env.batch.core.step()
        except RuntimeError as error:
            return str(error)
        return "stepped"

    with ThreadPoolExecutor(4) as pool:
        told = set(pool.map(step, range(400)))
    assert "stepped" in told
    assert told <= {"stepped", "the environments are in use by another thread"}, told
    assert max(env.batch.core.clock(number)[0] for number in range(8)) > 0


def test_only_numpy_is_needed():
    program = (
        "import sys\n"
        "sys.modules['gymnasium'] = None\n"
        "import sandtable\n"
        "env = sandtable.make(act='macro', obs='vector', max_steps=3)\n"
        "env.reset(seed=1)\n"
        "while not env.step(env.sample())[3]: pass\n"
        "try: sandtable.make_vec()\n"
        "except ImportError as error: assert 'sandtable-rts[gym]' in str(error)\n"
        "else: raise SystemExit('no error')\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_stubs_name_what_there_is():
    import ast
    import pathlib

    from sandtable import _sandtable

    tree = ast.parse((pathlib.Path(sandtable.__file__).parent / "_sandtable.pyi").read_text())
    names = {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    assert names | classes.keys() == {name for name in dir(_sandtable) if not name.startswith("__")} | {"__version__"}
    for name, node in classes.items():
        there = vars(getattr(_sandtable, name))
        methods = {node.name: node for node in node.body if isinstance(node, ast.FunctionDef) and node.name != "__new__"}
        assert methods.keys() == {name for name in there if not name.startswith("__")}
        for method, stub in methods.items():
            parts = [part.strip().split("=")[0] for part in there[method].__text_signature__.strip("()").split(",")]
            found = [part for part in parts if part and part not in ("$self", "/", "*")]
            assert found == [argument.arg for argument in stub.args.args[1:]], (name, method)
