// What each player has at a time, and the legend.

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
    this.counted = [];
  }

  at(player, time) {
    const given = firstAtOrAfter(this.byPlayer[player], time + 1e-9);
    if (this.counted[player]?.given !== given) this.counted[player] = this.count(this.byPlayer[player].slice(0, given));
    return this.counted[player];
  }

  count(given) {
    const refused = given.filter((order) => order.refused), reasons = new Map();
    refused.forEach((order) => reasons.set(order.refused, (reasons.get(order.refused) ?? 0) + 1));
    const { rejections } = this.match.meta, sorted = [...reasons].sort((a, b) => b[1] - a[1]);
    const lines = sorted.map(([why, count]) => `${count} × ${rejections[why - 1]}`);
    return { given: given.length, refused: refused.length, reasons: lines.join("\n") };
  }
}

function strategyName(player) {
  return (player.strategy || player.commander).replace(/^strategies\//, "").replace(/\.toml$/, "");
}

function lastPart(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

class Players {
  constructor(table, match, select) {
    this.match = match;
    this.counts = new OrderCounts(match);
    this.cells = [];
    const { meta } = match, head = table.createTHead().insertRow(), body = table.createTBody();
    table.classList.toggle("many", meta.players.length > 3);
    this.when = element("th");
    head.append(this.when);
    this.heads = meta.players.map((player, number) => {
      const cell = element("th"), chip = element("span", undefined, "chip");
      chip.style.background = playerColour(number);
      cell.title = `${player.name}, ${strategyName(player)}`;
      const strategy = meta.players.length > 3 ? lastPart(strategyName(player)) : strategyName(player);
      const name = element("button");
      name.append(element("b", player.name));
      name.title = "Goals, decisions and build order";
      name.addEventListener("click", () => select(number));
      cell.append(chip, name, element("small", strategy));
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

  // Under the fog of a team, the figures of others are not known.
  draw(time, fog = null) {
    const point = this.match.pointAt(time);
    this.when.textContent = `tick ${point * this.match.meta.series_ticks}`;
    this.match.meta.players.forEach(({ team }, player) => {
      const out = this.outs.some((entry) => entry.player === player && entry.tick <= time);
      this.heads[player].classList.toggle("out", out);
      if (fog !== null && team !== fog) {
        [...this.rows, null].forEach((_, row) => { this.cells[row][player].textContent = "?"; });
        return;
      }
      const figure = (name) => this.match.figure(name, player, point);
      this.rows.forEach(([, text], row) => { this.cells[row][player].textContent = text(figure); });
      const { given, refused, reasons } = this.counts.at(player, time), cell = this.cells[this.rows.length][player];
      cell.textContent = `${given}, ${refused}`;
      cell.title = reasons;
    });
  }
}

function drawLegend(box, match) {
  const used = new Set(match.tracks.map((track) => track.kind));
  match.meta.kinds.forEach((kind, row) => {
    if (used.size > 0 && !used.has(row)) return;
    const line = element("div"), canvas = element("canvas"), pen = canvas.getContext("2d");
    canvas.width = canvas.height = 40;
    if (kind.class === "unit") {
      drawUnit(pen, kind, playerColour(0), 20, 20, 14, true);
    } else if (kind.class === "building") {
      pen.fillStyle = playerColour(0);
      pen.fillRect(4, 4, 32, 32);
      drawMark(pen, kind, 20, 20, 9);
    } else {
      pen.fillStyle = resourceColour(match.meta, kind.resource);
      nodeOutline(pen, kind, 20, 20, 26, 26);
      pen.fill();
    }
    line.append(canvas, words(kind.name));
    box.append(line);
  });
}
