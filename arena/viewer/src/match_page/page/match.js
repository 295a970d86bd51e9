// The match: what was where at any time. Times are in ticks and may be fractions.

const SNAPSHOT_EVERY = 24;

// The fog of one team. Frames are differences, so that going back starts from a snapshot.
class Fog {
  constructor(bytes, cells, frames) {
    this.bytes = bytes;
    this.cells = new Uint8Array(cells);
    this.frame = -1;
    this.offsets = [];
    this.snapshots = [];
    const reader = new Reader(bytes);
    for (let frame = 0; frame < frames; frame++) {
      this.offsets.push(reader.at);
      this.apply(reader);
      if (frame % SNAPSHOT_EVERY === 0) this.snapshots.push(this.cells.slice());
    }
    this.frame = frames - 1;
  }

  apply(reader) {
    let at = 0;
    for (let runs = reader.number(); runs > 0; runs--) {
      at += reader.number();
      const run = reader.number(), end = at + (run >>> 1);
      this.cells.fill(1 + (run & 1), at, end);
      at = end;
    }
  }

  // By cell: 0 unexplored, 1 explored, 2 visible.
  at(frame) {
    const snapshot = Math.floor(frame / SNAPSHOT_EVERY);
    if (frame < this.frame || snapshot * SNAPSHOT_EVERY > this.frame) {
      this.cells.set(this.snapshots[snapshot]);
      this.frame = snapshot * SNAPSHOT_EVERY;
    }
    while (this.frame < frame) {
      this.frame++;
      const reader = new Reader(this.bytes);
      reader.at = this.offsets[this.frame];
      this.apply(reader);
    }
    return this.cells;
  }
}

class Match {
  constructor(meta, bytes) {
    this.meta = meta;
    const section = (name) => {
      const [begin, length] = meta.sections[name];
      return new Reader(bytes.subarray(begin, begin + length));
    };
    const cells = meta.width * meta.height;
    this.terrain = readRuns(section("terrain"), cells);
    this.heights = readRuns(section("heights"), cells);
    this.tracks = meta.sections.tracks ? readTracks(section("tracks")) : [];
    this.shots = meta.sections.shots ? readShots(section("shots")) : [];
    this.orders = readOrders(section("orders"));
    this.figures = meta.figures.concat(meta.resources.map((_, row) => `resource${row}`), meta.chance ? "chance" : []);
    this.series = readSeries(section("series"), meta.points, meta.players.length, this.figures);
    const fog = meta.sections.fog && section("fog");
    this.fogs = new Map(!fog ? [] : meta.fog_teams.map((team) => [team, new Fog(fog.take(fog.number()), cells, meta.fog_frames)]));
    this.longestShot = this.shots.reduce((longest, shot) => Math.max(longest, shot.ticks), 0);
    this.tracks.forEach((track) => this.prepare(track));
  }

  prepare(track) {
    track.class = this.meta.kinds[track.kind].class;
    track.last = track.first + track.frames - 1;
    // The first frame in which each team saw it; what was seen is remembered.
    track.seenFrom = {};
    for (const team of this.meta.fog_teams) {
      const at = track.seen.findIndex((teams) => teams & (1 << team));
      track.seenFrom[team] = at < 0 ? Infinity : track.first + at;
    }
  }

  // Frames are a fixed number of ticks apart; the last one is at the end of the match.
  tickOfFrame(frame) {
    return Math.min(frame * this.meta.frame_ticks, this.meta.last_tick);
  }

  frameAt(time) {
    if (time >= this.meta.last_tick) return this.meta.frames - 1;
    return Math.min(Math.floor(time / this.meta.frame_ticks), this.meta.frames - 1);
  }

  // Everything that stands at a time: rows of track, place in cells, and the fields of its frame.
  scene(time) {
    const frame = this.frameAt(time), next = Math.min(frame + 1, this.meta.frames - 1);
    const begin = this.tickOfFrame(frame), length = this.tickOfFrame(next) - begin;
    const part = length > 0 ? Math.min((time - begin) / length, 1) : 0;
    const scale = 1 / this.meta.cell_parts, rows = [];
    for (const track of this.tracks) {
      if (frame < track.first || frame > track.last) continue;
      const at = frame - track.first, then = Math.min(at + 1, track.frames - 1);
      rows.push({
        track,
        x: (track.x[at] + (track.x[then] - track.x[at]) * part) * scale,
        y: (track.y[at] + (track.y[then] - track.y[at]) * part) * scale,
        hp: track.hp[at] / this.meta.full_hp,
        target: track.target[at] - 1,
        state: track.state[at],
        seen: track.seen[at],
      });
    }
    return { frame, rows };
  }

  // What died within some ticks before a time.
  deaths(time, ticks) {
    const frame = this.frameAt(time), rows = [];
    for (const track of this.tracks) {
      if (track.last >= frame || track.class === "node") continue;
      const age = time - this.tickOfFrame(track.last + 1);
      if (age > ticks) continue;
      const at = track.frames - 1, scale = 1 / this.meta.cell_parts;
      rows.push({ track, age: Math.max(age, 0), x: track.x[at] * scale, y: track.y[at] * scale, seen: track.seen[at] });
    }
    return rows;
  }

  flying(time) {
    const rows = [], scale = 1 / this.meta.cell_parts;
    let at = firstAtOrAfter(this.shots, time - this.longestShot);
    for (; at < this.shots.length && this.shots[at].tick <= time; at++) {
      const shot = this.shots[at], part = (time - shot.tick) / shot.ticks;
      if (part > 1) continue;
      const x = (shot.x + (shot.toX - shot.x) * part) * scale, y = (shot.y + (shot.toY - shot.y) * part) * scale;
      rows.push({ owner: shot.owner, x, y, angle: Math.atan2(shot.toY - shot.y, shot.toX - shot.x) });
    }
    return rows;
  }

  ordersBetween(after, until) {
    return this.orders.slice(firstAtOrAfter(this.orders, after + 1e-9), firstAtOrAfter(this.orders, until + 1e-9));
  }

  fogAt(team, time) {
    const last = this.meta.fog_frames - 1;
    const frame = time >= this.meta.last_tick ? last : Math.min(Math.floor(time / this.meta.fog_ticks), last);
    return { frame, cells: this.fogs.get(team).at(frame) };
  }

  pointAt(time) {
    if (time >= this.meta.last_tick) return this.meta.points - 1;
    return Math.min(Math.floor(time / this.meta.series_ticks), this.meta.points - 1);
  }

  figure(name, player, point) {
    return this.series[this.figures.indexOf(name)][player][point];
  }
}

// The first row of a list sorted by tick whose tick is not before this one.
function firstAtOrAfter(rows, tick) {
  let low = 0, high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].tick < tick) low = middle + 1;
    else high = middle;
  }
  return low;
}

function clockText(tick, ticksPerSecond) {
  const seconds = Math.floor(tick / ticksPerSecond);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function words(name) {
  return name.replaceAll("_", " ");
}
