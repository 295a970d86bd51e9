// Figures over time as small line charts with the current time as a cursor; a click seeks.

const CHARTS = ["chance", "army_value", "income", "value_lost", "stock", "workers", "supply", "idle"];
const CHART_NAMES = {
  supply: "Supply used", workers: "Workers", army: "Army units", army_value: "Army value", buildings: "Buildings",
  gathered: "Gathered", kills: "Units killed", razed: "Buildings razed", value_killed: "Value killed",
  value_lost: "Value lost", stock: "Stock", income: "Income", idle: "Idle units, %", chance: "Win chance, %",
};
// Charts whose top is that of the figure, whatever the match reached.
const WHOLE = { idle: 100, chance: 100 };

class Charts {
  constructor(box, match, seek) {
    this.match = match;
    this.fog = null;
    this.charts = [];
    this.box = box;
    this.span = Math.max(match.meta.last_tick, 1);
    match.meta.resources.forEach((resource, row) => { CHART_NAMES[`resource${row}`] = `Stock of ${words(resource)}`; });
    if (!match.meta.chance) delete CHART_NAMES.chance;
    for (const name of CHARTS.filter((name) => CHART_NAMES[name])) this.charts.push(this.build(box, name, seek));
    if (match.meta.chance) box.append(element("p", match.meta.chance));
  }

  // A second match on the same clock: its lines are dashed.
  compare(other) {
    this.other = other;
    this.span = Math.max(this.span, other.meta.last_tick);
    this.box.append(element("p", "Solid: this match; dashed: the other"));
    this.resize();
  }

  build(box, name, seek) {
    const chart = { name, canvas: element("canvas"), value: element("span") };
    const figure = element("div", undefined, "chart"), heading = element("h2"), choice = element("select");
    choice.setAttribute("aria-label", "Figure shown");
    for (const [key, text] of Object.entries(CHART_NAMES)) choice.add(new Option(text, key));
    choice.value = name;
    choice.addEventListener("change", () => {
      chart.name = choice.value;
      this.plot(chart);
      this.cursor(chart, this.time);
    });
    heading.append(choice, chart.value);
    figure.append(heading, chart.canvas);
    box.append(figure);
    const jump = (event) => seek((event.offsetX / chart.canvas.clientWidth) * this.span);
    chart.canvas.addEventListener("pointerdown", jump);
    chart.canvas.addEventListener("pointermove", (event) => event.buttons && jump(event));
    return chart;
  }

  points(match, name, player) {
    const { series_ticks: step, ticks_per_second: rate } = match.meta;
    // A minute's income, by what was gathered in the half minute before.
    if (name === "income") {
      const gathered = this.points(match, "gathered", player), back = Math.max(1, Math.round((30 * rate) / step));
      return gathered.map((sum, at) => Math.round(((sum - gathered[Math.max(at - back, 0)]) * 60 * rate) / (step * Math.max(Math.min(back, at), 1))));
    }
    if (name === "chance") return (match.series[match.figures.indexOf(name)] ?? [])[player]?.map((value) => value / 10) ?? [];
    if (name !== "stock") return match.series[match.figures.indexOf(name)][player];
    const stocks = match.meta.resources.map((_, row) => match.series[match.figures.indexOf(`resource${row}`)][player]);
    return stocks[0].map((_, point) => stocks.reduce((sum, stock) => sum + stock[point], 0));
  }

  resize() {
    this.charts.forEach((chart) => this.plot(chart));
  }

  // Draws the lines once, onto a picture of their own.
  plot(chart) {
    const { match } = this, { meta } = match, ratio = window.devicePixelRatio || 1;
    const width = chart.canvas.clientWidth, height = chart.canvas.clientHeight;
    chart.canvas.width = Math.round(width * ratio);
    chart.canvas.height = Math.round(height * ratio);
    chart.ratio = ratio;
    // Under a player's fog, neither what others have nor the result of comparing with them is known.
    const known = (team) => this.fog === null || (team === this.fog && chart.name !== "chance");
    const lines = (of) => of.meta.players.map(({ team }, player) => (known(team) ? this.points(of, chart.name, player) : []));
    chart.lines = lines(match);
    const others = this.other ? lines(this.other) : [];
    chart.top = WHOLE[chart.name] ?? [...chart.lines, ...others].reduce((top, line) => line.reduce((high, value) => Math.max(high, value), top), 1);
    chart.picture = document.createElement("canvas");
    chart.picture.width = chart.canvas.width;
    chart.picture.height = chart.canvas.height;
    const pen = chart.picture.getContext("2d"), style = getComputedStyle(document.body);
    pen.scale(ratio, ratio);
    pen.strokeStyle = style.getPropertyValue("--line");
    pen.lineWidth = 1;
    pen.strokeRect(0.5, 0.5, width - 1, height - 1);
    const plot = ({ last_tick: last, series_ticks: step }) => (line, player) => {
      pen.beginPath();
      line.forEach((value, point) => pen.lineTo((Math.min(point * step, last) / this.span) * width, height - 3 - (value / chart.top) * (height - 8)));
      pen.strokeStyle = playerColour(player);
      pen.lineWidth = 1.6;
      pen.lineJoin = "round";
      pen.stroke();
    };
    chart.lines.forEach(plot(meta));
    pen.setLineDash([3, 3]);
    if (this.other) others.forEach(plot(this.other.meta));
    pen.fillStyle = style.getPropertyValue("--soft");
    pen.font = "10px system-ui, sans-serif";
    pen.fillText(compact(chart.top), 4, 11);
  }

  cursor(chart, time) {
    const pen = chart.canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, chart.canvas.width, chart.canvas.height);
    pen.drawImage(chart.picture, 0, 0);
    const x = (time / this.span) * chart.canvas.width;
    pen.fillStyle = getComputedStyle(document.body).getPropertyValue("--ink");
    pen.fillRect(Math.round(x), 0, Math.max(1, chart.ratio), chart.canvas.height);
    const point = this.match.pointAt(time);
    const values = chart.lines.map((line) => (line.length > 0 ? compact(Math.round(line[point])) : "?"));
    chart.value.textContent = values.length <= 3 ? values.join(" · ") : "";
  }

  draw(time, fog = null) {
    this.time = time;
    if (this.fog !== fog) {
      this.fog = fog;
      this.resize();
    }
    this.charts.forEach((chart) => this.cursor(chart, time));
  }
}

function compact(value) {
  if (value < 10000) return String(value);
  return value < 1e6 ? `${(value / 1e3).toFixed(1)}k` : `${(value / 1e6).toFixed(1)}M`;
}
