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
    const row = this.at(x, y);
    const cell = Math.floor(y) * meta.width + Math.floor(x);
    const ground = `${words(meta.terrain[terrain[cell]].name)}, height ${heights[cell]}`;
    const place = `${Math.floor(x)}, ${Math.floor(y)} · ${ground}`;
    return row ? `${this.describe(row)}\n${place}` : place;
  }

  // What stands at a place, uppermost first.
  at(x, y) {
    return this.board.rows.findLast((row) => this.isOn(row, x, y) && row.cls === "unit")
      ?? this.board.rows.findLast((row) => this.isOn(row, x, y));
  }

  isOn(row, x, y) {
    const kind = this.match.meta.kinds[row.kind], dx = Math.abs(x - row.x), dy = Math.abs(y - row.y);
    if (row.cls !== "unit") return dx <= kind.width / 2 && dy <= kind.height / 2;
    return Math.hypot(dx, dy) <= Math.max(kind.radius, 6 / this.camera.scale) && !row.aboard;
  }

  describe(row) {
    const { meta } = this.match, name = words(meta.kinds[row.kind].name);
    if (row.cls === "node") return `${name}: ${row.amount} left`;
    const lines = [`${name} #${row.serial} · ${meta.players[row.owner]?.name ?? "nobody"}`];
    const points = row.hpMax ? ` (${Math.ceil(row.hpNow)} of ${Math.round(row.hpMax)})` : "";
    lines.push(`${Math.round(row.hp * 100)} % hit points${points}`);
    lines.push(...(row.cls === "unit" ? this.unitLines(row) : this.buildingLines(row)));
    const target = this.board.byId.get(row.target);
    if (target) lines.push(`aims at ${words(meta.kinds[target.kind].name)} #${target.serial}`);
    return lines.join("\n");
  }

  unitLines(row) {
    const { meta } = this.match;
    if (!(row.task >= 0)) return [];
    const load = row.carries >= 0 ? `, carries ${row.amount ?? ""} ${words(meta.resources[row.carries])}` : "";
    const aboard = this.board.rows.filter((other) => other.aboard && other.transport === row.id).length;
    return [meta.tasks[row.task] + load, ...(aboard > 0 ? [`${aboard} aboard`] : [])];
  }

  buildingLines(row) {
    const { meta } = this.match, lines = [];
    if (row.stage < 2) lines.push(STAGES[row.stage] + (row.built >= 0 ? `, ${row.built} % built` : ""));
    if (!row.visible) lines.push("as last seen");
    if (row.making >= 0) {
      lines.push(`makes ${productName(meta, row.making)} (${row.made} %), ${row.queued} queued`);
    }
    return lines;
  }
}
