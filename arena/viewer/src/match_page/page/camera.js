// Where the viewer looks: pans with the pointer, zooms with the wheel.

const LEAST_SCALE = 1;
const GREATEST_SCALE = 120;

class Camera {
  // `onchange` is called whenever what is looked at, or pointed at, changes.
  constructor(canvas, meta, onchange) {
    Object.assign(this, { canvas, meta, onchange });
    // The place in the middle of the canvas, in cells, and pixels a cell.
    this.x = this.y = 0;
    this.scale = 1;
    this.fitted = true;
    this.mouse = null;
    this.listen();
  }

  fit() {
    const { width, height } = this.meta;
    this.look(width / 2, height / 2, Math.min(this.width / width, this.height / height));
    this.fitted = true;
  }

  // Goes to a place, unless the whole map is in sight anyway.
  moveTo(x, y) {
    if (!this.fitted) Object.assign(this, { x, y });
  }

  look(x, y, scale) {
    Object.assign(this, { x, y, scale, fitted: false });
  }

  resize() {
    const box = this.canvas.parentElement;
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.width = box.clientWidth;
    this.height = box.clientHeight;
    this.canvas.width = Math.round(this.width * this.ratio);
    this.canvas.height = Math.round(this.height * this.ratio);
    if (this.fitted) this.fit();
  }

  toScreen(x, y) {
    return [this.width / 2 + (x - this.x) * this.scale, this.height / 2 + (y - this.y) * this.scale];
  }

  toMap(x, y) {
    return [this.x + (x - this.width / 2) / this.scale, this.y + (y - this.height / 2) / this.scale];
  }

  zoom(factor, x, y) {
    const [mapX, mapY] = this.toMap(x, y);
    const scale = Math.min(Math.max(this.scale * factor, LEAST_SCALE), GREATEST_SCALE);
    this.look(mapX - (x - this.width / 2) / scale, mapY - (y - this.height / 2) / scale, scale);
    this.onchange();
  }

  pan(dx, dy) {
    this.look(this.x - dx / this.scale, this.y - dy / this.scale, this.scale);
  }

  listen() {
    const { canvas } = this, held = new Map();
    let travelled = 0;
    const spread = () => {
      const [a, b] = [...held.values()];
      return { far: Math.hypot(a.x - b.x, a.y - b.y) || 1, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    };
    canvas.addEventListener("pointerdown", (event) => {
      if (held.size === 0) travelled = 0;
      held.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      canvas.setPointerCapture(event.pointerId);
      canvas.classList.add("dragging");
    });
    canvas.addEventListener("pointermove", (event) => {
      const was = held.get(event.pointerId), now = { x: event.offsetX, y: event.offsetY };
      if (was && held.size === 1) this.pan(now.x - was.x, now.y - was.y);
      if (was) {
        travelled += Math.hypot(now.x - was.x, now.y - was.y);
        const before = held.size === 2 && spread();
        held.set(event.pointerId, now);
        if (before) {
          const after = spread();
          this.pan(after.x - before.x, after.y - before.y);
          this.zoom(after.far / before.far, after.x, after.y);
        }
      }
      this.mouse = now;
      this.onchange();
    });
    const release = (event) => {
      const tapped = held.delete(event.pointerId) && travelled < 6 && event.type === "pointerup";
      if (held.size === 0) canvas.classList.remove("dragging");
      if (tapped) this.onselect?.(...this.toMap(event.offsetX, event.offsetY));
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
}
