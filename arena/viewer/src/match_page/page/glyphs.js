// What stands on the map, drawn: an outline a role, a colour a player.

const PLAYER_COLOURS = ["#3f8cff", "#f0543c", "#19b37d", "#f2a900", "#a06bf0", "#ff6fb1", "#16b8cc", "#b08a3e"];
const NEUTRAL_COLOUR = "#c9c4b4";
const RESOURCE_COLOURS = ["#f4cf3a", "#a9713c", "#b7c3cf", "#c95fd6"];
const KNOWN_RESOURCES = {
  gold: "#f4cf3a", ore: "#93a4b8", wood: "#a9713c", stone: "#b7c3cf", iron: "#93a4b8", food: "#d9574a",
  crystal: "#c95fd6",
};

function playerColour(owner) {
  return PLAYER_COLOURS[owner] ?? NEUTRAL_COLOUR;
}

function resourceColour(meta, resource) {
  return KNOWN_RESOURCES[meta.resources[resource]] ?? RESOURCE_COLOURS[resource] ?? NEUTRAL_COLOUR;
}

// A node of one cell is round, as a tree is; larger ones fill their cells.
function nodeOutline(pen, kind, x, y, width, height) {
  pen.beginPath();
  if (kind.width * kind.height === 1) pen.arc(x, y, width / 2, 0, 2 * Math.PI);
  else pen.roundRect(x - width / 2, y - height / 2, width, height, Math.min(width, height) * 0.18);
}

function polygon(pen, x, y, radius, corners, turn) {
  pen.beginPath();
  for (let corner = 0; corner < corners; corner++) {
    const angle = turn + (corner * 2 * Math.PI) / corners;
    pen.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  pen.closePath();
}

function plus(pen, x, y, radius) {
  const arm = radius * 0.42;
  pen.beginPath();
  for (const [dx, dy] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
    const along = dx * dy > 0;
    const first = along ? [dx * radius, dy * arm] : [dx * arm, dy * radius];
    const last = along ? [dx * arm, dy * radius] : [dx * radius, dy * arm];
    pen.lineTo(x + first[0], y + first[1]);
    pen.lineTo(x + dx * arm, y + dy * arm);
    pen.lineTo(x + last[0], y + last[1]);
  }
  pen.closePath();
}

// Outlines by role; each fills about the same area.
const SHAPES = {
  worker: (pen, x, y, r) => { pen.beginPath(); pen.arc(x, y, r * 0.86, 0, 2 * Math.PI); },
  melee: (pen, x, y, r) => polygon(pen, x, y, r * 1.16, 4, Math.PI / 4),
  ranged: (pen, x, y, r) => polygon(pen, x, y + r * 0.16, r * 1.3, 3, -Math.PI / 2),
  mounted: (pen, x, y, r) => polygon(pen, x, y, r * 1.25, 4, 0),
  siege: (pen, x, y, r) => polygon(pen, x, y, r * 1.12, 5, -Math.PI / 2),
  transport: (pen, x, y, r) => polygon(pen, x, y, r * 1.12, 6, 0),
  healer: (pen, x, y, r) => plus(pen, x, y, r * 1.12),
  scout: (pen, x, y, r) => polygon(pen, x, y, r * 1.2, 3, Math.PI / 2),
  flyer: (pen, x, y, r) => {
    pen.beginPath();
    pen.moveTo(x, y - r * 1.2);
    pen.lineTo(x + r * 1.3, y + r * 0.9);
    pen.lineTo(x, y + r * 0.3);
    pen.lineTo(x - r * 1.3, y + r * 0.9);
    pen.closePath();
  },
};

function drawUnit(pen, kind, colour, x, y, radius, label) {
  SHAPES[kind.shape](pen, x, y, radius);
  pen.fillStyle = colour;
  pen.fill();
  pen.lineWidth = Math.max(1, radius / 7);
  pen.strokeStyle = "rgb(0 0 0 / 75%)";
  pen.stroke();
  if (!(label && radius >= 7) && kind.twin) drawTwin(pen, kind.twin, x, y, radius);
  if (label && radius >= 7) {
    pen.fillStyle = "#101315";
    pen.font = `700 ${Math.round(radius * 0.95)}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(kind.label, x, y + (kind.shape === "ranged" ? radius * 0.3 : radius * 0.06));
  }
}

function drawMark(pen, kind, x, y, radius) {
  SHAPES[kind.shape](pen, x, y, radius);
  pen.fillStyle = "#ffffff";
  pen.fill();
  drawTwin(pen, kind.twin ?? 0, x, y, radius);
}

// Without its letters, a kind is told from those of its outline by up to three bars, upright or lying.
function drawTwin(pen, twin, x, y, radius) {
  pen.fillStyle = "#101315";
  const side = radius * 0.26;
  const lies = twin > 3, bars = lies ? twin - 3 : twin;
  for (let bar = 0; bar < bars; bar++) {
    const off = (bar * 2 - bars + 0.5) * side;
    if (lies) pen.fillRect(x - side, y + off, side * 2.4, side);
    else pen.fillRect(x + off, y - side, side, side * 2.4);
  }
}

function drawBar(pen, x, y, width, part, colour) {
  pen.fillStyle = "rgb(0 0 0 / 65%)";
  pen.fillRect(x - width / 2 - 1, y - 1, width + 2, 5);
  pen.fillStyle = colour;
  pen.fillRect(x - width / 2, y, width * part, 3);
}

function hpColour(part) {
  if (part > 0.6) return "#5bd45b";
  return part > 0.3 ? "#f2c230" : "#ff5a4d";
}

const STAGES = ["planned", "rising", "complete"];

// Pictures of units made once: by kind, player, size and whether labelled.
class Sprites {
  constructor() {
    this.made = new Map();
  }

  get(kind, row, owner, radius, labelled, ratio) {
    const size = Math.round(radius * 2 * ratio) / (2 * ratio), key = `${row}:${owner}:${size}:${labelled}:${ratio}`;
    let sprite = this.made.get(key);
    if (!sprite) {
      if (this.made.size > 600) this.made.clear();
      sprite = document.createElement("canvas");
      const half = Math.ceil(size * 1.45 + 3);
      sprite.width = sprite.height = Math.ceil(half * 2 * ratio);
      sprite.half = half;
      const pen = sprite.getContext("2d");
      pen.scale(ratio, ratio);
      drawUnit(pen, kind, playerColour(owner), half, half, size, labelled);
      this.made.set(key, sprite);
    }
    return sprite;
  }
}

// The state of a building: see building_state in track.rs.
function buildingState(state) {
  return {
    made: (state & 31) * 4,
    built: ((state >>> 5) & 31) * 4,
    stage: (state >>> 10) & 3,
    queued: (state >>> 12) & 7,
    making: (state >>> 15) - 1,
  };
}

// The state of a unit: see unit_state in track.rs.
function unitState(state) {
  return { moving: (state & 1) !== 0, aboard: ((state >>> 1) & 1) !== 0, carries: ((state >>> 2) & 7) - 1, task: state >>> 5 };
}

function productName(meta, making) {
  return words(making & 1 ? meta.techs[making >> 1] : meta.kinds[making >> 1].name);
}
