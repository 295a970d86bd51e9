// Reads back the bytes that the renderer packed. The formats are described where they are written:
// bytes.rs, track.rs, fog.rs, shot.rs, mark.rs, series.rs.

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get done() {
    return this.at >= this.bytes.length;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let value = 0, shift = 0, byte;
    do {
      byte = this.bytes[this.at++];
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte & 0x80);
    return value >>> 0;
  }

  signed() {
    const value = this.number();
    return (value >>> 1) ^ -(value & 1);
  }

  difference(from) {
    return (from + this.signed()) >>> 0;
  }

  take(length) {
    const bytes = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return bytes;
  }
}

function fromBase64(text) {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

// Seven bits a character; sevens.rs says which characters stand for which others.
function fromSevens(text) {
  const bytes = new Uint8Array((text.length * 7) >> 3);
  let held = 0, count = 0, size = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    held = ((held & 0x7f) << 7) | (code < 128 ? code : [0, 13, 60][code - 0xc0]);
    count += 7;
    if (count < 8) continue;
    count -= 8;
    bytes[size++] = held >> count;
  }
  return bytes;
}

function readRuns(reader, cells) {
  const grid = new Uint8Array(cells);
  for (let at = 0; at < cells;) {
    const value = reader.number(), end = at + reader.number();
    grid.fill(value, at, end);
    at = end;
  }
  return grid;
}

const FIELDS = ["hp", "target", "state", "seen"];

function readTrack(reader) {
  const kind = reader.number(), owner = reader.byte(), serial = reader.number();
  const first = reader.number(), frames = reader.number();
  const changes = new Reader(reader.take(reader.number()));
  const track = {
    kind, owner, serial, first, frames,
    x: new Uint16Array(frames), y: new Uint16Array(frames),
    hp: new Uint8Array(frames), target: new Uint32Array(frames),
    state: new Uint32Array(frames), seen: new Uint8Array(frames),
  };
  let frame = 0;
  const now = { x: 0, y: 0, hp: 0, target: 0, state: 0, seen: 0 };
  const hold = (until) => {
    for (const field in now) track[field].fill(now[field], frame, until);
    frame = until;
  };
  let changed = 0;
  while (!changes.done) {
    const head = changes.number();
    changed += head >>> 5;
    hold(changed);
    if (head & 1) {
      now.x = changes.difference(now.x);
      now.y = changes.difference(now.y);
    }
    FIELDS.forEach((field, at) => {
      if (head & (2 << at)) now[field] = changes.difference(now[field]);
    });
  }
  hold(frames);
  return track;
}

function readTracks(reader) {
  const tracks = [];
  while (!reader.done) tracks.push(readTrack(reader));
  return tracks;
}

function readShots(reader) {
  const shots = [];
  let tick = 0;
  while (!reader.done) {
    tick += reader.number();
    const ticks = reader.number(), owner = reader.byte();
    const x = reader.number(), y = reader.number();
    shots.push({ tick, ticks, owner, x, y, toX: reader.difference(x) | 0, toY: reader.difference(y) | 0 });
  }
  return shots;
}

function readOrders(reader) {
  const orders = [];
  let tick = 0;
  while (!reader.done) {
    tick += reader.number();
    const player = reader.byte(), verb = reader.byte(), row = reader.number() - 1;
    const subjects = reader.number(), refused = reader.byte();
    const x = reader.number(), y = reader.number();
    const toX = reader.difference(x) | 0, toY = reader.difference(y) | 0;
    orders.push({ tick, player, verb, row, subjects, refused, x, y, toX, toY });
  }
  return orders;
}

// By figure, then player: an array of the points.
function readSeries(reader, points, players, figures) {
  const series = figures.map(() => Array.from({ length: players }, () => new Float64Array(points)));
  const last = new Uint32Array(players * figures.length);
  for (let point = 0; point < points; point++) {
    for (let row = 0; row < last.length; row++) {
      last[row] = reader.difference(last[row]);
      series[row % figures.length][Math.floor(row / figures.length)][point] = last[row];
    }
  }
  return series;
}
