// The side panel: what each player has now, and what happened when.

const FIGURE_ROWS = [
  ["Supply", (figure) => `${figure("supply")} / ${figure("supply_cap")}`],
  ["Workers", (figure) => figure("workers")],
  ["Army", (figure) => `${figure("army")} (${compact(figure("army_value"))})`],
  ["Buildings", (figure) => figure("buildings")],
  ["Killed, razed", (figure) => `${figure("kills")}, ${figure("razed")}`],
  ["Lost", (figure) => `${figure("lost_units")}, ${figure("lost_buildings")}`],
];

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// Running counts of orders taken and refused, by player.
class OrderCounts {
  constructor(match) {
    this.match = match;
    this.byPlayer = match.meta.players.map((_, player) => match.orders.filter((order) => order.player === player));
  }

  at(player, time) {
    const given = this.byPlayer[player].slice(0, firstAtOrAfter(this.byPlayer[player], time + 1e-9));
    const refused = given.filter((order) => order.refused), reasons = new Map();
    refused.forEach((order) => reasons.set(order.refused, (reasons.get(order.refused) ?? 0) + 1));
    const lines = [...reasons].sort((a, b) => b[1] - a[1]).map(([why, count]) => `${count} × ${this.match.meta.rejections[why - 1]}`);
    return { given: given.length, refused: refused.length, reasons: lines.join("\n") };
  }
}

class Players {
  constructor(table, match) {
    this.match = match;
    this.counts = new OrderCounts(match);
    this.cells = [];
    const { meta } = match, head = table.createTHead().insertRow(), body = table.createTBody();
    head.append(element("th"));
    this.heads = meta.players.map((player, number) => {
      const cell = element("th"), chip = element("span", undefined, "chip");
      chip.style.background = playerColour(number);
      cell.append(chip, player.name, element("small", player.strategy || player.commander));
      head.append(cell);
      return cell;
    });
    const stock = meta.resources.map((name, row) => [words(name), (figure) => compact(figure(`resource${row}`))]);
    this.rows = [...stock, ...FIGURE_ROWS];
    for (const [name] of [...this.rows, ["Orders, refused"]]) {
      const line = body.insertRow();
      line.append(element("th", name[0].toUpperCase() + name.slice(1)));
      this.cells.push(meta.players.map(() => line.insertCell()));
    }
    this.outs = meta.chronicle.filter((entry) => entry.what === "out");
  }

  draw(time) {
    const point = this.match.pointAt(time);
    this.match.meta.players.forEach((_, player) => {
      const figure = (name) => this.match.figure(name, player, point);
      this.rows.forEach(([, text], row) => { this.cells[row][player].textContent = text(figure); });
      const { given, refused, reasons } = this.counts.at(player, time), cell = this.cells[this.rows.length][player];
      cell.textContent = `${given}, ${refused}`;
      cell.title = reasons;
      this.heads[player].classList.toggle("out", this.outs.some((entry) => entry.player === player && entry.tick <= time));
    });
  }
}

const EVENT_GROUPS = [
  ["Battles", ["battle"]],
  ["Buildings", ["completed", "build_failed"]],
  ["Research", ["researched"]],
  ["Falls", ["fell", "out"]],
  ["Refused", ["refused"]],
];
const REFUSED_SECONDS = 30;

function eventText(match, entry) {
  const { meta } = match, kind = () => words(meta.kinds[entry.row].name);
  const loss = ([player, [units, buildings, value]]) =>
    `${meta.players[player].name} ${units + buildings === 0 ? "nothing" : [units && `${units} unit${units > 1 ? "s" : ""}`, buildings && `${buildings} building${buildings > 1 ? "s" : ""}`].filter(Boolean).join(", ") + ` (${value})`}`;
  switch (entry.what) {
    case "battle": {
      const sides = Object.entries(entry.losses ?? {}), lost = sides.some(([, [units, buildings]]) => units + buildings > 0);
      const seconds = Math.round(((entry.until ?? entry.tick) - entry.tick) / meta.ticks_per_second);
      return lost ? `Battle, ${seconds} s: lost ${sides.map(loss).join("; ")}` : "Skirmish, no losses";
    }
    case "completed": return `${kind()} completed`;
    case "researched": return `${words(meta.techs[entry.row])} researched`;
    case "fell": return `${kind()} fell`;
    case "build_failed": return `${kind()} could not be begun`;
    case "out": return `${meta.players[entry.player].name} is out`;
    case "refused": return entry.text;
    default: return "a node is exhausted";
  }
}

// Refused orders in one entry for each player and half minute.
function refusals(match) {
  const { meta } = match, ticks = REFUSED_SECONDS * meta.ticks_per_second, bins = new Map();
  for (const order of match.orders) {
    if (!order.refused) continue;
    const bin = Math.floor(order.tick / ticks) * meta.players.length + order.player;
    const entry = bins.get(bin) ?? { tick: order.tick, what: "refused", player: order.player, count: 0, reasons: new Map() };
    entry.count++;
    entry.reasons.set(order.refused, (entry.reasons.get(order.refused) ?? 0) + 1);
    bins.set(bin, entry);
  }
  for (const entry of bins.values()) {
    const reasons = [...entry.reasons].sort((a, b) => b[1] - a[1]);
    entry.text = `${entry.count} order${entry.count > 1 ? "s" : ""} refused: ${meta.rejections[reasons[0][0] - 1]}`;
    if (reasons.length > 1) entry.text += " and others";
  }
  return [...bins.values()];
}

class Events {
  constructor(list, filters, match, seek) {
    this.list = list;
    const entries = [...match.meta.chronicle.filter((entry) => entry.what !== "depleted"), ...refusals(match)];
    this.entries = entries.sort((a, b) => a.tick - b.tick);
    this.hidden = new Set(["refused"]);
    this.items = this.entries.map((entry) => this.build(match, entry, seek));
    list.append(...this.items);
    for (const [name, whats] of EVENT_GROUPS) this.filter(filters, name, whats);
    this.apply();
  }

  build(match, entry, seek) {
    const item = element("li"), button = element("button"), chip = element("i");
    chip.style.background = entry.what === "battle" ? "linear-gradient(135deg, #f0543c, #f2a900)" : playerColour(entry.player);
    button.append(element("time", clockText(entry.tick, match.meta.ticks_per_second)), chip, element("span", eventText(match, entry)));
    button.addEventListener("click", () => seek(entry.tick, entry.at));
    item.append(button);
    return item;
  }

  filter(box, name, whats) {
    const label = element("label"), input = element("input");
    input.type = "checkbox";
    input.checked = !whats.some((what) => this.hidden.has(what));
    const count = this.entries.filter((entry) => whats.includes(entry.what)).length;
    input.addEventListener("change", () => {
      whats.forEach((what) => (input.checked ? this.hidden.delete(what) : this.hidden.add(what)));
      this.apply();
    });
    label.append(input, `${name} ${count}`);
    box.append(label);
  }

  apply() {
    this.items.forEach((item, at) => { item.hidden = this.hidden.has(this.entries[at].what); });
  }

  draw(time, follow) {
    let now = null;
    this.entries.forEach((entry, at) => {
      const item = this.items[at], future = entry.tick > time;
      item.classList.toggle("future", future);
      item.classList.remove("now");
      if (!future && !item.hidden) now = item;
    });
    if (!now) return;
    now.classList.add("now");
    if (follow) this.list.scrollTop = now.offsetTop - this.list.offsetTop - this.list.clientHeight * 0.6;
  }
}

// The stretches of battle over the whole match, above the scrubber.
function drawStrip(canvas, match) {
  const { meta } = match, ratio = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d"), place = (tick) => 8 + (tick / Math.max(meta.last_tick, 1)) * (width - 16);
  pen.scale(ratio, ratio);
  for (const entry of meta.chronicle) {
    if (entry.what === "battle") {
      const worst = Object.values(entry.losses ?? {}).reduce((sum, [units, buildings]) => sum + units + buildings, 0);
      const tall = Math.min(height, 3 + worst);
      pen.fillStyle = "rgb(240 84 60 / 55%)";
      pen.fillRect(place(entry.tick), height - tall, Math.max(2, place(entry.until ?? entry.tick) - place(entry.tick)), tall);
    } else if (entry.what === "fell" || entry.what === "out") {
      pen.fillStyle = playerColour(entry.player);
      pen.fillRect(place(entry.tick) - 1, 0, 2, height);
    }
  }
}

function drawLegend(box, match) {
  const used = new Set(match.tracks.map((track) => track.kind));
  match.meta.kinds.forEach((kind, row) => {
    if (kind.class === "building" || !used.has(row)) return;
    const line = element("div"), canvas = element("canvas"), pen = canvas.getContext("2d");
    canvas.width = canvas.height = 40;
    if (kind.class === "unit") {
      drawUnit(pen, kind, playerColour(0), 20, 20, 14, true);
    } else {
      pen.fillStyle = RESOURCE_COLOURS[kind.resource] ?? NEUTRAL_COLOUR;
      pen.fillRect(8, 8, 24, 24);
    }
    line.append(canvas, words(kind.name));
    box.append(line);
  });
}
