// A second match on the same clock, beside the first: what differs is marked on both boards, and told with ways to get there.

const OTHER_COLOUR = "#ff5fd7";
// Cells; a place that differs by less is drawn the same.
const SAME_PLACE = 0.02;

class Against {
  constructor(side, told, viewer) {
    Object.assign(this, side, { told, viewer });
    this.canvas = byId("board-b");
    byId("board-box-b").hidden = false;
    const { camera } = viewer;
    this.camera = new Camera(this.canvas, this.match.meta, () => {
      if (!this.camera.fitted) camera.look(this.camera.x, this.camera.y, this.camera.scale);
      viewer.request();
    });
    this.board = new Board(this.canvas, this.camera, this.match, viewer.options);
    // Whoever is clicked there is asked about here, when it lives here as well.
    this.camera.onselect = (x, y) => viewer.select(x, y);
    this.describe(byId("compare"));
    this.resize();
  }

  tick(time) {
    return Math.min(time, this.match.meta.last_tick);
  }

  resize() {
    this.camera.resize();
  }

  // How far the common clock may run by the pictures there are of this match, which may end first.
  run(from, time, reached, step) {
    const start = this.tick(from), wanted = this.tick(time), here = this.source.run(start, wanted, step);
    if (here === wanted) return reached;
    return time > from ? Math.min(reached, Math.max(here, from)) : Math.max(reached, Math.min(here, from));
  }

  draw(scene, time, playing) {
    const { camera } = this.viewer, now = this.tick(time);
    Object.assign(this.camera, { x: camera.x, y: camera.y, scale: camera.scale, fitted: camera.fitted });
    if (!playing) this.source.request(Math.floor(now));
    const other = this.source.scene(STILL.matches ? Math.floor(now) : now);
    if (!other) return;
    this.board.draw(other, now);
    // Only pictures of one tick can be held against each other: past the end of this match there are none any more.
    if (now < time) byId("differ").textContent = "Now: the match on the right is over";
    if (!scene || scene.tick !== other.tick || now < time) return;
    const count = this.mark(this.viewer.board, scene, other) + this.mark(this.board, other, scene);
    byId("differ").textContent = count === 0 ? "Now: the same on both boards" : `Now: ${count} marks where the boards differ`;
  }

  // Rings whatever the other board has not, or has elsewhere or in another state; how many there are.
  mark(board, scene, other) {
    const { pen, camera, match } = board;
    let count = 0;
    pen.strokeStyle = OTHER_COLOUR;
    for (const row of scene.rows) {
      const there = other.byId.get(row.id), gone = !there || there.kind !== row.kind;
      const moved = !gone && Math.hypot(there.x - row.x, there.y - row.y) > SAME_PLACE;
      const changed = !gone && ["hp", "task", "target", "stage", "amount", "carries", "aboard", "queued"].some((name) => there[name] !== row[name]);
      if (row.aboard || !(gone || moved || changed)) continue;
      count++;
      const kind = match.meta.kinds[row.kind], [x, y] = camera.toScreen(row.x, row.y);
      pen.lineWidth = gone ? 3 : 1.5;
      pen.setLineDash(gone || moved ? [] : [3, 3]);
      pen.beginPath();
      pen.arc(x, y, Math.max((Math.max(kind.width, kind.height, 1) / 2) * camera.scale, 7) + 3, 0, 2 * Math.PI);
      if (moved) {
        pen.moveTo(x, y);
        pen.lineTo(...camera.toScreen(there.x, there.y));
      }
      pen.stroke();
    }
    pen.setLineDash([]);
    return count;
  }

  describe(box) {
    const { order, state, seen, made_of: made, results } = this.told, { meta } = this.viewer.match;
    const at = (tick) => `${clockText(tick, meta.ticks_per_second)} (tick ${tick})`;
    const heading = (text) => box.append(element("h3", text));
    const jump = (tick, text) => {
      const line = element("p"), button = element("button", at(tick));
      button.addEventListener("click", () => this.viewer.seek(tick));
      line.append(button, ` ${text}`);
      box.append(line);
    };
    const swap = element("button", "Swap (x)");
    swap.addEventListener("click", () => this.exchange());
    const title = element("h2", this.swapped ? "B, with A on the right" : "A, with B on the right");
    title.append(" ", swap);
    box.append(title, element("p", "", "soft"));
    box.lastChild.id = "differ";
    heading("First different order");
    if (order) {
      const { player, commander, number, first, second } = order;
      jump(order.tick, `player ${player} (${commander}), order ${number}: A ${first ?? "none then"}; B ${second ?? "none then"}`);
    } else box.append(element("p", "All orders are the same while both matches last"));
    heading("First different state");
    if (state) this.state(box, state, jump, at);
    else box.append(element("p", "All states are the same while both matches last"));
    if (seen !== null) jump(seen, "the first difference on the map");
    heading("Content");
    made.forEach((line) => box.append(element("p", line)));
    if (made.length === 0) box.append(element("p", "the same texts, seeds and commanders"));
    if (results.length > 0) heading("Results");
    for (const [one, other] of results) box.append(element("p", `A ${one}`), element("p", `B ${other}`));
    box.hidden = false;
  }

  state(box, { tick, compared_at: compared, phase, parts, fields, told }, jump, at) {
    jump(tick, [phase && `in phase ${phase}`, parts.length > 0 && `in ${parts.join(", ")}`].filter(Boolean).join(", "));
    if (compared !== null && compared !== tick) box.append(element("p", `compared at ${at(compared)}, the first tick in both records`));
    if (fields === 0) return;
    const more = element("details");
    more.append(element("summary", `Fields: ${fields}`));
    for (const [part, owner, field, first, second] of told) more.append(element("p", `${part} ${owner} ${field}: A ${first ?? "none"}, B ${second ?? "none"}`));
    if (fields > told.length) more.append(element("p", `and ${fields - told.length} more`));
    box.append(more);
  }

  // The other match becomes the one that all else tells of: the page begins anew.
  exchange() {
    const hash = this.viewer.hash();
    location.hash = this.swapped ? hash : `${hash}&side=b`;
    location.reload();
  }
}
