// LZMA undone: the "alone" format of the LZMA SDK, as `xz --format=lzma` writes it. It makes the engine a quarter shorter than gzip
// does, and it is most of a page. The same function runs in a worker: it may use nothing but what stands in it.

function unlzma(bytes) {
  const lc = bytes[0] % 9, lp = Math.floor(bytes[0] / 9) % 5, pb = Math.floor(bytes[0] / 45);
  const sizes = new DataView(bytes.buffer, bytes.byteOffset + 5, 8);
  // A size of all ones is unknown: then the data say where they end.
  const known = sizes.getUint32(4, true) === 0 ? sizes.getUint32(0, true) : Infinity;
  // Where the chances of each decision lie.
  const MATCH = 0, REP = 192, REP0 = 204, REP1 = 216, REP2 = 228, LONG = 240, SLOT = 432, NEAR = 688, ALIGN = 803, LENGTH = 819;
  const REP_LENGTH = LENGTH + 514, LITERAL = REP_LENGTH + 514;
  const chances = new Uint16Array(LITERAL + (0x300 << (lc + lp))).fill(1024);
  let out = new Uint8Array(known < 2 ** 28 ? known : bytes.length * 6), size = 0;
  let at = 18, range = 0xffffffff, code = new DataView(bytes.buffer, bytes.byteOffset + 14, 4).getUint32(0);

  function shift() {
    if (range >= 0x1000000) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | bytes[at++]) >>> 0;
  }
  function bit(row) {
    const chance = chances[row], bound = (range >>> 11) * chance;
    if (code < bound) {
      range = bound;
      chances[row] = chance + ((2048 - chance) >> 5);
      shift();
      return 0;
    }
    range -= bound;
    code -= bound;
    chances[row] = chance - (chance >> 5);
    shift();
    return 1;
  }
  function tree(base, bits) {
    let node = 1;
    for (let left = bits; left > 0; left--) node = (node << 1) | bit(base + node);
    return node - (1 << bits);
  }
  function reversed(base, bits) {
    let node = 1, value = 0;
    for (let row = 0; row < bits; row++) {
      const one = bit(base + node);
      node = (node << 1) | one;
      value |= one << row;
    }
    return value;
  }
  function even(bits) {
    let value = 0;
    for (let left = bits; left > 0; left--) {
      range >>>= 1;
      const one = code >= range ? 1 : 0;
      if (one) code -= range;
      shift();
      value = value * 2 + one;
    }
    return value;
  }
  function length(base, place) {
    if (!bit(base)) return 2 + tree(base + 2 + (place << 3), 3);
    if (!bit(base + 1)) return 10 + tree(base + 130 + (place << 3), 3);
    return 18 + tree(base + 258, 8);
  }
  function distance(long) {
    const slot = tree(SLOT + (Math.min(long - 2, 3) << 6), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1, from = ((2 | (slot & 1)) << bits) >>> 0;
    if (slot < 14) return from + reversed(NEAR + from - slot, bits);
    return from + even(bits - 4) * 16 + reversed(ALIGN, 4);
  }
  function room(more) {
    if (size + more <= out.length) return;
    const larger = new Uint8Array(Math.max(out.length * 2, size + more));
    larger.set(out);
    out = larger;
  }
  function literal(matched, back) {
    const before = size > 0 ? out[size - 1] : 0;
    const base = LITERAL + 0x300 * (((size & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
    let symbol = 1;
    if (matched) {
      for (let other = out[size - back - 1]; symbol < 0x100; other <<= 1) {
        const expected = (other >> 7) & 1, found = bit(base + ((1 + expected) << 8) + symbol);
        symbol = (symbol << 1) | found;
        if (expected !== found) break;
      }
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(base + symbol);
    return symbol;
  }

  let state = 0, back = [0, 0, 0, 0];
  // Puts one of the latest distances first; whether more than a byte is copied from there.
  function again(place) {
    if (!bit(REP0 + state)) return bit(LONG + (state << 4) + place) === 1;
    const row = !bit(REP1 + state) ? 1 : !bit(REP2 + state) ? 2 : 3;
    const [taken] = back.splice(row, 1);
    back.unshift(taken);
    return true;
  }
  while (size < known) {
    if (at > bytes.length + 4) throw new Error("damaged data");
    const place = size & ((1 << pb) - 1);
    let long = 1;
    if (!bit(MATCH + (state << 4) + place)) {
      const symbol = literal(state >= 7, back[0]);
      room(1);
      out[size++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    if (!bit(REP + state)) {
      long = length(LENGTH, place);
      back = [distance(long), back[0], back[1], back[2]];
      state = state < 7 ? 7 : 10;
      if (back[0] === 0xffffffff) break;
    } else if (!again(place)) {
      state = state < 7 ? 9 : 11;
    } else {
      long = length(REP_LENGTH, place);
      state = state < 7 ? 8 : 11;
    }
    if (back[0] >= size) throw new Error("damaged data");
    room(long);
    for (const end = size + long; size < end; size++) out[size] = out[size - back[0] - 1];
  }
  return out.subarray(0, size);
}
