// The page: reads what it was given, and turns time and buttons into pictures.

const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32];
const byId = (id) => document.getElementById(id);

class Viewer {
  constructor(match) {
    this.match = match;
    this.time = 0;
    this.playing = false;
    this.options = { fog: null, orders: true, labels: true, speed: 4 };
    const seek = (tick, at) => this.seek(tick, at);
    this.camera = new Camera(byId("board"), match.meta, () => this.request());
    this.board = new Board(byId("board"), this.camera, match, this.options);
    this.tip = new Tip(byId("tip"), this.camera, this.board, match);
    this.charts = new Charts(byId("charts"), match, seek);
    this.players = new Players(byId("players"), match);
    this.events = new Events(byId("events"), byId("filters"), match, seek);
    drawLegend(byId("legend"), match);
    this.describe();
    this.controls();
    this.keys();
    this.readHash();
    window.addEventListener("hashchange", () => this.readHash());
    window.addEventListener("resize", () => this.resize());
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.resize());
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
      this.clock(meta.last_tick),
      `engine ${meta.engine}`,
    ].join(" · ");
  }

  clock(tick) {
    return clockText(tick, this.match.meta.ticks_per_second);
  }

  controls() {
    const { meta } = this.match, scrub = byId("scrub");
    scrub.max = meta.last_tick;
    scrub.addEventListener("input", () => this.seek(Number(scrub.value)));
    byId("play").addEventListener("click", () => this.toggle());
    byId("fit").addEventListener("click", () => this.fit());
    const speed = byId("speed");
    for (const value of SPEEDS) speed.add(new Option(`${value}×`, value));
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
  }

  keys() {
    const step = (event) => (event.shiftKey ? 30 : 5) * this.match.meta.ticks_per_second;
    const faster = (by) => this.setSpeed(SPEEDS[SPEEDS.indexOf(this.options.speed) + by] ?? this.options.speed);
    const keys = {
      " ": () => this.toggle(),
      ArrowLeft: (event) => this.seek(this.time - step(event)),
      ArrowRight: (event) => this.seek(this.time + step(event)),
      Home: () => this.seek(0),
      End: () => this.seek(this.match.meta.last_tick),
      "+": () => faster(1),
      "=": () => faster(1),
      "-": () => faster(-1),
      0: () => this.fit(),
      f: () => this.nextFog(),
      o: () => byId("orders").click(),
    };
    window.addEventListener("keydown", (event) => {
      const action = keys[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
      event.preventDefault();
      action(event);
    });
  }

  // #t=SECONDS, and optionally fog=TEAM, x, y, zoom (cells and pixels a cell), play.
  readHash() {
    const hash = new URLSearchParams(location.hash.slice(1)), number = (name) => Number(hash.get(name));
    if (hash.has("fog")) this.setFog(hash.get("fog") === "" ? null : number("fog"));
    if (hash.has("t")) this.seek(number("t") * this.match.meta.ticks_per_second);
    if (hash.has("zoom")) this.camera.look(number("x"), number("y"), number("zoom"));
    if (hash.has("play") && !this.playing) this.toggle();
    this.request();
  }

  seek(tick, at) {
    this.time = Math.min(Math.max(tick || 0, 0), this.match.meta.last_tick);
    if (at) this.camera.moveTo(...at);
    this.follow = true;
    this.request();
  }

  setSpeed(speed) {
    this.options.speed = speed;
    byId("speed").value = speed;
  }

  setFog(team) {
    this.options.fog = this.match.meta.fog_teams.includes(team) ? team : null;
    byId("fog").value = this.options.fog ?? "";
    this.request();
  }

  nextFog() {
    const choices = [null, ...this.match.meta.fog_teams];
    this.setFog(choices[(choices.indexOf(this.options.fog) + 1) % choices.length]);
  }

  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.time >= this.match.meta.last_tick) this.time = 0;
    byId("play").textContent = this.playing ? "Pause" : "Play";
    this.shownAt = undefined;
    if (!this.playing) history.replaceState(null, "", `#t=${Math.round(this.time / this.match.meta.ticks_per_second)}`);
    this.request();
  }

  fit() {
    this.camera.fit();
    this.request();
  }

  resize() {
    this.camera.resize();
    this.charts.resize();
    drawStrip(byId("strip"), this.match);
    this.request();
  }

  request() {
    if (!this.requested) this.requested = requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.requested = 0;
    if (this.playing) {
      const seconds = Math.min((now - (this.shownAt ?? now)) / 1000, 0.25);
      this.shownAt = now;
      const { ticks_per_second: rate, last_tick: last } = this.match.meta;
      this.time = Math.min(this.time + seconds * this.options.speed * rate, last);
      if (this.time >= last) this.toggle();
      else this.request();
    }
    this.draw();
  }

  draw() {
    const { meta } = this.match;
    this.board.draw(this.time);
    this.tip.draw();
    byId("scrub").value = Math.floor(this.time);
    byId("clock").textContent = `${this.clock(this.time)} / ${this.clock(meta.last_tick)}`;
    this.charts.draw(this.time);
    this.players.draw(this.time);
    this.events.draw(this.time, this.follow || this.playing);
    this.follow = false;
  }
}

new Viewer(new Match(JSON.parse(byId("meta").textContent), fromBase64(byId("data").textContent)));
