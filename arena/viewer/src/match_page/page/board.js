// The battlefield: a camera over the map and everything on it at one time.

const FOG_ALPHA = [205, 105, 0];
// Targets move on between two pictures.
const RANGE_SLACK = 1;
const MADE_COLOUR = "#9fd0ff";
const HIT_COLOUR = "rgb(255 235 200 / 80%)";
// Below this many pixels a cell, units are dots without bars or cargo.
const DOT_SCALE = 3;
const LABELS_MOST = 400;

class Board {
  constructor(canvas, camera, match, options) {
    Object.assign(this, { camera, match, options });
    this.pen = canvas.getContext("2d");
    this.ground = drawTerrain(match);
    this.fogPicture = document.createElement("canvas");
    this.fogPicture.width = match.meta.width;
    this.fogPicture.height = match.meta.height;
    this.fogShown = "";
    this.sprites = new Sprites();
    this.rows = [];
    this.byId = new Map();
    this.marks = [];
  }

  isOwn(owner) {
    return this.match.meta.players[owner]?.team === this.options.fog;
  }

  draw(scene, time) {
    const { pen, match, options } = this;
    this.rows = scene.rows;
    this.byId = scene.byId;
    pen.setTransform(this.camera.ratio, 0, 0, this.camera.ratio, 0, 0);
    pen.fillStyle = "#101315";
    pen.fillRect(0, 0, this.camera.width, this.camera.height);
    this.drawGround();
    const inSight = this.rows.filter((row) => this.isOnScreen(row)), units = [[], []];
    for (const row of inSight) {
      if (row.cls === "node") this.drawNode(row);
      else if (row.cls === "unit" && !row.aboard) units[match.meta.kinds[row.kind].shape === "flyer" ? 1 : 0].push(row);
    }
    inSight.forEach((row) => row.cls === "building" && this.drawBuilding(row));
    if (scene.fog) this.drawFog(scene);
    this.overlays?.draw(this, scene);
    this.drawDeaths(scene, time);
    this.rows.forEach((row) => row.target && this.drawAttack(row));
    const labelled = options.labels && units[0].length + units[1].length <= LABELS_MOST;
    units.flat().forEach((row) => this.drawUnit(row, labelled));
    if (this.camera.scale > DOT_SCALE) units.flat().forEach((row) => row.hp < 1 && this.drawHurt(row));
    this.drawShots(scene.shots);
    if (options.orders) this.drawOrders(time);
    this.marks.forEach((mark) => mark(pen, this.camera));
  }

  isOnScreen(row) {
    const { camera } = this, kind = this.match.meta.kinds[row.kind];
    const reach = (Math.max(kind.width, kind.height, 1) / 2) * camera.scale + 20;
    const x = camera.width / 2 + (row.x - camera.x) * camera.scale, y = camera.height / 2 + (row.y - camera.y) * camera.scale;
    return x > -reach && y > -reach && x < camera.width + reach && y < camera.height + reach;
  }

  drawGround() {
    const { pen, ground, match } = this, [x, y] = this.camera.toScreen(0, 0), { scale } = this.camera;
    pen.imageSmoothingEnabled = scale < CELL_PIXELS;
    pen.drawImage(ground, x, y, match.meta.width * scale, match.meta.height * scale);
  }

  drawNode(row) {
    const { pen, match } = this, { scale } = this.camera, kind = match.meta.kinds[row.kind];
    const [x, y] = this.camera.toScreen(row.x, row.y);
    const width = kind.width * scale, height = kind.height * scale;
    const full = kind.amount || row.amount || 1;
    const side = Math.sqrt(Math.min(Math.max(row.amount / full, 0.06), 1)), colour = resourceColour(match.meta, kind.resource);
    pen.fillStyle = "rgb(0 0 0 / 28%)";
    nodeOutline(pen, kind, x, y, width * 0.94, height * 0.94);
    pen.fill();
    pen.fillStyle = colour;
    nodeOutline(pen, kind, x, y, width * 0.84 * side, height * 0.84 * side);
    pen.fill();
    if (this.options.labels && width >= 26) this.text(String(row.amount), x, y, 10, "#1b1608");
  }

  drawBuilding(row) {
    const { pen, match, options } = this, { scale } = this.camera;
    const kind = match.meta.kinds[row.kind], colour = playerColour(row.owner), stage = STAGES[row.stage];
    const [x, y] = this.camera.toScreen(row.x, row.y), width = kind.width * scale, height = kind.height * scale;
    const left = x - width / 2, top = y - height / 2;
    const remembered = !row.visible;
    pen.save();
    pen.globalAlpha = remembered ? 0.55 : 1;
    pen.lineWidth = Math.min(Math.max(1.5, scale * 0.12), 4);
    pen.strokeStyle = colour;
    if (stage === "planned") {
      pen.setLineDash([4, 3]);
      pen.strokeRect(left + 1, top + 1, width - 2, height - 2);
    } else {
      pen.fillStyle = "#23282d";
      pen.fillRect(left, top, width, height);
      const done = stage === "complete" ? 1 : Math.max(row.built, 0) / 100;
      pen.globalAlpha *= stage === "complete" ? 0.62 : 0.4;
      pen.fillStyle = colour;
      pen.fillRect(left, top + height * (1 - done), width, height * done);
      pen.globalAlpha = remembered ? 0.55 : 1;
      pen.strokeRect(left + pen.lineWidth / 2, top + pen.lineWidth / 2, width - pen.lineWidth, height - pen.lineWidth);
    }
    pen.setLineDash([]);
    if (options.labels && width >= 30) this.buildingText(kind, row, x, y, width, height);
    else if (width >= 6) drawMark(pen, kind, x, y, width / 4);
    if (stage === "complete") {
      if (row.making >= 0) drawBar(pen, x, top + height - 6, width * 0.8, row.made / 100, MADE_COLOUR);
      if (row.hp < 1) drawBar(pen, x, top - 4, width * 0.9, row.hp, hpColour(row.hp));
    }
    pen.restore();
  }

  // The name over as many lines as it has words, else its initials; then what it is at.
  buildingText(kind, row, x, y, width, height) {
    const size = Math.min(12, Math.max(8, width / 6));
    this.pen.font = labelFont(size);
    const fits = (text) => this.pen.measureText(text).width <= width - 1;
    const name = words(kind.name), parts = name.split(" ");
    let lines = [name];
    if (!fits(name)) lines = parts.every(fits) ? parts : [kind.label];
    const product = row.making >= 0 ? productName(this.match.meta, row.making) : "";
    if (row.stage < 2 && row.built >= 0) lines.push(`${row.built} %`);
    else if (product && fits(product)) lines.push(product);
    lines = lines.slice(0, Math.max(1, Math.floor((height - 6) / (size * 1.15))));
    lines.forEach((line, at) => {
      const below = (at - (lines.length - 1) / 2) * size * 1.15;
      this.text(line, x, y + below, size, line === product ? "#cfe6ff" : "#ffffff");
    });
  }

  text(text, x, y, size, colour) {
    const { pen } = this;
    pen.font = labelFont(size);
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
    return Math.max(kind.radius * this.camera.scale * 1.1, 4.5);
  }

  drawUnit(row, labelled) {
    const { pen, match, camera } = this, kind = match.meta.kinds[row.kind];
    const x = camera.width / 2 + (row.x - camera.x) * camera.scale, y = camera.height / 2 + (row.y - camera.y) * camera.scale;
    if (camera.scale <= DOT_SCALE) {
      const side = Math.max(2, kind.radius * camera.scale * 2);
      pen.fillStyle = playerColour(row.owner);
      pen.fillRect(x - side / 2, y - side / 2, side, side);
      return;
    }
    const radius = this.unitRadius(kind), sprite = this.sprites.get(kind, row.kind, row.owner, radius, labelled, camera.ratio);
    pen.drawImage(sprite, x - sprite.half, y - sprite.half, sprite.half * 2, sprite.half * 2);
    if (row.carries >= 0) {
      pen.fillStyle = resourceColour(match.meta, row.carries);
      const side = Math.max(2, radius * 0.55);
      pen.fillRect(x + radius * 0.4, y + radius * 0.3, side, side);
    }
  }

  drawHurt(row) {
    const [x, y] = this.camera.toScreen(row.x, row.y), radius = this.unitRadius(this.match.meta.kinds[row.kind]);
    drawBar(this.pen, x, y - radius - 5, Math.max(radius * 1.8, 8), row.hp, hpColour(row.hp));
  }

  // A line to the target, when it is about in range.
  drawAttack(row) {
    const { pen, match } = this, target = this.byId.get(row.target);
    if (!target || row.aboard || target.aboard) return;
    const kind = match.meta.kinds[row.kind], aim = match.meta.kinds[target.kind];
    // The nearest point of a building, the middle of a unit.
    const half = target.cls === "building" ? [aim.width / 2, aim.height / 2] : [0, 0];
    const near = (from, middle, half) => Math.min(Math.max(from, middle - half), middle + half);
    const toX = near(row.x, target.x, half[0]), toY = near(row.y, target.y, half[1]);
    if (Math.hypot(toX - row.x, toY - row.y) > kind.range + kind.radius + aim.radius + RANGE_SLACK) return;
    pen.beginPath();
    pen.moveTo(...this.camera.toScreen(row.x, row.y));
    pen.lineTo(...this.camera.toScreen(toX, toY));
    pen.strokeStyle = kind.shape === "healer" ? "rgb(140 255 170 / 70%)" : playerColour(row.owner);
    pen.globalAlpha = 0.75;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.globalAlpha = 1;
  }

  drawShots(shots) {
    const { pen } = this;
    for (const shot of shots) {
      const [x, y] = this.camera.toScreen(shot.x, shot.y), length = Math.max(3, this.camera.scale * 0.25);
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

  drawDeaths(scene, time) {
    const { pen, match } = this, ticks = DEATH_SECONDS * match.meta.ticks_per_second;
    for (const row of scene.deaths) {
      const kind = match.meta.kinds[row.kind], [x, y] = this.camera.toScreen(row.x, row.y);
      const radius = kind.class === "building" ? (kind.width * this.camera.scale) / 2 : this.unitRadius(kind);
      pen.globalAlpha = Math.min(Math.max(1 - (time - row.tick) / ticks, 0), 1);
      pen.strokeStyle = playerColour(row.owner);
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

  drawFog({ fog, fogKey }) {
    const { match, options, pen, fogPicture } = this, shown = `${options.fog}:${fogKey}`;
    if (shown !== this.fogShown) {
      const brush = fogPicture.getContext("2d");
      const picture = brush.createImageData(fogPicture.width, fogPicture.height);
      for (let at = 0; at < fog.length; at++) picture.data[at * 4 + 3] = FOG_ALPHA[fog[at]];
      brush.putImageData(picture, 0, 0);
      this.fogShown = shown;
    }
    const [x, y] = this.camera.toScreen(0, 0), { scale } = this.camera;
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
    const [x, y] = this.camera.toScreen(order.x / parts, order.y / parts);
    const [toX, toY] = this.camera.toScreen(order.toX / parts, order.toY / parts);
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
    if (this.options.labels && this.camera.scale >= 14 && length > 30) {
      this.text(verb, (x + toX) / 2, (y + toY) / 2 - 7, 10, "#ffffff");
    }
    pen.restore();
  }
}

function labelFont(size) {
  return `600 ${size}px system-ui, sans-serif`;
}

function arrowHead(pen, x, y, angle, size) {
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x - size * Math.cos(angle - 0.42), y - size * Math.sin(angle - 0.42));
  pen.lineTo(x - size * Math.cos(angle + 0.42), y - size * Math.sin(angle + 0.42));
  pen.closePath();
  pen.fill();
}
