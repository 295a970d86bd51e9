#!/usr/bin/env python3
"""A complete bot in Python: it trains workers, builds barracks, and attacks with what it has trained.

    sandtable match --map meadow --p1 examples/bots/python/bot.toml --p2 first/rush

docs/PROTOCOL.md describes every message. Standard library only.
"""

import json
import random
import sys

ONE = 65536  # A cell, in the unit of points and lengths.
WORKERS = 14
SQUAD = 8


def send(message):
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def receive():
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)  # The engine is gone.
    return json.loads(line)


class World:
    """What the bot knows: every observation after the first says only what has changed."""

    LISTS = ("stats", "units", "squads", "buildings", "foreign", "nodes")

    def __init__(self, start):
        self.player = start["player"]
        self.players = start["players"]
        self.rules = start["rules"]
        self.map = start["map"]
        self.me = {}
        self.rows = {name: {} for name in self.LISTS}
        self.cells = []
        self.tick = 0

    def take(self, observation):
        self.tick = observation["tick"]
        self.me.update(observation["me"])
        for name in self.LISTS:
            rows = self.rows[name]
            for gone in observation.get(name + "_gone", ()):
                del rows[gone]
            for row in observation[name]:
                rows.setdefault(row["id"], {}).update(row)
        for start, run in observation["cells"]:
            if start == 0 and not self.cells:
                self.cells = list(run)
            else:
                self.cells[start : start + len(run)] = run
        for order in observation.get("refused", ()):
            print("refused in tick {tick}: order {order}, {do}: {why}".format(**order), file=sys.stderr)

    def kind(self, row):
        return self.rules["kinds"][row["kind"]]

    def own(self, name, test):
        return [row for row in self.rows[name].values() if test(self.kind(row), row)]

    def affords(self, cost):
        return all(have >= price for have, price in zip(self.me["stock"], cost))


def distance(a, b):
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


class Bot:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def ask(self, question, **details):
        send({"type": "query", "ask": question, **details})
        return receive()

    def decide(self, world):
        orders = []
        orders += self.work(world)
        orders += self.train(world)
        orders += self.build(world)
        orders += self.fight(world)
        return orders[:128]

    def work(self, world):
        """Idle workers gather from the nearest node; one in four takes another resource than the first."""
        orders = []
        nodes = list(world.rows["nodes"].values())
        idle = world.own("units", lambda kind, row: kind["builds"] is not None and not row["moving"] and not row["acting"])
        for row in idle:
            wanted = 1 if row["id"] % 4 == 0 and len(world.rules["resources"]) > 1 else 0
            fit = [node for node in nodes if world.kind(node)["stock"]["resource"] == wanted] or nodes
            if fit:
                node = min(fit, key=lambda node: (distance(node["at"], row["at"]), node["id"]))
                orders.append({"do": "gather", "units": [row["id"]], "target": node["id"]})
        return orders

    def train(self, world):
        workers = len(world.own("units", lambda kind, row: kind["builds"] is not None))
        orders = []
        for row in world.own("buildings", lambda kind, row: kind["trains"] and row["stage"] == 2 and not row["queue"]):
            for product in world.kind(row)["trains"]:
                kind = world.rules["kinds"][product]
                if (kind["builds"] is not None and workers >= WORKERS) or not world.affords(kind["cost"]):
                    continue
                orders.append({"do": "train", "units": [row["id"]], "kind": product})
                break
        return orders

    def build(self, world):
        """Supply when it runs out, and otherwise something that trains fighters."""
        builders = world.own("units", lambda kind, row: kind["builds"])
        if not builders or world.own("buildings", lambda kind, row: row["stage"] < 2):
            return []
        used, cap = world.me["supply"]
        kinds = world.rules["kinds"]
        buildable = world.kind(builders[0])["builds"]
        short = cap - used < 4 and cap < world.rules["supply_limit"]
        if short:
            wanted = [row for row in buildable if kinds[row]["supply_given"] > 0]
        else:
            arms = lambda row: any(kinds[unit]["weapon"] and kinds[unit]["builds"] is None for unit in kinds[row]["trains"])
            wanted = [row for row in buildable if arms(row)]
        wanted.sort(key=lambda row: (sum(kinds[row]["cost"]), row))
        for row in wanted:
            if not self.ask("can_make", kind=row)["yes"]:
                continue
            place = self.place(world, row, builders[0])
            if place:
                return [{"do": "build", "units": [builders[0]["id"]], "kind": row, "cell": place}]
        return []

    def place(self, world, kind, builder):
        x, y = builder["at"][0] // ONE, builder["at"][1] // ONE
        for _ in range(20):
            cell = [x + self.random.randint(-9, 9), y + self.random.randint(-9, 9)]
            if self.ask("can_place", kind=kind, cell=cell)["yes"]:
                return cell
        return None

    def fight(self, world):
        fighters = world.own("units", lambda kind, row: kind["weapon"] and kind["builds"] is None and not row["moving"])
        if len(fighters) < SQUAD:
            return []
        enemies = [row["at"] for row in world.rows["foreign"].values() if row["hostile"]]
        team = world.players[world.player]["team"]
        starts = [player["start"] for player in world.players if player["team"] != team and player["start"]]
        goals = enemies or starts
        if not goals:
            return []
        goal = min(goals, key=lambda at: distance(at, fighters[0]["at"]))
        return [{"do": "attack_move", "units": [row["id"] for row in fighters[:512]], "to": goal}]


def main():
    hello = receive()
    send({"type": "hello", "protocol": 3, "name": "example in Python", "interval": 16})
    bot, world = Bot(hello["seed"]), None
    while True:
        message = receive()
        if message["type"] == "start":
            world = World(message)
        elif message["type"] == "observe":
            world.take(message)
            send({"type": "orders", "tick": world.tick, "orders": bot.decide(world)})
        elif message["type"] == "end":
            return


if __name__ == "__main__":
    main()
