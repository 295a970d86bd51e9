// What can be drawn over the map: passages and who waits before them, control, sight, places of attackers, heat of losses and of traffic. Under
// fog, each of what the chosen player knows.

const OVERLAYS = [
  ["heat", "h", "losses over the range"],
  ["traffic", "y", "traffic over the range"],
  ["passages", "q", "passages and waiting units"],
  ["control", "t", "control and threat of armed units and buildings"],
  ["sight", "i", "sight of the chosen player"],
  ["slots", "u", "attack slots around targets"],
  ["flow", "g", "flow field of the selection"],
];
const RANGES = [["minute", "the last minute"], ["mark", "since the mark"], ["match", "the whole match"]];
// Cells to a side of what heat and control are summed over, and how far beyond its range somebody counts.
const HEAT_CELLS = 2;
const CONTROL_SLACK = 4;
// Waiting farther from a mouth than this is no queue before it: cells.
const QUEUE_CELLS = 12;

class Overlays {
  constructor(box, viewer) {
    Object.assign(this, { viewer, match: viewer.match, mark: 0, asked: new Map() });
    for (const [id, key, what] of OVERLAYS) {
      const line = element("label"), check = element("input");
      Object.assign(check, { type: "checkbox", id });
      check.addEventListener("change", () => viewer.request());
      line.append(check, ` ${what} (${key})`);
      box.append(line);
    }
    this.range = element("select");
    this.range.setAttribute("aria-label", "Range of losses and traffic");
    for (const [value, text] of RANGES) this.range.add(new Option(`Range: ${text}`, value));
    this.range.addEventListener("change", () => viewer.request());
    const set = element("button", "Mark this tick (e)");
    set.addEventListener("click", () => this.setMark());
    box.append(this.range, set);
  }

  setMark() {
    this.mark = Math.floor(this.viewer.time);
    this.range.value = "mark";
    this.viewer.notice(`Range: from tick ${this.mark} to the current tick`);
    setTimeout(() => this.viewer.notice(""), 3000);
    this.viewer.request();
  }

  // First and last tick of the range.
  ticks() {
    const { time, match: { meta } } = this.viewer, { mark } = this;
    if (this.range.value === "match") return [0, meta.last_tick];
    if (this.range.value === "mark") return [Math.min(mark, time), Math.max(mark, time)];
    return [time - 60 * meta.ticks_per_second, time];
  }

  // Whose overlays they are: the team under whose fog one looks, or that of the selection.
  team() {
    const { options, inspector: { selected } } = this.viewer, { players } = this.match.meta;
    const player = selected?.player ?? (selected?.unit === undefined ? 0 : selected.unit >>> 24);
    return options.fog ?? players[player]?.team ?? 0;
  }

  isKnown(owner, seen) {
    const { fog } = this.viewer.options;
    return fog === null || this.match.meta.players[owner]?.team === fog || (seen & (1 << fog)) !== 0;
  }

  // The latest answer to a question; asks again when the key is another, one question at a time. What was asked of another team is no
  // answer: it tells what this one does not know.
  get(what, key, about, tick) {
    const had = this.asked.get(what) ?? { key: "", answer: null, waits: false };
    this.asked.set(what, had);
    if (had.key !== key && !had.waits) {
      had.waits = true;
      this.viewer.source.ask(what, about, tick).then((answer) => {
        Object.assign(had, { key, about, answer, waits: false });
        this.viewer.request();
      });
    }
    return had.about === about ? had.answer : null;
  }

  draw(board, scene) {
    const { pen, camera } = board, on = (id) => byId(id).checked, index = this.viewer.source.index;
    const team = this.team(), grown = index ? index.done || Math.floor(index.tick / 1024) : 0;
    if (on("heat")) this.paint(board, "deaths", this.losses(this.get("deaths", `${grown}`)), [255, 60, 30]);
    if (on("traffic")) this.paint(board, "traffic", this.traffic(this.get("traffic", `${grown}`)), [40, 200, 255]);
    if (on("control")) this.control(board, scene, team);
    if (on("sight")) this.sight(board, this.get("sight", `${team}:${scene.tick}`, team, scene.tick));
    if (on("passages")) this.passages(pen, camera, scene, this.get("passages", `${team}:${scene.tick >> 4}`, team, scene.tick), team);
    if (on("slots")) this.slots(pen, camera, board, this.get("slots", `${scene.tick}`, 0, scene.tick));
  }

  grid() {
    const { width, height } = this.match.meta;
    return [Math.ceil(width / HEAT_CELLS), Math.ceil(height / HEAT_CELLS)];
  }

  sums(add) {
    const [wide, high] = this.grid(), values = new Float64Array(wide * high);
    add((x, y, value) => { values[Math.floor(y / HEAT_CELLS) * wide + Math.floor(x / HEAT_CELLS)] += value; });
    return values;
  }

  losses(deaths) {
    const [from, to] = this.ticks(), { kinds } = this.match.meta;
    return deaths && this.sums((add) => {
      for (const [tick, owner, kind, x, y, seen] of deaths) if (tick > from && tick <= to && this.isKnown(owner, seen)) add(x, y, kinds[kind].value);
    });
  }

  traffic(rows) {
    const [from, to] = this.ticks(), { width } = this.match.meta;
    return rows && this.sums((add) => {
      for (let at = 0; at < rows.length; at += 2) {
        const cell = rows[at + 1] & 0xfffff;
        if (rows[at] > from && rows[at] <= to && this.isKnown((rows[at + 1] >> 20) & 15, rows[at + 1] >>> 24)) add(cell % width, Math.floor(cell / width), 1);
      }
    });
  }

  // Sums as a picture, the more opaque the greater.
  paint(board, name, values, [red, green, blue]) {
    if (!values) return;
    const most = values.reduce((high, value) => Math.max(high, value), name === "deaths" ? 100 : 4);
    this.picture(board, (at) => (values[at] > 0 ? [red, green, blue, 60 + (160 * values[at]) / most] : null));
  }

  picture(board, colour, [wide, high] = this.grid()) {
    const { pen, camera } = board, { width, height } = this.match.meta, canvas = document.createElement("canvas");
    Object.assign(canvas, { width: wide, height: high });
    const brush = canvas.getContext("2d"), picture = brush.createImageData(wide, high), [x, y] = camera.toScreen(0, 0);
    for (let at = 0; at < wide * high; at++) picture.data.set(colour(at) ?? [0, 0, 0, 0], at * 4);
    brush.putImageData(picture, 0, 0);
    pen.imageSmoothingEnabled = true;
    const side = (wide === width && high === height ? 1 : HEAT_CELLS) * camera.scale;
    pen.drawImage(canvas, x, y, wide * side, high * side);
  }

  // Whose armed units and buildings reach where: worth by hit points, less with distance. Own strength is green, that of others a threat and red.
  control(board, scene, team) {
    const [wide, high] = this.grid(), balance = new Float64Array(wide * high), { kinds, players } = this.match.meta;
    for (const row of scene.rows) {
      const kind = kinds[row.kind];
      if (row.cls === "node" || row.aboard || !(kind.range > 0)) continue;
      const worth = kind.value * row.hp * (players[row.owner]?.team === team ? 1 : -1), reach = kind.range + CONTROL_SLACK;
      const first = (at) => Math.max(Math.floor((at - reach) / HEAT_CELLS), 0), last = (at, most) => Math.min(Math.floor((at + reach) / HEAT_CELLS), most - 1);
      for (let y = first(row.y); y <= last(row.y, high); y++) {
        for (let x = first(row.x); x <= last(row.x, wide); x++) {
          const far = Math.hypot((x + 0.5) * HEAT_CELLS - row.x, (y + 0.5) * HEAT_CELLS - row.y);
          if (far < reach) balance[y * wide + x] += worth * (1 - far / reach);
        }
      }
    }
    const most = balance.reduce((high, value) => Math.max(high, Math.abs(value)), 1);
    this.picture(board, (at) => balance[at] && [...(balance[at] > 0 ? [60, 230, 110] : [255, 50, 40]), 40 + 150 * Math.sqrt(Math.abs(balance[at]) / most)]);
  }

  // A team's frame ends with its cells: what it sees now is light, with its edge.
  sight(board, frame) {
    const cells = frame?.[6] ?? 0, { width, height } = this.match.meta;
    if (cells === 0) return;
    const seen = new Uint8Array(frame.buffer, frame.byteLength - Math.ceil(cells / 4) * 4, cells);
    const edge = (at) => [at - 1, at + 1, at - width, at + width].some((next) => seen[next] !== 2);
    this.picture(board, (at) => (seen[at] === 2 ? [255, 245, 150, edge(at) ? 150 : 45] : null), [width, height]);
  }

  passages(pen, camera, scene, numbers, team) {
    if (!numbers) return;
    const { width, players } = this.match.meta, { scale } = camera, mouths = [];
    pen.fillStyle = "rgb(200 130 255 / 45%)";
    for (let at = 0; at < numbers.length; at += 6 + numbers[at + 5]) {
      for (let end = 0; end < 2; end++) mouths.push({ x: numbers[at + 2 * end] * PART, y: numbers[at + 2 * end + 1] * PART, wide: numbers[at + 4], waits: 0 });
      for (const cell of numbers.subarray(at + 6, at + 6 + numbers[at + 5])) {
        const [x, y] = camera.toScreen(cell % width, Math.floor(cell / width));
        pen.fillRect(x, y, scale, scale);
      }
    }
    pen.strokeStyle = "#ffd84a";
    pen.lineWidth = 2;
    for (const row of scene.rows.filter((row) => row.waits && players[row.owner]?.team === team)) {
      const far = (mouth) => Math.hypot(mouth.x - row.x, mouth.y - row.y);
      const nearest = mouths.reduce((best, mouth) => (best && far(best) <= far(mouth) ? best : mouth), null);
      if (nearest && far(nearest) <= QUEUE_CELLS) nearest.waits++;
      pen.beginPath();
      pen.arc(...camera.toScreen(row.x, row.y), Math.max(scale * 0.6, 6), 0, 2 * Math.PI);
      pen.stroke();
    }
    pen.font = labelFont(11);
    pen.textAlign = "center";
    for (const { x, y, wide, waits } of mouths) {
      const [left, top] = camera.toScreen(x, y);
      pen.fillStyle = "#ffffff";
      pen.beginPath();
      pen.arc(left, top, 3, 0, 2 * Math.PI);
      pen.fill();
      if (waits > 0 || scale > 10) pen.fillText(waits > 0 ? `${waits} wait` : `${wide} wide`, left, top - 8);
    }
  }

  slots(pen, camera, board, numbers) {
    const { fog } = this.viewer.options;
    for (let at = 0; numbers && at < numbers.length; at += 5) {
      const unit = board.byId.get(numbers[at] >>> 0), own = unit && (fog === null || board.isOwn(unit.owner));
      if (!own) continue;
      const waits = numbers[at + 4] < 0, [x, y] = waits ? camera.toScreen(unit.x, unit.y) : camera.toScreen(numbers[at + 2] * PART, numbers[at + 3] * PART);
      pen.strokeStyle = pen.fillStyle = waits ? "#ffd84a" : playerColour(unit.owner);
      pen.lineWidth = 1.5;
      pen.beginPath();
      if (waits) pen.setLineDash([2, 2]);
      pen.arc(x, y, waits ? Math.max(camera.scale * 0.6, 6) : 3, 0, 2 * Math.PI);
      if (!waits) {
        pen.fill();
        pen.moveTo(x, y);
        pen.lineTo(...camera.toScreen(unit.x, unit.y));
      }
      pen.stroke();
      pen.setLineDash([]);
    }
  }
}
