// The page: reads what it was given, and turns time and buttons into pictures.

const SPEEDS = [0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
const byId = (id) => document.getElementById(id);

class Viewer {
  constructor(match, source) {
    Object.assign(this, { match, source });
    this.time = 0;
    this.playing = false;
    this.way = 1;
    this.options = { fog: null, orders: true, labels: true, speed: 4 };
    this.drawn = [];
    const seek = (tick, at) => this.seek(tick, at);
    this.camera = new Camera(byId("board"), match.meta, () => this.request());
    this.board = new Board(byId("board"), this.camera, match, this.options);
    this.tip = new Tip(byId("tip"), this.camera, this.board, match);
    this.minimap = new Minimap(byId("minimap"), match, this.camera, this.board.ground, () => this.request());
    this.charts = new Charts(byId("charts"), match, seek);
    this.players = new Players(byId("players"), match, (player) => this.inspector.select({ player }));
    this.events = new Events(byId("events"), byId("filters"), match, seek);
    this.inspector = new Inspector(byId("inspect"), this);
    this.board.overlays = this.overlays = new Overlays(byId("overlays"), this);
    this.forks = new Forks(byId("forks"), this);
    this.twin = new SceneText(byId("scene"), match);
    drawLegend(byId("legend"), match);
    this.camera.onselect = (x, y) => this.select(x, y);
    this.describe();
    this.controls();
    this.keys();
    this.readHash();
    window.addEventListener("hashchange", () => this.readHash());
    window.addEventListener("resize", () => this.resize());
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.resize());
    byId("scene").closest("details").addEventListener("toggle", () => this.request());
    this.resize();
  }

  describe() {
    const { meta } = this.match;
    byId("title").textContent = meta.scenario;
    byId("result").textContent = meta.result.text;
    const named = (player) => `${player.name} (${strategyName(player)})`;
    const members = (team) => meta.players.filter((player) => player.team === team).map(named).join(" and ");
    const teams = [...new Set(meta.players.map((player) => player.team))];
    byId("facts").textContent = [
      teams.map(members).join(" against "),
      `${meta.map}, ${meta.width} × ${meta.height}`,
      `${meta.rules} rules`,
      `seed ${meta.seed}`,
      `engine ${meta.engine}`,
    ].join(" · ");
  }

  // Whether the record is what plays: as far as that is known by now.
  verdict() {
    const { index } = this.source, { meta } = this.match, box = byId("verdict");
    const departs = index?.departs ?? meta.departs;
    let text = "";
    if (departs) {
      const parts = departs.parts.length > 0 ? `, in ${departs.parts.join(", ")}` : "";
      text = `Plays differently from its record from tick ${departs.tick}${parts}`;
    } else if (index?.done || !index) text = `Verified: all ${meta.last_tick} ticks play as recorded`;
    else text = `Verifying: ${Math.floor((100 * index.tick) / Math.max(meta.last_tick, 1))} %`;
    if (box.textContent !== text) box.textContent = text;
    box.className = departs ? "bad" : index && !index.done ? "" : "good";
  }

  notice(text) {
    byId("notice").textContent = text;
    byId("notice").hidden = !text;
  }

  // How much of what may be asked about a tick is known: it grows while the engine goes over the match.
  indexTick(tick) {
    const { index } = this.source;
    return !index || index.done || index.tick > tick ? "all" : index.tick;
  }

  hears(kind, why) {
    if (kind === "unadvised") this.notice(`The commanders could not be run alongside the match: ${why}`);
    if (kind === "stopped") this.notice(`The engine stopped: ${why}`);
    this.request();
  }

  controls() {
    const { meta } = this.match, speed = byId("speed");
    const on = (id, act) => byId(id).addEventListener("click", (event) => {
      act();
      // Else the next space would press it again.
      if (event.detail > 0) byId(id).blur();
    });
    window.addEventListener("pointerup", ({ target }) => setTimeout(() => target.closest("label, summary") && document.activeElement.blur()));
    on("play", () => this.toggle(1));
    on("reverse", () => this.toggle(-1));
    on("back", () => this.step(-1));
    on("forth", () => this.step(1));
    on("fit", () => this.fit());
    on("keys", () => byId("help").showModal());
    on("copy", () => this.copy());
    const scrub = byId("scrub");
    scrub.max = meta.last_tick;
    scrub.addEventListener("input", () => this.seek(Number(scrub.value)));
    for (const value of SPEEDS) speed.add(new Option(value < 1 ? `1/${1 / value}×` : `${value}×`, value));
    speed.addEventListener("change", () => this.setSpeed(Number(speed.value)));
    this.setSpeed(this.options.speed);
    const fog = byId("fog");
    fog.add(new Option("see all", ""));
    for (const team of meta.fog_teams) {
      const members = meta.players.filter((player) => player.team === team).map((player) => player.name);
      fog.add(new Option(members.join(" and "), team));
    }
    fog.disabled = meta.fog_teams.length === 0;
    fog.addEventListener("change", () => this.setFog(fog.value === "" ? null : Number(fog.value)));
    for (const name of ["orders", "labels"]) {
      byId(name).addEventListener("change", () => {
        this.options[name] = byId(name).checked;
        this.request();
      });
    }
    byId("follow").addEventListener("change", () => this.request());
  }

  keys() {
    const rate = this.match.meta.ticks_per_second, go = (seconds) => this.seek(Math.round(this.time) + seconds * rate);
    const faster = (by) => this.setSpeed(SPEEDS[SPEEDS.indexOf(this.options.speed) + by] ?? this.options.speed);
    const click = (id) => () => byId(id).click();
    const list = [
      [[" ", "k"], "play or pause", () => this.toggle(1)],
      [["r"], "play backwards", () => this.toggle(-1)],
      [["ArrowLeft"], "5 s back", () => go(-5)],
      [["ArrowRight"], "5 s forward", () => go(5)],
      [["j"], "10 s back", () => go(-10)],
      [["l"], "10 s forward", () => go(10)],
      [[","], "one tick back", () => this.step(-1)],
      [["."], "one tick forward", () => this.step(1)],
      [["<", "-"], "slower", () => faster(-1)],
      [[">", "+", "="], "faster", () => faster(1)],
      [["Home"], "start", () => this.seek(0)],
      [["End"], "end", () => this.seek(this.match.meta.last_tick)],
      [["["], "previous event", () => this.jump(-1, () => true)],
      [["]"], "next event", () => this.jump(1, () => true)],
      [["b"], "next battle with losses", () => this.jump(1, (entry) => entry.what === "battle" && Object.values(entry.losses ?? {}).some((loss) => loss[2] > 0))],
      [["d"], "first difference from the record", () => this.seek((this.source.index?.departs ?? this.match.meta.departs)?.tick ?? this.time)],
      [["n"], "next unit", () => this.nextUnit(1)],
      [["N"], "previous unit", () => this.nextUnit(-1)],
      [["f"], "follow the selection", click("follow")],
      [["w"], "why, in words", () => { const why = byId("inspect").querySelector("details"); if (why) { why.open = !why.open; why.scrollIntoView({ block: "nearest" }); } }],
      [["v"], "fog of the next player", () => this.nextFog()],
      [["o"], "orders", click("orders")],
      ...OVERLAYS.map(([id, key, what]) => [[key], what, click(id)]),
      [["e"], "start the range of losses and traffic here", () => this.overlays.setMark()],
      [["m"], "minimap", () => { this.hideMap = !byId("minimap").hidden; byId("minimap").hidden = this.hideMap; this.request(); }],
      [["z"], "whole map", () => this.fit()],
      [["c"], "copy this moment", () => this.copy()],
      [["p"], "fork from here, or stop", () => byId("forks").querySelector("button").click()],
      [["a"], "two matches: first different order", () => this.seek(this.against?.told.order?.tick ?? this.time)],
      [["s"], "two matches: first different state", () => this.seek(this.against?.told.state?.tick ?? this.time)],
      [["x"], "two matches: swap them", () => this.against?.exchange()],
      [["Escape"], "close the selection", () => this.inspector.select(null)],
      [["?"], "show these keys", () => byId("help").showModal()],
    ];
    const shown = { " ": "space", ArrowLeft: "←", ArrowRight: "→" };
    byId("keylist").append(element("dt", "0 … 9"), element("dd", "tenths of the match"));
    for (const [names, what] of list) byId("keylist").append(element("dt", names.map((name) => shown[name] ?? name).join(" ")), element("dd", what));
    const actions = new Map(list.flatMap(([names, , act]) => names.map((name) => [name, act])));
    for (let tenth = 0; tenth < 10; tenth++) actions.set(String(tenth), () => this.seek(Math.round((this.match.meta.last_tick * tenth) / 10)));
    window.addEventListener("keydown", (event) => {
      const action = actions.get(event.key), { tagName, type } = event.target;
      if (!action || event.ctrlKey || event.metaKey || event.altKey || byId("help").open) return;
      const typing = tagName === "SELECT" || tagName === "SUMMARY" || (tagName === "INPUT" && type === "text");
      const pressing = tagName === "BUTTON" || (tagName === "INPUT" && type === "checkbox");
      // A focused button keeps its own key.
      if (typing || (pressing && event.key === " ")) return;
      event.preventDefault();
      action(event);
    });
  }

  // #t=SECONDS or tick=TICK, and optionally fog=TEAM, sel=UNIT, speed, x, y, zoom (cells and pixels a cell), play.
  readHash() {
    const hash = new URLSearchParams(location.hash.slice(1)), number = (name) => Number(hash.get(name));
    if (hash.has("fog")) this.setFog(hash.get("fog") === "" ? null : number("fog"));
    if (hash.has("speed") && SPEEDS.includes(number("speed"))) this.setSpeed(number("speed"));
    if (hash.has("t")) this.seek(Math.round(number("t") * this.match.meta.ticks_per_second));
    if (hash.has("tick")) this.seek(number("tick"));
    if (hash.has("sel")) this.inspector.select({ unit: number("sel") });
    if (hash.has("player")) this.inspector.select({ player: number("player") });
    if (number("zoom") > 0) this.camera.look(number("x"), number("y"), number("zoom"));
    if (hash.has("play") && !this.playing) this.toggle(1);
    this.request();
  }

  compare(against) {
    this.against = against;
    this.charts.compare(against.match);
    this.camera.resize();
    const teams = this.fogTeams().map(String);
    for (const choice of byId("fog").options) choice.disabled = choice.value !== "" && !teams.includes(choice.value);
    this.setFog(this.options.fog);
  }

  hash() {
    const { camera, options, inspector: { selected } } = this, parts = [`tick=${Math.floor(this.time)}`];
    if (options.fog !== null) parts.push(`fog=${options.fog}`);
    if (selected) parts.push(selected.unit !== undefined ? `sel=${selected.unit}` : `player=${selected.player}`);
    if (this.against?.swapped) parts.push("side=b");
    if (!camera.fitted) parts.push(`x=${camera.x.toFixed(1)}`, `y=${camera.y.toFixed(1)}`, `zoom=${camera.scale.toFixed(1)}`);
    return `#${parts.join("&")}`;
  }

  // The link to this moment, and the commands that ask the same and go on from it.
  async copy() {
    const tick = Math.floor(this.time), { selected } = this.inspector, lines = [location.href.split("#")[0] + this.hash()];
    if (selected?.unit !== undefined) lines.push(`sandtable why GAME.replay --unit p${(selected.unit >>> 24) + 1}#${selected.unit & 0xffffff} --tick ${tick}`);
    lines.push(`sandtable replay fork GAME.replay --tick ${tick}`);
    await this.clip(lines, "Copied: the link, and the commands that continue from here.");
  }

  async clip(lines, told) {
    try {
      await navigator.clipboard.writeText(lines.join("\n"));
      this.notice(told);
    } catch {
      this.notice(lines.join("\n"));
    }
    setTimeout(() => this.notice(""), 6000);
  }

  seek(tick, at) {
    this.time = Math.min(Math.max(tick || 0, 0), this.match.meta.last_tick);
    if (!this.playing) this.time = Math.round(this.time);
    if (at) this.camera.moveTo(...at);
    this.scroll = true;
    this.request();
  }

  step(ticks) {
    if (this.playing) this.toggle(this.way);
    this.seek((ticks > 0 ? Math.floor(this.time) : Math.ceil(this.time)) + ticks);
  }

  // To the next event of a sort, one way or the other.
  jump(way, wanted) {
    const entries = this.match.meta.chronicle.filter((entry) => entry.what !== "depleted" && this.events.knows(entry) && wanted(entry));
    const found = way > 0 ? entries.find((entry) => entry.tick > this.time + 1) : entries.findLast((entry) => entry.tick < this.time - 1);
    if (found) this.seek(found.tick, found.at);
  }

  setSpeed(speed) {
    this.options.speed = speed;
    byId("speed").value = speed;
  }

  // The teams under whose fog one may look: of two matches with fog, those that play in both.
  fogTeams() {
    const { fog_teams: teams } = this.match.meta, others = this.against?.match.meta.fog_teams ?? [];
    return teams.filter((team) => others.length === 0 || others.includes(team));
  }

  setFog(team) {
    this.options.fog = this.fogTeams().includes(team) ? team : null;
    byId("fog").value = this.options.fog ?? "";
    this.source.setTeam(this.options.fog);
    this.against?.source.setTeam(this.options.fog);
    this.forks.draw();
    this.events.setFog(this.options.fog);
    drawStrip(byId("strip"), this.match, this.events);
    this.request();
  }

  nextFog() {
    const choices = [null, ...this.fogTeams()];
    this.setFog(choices[(choices.indexOf(this.options.fog) + 1) % choices.length]);
  }

  select(x, y) {
    const row = this.tip.at(x, y);
    this.inspector.select(row && row.cls !== "node" ? { unit: row.id } : null);
  }

  nextUnit(way) {
    const units = this.board.rows.filter((row) => row.cls === "unit"), { selected } = this.inspector;
    if (units.length === 0) return;
    const at = units.findIndex((row) => row.id === selected?.unit);
    this.inspector.select({ unit: units[(at + way + units.length) % units.length].id });
  }

  toggle(way) {
    const turns = this.playing && way !== this.way;
    this.way = way;
    if (!turns) this.playing = !this.playing;
    const { last_tick: last } = this.match.meta;
    if (this.playing && !turns && way > 0 && this.time >= last) this.time = 0;
    if (this.playing && !turns && way < 0 && this.time <= 0) this.time = last;
    if (!this.playing) this.time = way > 0 ? Math.floor(this.time) : Math.ceil(this.time);
    byId("play").textContent = this.playing ? "Pause" : "Play";
    byId("reverse").setAttribute("aria-pressed", String(this.playing && way < 0));
    this.source.setPlaying(this.playing);
    this.against?.source.setPlaying(this.playing);
    this.shownAt = undefined;
    this.rate = undefined;
    if (!this.playing) {
      try {
        history.replaceState(null, "", this.hash());
      } catch {
        // A frame without an address of its own.
      }
    }
    this.request();
  }

  fit() {
    this.camera.fit();
    this.request();
  }

  resize() {
    this.camera.resize();
    this.against?.resize();
    this.charts.resize();
    drawStrip(byId("strip"), this.match, this.events);
    this.request();
  }

  request() {
    if (!this.requested) this.requested = requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.requested = 0;
    if (this.playing) this.advance(Math.min((now - (this.shownAt ?? now)) / 1000, 0.25), now);
    this.draw();
    if (this.playing) this.request();
  }

  // Runs the clock on, as far as there are pictures; notes the speed that is reached.
  advance(seconds, now) {
    const { ticks_per_second: rate, last_tick: last } = this.match.meta, { speed } = this.options;
    this.shownAt = now;
    const wanted = Math.min(Math.max(this.time + this.way * seconds * speed * rate, 0), last);
    const step = (speed * rate) / 60;
    let reached = this.source.run(this.time, wanted, step);
    if (this.against) reached = this.against.run(this.time, wanted, reached, step);
    if (seconds > 0) {
      const real = Math.abs(reached - this.time) / (seconds * rate);
      this.rate = this.rate === undefined ? speed : this.rate * 0.95 + real * 0.05;
    }
    this.time = reached;
    if (this.way > 0 ? this.time >= last : this.time <= 0) this.toggle(this.way);
  }

  draw() {
    const { meta } = this.match, began = performance.now();
    if (!this.playing) this.source.request(Math.floor(this.time));
    const scene = this.source.scene(STILL.matches ? Math.floor(this.time) : this.time);
    if (scene) {
      const followed = byId("follow").checked && scene.byId.get(this.inspector.selected?.unit);
      if (followed) {
        this.camera.fitted = false;
        this.camera.moveTo(followed.x, followed.y);
      }
      this.board.draw(scene, Math.min(this.time, scene.tick + 1));
      byId("minimap").hidden = this.hideMap || this.camera.fitted;
      this.minimap.draw(this.board, scene);
      this.tip.draw();
      this.twin.draw(scene, this.time, this.playing);
    }
    this.against?.draw(scene, this.time, this.playing);
    this.drawn.push(performance.now() - began);
    if (this.drawn.length > 1000) this.drawn.shift();
    const scrub = byId("scrub"), clock = clockText(this.time, meta.ticks_per_second);
    scrub.value = Math.floor(this.time);
    const [minutes, seconds] = clock.split(":").map(Number);
    scrub.setAttribute("aria-valuetext", `${minutes} minutes ${seconds} seconds`);
    const slow = this.playing && this.rate < this.options.speed * 0.8 ? ` (${this.rate.toFixed(1)}× reached)` : "";
    byId("clock").textContent = `${clock} / ${clockText(meta.last_tick, meta.ticks_per_second)} · ${Math.floor(this.time)}${slow}`;
    this.verdict();
    const { fog } = this.options;
    this.charts.draw(this.time, fog);
    this.players.draw(this.time, fog);
    this.events.draw(this.time, this.scroll || this.playing);
    // Of the tick that is shown: its frame may come later than the clock.
    if (scene) this.inspector.draw(scene.tick);
    this.scroll = false;
  }
}

// Nothing to draw from: charts, events and figures still tell the match.
class NoSource extends RecordedSource {
  scene() {
    return null;
  }
}

// One match of the page, with what draws it; `refused` says why not the engine.
async function open(suffix, hears) {
  const text = (id) => byId(id).textContent, meta = JSON.parse(text(`meta${suffix}`));
  const match = new Match(meta, await gunzip(fromBase64(text(`data${suffix}`)))), replay = text(`replay${suffix}`);
  const recorded = meta.sections.tracks ? new RecordedSource(match) : new NoSource(match);
  if (!replay) return { match, source: recorded, refused: "" };
  if (!text("engine")) return { match, source: recorded, refused: "its file is not next to this page" };
  // The script beside a page of a folder has put it there, as base64.
  const unpacked = byId("engine").dataset.file ? fromBase64 : fromSevens, engine = new EngineSource(match, hears);
  try {
    await engine.start(await gunzip(unpacked(text("engine"))), await gunzip(fromSevens(replay)));
    return { match, source: engine, refused: "" };
  } catch (error) {
    return { match, source: recorded, refused: error.message };
  }
}

async function begin() {
  let viewer = null;
  const hears = (kind, why) => viewer?.hears(kind, why), pair = byId("comparison"), swapped = /[#&]side=b/.test(location.hash);
  const sides = await Promise.all((pair ? ["", "-b"] : [""]).map((suffix) => open(suffix, hears)));
  if (swapped) sides.reverse();
  const [{ match, source, refused }, other] = sides;
  viewer = new Viewer(match, source);
  viewer.notice("");
  if (refused) {
    viewer.notice(`The engine cannot run here (${refused}): ${match.meta.sections.tracks ? "recorded frames are shown" : "charts and events are shown"}.`);
  }
  if (other) viewer.compare(new Against({ ...other, swapped }, JSON.parse(pair.textContent), viewer));
  window.sandtable = { viewer, source, match };
}

begin();
