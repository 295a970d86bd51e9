// gzip undone (RFC 1951, 1952), for browsers that cannot do it themselves.

function buildCodes(lengths) {
  const counts = new Uint16Array(16), offsets = new Uint16Array(16), symbols = new Uint16Array(lengths.length);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  for (let at = 1; at < 16; at++) offsets[at] = offsets[at - 1] + counts[at - 1];
  lengths.forEach((length, symbol) => { if (length) symbols[offsets[length]++] = symbol; });
  return { counts, symbols };
}

function inflate(bytes) {
  let at = 10, hold = 0, held = 0, out = new Uint8Array(bytes.length * 4), size = 0;
  const flags = bytes[3];
  if (flags & 4) at += 2 + bytes[at] + (bytes[at + 1] << 8);
  for (const flag of [8, 16]) if (flags & flag) while (bytes[at++]);
  if (flags & 2) at += 2;
  const bits = (count) => {
    while (held < count) {
      hold |= bytes[at++] << held;
      held += 8;
    }
    const value = hold & ((1 << count) - 1);
    hold >>>= count;
    held -= count;
    return value;
  };
  const symbol = ({ counts, symbols }) => {
    for (let length = 1, code = 0, first = 0, index = 0; length < 16; length++) {
      code |= bits(1);
      const count = counts[length];
      if (code - count < first) return symbols[index + code - first];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error("damaged data");
  };
  const room = (more) => {
    if (size + more <= out.length) return;
    const larger = new Uint8Array(Math.max(out.length * 2, size + more));
    larger.set(out);
    out = larger;
  };
  const base = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
  const far = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
    8193, 12289, 16385, 24577];
  const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  let last;
  do {
    last = bits(1);
    const type = bits(2);
    if (type === 0) {
      hold = held = 0;
      const length = bytes[at] | (bytes[at + 1] << 8);
      at += 4;
      room(length);
      out.set(bytes.subarray(at, at + length), size);
      size += length;
      at += length;
      continue;
    }
    let lengths, distances;
    if (type === 1) {
      const fixed = new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
      lengths = buildCodes(fixed);
      distances = buildCodes(new Uint8Array(30).fill(5));
    } else {
      const many = bits(5) + 257, some = bits(5) + 1, few = bits(4) + 4, all = new Uint8Array(many + some);
      const codes = new Uint8Array(19);
      for (let row = 0; row < few; row++) codes[order[row]] = bits(3);
      const tree = buildCodes(codes);
      for (let row = 0; row < many + some;) {
        const code = symbol(tree);
        if (code < 16) all[row++] = code;
        else {
          const value = code === 16 ? all[row - 1] : 0;
          const times = code === 16 ? 3 + bits(2) : code === 17 ? 3 + bits(3) : 11 + bits(7);
          all.fill(value, row, row + times);
          row += times;
        }
      }
      lengths = buildCodes(all.subarray(0, many));
      distances = buildCodes(all.subarray(many));
    }
    for (;;) {
      const code = symbol(lengths);
      if (code === 256) break;
      if (code < 256) {
        room(1);
        out[size++] = code;
        continue;
      }
      const row = code - 257, extra = row < 8 || row === 28 ? 0 : (row - 4) >> 2;
      const length = base[row] + bits(extra), away = symbol(distances);
      const distance = far[away] + bits(away < 4 ? 0 : (away - 2) >> 1);
      room(length);
      for (let copied = 0; copied < length; copied++, size++) out[size] = out[size - distance];
    }
  } while (!last);
  return out.subarray(0, size);
}

// The bytes of a gzip file; others as they are.
async function gunzip(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  if (typeof DecompressionStream === "undefined") return inflate(bytes);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
