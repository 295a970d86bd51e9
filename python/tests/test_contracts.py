"""The contracts of Gymnasium, PettingZoo, Stable-Baselines3 and PufferLib, under the versions of requirements.txt."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import sandtable
from sandtable.registration import ENVIRONMENTS

FORMS = [("slots", "slots"), ("vector", "macro"), ("slots", "macro"), ("vector", "slots")]


@pytest.mark.parametrize("name", sorted(ENVIRONMENTS))
def test_gymnasium_checks_every_id(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # That floats have no bounds is what they are.
        warnings.filterwarnings("ignore", message=".*infinity.*")
        warnings.filterwarnings("ignore", message=".*out of date.*")
        check_env(gymnasium.make(name, max_steps=40).unwrapped)


def test_ids_have_both_entry_points():
    one = gymnasium.make("sandtable/DuelMacro-v0")
    many = gymnasium.make_vec("sandtable/DuelMacro-v0", num_envs=3)
    assert many.unwrapped.single_observation_space == one.observation_space
    assert many.num_envs == 3 and many.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP


def equal(one, other):
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    return np.array_equal(one, other)


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize(("obs", "act"), [("vector", "macro"), ("slots", "slots")])
def test_a_vector_is_what_gymnasium_makes_of_single_ones(mode, obs, act):
    options = {"seats": {1: "agent", 2: "duel/rush"}, "obs": obs, "act": act, "max_steps": 17}
    count = 3
    ours = sandtable.make_vec(num_envs=count, autoreset=mode, threads=2, **options)
    theirs = SyncVectorEnv(
        [lambda: sandtable.make(**options) for _ in range(count)],
        autoreset_mode=ours.metadata["autoreset_mode"],
    )
    assert equal(ours.reset(seed=5)[0], theirs.reset(seed=5)[0])
    for step in range(60):
        actions = ours.sample()
        found, wanted = ours.step(actions), theirs.step(actions)
        assert equal(found[0], wanted[0]), step
        for column in (1, 2, 3):
            assert np.allclose(found[column], wanted[column]), (step, column)
        if mode == "same_step":
            assert ("final_obs" in found[4]) == ("final_obs" in wanted[4])
            for row in np.flatnonzero(found[4].get("_final_obs", [])):
                last, expected = found[4]["final_obs"][row], wanted[4]["final_obs"][row]
                if isinstance(last, dict):
                    last = {key: value for key, value in last.items() if not key.startswith("mask")}
                    expected = {key: expected[key] for key in last}
                assert equal(last, expected)
        if mode == "disabled":
            done = found[2] | found[3]
            if done.any():
                mask = {"reset_mask": done}
                assert equal(ours.reset(options=dict(mask))[0], theirs.reset(options=dict(mask))[0])


def test_observations_of_two_steps_share_no_memory_unless_asked():
    env = sandtable.make_vec(num_envs=2, obs="vector", act="macro")
    one, *_ = env.step(env.sample()) if env.reset(seed=1) else ()
    two, *_ = env.step(env.sample())
    assert not np.shares_memory(one, two)
    fast = sandtable.make_vec(num_envs=2, obs="vector", act="macro", copy=False)
    fast.reset(seed=1)
    one, two = fast.step(fast.sample())[0], fast.step(fast.sample())[0]
    assert np.shares_memory(one, two)


@pytest.mark.parametrize("act", ["macro", "slots"])
def test_pettingzoo_checks_the_parallel_environment(act):
    from pettingzoo.test import parallel_api_test

    parallel_api_test(sandtable.parallel_env(act=act, obs="vector" if act == "macro" else "slots", max_steps=50), num_cycles=200)


def test_parallel_seeds_hold_to_the_end():
    one, other = (sandtable.parallel_env(act="slots", time_limit=60) for _ in range(2))
    for seed in (3, 4):
        assert equal(one.reset(seed=seed)[0]["player_1"]["observation"], other.reset(seed=seed)[0]["player_1"]["observation"])
        for _ in range(1000):
            actions = one.sample()
            found, wanted = one.step(actions), other.step(actions)
            assert one.state_hash() == other.state_hash()
            assert found[1:4] == wanted[1:4]
            if not one.agents:
                break
        assert not one.agents and not other.agents
    assert one.reset(seed=3) and one.state_hash() == (other.reset(seed=3), other.state_hash())[1]


def test_reset_without_a_seed_draws_another_match():
    env = sandtable.make(obs="vector", act="macro")
    env.reset(seed=7)
    first = env.batch.core.clock(0)[1]
    env.reset()
    second = env.batch.core.clock(0)[1]
    env.reset(seed=7)
    assert env.batch.core.clock(0)[1] == first != second
    env.reset()
    assert env.batch.core.clock(0)[1] == second


def test_pufferlib_buffers_are_written_in_place():
    agents, columns = 6, len(sandtable.make(obs="vector", act="macro").batch.spec["globals"])
    shapes = {"observations": (columns,), "actions": ()}
    kinds = {"observations": np.float32, "rewards": np.float32, "actions": np.int32}
    whole, buf = {}, {}
    for name in ("observations", "rewards", "terminals", "truncations", "masks", "actions"):
        # Guard rows before and behind, as the buffers of other workers.
        whole[name] = np.full((agents + 2, *shapes.get(name, ())), 1, kinds.get(name, np.bool_))
        buf[name] = whole[name][1:-1]
    env = sandtable.puffer_env(num_envs=3, buf=buf, max_steps=9, reward={"outcome": 1, "gathered": 0.01})
    assert env.num_agents == agents and env.single_observation_space.shape == (columns,)
    observed, infos = env.reset(seed=1)
    assert observed is buf["observations"] and infos == [] and not buf["terminals"].any()
    ended = 0
    for step in range(30):
        env.sample()
        observed, rewards, terminals, truncations, infos = env.step(buf["actions"])
        assert observed is buf["observations"] and rewards is buf["rewards"]
        assert terminals is buf["terminals"] and truncations is buf["truncations"]
        assert isinstance(infos, list) and buf["masks"].all()
        ended += len(infos)
        # The tick of the row says that the next episode has begun.
        assert (truncations.all() and infos) or not truncations.any()
    assert ended == 9
    for name, array in whole.items():
        assert (array[0] == 1).all() and (array[-1] == 1).all(), name


def test_pufferlib_environments_of_slots_have_flat_masks():
    env = sandtable.puffer_env(num_envs=2, act="slots")
    env.reset(seed=3)
    masks = env.action_masks()
    assert masks.shape == (env.num_agents, int(env.single_action_space.nvec.sum())) and masks.any(axis=1).all()


def test_pufferlib_actions_that_are_no_copy_of_the_buffer_are_checked():
    env = sandtable.puffer_env(num_envs=2)
    env.reset(seed=1)
    env.step(env.sample().astype(np.int64) + 2**32)
    assert env.batch.arrays["counts"][:, 0].tolist() == [1] * env.num_agents
    env.step(env.sample().astype(np.int64))
    assert not env.batch.arrays["counts"][:, 0].any()
    with pytest.raises(ValueError, match=r"found float64 \(4,\); expected whole numbers \(4,\)"):
        env.step(np.zeros(4))


def test_pufferlib_buffers_of_another_shape_are_refused():
    with pytest.raises(ValueError, match=r"observations.*float64 \(1, 2\); expected float32 \(2, "):
        sandtable.puffer_env(buf={"observations": np.zeros((1, 2))})


def test_sb3_checks_the_environment():
    checker = pytest.importorskip("stable_baselines3.common.env_checker", reason="skipped: needs stable-baselines3 and torch")
    checker.check_env(sandtable.make(obs="vector", act="macro", max_steps=20))
    env = sandtable.sb3_vec_env(num_envs=2, max_steps=5)
    env.reset()
    for _ in range(12):
        _, _, dones, infos = env.step(np.zeros(2, dtype=np.int64))
        assert all(("terminal_observation" in info) == done for info, done in zip(infos, dones))


@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
@pytest.mark.parametrize("seats", ["agents", {1: "agent", 2: "duel/rush"}])
def test_a_fork_of_a_vector_plays_on_over_the_next_episodes(mode, seats):
    env = sandtable.make_vec(num_envs=3, seats=seats, obs="vector", act="macro", max_steps=11, autoreset=mode)
    agents = env.batch.agents
    env.reset(seed=5)
    for _ in range(5):
        env.step(env.sample())
    fork = env.fork(1)
    rows = slice(agents, 2 * agents)
    assert fork.num_envs == agents and fork.metadata == env.metadata
    assert fork.state_hash() == env.state_hash(1)
    assert equal(fork.batch.view(), env.batch.view()[rows])
    for step in range(30):
        if mode == "disabled" and env.batch.truncated.any():
            with pytest.raises(ValueError, match="environment 1: the episode is over; expected one that goes on"):
                env.fork(1)
            assert equal(env.reset()[0][rows], fork.reset()[0]), step
        actions = env.sample()
        found, wanted = fork.step(actions[rows]), env.step(actions)
        assert fork.state_hash() == env.state_hash(1), step
        assert all(equal(found[column], wanted[column][rows]) for column in range(4)), step
        if mode == "same_step":
            assert ("final_obs" in found[4]) == ("final_obs" in wanted[4])


def test_a_fork_of_a_vector_with_a_seed_plays_otherwise():
    env = sandtable.make_vec(num_envs=2, seats={1: "agent", 2: "duel/rush"}, obs="vector", act="macro")
    env.reset(seed=5)
    fork = env.fork(1, seed=9)
    for _ in range(60):
        actions = env.sample()
        env.step(actions)
        fork.step(actions[1:])
    assert fork.state_hash() != env.state_hash(1)


@pytest.mark.parametrize("act", ["macro", "slots"])
def test_a_fork_of_a_parallel_environment_plays_on_to_the_next_match(act):
    env = sandtable.parallel_env(act=act, max_steps=20)
    env.reset(seed=3)
    for _ in range(5):
        env.step(env.sample())
    fork = env.fork()
    assert fork.agents == env.agents and fork.possible_agents == env.possible_agents
    while env.agents:
        actions = env.sample()
        found, wanted = fork.step(actions), env.step(actions)
        assert fork.state_hash() == env.state_hash() and found[1:4] == wanted[1:4] and fork.agents == env.agents
    env.reset()
    before = fork.state_hash()
    fork.reset()
    assert fork.state_hash() == env.state_hash() != before


def test_a_fork_of_puffer_buffers_has_its_own():
    env = sandtable.puffer_env(num_envs=2, max_steps=9)
    env.reset(seed=3)
    for _ in range(5):
        env.step(env.sample())
    fork = env.fork(1)
    assert fork.num_agents == 2 and not np.shares_memory(fork.observations, env.observations)
    assert np.array_equal(fork.observations, env.observations[2:])
    for step in range(30):
        actions = env.sample().copy()
        env.step(actions)
        fork.step(actions[2:])
        assert fork.state_hash() == env.state_hash(1), step
        assert np.array_equal(fork.observations, env.observations[2:]), step


@pytest.mark.parametrize("act", ["macro", "slots"])
def test_all_environments_tell_of_handles_replays_and_reasons(act):
    options = {"act": act, "record": True}
    one = sandtable.make(**options)
    many = sandtable.make_vec(num_envs=2, seats="agents", **options)
    both = sandtable.parallel_env(**options)
    flat = sandtable.puffer_env(num_envs=2, **options)
    for env in (one, many, both, flat):
        env.reset(seed=7)
        for _ in range(3):
            env.step(env.sample())
    slots = sum(many.batch.spec["slots"])
    assert many.handles().shape == flat.handles().shape == (4, slots)
    assert [many.state_hash(number) for number in range(2)] != [many.state_hash(0)] * 2
    assert both.handles().keys() == both.action_masks().keys() == {"player_1", "player_2"}
    for env, row, handles in (
        (one, None, one.handles()),
        (many, 3, many.handles()[3]),
        (both, "player_2", both.handles()["player_2"]),
        (flat, 3, flat.handles()[3]),
    ):
        unit = int(handles[0])
        told = env.why(unit) if row is None else env.why(row, unit)
        assert "tick 48" in told, told
        player = 1 if row is None else 2
        assert f"player {player}" in told or f"p{player}" in told, told
        number = () if row is None or isinstance(row, str) else (1,)
        assert len(env.replay(*number)) > 500
        assert env.state_hash(*number) == env.batch.core.state_hash(*(number or (0,)))
    if act == "slots":
        assert (many.handles() == many.batch.arrays["handles"]).all()
    assert (both.action_masks()["player_2"] == both.batch.action_masks()[1]).all()


def test_numbers_of_environments_and_rows_are_checked():
    env = sandtable.make_vec(num_envs=2, seats="agents", obs="vector", act="macro", record=True)
    env.reset(seed=1)
    for ask in (env.state_hash, env.replay, env.fork):
        with pytest.raises(IndexError, match="env: found 2; expected 0 to 1"):
            ask(2)
        with pytest.raises(IndexError, match="env: found -1; expected 0 to 1"):
            ask(-1)
    with pytest.raises(IndexError, match="row: found 4; expected 0 to 3"):
        env.why(4, 1)
