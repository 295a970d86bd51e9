// What is selected: a unit with all that can be said of why it does what it does, or a player with its goals and build order.

const WHY_EVERY_MS = 400;
const FORCE_COLOUR = "#ffe08a";
const FLOW_COLOUR = "rgb(180 225 255 / 70%)";
// No two strokes of a flow field are nearer than this.
const FLOW_PIXELS = 14;

class Inspector {
  constructor(box, viewer) {
    Object.assign(this, { box, viewer, match: viewer.match });
    this.selected = null;
    this.told = null;
    this.key = "";
    this.askedAt = 0;
  }

  select(what) {
    this.selected = what;
    this.told = null;
    this.key = "";
    this.lanes = null;
    this.viewer.board.marks = what?.unit !== undefined ? [(pen, camera) => this.mark(pen, camera)] : [];
    this.box.hidden = !what;
    this.viewer.request();
  }

  // Whether the chosen fog keeps this owner's thoughts from us.
  isHidden(owner) {
    const { fog } = this.viewer.options;
    return fog !== null && this.match.meta.players[owner]?.team !== fog;
  }

  // Asks again when the tick has changed, and not too often.
  draw(tick) {
    if (!this.selected) return;
    const { viewer } = this, { index } = viewer.source;
    // While the index grows, lanes do as well.
    const known = this.selected.player !== undefined && index && !index.done ? Math.floor(index.tick / 1024) : viewer.indexTick(tick);
    const key = `${tick}:${viewer.options.fog}:${known}:${byId("flow").checked}`;
    if (key === this.key) return;
    const wait = viewer.playing ? WHY_EVERY_MS - (performance.now() - this.askedAt) : 0;
    if (wait > 0) return;
    this.key = key;
    this.askedAt = performance.now();
    if (this.selected.player !== undefined) this.askPlayer(this.selected.player, tick);
    else this.askUnit(this.selected.unit, tick);
  }

  async askUnit(id, tick) {
    const { viewer } = this, row = viewer.board.byId.get(id), hidden = this.isHidden(id >>> 24);
    const asked = hidden || row?.cls !== "unit" ? [] : [viewer.source.ask("why", id, tick), viewer.playing ? null : viewer.source.ask("trail", id, tick)];
    const [told = null, trail = null] = await Promise.all(asked);
    const flow = told && byId("flow").checked ? await viewer.source.ask("flow", id, tick) : null;
    if (this.selected?.unit !== id) return;
    this.flow = flow;
    this.told = told;
    this.trail = trail;
    this.fill(row ? viewer.tip.describe(row).split("\n") : [`It does not exist at this time${viewer.options.fog === null ? "" : ", or is not known"}.`], told ? this.unitParts(told) : []);
    viewer.request();
  }

  async askPlayer(player, tick) {
    const { viewer } = this, hidden = this.isHidden(player), name = this.match.meta.players[player]?.name ?? "nobody";
    if (hidden) return this.fill([name, "This fog hides the decisions of other players."], []);
    const [told, lanes, made] = await Promise.all([
      viewer.source.ask("player", player, tick), this.lanes ?? viewer.source.ask("lanes", player), viewer.source.ask("made"),
    ]);
    if (this.selected?.player !== player) return;
    if (viewer.source.index?.done) this.lanes = lanes;
    this.told = told;
    this.fill([name, told ? `${strategyName(told)}, ${told.explored} % explored` : "This page has no engine to explain decisions."],
      told ? this.playerParts(told, lanes, made, player, tick) : []);
  }

  fill(lines, parts) {
    const close = element("button", "×", "close");
    close.title = "Close (escape)";
    close.setAttribute("aria-label", "Close");
    close.addEventListener("click", () => this.select(null));
    const open = new Set([...this.box.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent));
    const top = this.box.scrollTop;
    this.box.replaceChildren(close, element("h2", lines[0]), element("p", lines.slice(1).join(" · "), "soft"), ...parts);
    this.box.querySelectorAll("details").forEach((details) => {
      if (open.has(details.querySelector("summary").textContent)) details.open = true;
    });
    this.box.scrollTop = top;
  }

  section(title, lines) {
    const box = element("div", undefined, "part");
    box.append(element("h3", title), ...lines.filter(Boolean).map((line) => element("p", line)));
    return lines.some(Boolean) ? box : "";
  }

  unitParts(told) {
    const task = ({ task, target, ability }) => [task, ability, target].filter(Boolean).join(" ");
    const queue = (name, tasks) => tasks?.length > 0 && `${name}: ${tasks.map(task).join(" → ")}`;
    const { order, squad, ring, commander, weapon, steering } = told, mind = told.thought?.mind ?? told.mind;
    const purpose = order?.plan ? `for ${order.plan.goal} (priority ${order.plan.priority.toFixed(1)}): ${order.plan.steps.join("; ")}`
      : order?.duty ? `a standing duty, ${order.duty}` : order ? "for an unknown reason" : "";
    const nodes = (mind?.nodes ?? []).map((node) => `${"  ".repeat(node.depth)}${node.node}: ${node.status}`);
    const end = told.ended;
    const ended = end && `last order ended: ${[end.how, end.reason].filter(Boolean).join(", ")} (tick ${end.tick}${end.since > 0 ? `, ${end.since} newer` : ""})`;
    const states = mind?.states?.length > 0 && `state ${[mind.states].flat().map(String).join(" / ")}`;
    const goals = (mind?.goals ?? []).map((goal) => `${goal.followed ? "follows" : "not"} ${goal.goal}${goal.score === null ? "" : ` ${goal.score.toFixed(1)}`}`);
    const why = element("details"), text = element("pre", told.text);
    why.append(element("summary", "Why, in words"), text);
    return [
      this.section("Order", order ? [`${order.says}, to ${order.to}`, purpose, `tick ${order.tick}`] : ["None."]),
      this.section("Queues", [queue("moves", told.movement), queue("acts", told.action), queue("cargo", told.cargo), ended]),
      this.section("Squad", squad ? [`${squad.id}, ${squad.members} in ${squad.shape}, ${squad.phase}, place ${squad.slot}${squad.late ? ", late" : ""}`,
        squad.orders?.length > 0 && squad.orders.join(" → ")] : []),
      this.section("Attack", [weapon?.target && weapon.target !== "nobody" && `aims at ${weapon.target}${weapon.ordered ? " by order" : ""}`,
        ring && `slot ${ring.slot ?? "none"} round ${ring.target}`]),
      this.section("Mind", mind ? [`${mind.name}: ${mind.action}`, states, ...goals, ...nodes] : []),
      this.section("Commander", [commander?.goals?.map((goal) => `${goal.goal} ${goal.priority.toFixed(1)}`).join(", "), commander?.unknown]),
      this.section("Steering", steering ? [`${steering.turn}${steering.remedy ? `; ${steering.remedy}` : ""}`,
        steering.forces?.map((force) => `${force.force} ${Math.hypot(...force.given).toFixed(3)}`).join(", ")] : []),
      why,
    ];
  }

  playerParts(told, lanes, made, player, tick) {
    const parts = [];
    if (told.unknown) parts.push(this.section("Goals", [told.unknown]));
    if (lanes?.decisions?.length > 0) {
      const canvas = element("canvas", undefined, "lanes");
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", "Goals over time");
      parts.push(element("h3", "Goals over time"), canvas);
      requestAnimationFrame(() => drawLanes(canvas, lanes, this.match.meta, tick, (at) => this.viewer.seek(at)));
    }
    const { decision } = told;
    if (decision) {
      const goals = [...decision.goals].sort((a, b) => (a.place ?? 99) - (b.place ?? 99) || b.priority - a.priority);
      parts.push(element("h3", `Decision at ${clockText(decision.tick, this.match.meta.ticks_per_second)}${decision.stage ? `, ${decision.stage}` : ""}`));
      goals.forEach((goal) => parts.push(this.goal(goal)));
      parts.push(this.section("Orders", decision.orders.slice(0, 12).map((order) =>
        `${order.says}, to ${order.to}${order.goal ? ` — ${order.goal}` : order.duty ? ` — ${order.duty}` : ""}`)));
    }
    parts.push(this.buildOrder(made ?? [], player, tick));
    return parts;
  }

  goal(goal) {
    const box = element("details", undefined, goal.place === null ? "lost" : ""), summary = element("summary");
    const place = goal.place === null ? "–" : `${goal.place + 1}.`;
    summary.append(`${place} ${goal.name} `, element("b", goal.priority.toFixed(1)), goal.barred ? ` ${goal.barred}` : "");
    const considered = goal.considerations.map((one) => {
      const weight = one.weight ? `+${one.weight.base.toFixed(2)} ×${one.weight.times.toFixed(2)}` : "veto";
      return element("p", `${one.input} ${one.value.toFixed(2)}: ${weight}`);
    });
    const base = goal.base === undefined ? [] : [element("p", `base ${goal.base.toFixed(1)}, inertia ×${goal.inertia.toFixed(2)}`)];
    box.append(summary, ...base, ...considered, ...goal.steps.map((step) => element("p", `${step.what}: ${step.status}`)));
    return box;
  }

  // What came to be, alike ones in a row in one line, and where nothing did for long.
  buildOrder(made, player, tick) {
    const { meta } = this.match, box = element("details"), list = element("ol", undefined, "made"), gap = 30 * meta.ticks_per_second;
    const own = made.filter((one) => one.player === player && one.tick <= tick), lines = [];
    for (const one of own) {
      const name = words(one.tech ? meta.techs[one.row] : meta.kinds[one.row].name), last = lines.at(-1);
      if (last && one.tick - last.until > gap) lines.push({ text: `nothing for ${Math.round((one.tick - last.until) / meta.ticks_per_second)} s`, tick: last.until, until: one.tick, count: 1, gap: true });
      if (lines.at(-1)?.text === name) Object.assign(lines.at(-1), { until: one.tick, count: lines.at(-1).count + 1 });
      else lines.push({ text: name, tick: one.tick, until: one.tick, count: 1 });
    }
    box.append(element("summary", `Build order (${own.length})`), list);
    lines.forEach((line) => {
      const item = element("li", undefined, line.gap ? "soft" : "");
      item.append(element("time", clockText(line.tick, meta.ticks_per_second)), ` ${line.text}${line.count > 1 ? ` × ${line.count}` : ""}`);
      list.append(item);
    });
    return box;
  }

  // On the map: where the selected unit goes, its places, and the forces that steer it.
  mark(pen, camera) {
    const { viewer, told, selected } = this, row = viewer.board.byId.get(selected?.unit);
    if (!row) return;
    const kind = this.match.meta.kinds[row.kind], [x, y] = camera.toScreen(row.x, row.y);
    pen.lineWidth = 2;
    pen.strokeStyle = "#ffffff";
    pen.beginPath();
    if (row.cls === "unit") pen.arc(x, y, viewer.board.unitRadius(kind) + 4, 0, 2 * Math.PI);
    else pen.rect(x - (kind.width * camera.scale) / 2 - 3, y - (kind.height * camera.scale) / 2 - 3, kind.width * camera.scale + 6, kind.height * camera.scale + 6);
    pen.stroke();
    if (!told || told.tick !== Math.floor(viewer.time)) return;
    if (this.flow) drawFlow(pen, camera, this.flow, this.match.meta);
    if (this.trail) {
      pen.strokeStyle = "rgb(255 255 255 / 55%)";
      pen.beginPath();
      this.trail.forEach((at) => pen.lineTo(...camera.toScreen(...at)));
      pen.stroke();
      pen.strokeStyle = "#ffffff";
    }
    if (kind.range > 1) {
      pen.globalAlpha = 0.35;
      pen.beginPath();
      pen.arc(x, y, (kind.range + kind.radius) * camera.scale, 0, 2 * Math.PI);
      pen.stroke();
      pen.globalAlpha = 1;
    }
    const points = [...told.movement, ...told.action].map((task) => task.point).filter(Boolean);
    pen.setLineDash([6, 4]);
    pen.beginPath();
    pen.moveTo(x, y);
    points.forEach((point) => pen.lineTo(...camera.toScreen(...point)));
    pen.stroke();
    pen.setLineDash([]);
    const ring = (at, colour) => {
      if (!at) return;
      pen.strokeStyle = colour;
      pen.beginPath();
      pen.arc(...camera.toScreen(...at), 6, 0, 2 * Math.PI);
      pen.stroke();
    };
    ring(told.ring?.at, "#ff8a80");
    ring(told.squad?.goal, "#9fd0ff");
    const steering = (told.steering?.forces?.length > 0 ? told.steering : told.decided?.steering) ?? told.steering;
    const arrow = (vector, colour, scale) => {
      const long = Math.hypot(...vector);
      if (long < 1e-4) return;
      const toX = x + vector[0] * scale, toY = y + vector[1] * scale;
      pen.strokeStyle = pen.fillStyle = colour;
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(toX, toY);
      pen.stroke();
      arrowHead(pen, toX, toY, Math.atan2(vector[1], vector[0]), 6);
    };
    const longest = Math.max(...(steering?.forces ?? []).map((force) => Math.hypot(...force.given)), 1e-3);
    steering?.forces?.forEach((force) => arrow(force.given, FORCE_COLOUR, 42 / longest));
    if (steering) arrow(steering.moved, "#7df0a5", 52 / Math.max(Math.hypot(...steering.moved), 1e-3));
  }
}

// The way from each cell, as a stroke with its head; where cells are small, from every second one, or fourth.
function drawFlow(pen, camera, ways, { width, height }) {
  let every = 1;
  while (every * camera.scale < FLOW_PIXELS) every *= 2;
  const long = every * camera.scale * 0.36;
  pen.save();
  pen.lineWidth = 1;
  pen.strokeStyle = FLOW_COLOUR;
  pen.beginPath();
  for (let y = every >> 1; y < height; y += every) {
    for (let x = every >> 1; x < width; x += every) {
      const way = ways[y * width + x];
      if (way < 0) continue;
      const [atX, atY] = camera.toScreen(x + 0.5, y + 0.5), turn = (way * Math.PI) / 16, [dx, dy] = [Math.cos(turn) * long, Math.sin(turn) * long];
      pen.moveTo(atX - dx, atY - dy);
      pen.lineTo(atX + dx, atY + dy);
      pen.moveTo(atX + dx - (dx + dy) * 0.5, atY + dy - (dy - dx) * 0.5);
      pen.lineTo(atX + dx, atY + dy);
      pen.lineTo(atX + dx - (dx - dy) * 0.5, atY + dy - (dy + dx) * 0.5);
    }
  }
  pen.stroke();
  pen.restore();
}

// Goals as lanes: a row each, full where it is pursued, faint where it lost, higher priority darker; a line where it takes over the lead.
function drawLanes(canvas, lanes, meta, tick, seek) {
  const ratio = Math.min(window.devicePixelRatio || 1, 2), width = canvas.clientWidth || 340, row = 16, left = 92;
  const { names, decisions } = lanes, height = names.length * row + 4, style = getComputedStyle(document.body);
  canvas.style.height = `${height}px`;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d"), place = (at) => left + (at / Math.max(meta.last_tick, 1)) * (width - left);
  pen.scale(ratio, ratio);
  pen.font = "11px system-ui, sans-serif";
  pen.textBaseline = "middle";
  const highest = decisions.reduce((high, one) => one.goals.reduce((top, goal) => Math.max(top, goal[1]), high), 1);
  decisions.forEach((decision, at) => {
    const from = place(decision.tick), until = place(decisions[at + 1]?.tick ?? Math.min(decision.tick + 32, meta.last_tick));
    for (const [goal, priority, rank, barred] of decision.goals) {
      if (priority <= 0 || barred) continue;
      const won = rank !== 255;
      pen.fillStyle = `hsl(${(goal * 67) % 360} 65% ${rank === 0 ? 45 : 55}% / ${won ? 35 + (60 * priority) / highest : 12}%)`;
      pen.fillRect(from, goal * row + (won ? 2 : 6), Math.max(until - from, 0.5), won ? row - 4 : row - 12);
    }
  });
  pen.fillStyle = style.getPropertyValue("--ink");
  names.forEach((name, at) => pen.fillText(words(name).slice(0, 15), 2, at * row + row / 2));
  pen.fillRect(Math.round(place(tick)), 0, 1, height);
  canvas.onclick = (event) => seek(((event.offsetX - left) / (width - left)) * meta.last_tick);
}
