// The whole map in a corner: who is where, and what the camera shows; a click looks there.

const MINIMAP_SIDE = 168;

class Minimap {
  constructor(canvas, match, camera, ground, onchange) {
    Object.assign(this, { canvas, match, camera, ground });
    const { width, height } = match.meta;
    this.scale = MINIMAP_SIDE / Math.max(width, height);
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    canvas.width = Math.round(width * this.scale * this.ratio);
    canvas.height = Math.round(height * this.scale * this.ratio);
    canvas.style.width = `${width * this.scale}px`;
    canvas.style.height = `${height * this.scale}px`;
    const look = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      camera.look(event.offsetX / this.scale, event.offsetY / this.scale, camera.scale);
      onchange();
    };
    canvas.addEventListener("pointerdown", look);
    canvas.addEventListener("pointermove", look);
  }

  draw(board, scene) {
    const { canvas, camera, match, ratio } = this, pen = canvas.getContext("2d"), side = this.scale * ratio;
    if (canvas.hidden) return;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(this.ground, 0, 0, canvas.width, canvas.height);
    if (scene.fog) pen.drawImage(board.fogPicture, 0, 0, canvas.width, canvas.height);
    for (const row of scene.rows) {
      if (row.cls === "node" || row.aboard) continue;
      const kind = match.meta.kinds[row.kind], size = Math.max(2 * ratio, (row.cls === "building" ? kind.width : kind.radius * 2) * side);
      pen.fillStyle = playerColour(row.owner);
      pen.fillRect(row.x * side - size / 2, row.y * side - size / 2, size, size);
    }
    const wide = (camera.width / camera.scale) * side, high = (camera.height / camera.scale) * side;
    pen.lineWidth = ratio * 1.5;
    pen.strokeStyle = "#ffffff";
    pen.strokeRect(camera.x * side - wide / 2, camera.y * side - high / 2, wide, high);
  }
}
