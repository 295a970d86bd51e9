// What happened when: a list to read and to jump from, and a strip above the scrubber.

const EVENT_GROUPS = [
  ["Battles", ["battle"]],
  ["Buildings", ["completed", "build_failed"]],
  ["Research", ["researched"]],
  ["Losses", ["fell", "out"]],
  ["Refused", ["refused"]],
];
const BATTLE_COLOURS = "linear-gradient(135deg, #f0543c, #f2a900)";
const REFUSED_SECONDS = 30;

function counted(count, noun) {
  return count > 0 ? `${count} ${noun}${count > 1 ? "s" : ""}` : "";
}

function battleText(meta, entry) {
  const losses = Object.entries(entry.losses ?? {}).filter(([, [units, buildings]]) => units + buildings > 0);
  const seconds = Math.round((entry.until - entry.tick) / meta.ticks_per_second);
  const lost = ([player, [units, buildings, value]]) => {
    const what = [counted(units, "unit"), counted(buildings, "building")].filter(Boolean).join(" and ");
    return `${meta.players[player].name} lost ${what} worth ${value}`;
  };
  const battle = seconds > 0 ? `Battle, ${seconds} s` : "Attack";
  return losses.length > 0 ? `${battle}: ${losses.map(lost).join("; ")}` : "Skirmish without losses";
}

function eventText(meta, entry) {
  const kind = () => words(meta.kinds[entry.row].name);
  switch (entry.what) {
    case "battle": return battleText(meta, entry);
    case "completed": return `${kind()} completed`;
    case "researched": return `${words(meta.techs[entry.row])} researched`;
    case "fell": return `${kind()} fell`;
    case "build_failed": return `${kind()} could not be started`;
    case "out": return `${meta.players[entry.player].name} is out`;
    default: return entry.text;
  }
}

// Refused orders in one entry for each player and half minute.
function refusals(match) {
  const { meta } = match, ticks = REFUSED_SECONDS * meta.ticks_per_second, bins = new Map();
  for (const order of match.orders) {
    if (!order.refused) continue;
    const bin = Math.floor(order.tick / ticks) * meta.players.length + order.player;
    const { tick, player } = order;
    const entry = bins.get(bin) ?? { tick, what: "refused", player, count: 0, reasons: new Map() };
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
    this.match = match;
    const entries = [...match.meta.chronicle.filter((entry) => entry.what !== "depleted"), ...refusals(match)];
    this.entries = entries.sort((a, b) => a.tick - b.tick);
    this.hidden = new Set(["refused"]);
    this.counts = [];
    this.items = this.entries.map((entry) => this.build(match, entry, seek));
    list.append(...this.items);
    for (const [name, whats] of EVENT_GROUPS) this.filter(filters, name, whats);
    this.apply();
  }

  build(match, entry, seek) {
    const item = element("li"), button = element("button"), chip = element("i");
    const time = element("time", clockText(entry.tick, match.meta.ticks_per_second));
    chip.style.background = entry.what === "battle" ? BATTLE_COLOURS : playerColour(entry.player);
    button.append(time, chip, element("span", eventText(match.meta, entry)));
    button.addEventListener("click", () => seek(entry.tick, entry.at));
    item.append(button);
    return item;
  }

  filter(box, name, whats) {
    const label = element("label"), input = element("input");
    input.type = "checkbox";
    input.checked = !whats.some((what) => this.hidden.has(what));
    const count = element("span");
    this.counts.push([count, whats]);
    input.addEventListener("change", () => {
      whats.forEach((what) => (input.checked ? this.hidden.delete(what) : this.hidden.add(what)));
      this.apply();
    });
    label.append(input, `${name} `, count);
    box.append(label);
  }

  // Under the fog of a team, the events of others are not known; battles are those it took part in.
  setFog(fog) {
    this.fog = fog;
    this.apply();
  }

  knows(entry) {
    const own = (player) => this.match.meta.players[player]?.team === this.fog;
    if ((this.fog ?? null) === null || entry.what === "out") return true;
    return entry.what === "battle" ? Object.keys(entry.losses ?? {}).some((player) => own(Number(player))) : own(entry.player);
  }

  apply() {
    this.past = undefined;
    const known = this.entries.map((entry) => this.knows(entry));
    this.items.forEach((item, at) => { item.hidden = this.hidden.has(this.entries[at].what) || !known[at]; });
    for (const [span, whats] of this.counts) span.textContent = this.entries.filter(({ what }, at) => known[at] && whats.includes(what)).length;
  }

  draw(time, follow) {
    const past = firstAtOrAfter(this.entries, time + 1e-9);
    if (past === this.past) return;
    this.past = past;
    let now = null;
    this.entries.forEach((entry, at) => {
      const item = this.items[at], future = at >= past;
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
function drawStrip(canvas, match, events) {
  const { meta } = match, ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d"), place = (tick) => 8 + (tick / Math.max(meta.last_tick, 1)) * (width - 16);
  pen.scale(ratio, ratio);
  for (const entry of meta.chronicle.filter((one) => events.knows(one))) {
    if (entry.what === "battle") {
      const worst = Object.values(entry.losses ?? {}).reduce((sum, [units, buildings]) => sum + units + buildings, 0);
      const tall = Math.min(height, 3 + 2.2 * Math.sqrt(worst)), begin = place(entry.tick);
      pen.fillStyle = "rgb(240 84 60 / 55%)";
      pen.fillRect(begin, height - tall, Math.max(2, place(entry.until) - begin), tall);
    } else if (entry.what === "fell" || entry.what === "out") {
      pen.fillStyle = playerColour(entry.player);
      pen.fillRect(place(entry.tick) - 1, 0, 2, height);
    }
  }
}
