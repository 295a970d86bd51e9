// Fork from here: the match continues with other seeds, each in its own engine, and the odds of each team are shown.

const FORK_WORKERS = 4;
const FORK_COUNTS = [20, 50, 100, 200];
const Z95 = 1.959963984540054;

// The 95 % interval of a share of trials (Wilson 1927).
function wilson(share, trials) {
  const square = Z95 * Z95, middle = (share + square / (2 * trials)) / (1 + square / trials);
  const half = (Z95 / (1 + square / trials)) * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials));
  return [Math.max(middle - half, 0), Math.min(middle + half, 1)];
}

class Forks {
  constructor(box, viewer) {
    Object.assign(this, { box, viewer });
    this.engines = [];
    this.count = element("select");
    this.count.setAttribute("aria-label", "Number of seeds");
    for (const count of FORK_COUNTS) this.count.add(new Option(`${count} seeds`, count));
    this.count.value = FORK_COUNTS[1];
    this.begin = element("button", "Fork from here (p)");
    this.begin.addEventListener("click", () => (this.run ? this.stop() : this.start()));
    const copy = element("button", "Copy command");
    copy.title = "The command that plays the same forks";
    copy.addEventListener("click", () => this.copy());
    this.told = element("div");
    this.told.setAttribute("role", "status");
    box.append(this.begin, " ", this.count, " ", copy, this.told);
    box.hidden = !viewer.source.another;
  }

  command() {
    const { tick, wanted } = this.run ?? this.last ?? { tick: Math.floor(this.viewer.time), wanted: Number(this.count.value) };
    return `sandtable replay fork GAME.replay --tick ${tick} --seeds ${wanted}`;
  }

  copy() {
    this.viewer.clip([this.command()], "Copied: the command that plays the same forks.");
  }

  // Each engine plays every so manieth number; the first number has the recorded seed.
  start() {
    const { source, match, time } = this.viewer, tick = Math.floor(time), wanted = Number(this.count.value);
    if (!source.another || this.run) return;
    if (tick >= match.meta.last_tick) return this.tell("The match is over there.");
    const run = (this.run = { tick, wanted, wins: new Map(), played: 0 });
    const engines = source.threaded ? Math.min(FORK_WORKERS, Math.max((navigator.hardwareConcurrency || 2) - 1, 1)) : 1;
    for (let row = 0; row < engines; row++) {
      const numbers = Array.from({ length: wanted }, (_, number) => number).filter((number) => number % engines === row);
      // An engine that was stopped between the page's own tasks may have answered already.
      const engine = source.another((data) => { if (this.run === run) this.receive(data); });
      engine.send({ forks: { tick, numbers } });
      this.engines.push(engine);
    }
    this.draw();
  }

  receive({ fork, winner, failed, refused }) {
    const { run } = this, why = failed ?? refused;
    if (why !== undefined) {
      this.stop();
      return this.tell(`Cannot fork here: ${why}`);
    }
    if (fork === undefined) return;
    run.played++;
    run.wins.set(winner, (run.wins.get(winner) ?? 0) + 1);
    if (run.played === run.wanted) this.stop();
    else this.draw();
  }

  stop() {
    this.engines.forEach((engine) => engine.stop());
    this.engines = [];
    this.last = this.run;
    this.run = null;
    this.draw();
  }

  tell(text) {
    this.told.replaceChildren(element("p", text));
  }

  // The result of a match is not known to a player in it.
  draw() {
    const { meta } = this.viewer.match, run = this.run ?? this.last;
    this.begin.textContent = this.run ? "Stop (p)" : "Fork from here (p)";
    this.told.hidden = this.viewer.options.fog !== null;
    if (!run) return;
    const at = element("button", `${clockText(run.tick, meta.ticks_per_second)} (tick ${run.tick})`);
    at.addEventListener("click", () => this.viewer.seek(run.tick));
    const head = element("p", "From ");
    head.append(at, `: ${run.played} of ${run.wanted} played`);
    const teams = [...new Set(meta.players.map((player) => player.team))];
    this.told.replaceChildren(head, ...(run.played > 0 ? teams.map((team) => this.odds(run, team)) : []));
    const draws = run.wins.get(0);
    if (draws) this.told.append(element("p", `no winner: ${draws}`));
  }

  odds({ wins, played }, team) {
    const { players } = this.viewer.match.meta, won = wins.get(team + 1) ?? 0, share = won / played, [low, high] = wilson(share, played);
    const line = element("div", undefined, "odds"), band = element("i"), mark = element("b");
    const members = players.map((player, row) => ({ ...player, row })).filter((player) => player.team === team);
    const percent = (part) => (part * 100).toFixed(1);
    line.append(element("p", `${members.map((player) => player.name).join(" and ")}: ${percent(share)} % [${percent(low)}, ${percent(high)}], ${won} of ${played}`), band);
    Object.assign(band.style, { marginLeft: `${low * 100}%`, width: `${(high - low) * 100}%`, background: playerColour(members[0].row) });
    band.append(mark);
    mark.style.left = `${high > low ? ((share - low) / (high - low)) * 100 : 0}%`;
    return line;
  }
}
