// The scene in words, for those who do not see the board: who has what, and where most of it stands.

class SceneText {
  constructor(box, match) {
    Object.assign(this, { box, match });
    this.details = box.closest("details");
    this.key = "";
  }

  draw(scene, time, playing) {
    const key = `${Math.floor(time)}:${scene.fogKey}`;
    if (!this.details.open || playing || key === this.key) return;
    this.key = key;
    const { meta } = this.match, groups = new Map();
    for (const row of scene.rows) {
      if (row.cls === "node") continue;
      const name = `${row.owner}:${row.kind}`, group = groups.get(name) ?? { row, count: 0, x: 0, y: 0, hp: 0 };
      group.count++;
      group.x += row.x;
      group.y += row.y;
      group.hp += row.hp;
      groups.set(name, group);
    }
    const head = this.box.createTHead ? this.box : element("table");
    head.replaceChildren();
    const titles = head.createTHead().insertRow();
    for (const title of ["Player", "What", "How many", "Hit points", "Where"]) {
      const cell = element("th", title);
      cell.scope = "col";
      titles.append(cell);
    }
    const body = head.createTBody();
    for (const { row, count, x, y, hp } of [...groups.values()].sort((a, b) => a.row.owner - b.row.owner || b.count - a.count)) {
      const line = body.insertRow(), kind = meta.kinds[row.kind];
      const cells = [meta.players[row.owner]?.name ?? "nobody", words(kind.name), count, `${Math.round((100 * hp) / count)} %`, this.place(x / count, y / count)];
      cells.forEach((text) => { line.insertCell().textContent = text; });
    }
  }

  place(x, y) {
    const { width, height } = this.match.meta, third = (part) => Math.min(Math.floor(part * 3), 2);
    const names = [["north-west", "north", "north-east"], ["west", "middle", "east"], ["south-west", "south", "south-east"]];
    return `${names[third(y / height)][third(x / width)]} (${Math.floor(x)}, ${Math.floor(y)})`;
  }
}
