// Pictures from recorded frames, for pages without an engine: the same rows as the engine's, between two frames.

const DEATH_SECONDS = 3;

class RecordedSource {
  constructor(match) {
    this.match = match;
    this.team = null;
  }

  setTeam(team) {
    this.team = team;
  }

  request() {}

  setPlaying() {}

  run(from, time) {
    return time;
  }

  ask() {
    return Promise.resolve(null);
  }

  // What the chosen team knows: its own, what it sees, and buildings it has seen.
  knows(row, frame) {
    const { team, match } = this, { track } = row;
    if (team === null || track.class === "node" || match.meta.players[track.owner]?.team === team) return true;
    if (row.seen & (1 << team)) return true;
    return track.class === "building" && frame >= track.seenFrom[team];
  }

  scene(time) {
    const { match, team } = this, { frame, rows: found } = match.scene(time), byId = new Map();
    const rows = found.filter((row) => this.knows(row, frame)).map((row) => this.row(row));
    rows.forEach((row) => byId.set(row.id, row));
    const ticks = DEATH_SECONDS * match.meta.ticks_per_second;
    const own = (owner) => team === null || match.meta.players[owner]?.team === team;
    const deaths = match.deaths(time, ticks).filter((row) => own(row.track.owner) || row.seen & (1 << team));
    const fog = team !== null && match.fogs.has(team) ? match.fogAt(team, time) : null;
    const isSeen = ({ x, y }) => !fog || fog.cells[Math.floor(y) * match.meta.width + Math.floor(x)] === 2;
    return {
      tick: Math.floor(time), rows, byId, shots: match.flying(time).filter(isSeen), fog: fog && fog.cells, fogKey: fog ? `${team}:${fog.frame}` : "",
      deaths: deaths.map((row) => ({ owner: row.track.owner, kind: row.track.kind, x: row.x, y: row.y, tick: time - row.age })),
    };
  }

  row({ track, x, y, hp, target, state, seen }) {
    const { match, team } = this, aimed = match.tracks[target];
    const foreign = team !== null && track.class !== "node" && match.meta.players[track.owner]?.team !== team;
    const row = {
      cls: track.class, id: track.owner * 0x1000000 + track.serial, owner: track.owner, serial: track.serial, kind: track.kind, x, y, hp,
      target: aimed && !foreign ? aimed.owner * 0x1000000 + aimed.serial : 0, visible: !foreign || (seen & (1 << team)) !== 0,
    };
    if (track.class === "node") return { ...row, amount: state };
    if (track.class === "unit") return { ...row, ...unitState(state), ...(foreign ? { task: -1, carries: -1 } : {}) };
    const building = buildingState(state);
    return { ...row, ...building, ...(foreign ? { making: -1, queued: 0 } : {}) };
  }
}
