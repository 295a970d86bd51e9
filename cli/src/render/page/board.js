// The battlefield: a camera over the map and everything on it at one time.

const DEATH_SECONDS = 3;
const FOG_ALPHA = [235, 120, 0];
const HIT_COLOUR = "rgb(255 235 200 / 80%)";

class Board {
  constructor(canvas, tip, match, options) {
    Object.assign(this, { canvas, tip, match, options });
    this.pen = canvas.getContext("2d");
    this.ground = drawTerrain(match);
    this.fogPicture = document.createElement("canvas");
    this.fogPicture.width = match.meta.width;
    this.fogPicture.height = match.meta.height;
    this.fogShown = "";
    this.camera = null;
    this.time = 0;
    this.onchange = () => {};
    this.listen();
  }

  // Camera: the place in the middle of the canvas, in cells, and pixels a cell.

  fit() {
    const { width, height } = this.match.meta;
    const scale = Math.min(this.width / width, this.height / height);
    this.camera = { x: width / 2, y: height / 2, scale };
    this.fitted = true;
  }

  moveTo(x, y) {
    if (!this.fitted) Object.assign(this.camera, { x, y });
  }

  look(x, y, scale) {
    this.camera = { x, y, scale };
    this.fitted = false;
  }

  resize() {
    const ratio = window.devicePixelRatio || 1, box = this.canvas.parentElement;
    this.width = box.clientWidth;
    this.height = box.clientHeight;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    this.ratio = ratio;
    if (!this.camera || this.fitted) this.fit();
  }

  toScreen(x, y) {
    const { camera } = this;
    return [this.width / 2 + (x - camera.x) * camera.scale, this.height / 2 + (y - camera.y) * camera.scale];
  }

  toMap(x, y) {
    const { camera } = this;
    return [camera.x + (x - this.width / 2) / camera.scale, camera.y + (y - this.height / 2) / camera.scale];
  }

  zoom(factor, x, y) {
    const [mapX, mapY] = this.toMap(x, y), { camera } = this;
    camera.scale = Math.min(Math.max(camera.scale * factor, 1), 120);
    camera.x = mapX - (x - this.width / 2) / camera.scale;
    camera.y = mapY - (y - this.height / 2) / camera.scale;
    this.fitted = false;
    this.onchange();
  }

  listen() {
    const { canvas } = this;
    let held = null;
    canvas.addEventListener("pointerdown", (event) => {
      held = { x: event.clientX, y: event.clientY };
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add("dragging");
    });
    canvas.addEventListener("pointermove", (event) => {
      if (held) {
        this.camera.x -= (event.clientX - held.x) / this.camera.scale;
        this.camera.y -= (event.clientY - held.y) / this.camera.scale;
        held = { x: event.clientX, y: event.clientY };
        this.fitted = false;
      }
      this.mouse = { x: event.offsetX, y: event.offsetY };
      this.onchange();
    });
    const release = () => {
      held = null;
      canvas.classList.remove("dragging");
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("pointerleave", () => {
      this.mouse = null;
      this.onchange();
    });
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
    }, { passive: false });
  }

  // What the chosen team may see.

  isOwn(owner) {
    return this.match.meta.players[owner]?.team === this.options.fog;
  }

  shown(row) {
    const { fog } = this.options, { track } = row;
    if (fog === null || track.class === "node" || this.isOwn(track.owner)) return true;
    if (row.seen & (1 << fog)) return true;
    return track.class === "building" && this.scene.frame >= track.seenFrom[fog];
  }

  draw(time) {
    const { pen, match, options } = this;
    this.time = time;
    this.scene = match.scene(time);
    this.rows = this.scene.rows.filter((row) => this.shown(row));
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.fillStyle = "#101315";
    pen.fillRect(0, 0, this.width, this.height);
    this.drawGround();
    const of = (kind) => this.rows.filter((row) => row.track.class === kind);
    of("node").forEach((row) => this.drawNode(row));
    of("building").forEach((row) => this.drawBuilding(row));
    if (options.fog !== null && match.fogs.has(options.fog)) this.drawFog(time);
    this.drawDeaths(time);
    const units = of("unit").filter((row) => !unitState(row.state).aboard);
    const flies = (row) => match.meta.kinds[row.track.kind].shape === "flyer";
    this.rows.forEach((row) => this.drawAttack(row));
    units.filter((row) => !flies(row)).forEach((row) => this.drawUnit(row));
    units.filter(flies).forEach((row) => this.drawUnit(row));
    this.drawShots(time);
    if (options.orders) this.drawOrders(time);
    this.showTip();
  }

  drawGround() {
    const { pen, ground, match } = this, [x, y] = this.toScreen(0, 0), { scale } = this.camera;
    pen.imageSmoothingEnabled = scale < CELL_PIXELS;
    pen.drawImage(ground, x, y, match.meta.width * scale, match.meta.height * scale);
  }

  drawNode(row) {
    const { pen, match } = this, { scale } = this.camera, kind = match.meta.kinds[row.track.kind];
    const [x, y] = this.toScreen(row.x, row.y);
    const width = kind.width * scale, height = kind.height * scale;
    const full = row.track.state[0] || 1, part = row.state / full;
    const colour = RESOURCE_COLOURS[kind.resource] ?? NEUTRAL_COLOUR, pad = Math.min(width, height) * 0.08;
    pen.fillStyle = "rgb(0 0 0 / 30%)";
    pen.fillRect(x - width / 2 + pad, y - height / 2 + pad, width - 2 * pad, height - 2 * pad);
    const side = Math.sqrt(Math.max(part, 0.06));
    pen.fillStyle = colour;
    pen.fillRect(x - (width / 2 - pad) * side, y - (height / 2 - pad) * side, (width - 2 * pad) * side, (height - 2 * pad) * side);
    if (this.options.labels && width >= 26) this.text(String(row.state), x, y, 10, "#1b1608");
  }

  drawBuilding(row) {
    const { pen, match, options } = this, { scale } = this.camera, { track } = row;
    const kind = match.meta.kinds[track.kind], state = buildingState(row.state), colour = playerColour(track.owner);
    const [x, y] = this.toScreen(row.x, row.y), width = kind.width * scale, height = kind.height * scale;
    const left = x - width / 2, top = y - height / 2;
    const remembered = options.fog !== null && !this.isOwn(track.owner) && !(row.seen & (1 << options.fog));
    pen.save();
    pen.globalAlpha = remembered ? 0.55 : 1;
    pen.lineWidth = Math.max(1.5, scale * 0.12);
    pen.strokeStyle = colour;
    if (state.stage === "planned") {
      pen.setLineDash([4, 3]);
      pen.strokeRect(left + 1, top + 1, width - 2, height - 2);
    } else {
      pen.fillStyle = "#23282d";
      pen.fillRect(left, top, width, height);
      const done = state.stage === "complete" ? 1 : state.built / 100;
      pen.globalAlpha *= state.stage === "complete" ? 0.62 : 0.4;
      pen.fillStyle = colour;
      pen.fillRect(left, top + height * (1 - done), width, height * done);
      pen.globalAlpha = remembered ? 0.55 : 1;
      pen.strokeRect(left + pen.lineWidth / 2, top + pen.lineWidth / 2, width - pen.lineWidth, height - pen.lineWidth);
    }
    pen.setLineDash([]);
    if (options.labels && width >= 30) this.buildingText(kind, state, x, y, width, height);
    if (state.making >= 0 && state.stage === "complete") drawBar(pen, x, top + height - 6, width * 0.8, state.made / 100, "#9fd0ff");
    if (row.hp < 1 && state.stage === "complete") drawBar(pen, x, top - 4, width * 0.9, row.hp, hpColour(row.hp));
    pen.restore();
  }

  buildingText(kind, state, x, y, width, height) {
    const size = Math.min(12, Math.max(8, width / 6));
    const name = words(kind.name), fits = (text) => text.length * size * 0.55 <= width - 4;
    const short = fits(name) ? name : name.split(" ").map((word) => word[0]).join("");
    this.text(fits(name) ? name : short.length > 1 ? short.toUpperCase() : name.slice(0, Math.floor((width - 4) / (size * 0.55))), x, y, size, "#ffffff");
    if (state.stage !== "complete") this.text(`${state.built} %`, x, y + size * 1.1, size, "#ffffff");
    else if (state.making >= 0 && height >= 40 && fits(productName(this.match.meta, state.making))) {
      this.text(productName(this.match.meta, state.making), x, y + size * 1.15, size - 1, "#cfe6ff");
    }
  }

  text(text, x, y, size, colour) {
    const { pen } = this;
    pen.font = `600 ${size}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    if (colour.startsWith("#f") || colour.startsWith("#c")) {
      pen.lineWidth = 2.5;
      pen.strokeStyle = "rgb(0 0 0 / 70%)";
      pen.strokeText(text, x, y);
    }
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
  }

  unitRadius(kind) {
    return Math.max(kind.radius * this.camera.scale, 3.2);
  }

  drawUnit(row) {
    const { pen, match, options } = this, kind = match.meta.kinds[row.track.kind], state = unitState(row.state);
    const [x, y] = this.toScreen(row.x, row.y), radius = this.unitRadius(kind);
    if (x < -20 || y < -20 || x > this.width + 20 || y > this.height + 20) return;
    drawUnit(pen, kind, playerColour(row.track.owner), x, y, radius, options.labels);
    if (state.carries >= 0) {
      pen.fillStyle = RESOURCE_COLOURS[state.carries];
      const side = Math.max(2, radius * 0.55);
      pen.fillRect(x + radius * 0.4, y + radius * 0.3, side, side);
    }
    if (row.hp < 1) drawBar(pen, x, y - radius - 5, Math.max(radius * 2, 8), row.hp, hpColour(row.hp));
  }

  // A line to the target, when it is about in range.
  drawAttack(row) {
    const { pen, match } = this, target = match.tracks[row.target];
    if (!target || row.target < 0 || (row.track.class === "unit" && unitState(row.state).aboard)) return;
    const at = this.scene.frame - target.first;
    if (at < 0 || at >= target.frames) return;
    const kind = match.meta.kinds[row.track.kind], aim = match.meta.kinds[target.kind], scale = 1 / match.meta.cell_parts;
    const toX = target.x[at] * scale, toY = target.y[at] * scale;
    const slack = 1.2 + (aim.class === "building" ? Math.max(aim.width, aim.height) * 0.7 : aim.radius);
    if (Math.hypot(toX - row.x, toY - row.y) > kind.range + slack) return;
    pen.beginPath();
    pen.moveTo(...this.toScreen(row.x, row.y));
    pen.lineTo(...this.toScreen(toX, toY));
    pen.strokeStyle = kind.shape === "healer" ? "rgb(140 255 170 / 70%)" : playerColour(row.track.owner);
    pen.globalAlpha = 0.75;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.globalAlpha = 1;
  }

  drawShots(time) {
    const { pen } = this;
    for (const shot of this.match.flying(time)) {
      const [x, y] = this.toScreen(shot.x, shot.y), length = Math.max(3, this.camera.scale * 0.25);
      pen.beginPath();
      pen.moveTo(x - Math.cos(shot.angle) * length, y - Math.sin(shot.angle) * length);
      pen.lineTo(x, y);
      pen.lineWidth = 2;
      pen.strokeStyle = HIT_COLOUR;
      pen.stroke();
      pen.beginPath();
      pen.arc(x, y, Math.max(1.5, this.camera.scale * 0.08), 0, 2 * Math.PI);
      pen.fillStyle = playerColour(shot.owner);
      pen.fill();
    }
  }

  drawDeaths(time) {
    const { pen, match, options } = this, ticks = DEATH_SECONDS * match.meta.ticks_per_second;
    for (const row of match.deaths(time, ticks)) {
      if (options.fog !== null && !this.isOwn(row.track.owner) && !(row.seen & (1 << options.fog))) continue;
      const kind = match.meta.kinds[row.track.kind], [x, y] = this.toScreen(row.x, row.y);
      const radius = row.track.class === "building" ? (kind.width * this.camera.scale) / 2 : this.unitRadius(kind);
      pen.globalAlpha = 1 - row.age / ticks;
      pen.strokeStyle = playerColour(row.track.owner);
      pen.lineWidth = 2;
      pen.beginPath();
      pen.moveTo(x - radius, y - radius);
      pen.lineTo(x + radius, y + radius);
      pen.moveTo(x + radius, y - radius);
      pen.lineTo(x - radius, y + radius);
      pen.stroke();
      pen.globalAlpha = 1;
    }
  }

  drawFog(time) {
    const { match, options, pen, fogPicture } = this;
    const { frame, cells } = match.fogAt(options.fog, time), shown = `${options.fog}:${frame}`;
    if (shown !== this.fogShown) {
      const brush = fogPicture.getContext("2d");
      const picture = brush.createImageData(fogPicture.width, fogPicture.height);
      for (let at = 0; at < cells.length; at++) picture.data[at * 4 + 3] = FOG_ALPHA[cells[at]];
      brush.putImageData(picture, 0, 0);
      this.fogShown = shown;
    }
    const [x, y] = this.toScreen(0, 0), { scale } = this.camera;
    pen.imageSmoothingEnabled = true;
    pen.drawImage(fogPicture, x, y, match.meta.width * scale, match.meta.height * scale);
  }

  // Orders of the last second, fading: from the middle of those told to what they were told of.
  drawOrders(time) {
    const { match, options } = this, window = Math.max(match.meta.ticks_per_second, this.options.speed * 6);
    for (const order of match.ordersBetween(time - window, time)) {
      if (options.fog !== null && !this.isOwn(order.player)) continue;
      this.drawOrder(order, 1 - (time - order.tick) / window);
    }
  }

  drawOrder(order, strength) {
    const { pen, match } = this, parts = match.meta.cell_parts, verb = match.meta.verbs[order.verb];
    const [x, y] = this.toScreen(order.x / parts, order.y / parts);
    const [toX, toY] = this.toScreen(order.toX / parts, order.toY / parts);
    const hostile = verb.startsWith("attack"), colour = order.refused ? "#c9c4b4" : playerColour(order.player);
    pen.save();
    pen.globalAlpha = 0.25 + 0.7 * strength;
    pen.strokeStyle = pen.fillStyle = colour;
    pen.lineWidth = hostile ? 2 : 1.4;
    pen.setLineDash(hostile ? [] : [5, 4]);
    const length = Math.hypot(toX - x, toY - y);
    if (length > 4) {
      pen.beginPath();
      pen.moveTo(x, y);
      pen.lineTo(toX, toY);
      pen.stroke();
      pen.setLineDash([]);
      arrowHead(pen, toX, toY, Math.atan2(toY - y, toX - x), hostile ? 9 : 7);
    }
    pen.setLineDash([]);
    pen.beginPath();
    if (order.refused) {
      pen.moveTo(toX - 5, toY - 5);
      pen.lineTo(toX + 5, toY + 5);
      pen.moveTo(toX + 5, toY - 5);
      pen.lineTo(toX - 5, toY + 5);
    } else {
      pen.arc(toX, toY, 4 + 6 * (1 - strength), 0, 2 * Math.PI);
    }
    pen.stroke();
    if (this.options.labels && this.camera.scale >= 14 && length > 30) this.text(verb, (x + toX) / 2, (y + toY) / 2 - 7, 10, "#ffffff");
    pen.restore();
  }

  // What the pointer is on.

  showTip() {
    const text = this.mouse && this.tipText(...this.toMap(this.mouse.x, this.mouse.y));
    this.tip.hidden = !text;
    if (!text) return;
    this.tip.textContent = text;
    this.tip.style.left = `${Math.min(this.mouse.x + 14, this.width - 180)}px`;
    this.tip.style.top = `${Math.min(this.mouse.y + 14, this.height - 90)}px`;
  }

  tipText(x, y) {
    const { meta } = this.match;
    if (x < 0 || y < 0 || x >= meta.width || y >= meta.height) return "";
    const row = this.rows.findLast((row) => this.isOn(row, x, y));
    const cell = Math.floor(y) * meta.width + Math.floor(x);
    const ground = `${words(meta.terrain[this.match.terrain[cell]].name)}, height ${this.match.heights[cell]}`;
    const place = `${Math.floor(x)}, ${Math.floor(y)} · ${ground}`;
    return row ? `${this.describe(row)}\n${place}` : place;
  }

  isOn(row, x, y) {
    const kind = this.match.meta.kinds[row.track.kind];
    if (row.track.class !== "unit") return Math.abs(x - row.x) <= kind.width / 2 && Math.abs(y - row.y) <= kind.height / 2;
    return Math.hypot(x - row.x, y - row.y) <= Math.max(kind.radius, 6 / this.camera.scale) && !unitState(row.state).aboard;
  }

  describe(row) {
    const { meta, tracks } = this.match, { track } = row, name = words(meta.kinds[track.kind].name);
    if (track.class === "node") return `${name}: ${row.state} left`;
    const lines = [`${name} #${track.serial} · ${meta.players[track.owner]?.name ?? "nobody"}`, `${Math.round(row.hp * 100)} % hit points`];
    if (track.class === "unit") {
      const state = unitState(row.state);
      lines.push(meta.tasks[state.task] + (state.carries >= 0 ? `, carries ${words(meta.resources[state.carries])}` : ""));
    } else {
      const state = buildingState(row.state);
      if (state.stage !== "complete") lines.push(`${state.stage}, ${state.built} % built`);
      if (state.making >= 0) lines.push(`makes ${productName(meta, state.making)} (${state.made} %), ${state.queued} queued`);
    }
    if (row.target >= 0) lines.push(`attacks ${words(meta.kinds[tracks[row.target].kind].name)} #${tracks[row.target].serial}`);
    return lines.join("\n");
  }
}

function arrowHead(pen, x, y, angle, size) {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x - size * Math.cos(angle - 0.42), y - size * Math.sin(angle - 0.42));
  pen.lineTo(x - size * Math.cos(angle + 0.42), y - size * Math.sin(angle + 0.42));
  pen.closePath();
  pen.fill();
}
