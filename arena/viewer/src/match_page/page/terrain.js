// The ground as a picture, drawn once: a colour a terrain, lighter where higher, edges where the height steps.

const TERRAIN_COLOURS = [
  ["deep", [58, 92, 128]],
  ["shallow", [124, 164, 174]],
  ["ford", [124, 164, 174]],
  ["water", [72, 112, 146]],
  ["forest", [72, 102, 70]],
  ["tree", [72, 102, 70]],
  ["swamp", [98, 106, 78]],
  ["marsh", [98, 106, 78]],
  ["cliff", [92, 86, 82]],
  ["rock", [104, 98, 94]],
  ["wall", [92, 86, 82]],
  ["road", [176, 160, 126]],
  ["sand", [190, 174, 132]],
  ["snow", [212, 218, 222]],
  ["grass", [124, 144, 100]],
  ["plain", [124, 144, 100]],
];

function terrainColour(terrain) {
  const known = TERRAIN_COLOURS.find(([word]) => terrain.name.includes(word));
  if (known) return known[1];
  if (terrain.foot === null) return terrain.hover === null ? [92, 86, 82] : [72, 112, 146];
  if (terrain.blocks_sight) return [72, 102, 70];
  return terrain.foot > 8 ? [112, 122, 88] : [124, 144, 100];
}

const CELL_PIXELS = 8;

function drawTerrain(match) {
  const { width, height } = match.meta;
  const pixels = Math.max(width, height) > 256 ? 2 : CELL_PIXELS;
  const canvas = document.createElement("canvas");
  canvas.width = width * pixels;
  canvas.height = height * pixels;
  const pen = canvas.getContext("2d");
  const colours = match.meta.terrain.map(terrainColour);
  const highest = match.heights.reduce((high, value) => Math.max(high, value), 4);
  const level = (x, y) => match.heights[y * width + x];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      // A fixed speckle, so that plain ground has a grain.
      const grain = ((x * 73856093) ^ (y * 19349663)) % 5 - 2;
      const light = 0.86 + (0.34 * match.heights[at]) / highest;
      const [r, g, b] = colours[match.terrain[at]].map((part) => Math.min(255, part * light + grain));
      pen.fillStyle = `rgb(${r | 0} ${g | 0} ${b | 0})`;
      pen.fillRect(x * pixels, y * pixels, pixels, pixels);
    }
  }
  const edge = Math.max(1, pixels / 8);
  for (let y = 1; y < height; y++) {
    for (let x = 1; x < width; x++) {
      const north = level(x, y) - level(x, y - 1), west = level(x, y) - level(x - 1, y);
      if (north !== 0) {
        pen.fillStyle = north > 0 ? "rgb(255 255 255 / 22%)" : "rgb(0 0 0 / 26%)";
        pen.fillRect(x * pixels, y * pixels, pixels, edge);
      }
      if (west !== 0) {
        pen.fillStyle = west > 0 ? "rgb(255 255 255 / 22%)" : "rgb(0 0 0 / 26%)";
        pen.fillRect(x * pixels, y * pixels, edge, pixels);
      }
    }
  }
  return canvas;
}
