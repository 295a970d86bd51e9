// Pictures of any tick from the engine: asks the host for frames, keeps the latest, and moves things on between two of them.

const FRAME = { header: 8, unit: 13, building: 13, node: 6, shot: 6, death: 5 };
const FRAMES_KEPT = 12;
const PART = 1 / 65536;
const UNSEEN = -1;

function readFrame(numbers) {
  const [tick, units, buildings, nodes, shots, deaths, cells] = numbers;
  const rows = [], byId = new Map();
  let at = FRAME.header;
  const common = (cls) => {
    const id = numbers[at] >>> 0, row = {
      cls, id, owner: id >>> 24, serial: id & 0xffffff, kind: numbers[at + 1], x: numbers[at + 2] * PART, y: numbers[at + 3] * PART,
      hp: 1, target: 0, visible: true,
    };
    rows.push(row);
    if (id) byId.set(id, row);
    return row;
  };
  const health = (row) => {
    row.hpNow = numbers[at + 4] * PART;
    row.hpMax = numbers[at + 5] * PART;
    row.hp = row.hpMax > 0 ? Math.min(row.hpNow / row.hpMax, 1) : 1;
  };
  for (let row = 0; row < units; row++, at += FRAME.unit) {
    const unit = common("unit"), flags = numbers[at + 9], cargo = numbers[at + 10];
    health(unit);
    unit.task = numbers[at + 7];
    unit.target = numbers[at + 8] >>> 0;
    unit.aboard = (flags & 2) !== 0;
    unit.waits = (flags & 8) !== 0;
    unit.carries = (cargo >> 16) - 1;
    unit.amount = cargo & 0xffff;
    unit.transport = numbers[at + 12] >>> 0;
  }
  for (let row = 0; row < buildings; row++, at += FRAME.building) {
    const building = common("building");
    health(building);
    building.stage = numbers[at + 6];
    building.built = numbers[at + 7];
    const product = numbers[at + 8];
    building.making = product === 0 ? UNSEEN : ((product & 0xffff) - 1) * 2 + (product >> 16);
    building.made = numbers[at + 9];
    building.queued = numbers[at + 10];
    building.target = numbers[at + 11] >>> 0;
    building.visible = (numbers[at + 12] & 4) !== 0;
  }
  for (let row = 0; row < nodes; row++, at += FRAME.node) {
    common("node").amount = numbers[at + 4];
  }
  const flying = [];
  for (let row = 0; row < shots; row++, at += FRAME.shot) {
    const id = numbers[at] >>> 0, x = numbers[at + 1] * PART, y = numbers[at + 2] * PART;
    const toX = numbers[at + 3] * PART, toY = numbers[at + 4] * PART;
    flying.push({ id, owner: id >>> 24, x, y, toX, toY, angle: Math.atan2(toY - y, toX - x), ticks: numbers[at + 5] });
  }
  const dead = [];
  for (let row = 0; row < deaths; row++, at += FRAME.death) {
    const id = numbers[at] >>> 0;
    dead.push({ owner: id >>> 24, kind: numbers[at + 1], x: numbers[at + 2] * PART, y: numbers[at + 3] * PART, tick: numbers[at + 4] });
  }
  const fog = cells > 0 ? new Uint8Array(numbers.buffer, at * 4, cells) : null;
  return { tick, rows, byId, shots: flying, deaths: dead, fog };
}

function hostWorker() {
  const source = `onmessage = ((handle) => (event) => handle(event.data))((${engineHost})((data, moved) => postMessage(data, moved), ${unlzma}));`;
  return new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
}

class EngineSource {
  // `hears` is called when a frame or news of the index has come: hears(kind, data).
  constructor(match, hears) {
    Object.assign(this, { match, hears });
    this.frames = new Map();
    this.team = UNSEEN;
    this.outstanding = null;
    this.next = null;
    this.questions = new Map();
    this.asked = 0;
    this.index = { tick: 0, done: false, departs: null };
    this.advised = true;
    this.latency = [];
  }

  // Resolves when frames can be asked for; throws where the engine is refused.
  async start(wasm, replay) {
    if (typeof WebAssembly === "undefined") throw new Error("this browser has no WebAssembly");
    this.send = this.connect();
    return new Promise((resolve, reject) => {
      this.started = { resolve, reject };
      this.opening = this.parts = { wasm, replay, advised: true };
      this.send({ open: this.opening });
    });
  }

  connect() {
    try {
      const worker = hostWorker();
      worker.onmessage = (event) => this.receive(event.data);
      // Some pages may make workers that then may not run.
      worker.onerror = () => {
        worker.terminate();
        this.send = this.connectHere();
        this.send({ open: this.opening });
      };
      this.threaded = true;
      return (message) => worker.postMessage(message);
    } catch {
      return this.connectHere();
    }
  }

  // Without workers: the same host, between the page's own tasks.
  connectHere() {
    this.threaded = false;
    return engineHost((data) => setTimeout(() => this.receive(data), 0), unlzma);
  }

  receive(data) {
    if (data.opened) {
      this.opening = null;
      this.started.resolve();
    }
    if (data.refused !== undefined) this.started.reject(new Error(data.refused));
    if (data.failed !== undefined) this.restart(data.failed);
    if (data.frame) this.keep(data);
    if (data.index) {
      this.index = data.index;
      this.hears("index");
    }
    if (data.id !== undefined) {
      this.questions.get(data.id)?.(data.answer);
      this.questions.delete(data.id);
    }
  }

  // The engine stopped: once more without the commanders, who are the likelier to have failed.
  restart(why) {
    this.outstanding = this.next = null;
    this.questions.forEach((answer) => answer(null));
    this.questions.clear();
    if (!this.advised) {
      this.hears("stopped", why);
      return;
    }
    this.advised = false;
    this.hears("unadvised", why);
    this.send({ open: { advised: false } });
    this.request(this.latest ?? 0);
  }

  keep({ frame, tick, team, ms }) {
    this.outstanding = null;
    this.latency.push(ms);
    if (this.latency.length > 2000) this.latency.shift();
    if (team === this.team) {
      this.frames.delete(tick);
      this.frames.set(tick, { ...readFrame(frame), fogKey: `${team}:${tick}` });
      this.latest = tick;
      for (const old of this.frames.keys()) {
        if (this.frames.size <= FRAMES_KEPT) break;
        this.frames.delete(old);
      }
    }
    if (this.next !== null) {
      const next = this.next;
      this.next = null;
      this.request(next);
    }
    this.hears("frame");
  }

  setTeam(team) {
    this.team = team ?? UNSEEN;
    this.frames.clear();
    // What another team knew is not shown until the frame of this one is there.
    this.shown = null;
  }

  // Asks for the frame of a tick; of several asked for meanwhile, the newest counts.
  request(tick) {
    if (this.frames.has(tick) || this.outstanding === tick) return;
    if (this.outstanding !== null) {
      this.next = tick;
      return;
    }
    this.outstanding = tick;
    this.send({ seek: { tick, team: this.team } });
  }

  ask(what, about, tick) {
    return new Promise((resolve) => {
      const id = this.asked++;
      this.questions.set(id, resolve);
      this.send({ ask: what, about, tick, id });
    });
  }

  // Another engine with the same match, beside this one.
  another(receive) {
    let send = null, stop = null;
    if (this.threaded) {
      const worker = hostWorker();
      worker.onmessage = (event) => receive(event.data);
      [send, stop] = [(message) => worker.postMessage(message), () => worker.terminate()];
    } else {
      send = engineHost((data) => setTimeout(() => receive(data), 0), unlzma);
      stop = () => send({ stop: true });
    }
    send({ open: this.parts });
    return { send, stop };
  }

  setPlaying(playing) {
    this.send({ playing });
  }

  // How far a clock may run towards `time` by the frames there are, one way or the other; asks for those that come next.
  run(from, time, step) {
    const last = this.match.meta.last_tick, way = Math.sign(time - from) || 1;
    const lead = Math.max(2, 2 * step), ahead = Math.max(Math.round(step), 1);
    // Frames of elsewhere in the match are no way there.
    const ticks = [...this.frames.keys()].filter((tick) => (tick - from) * way >= 0 && (tick - from) * way <= lead + ahead);
    const reached = ticks.length > 0 ? (way > 0 ? Math.max(...ticks) : Math.min(...ticks)) : from;
    if (this.outstanding === null && (reached - from) * way < lead) {
      const next = Math.round(reached + way * ahead);
      this.request(Math.min(Math.max(next, 0), last));
    }
    return way > 0 ? Math.min(time, reached) : Math.max(time, reached);
  }

  // The picture of a time: between two ticks whose frames are there, else of the nearest tick that is; none before the first frame.
  scene(time) {
    const before = this.frames.get(Math.floor(time)), after = this.frames.get(Math.ceil(time));
    const part = time - Math.floor(time);
    if (before && after && part > 0) return this.between(before, after, part);
    if (part === 0 && before) return this.shown = before;
    let nearest = null;
    for (const frame of this.frames.values()) {
      if (!nearest || Math.abs(frame.tick - time) < Math.abs(nearest.tick - time)) nearest = frame;
    }
    return this.shown = nearest ?? this.shown ?? null;
  }

  // Things that move, moved on; the rest is that of the earlier frame.
  between(before, after, part) {
    const rows = before.rows.map((row) => {
      if (row.cls !== "unit") return row;
      const then = after.byId.get(row.id);
      if (!then || (then.x === row.x && then.y === row.y)) return row;
      return { ...row, x: row.x + (then.x - row.x) * part, y: row.y + (then.y - row.y) * part };
    });
    const shots = before.shots.map((shot) => {
      const step = part / Math.max(shot.ticks, 1);
      return { ...shot, x: shot.x + (shot.toX - shot.x) * step, y: shot.y + (shot.toY - shot.y) * step };
    });
    return this.shown = { ...before, rows, shots };
  }
}
