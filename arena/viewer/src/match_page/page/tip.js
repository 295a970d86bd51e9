// What the pointer is on, in words.

class Tip {
  constructor(box, camera, board, match) {
    Object.assign(this, { box, camera, board, match });
  }

  draw() {
    const { camera, box } = this, { mouse } = camera;
    const text = mouse && this.text(...camera.toMap(mouse.x, mouse.y));
    box.hidden = !text;
    if (!text) return;
    box.textContent = text;
    box.style.left = `${Math.min(mouse.x + 14, camera.width - 180)}px`;
    box.style.top = `${Math.min(mouse.y + 14, camera.height - 90)}px`;
  }

  text(x, y) {
    const { meta, terrain, heights } = this.match;
    if (x < 0 || y < 0 || x >= meta.width || y >= meta.height) return "";
    const row = this.board.rows.findLast((row) => this.isOn(row, x, y));
    const cell = Math.floor(y) * meta.width + Math.floor(x);
    const ground = `${words(meta.terrain[terrain[cell]].name)}, height ${heights[cell]}`;
    const place = `${Math.floor(x)}, ${Math.floor(y)} · ${ground}`;
    return row ? `${this.describe(row)}\n${place}` : place;
  }

  isOn(row, x, y) {
    const kind = this.match.meta.kinds[row.track.kind], dx = Math.abs(x - row.x), dy = Math.abs(y - row.y);
    if (row.track.class !== "unit") return dx <= kind.width / 2 && dy <= kind.height / 2;
    return Math.hypot(dx, dy) <= Math.max(kind.radius, 6 / this.camera.scale) && !unitState(row.state).aboard;
  }

  describe(row) {
    const { meta, tracks } = this.match, { track } = row, name = words(meta.kinds[track.kind].name);
    if (track.class === "node") return `${name}: ${row.state} left`;
    const lines = [`${name} #${track.serial} · ${meta.players[track.owner]?.name ?? "nobody"}`];
    lines.push(`${Math.round(row.hp * 100)} % hit points`);
    lines.push(...(track.class === "unit" ? this.unitLines(row) : this.buildingLines(row)));
    const target = tracks[row.target];
    if (target) lines.push(`aims at ${words(meta.kinds[target.kind].name)} #${target.serial}`);
    return lines.join("\n");
  }

  unitLines(row) {
    const { meta } = this.match, state = unitState(row.state);
    const load = state.carries >= 0 ? `, carries ${words(meta.resources[state.carries])}` : "";
    return [meta.tasks[state.task] + load];
  }

  buildingLines(row) {
    const { meta } = this.match, state = buildingState(row.state), lines = [];
    if (state.stage !== "complete") lines.push(`${state.stage}, ${state.built} % built`);
    if (state.making >= 0) {
      lines.push(`makes ${productName(meta, state.making)} (${state.made} %), ${state.queued} queued`);
    }
    return lines;
  }
}
