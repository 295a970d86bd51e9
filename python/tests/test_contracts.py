"""The contracts of Gymnasium, PettingZoo, Stable-Baselines3 and PufferLib, under the versions of requirements.txt."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import sandtable
from sandtable.registration import ENVIRONMENTS, register

register()

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
