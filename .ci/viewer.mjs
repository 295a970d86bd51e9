// Tests pages of `sandtable replay render`: node viewer.mjs [--seeks N] [--chromium PROGRAM] [--firefox PROGRAM] [--shots FOLDER] [--index INDEX] [--gallery FOLDER] PAGE...
// With --index, the list of games of a folder of pages: a game that it links is tested as the others are, and its way back. Pages of --gallery are
// opened in Chromium until they are verified, and looked at in the middle and at the end.
//
// Of each page, the engine plays its replay from start to end, and then goes to N random ticks in both directions: every state must
// be the one of straight playback. With a browser, the page is opened from its file: the state at random ticks must be the same there, with no error
// on the console, no request and nothing that its policy refused; and again with workers, DecompressionStream or WebAssembly taken away.
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { Chromium } from "./chromium.mjs";
import { Firefox } from "./firefox.mjs";
import { open } from "./tab.mjs";

const args = process.argv.slice(2);
const option = (name, otherwise) => {
  const at = args.indexOf(name);
  return at < 0 ? otherwise : args.splice(at, 2)[1];
};
const seeks = Number(option("--seeks", 200)), chromium = option("--chromium", ""), firefox = option("--firefox", ""), shots = option("--shots", "");
const only = option("--variant", ""), index = option("--index", ""), gallery = option("--gallery", "");
const pages = args;
let failures = 0;

function fail(page, text) {
  failures++;
  console.error(`${page}: FAILED: ${text}`);
}

// A fixed stream of numbers below a bound.
function stream(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

// How pages read what they hold.
const script = (name) => readFileSync(new URL(`../arena/viewer/src/match_page/page/${name}`, import.meta.url), "utf8");
const { unlzma, fromSevens } = new Function(`${script("decode.js")} ${script("lzma.js")}; return { unlzma, fromSevens };`)();

// The engine of a page of a folder is a script beside it, which puts base64 into the page.
function engineBeside(page, text) {
  const name = /<script src="(engine-[0-9a-f]+\.js)">/.exec(text)?.[1];
  return name && Buffer.from(/"([^"]{100,})"/.exec(readFileSync(join(dirname(page), name), "utf8"))[1], "base64");
}

function embedded(page, id) {
  const text = readFileSync(page, "utf8"), beside = id === "engine" && engineBeside(page, text);
  if (beside) return unlzma(new Uint8Array(beside));
  const begin = text.indexOf(`id="${id}">`) + id.length + 6;
  const bytes = fromSevens(text.slice(begin, text.indexOf("</script>", begin)));
  if (bytes.length === 0) return null;
  return bytes[0] === 0x1f ? gunzipSync(bytes) : unlzma(bytes);
}

class Engine {
  constructor(wasm, replay) {
    this.x = new WebAssembly.Instance(new WebAssembly.Module(wasm), {}).exports;
    const at = this.x.input(replay.length);
    new Uint8Array(this.x.memory.buffer).set(replay, at);
    if (!this.x.open(1)) throw new Error(this.text());
  }

  text() {
    return new TextDecoder().decode(new Uint8Array(this.x.memory.buffer, this.x.reply(), this.x.reply_length()));
  }

  index(ticks, keep) {
    this.x.index(ticks, keep);
    return JSON.parse(this.text());
  }

  hashAt(tick) {
    this.x.seek(tick, 0xffffffff, 0);
    this.x.state_hash();
    return this.text();
  }
}

// Who wins the first forks from a tick: 0 nobody, else the team, from 1; or why they cannot be played.
function forked(engine, tick, count) {
  if (tick > 0) engine.index(tick, 0);
  return Array.from({ length: count }, (_, number) => {
    if (!engine.x.fork(number)) return engine.text();
    for (;;) {
      const winner = engine.x.play_fork(512);
      if (winner >= 0) return winner;
    }
  });
}

const percentile = (values, part) => [...values].sort((a, b) => a - b)[Math.min(Math.floor(values.length * part), values.length - 1)] ?? 0;

// The state after some ticks of straight playback; seeking must come to the same.
function play(page) {
  const wasm = embedded(page, "engine"), replay = embedded(page, "replay"), began = process.cpuUsage();
  const straight = new Engine(wasm, replay), engine = new Engine(wasm, replay), random = stream(0x5eed);
  let state = engine.index(0, 1), at = 0;
  const cost = () => process.cpuUsage(began).user / 1000;
  const opened = cost();
  while (!state.done) state = engine.index(128, 1);
  const indexed = cost() - opened, last = state.tick, hashes = new Map();
  if (state.departs) fail(page, `plays differently: ${JSON.stringify(state.departs)}`);
  const ticks = Array.from({ length: seeks }, () => random(last + 1));
  for (const tick of [...new Set(ticks)].sort((a, b) => a - b)) hashes.set(tick, straight.hashAt(tick));
  const times = [];
  for (const tick of ticks) {
    const before = process.cpuUsage();
    const hash = engine.hashAt(tick);
    times.push(process.cpuUsage(before).user / 1000);
    if (hash !== hashes.get(tick)) fail(page, `another state at tick ${tick} by seeking`);
  }
  // Step by step backwards from there, and on again.
  const from = ticks.at(-1) ?? 0, steps = [];
  for (let tick = from; tick > Math.max(from - 80, 0); tick--) {
    const before = process.cpuUsage();
    engine.x.seek(tick, 0xffffffff, 0);
    steps.push(process.cpuUsage(before).user / 1000);
  }
  for (const caches of ["forgotten", "warm"]) {
    if (caches === "forgotten") engine.x.forget();
    if (engine.hashAt(from) !== hashes.get(from)) fail(page, `another state at tick ${from} with caches ${caches}`);
  }
  const memory = engine.x.memory.buffer.byteLength / 2 ** 20;
  console.log(`${page}: ${last} ticks, ${seeks} seeks as played straight; CPU ms: index ${indexed.toFixed(0)}, seek p50 ${percentile(times, 0.5).toFixed(1)} p95 ${percentile(times, 0.95).toFixed(1)}, step back p95 ${percentile(steps, 0.95).toFixed(1)}; ${memory.toFixed(0)} MiB`);
  const part = Math.floor(last / 2);
  return { hashes, last, part, forks: forked(new Engine(wasm, replay), part, 3) };
}

// What must hold of a page whose engine runs.
async function check(browser, page, known, without) {
  const tab = await open(browser, `file://${resolve(page)}`, { without }), name = `${page} in ${browser.name}${without ? ` without ${without}` : ""}`;
  const alive = await tab.until("window.sandtable !== undefined", "page");
  if (alive && without === "WebAssembly") {
    const text = await tab.run("document.getElementById('notice').textContent");
    if (!text.includes("engine cannot run")) tab.troubles.push(`says ${JSON.stringify(text)} where the engine is refused`);
  } else if (alive) {
    await tab.until("window.sandtable.source.index.done", "end of the index");
    await tab.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    const verdict = await tab.run("document.getElementById('verdict').textContent");
    if (!verdict.startsWith("Verified")) tab.troubles.push(`the verdict is ${JSON.stringify(verdict)}`);
    for (const [tick, hash] of [...known.hashes].slice(0, 8)) {
      const found = await tab.run(`window.sandtable.source.ask("hash", 0, ${tick})`);
      if (found !== hash) tab.troubles.push(`another state at tick ${tick}: ${found}`);
    }
    // Frames by the page's own way, to and fro, and a unit asked about.
    const middle = Math.floor(known.last / 2);
    for (const tick of [middle, middle - 1, known.last, 0, middle]) {
      await tab.run(`window.sandtable.viewer.seek(${tick})`);
      // A frame that is kept may not be drawn yet, and units are chosen from those that are shown.
      await tab.until(`window.sandtable.source.shown?.tick === ${tick}`, `picture of tick ${tick}`);
    }
    await playedBack(tab, known.last);
    await drawnOver(tab, middle);
    await playedOn(tab, known);
    if (await tab.run("window.sandtable.viewer.against !== undefined")) await beside(tab);
    await tab.run("document.getElementById('board').focus()");
    await tab.run("window.sandtable.viewer.nextUnit(1)");
    const units = await tab.run("window.sandtable.viewer.board.rows.filter((row) => row.cls === 'unit').length");
    if (units > 0) await tab.until("document.querySelector('#inspect pre')?.textContent.length > 0", "explanation of a unit");
    // Only now does the match go on: a unit that dies before it is explained is never explained.
    await tab.run("window.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }))");
    const threaded = await tab.run("window.sandtable.source.threaded");
    if (threaded !== (without !== "Worker")) tab.troubles.push(`threaded is ${threaded}`);
    const figures = await tab.run("({ draw: window.sandtable.viewer.drawn, seek: window.sandtable.source.latency })");
    console.log(`${name}: draw p95 ${percentile(figures.draw, 0.95).toFixed(1)} ms, frames asked for p95 ${percentile(figures.seek, 0.95).toFixed(1)} ms (clock)`);
  }
  const troubles = await tab.close();
  troubles.forEach((trouble) => fail(name, trouble));
}

// After a jump the board goes on with the clock: frames of elsewhere in the match are no way there.
async function playedBack(tab, last) {
  const viewer = "window.sandtable.viewer", source = "window.sandtable.source";
  await tab.run(`${viewer}.seek(0); ${viewer}.seek(${last}); ${viewer}.toggle(-1)`);
  // Before the middle, whose frame is kept: a board that stands still would be right there by chance, and at the end.
  await tab.until(`${viewer}.time <= ${last - 8} && ${viewer}.time > ${Math.floor(last / 2) + 2} && Math.abs(${source}.shown.tick - ${viewer}.time) <= 2`, "playing backwards on the board");
  await tab.run(`${viewer}.playing && ${viewer}.toggle(-1)`);
}

// Every overlay is drawn, of everything and under a player's fog, and taken away again.
async function drawnOver(tab, tick) {
  const all = `["heat", "traffic", "passages", "control", "sight", "slots", "flow"]`, asked = `["deaths", "traffic", "passages", "sight", "slots"]`;
  const click = `${all}.forEach((id) => document.getElementById(id).click())`;
  for (const fog of ["null", "0"]) {
    await tab.run(`window.sandtable.viewer.setFog(${fog}); window.sandtable.viewer.overlays.asked.clear(); ${click}; window.sandtable.viewer.seek(${tick})`);
    await tab.until(`${asked}.every((what) => window.sandtable.viewer.overlays.asked.get(what)?.answer)`, `overlays under fog ${fog}`);
    await tab.run(`${click}; new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
  }
  await tab.run("window.sandtable.viewer.setFog(null)");
}

// Forks of the page are those of the engine alone; then one is stopped under way.
async function playedOn(tab, { part, forks }) {
  await tab.run(`window.sandtable.viewer.seek(${part})`);
  await tab.run("(() => { const { forks } = window.sandtable.viewer; forks.count.add(new Option('', 3)); forks.count.value = 3; forks.start(); })()");
  await tab.until("window.sandtable.viewer.forks.run === null", "end of the forks");
  const refusal = forks.find((winner) => typeof winner === "string");
  const wins = [...new Set(forks)].sort().map((winner) => [winner, forks.filter((other) => other === winner).length]);
  const expected = JSON.stringify(refusal ?? wins);
  const found = await tab.run(refusal ? "window.sandtable.viewer.forks.told.textContent.split(': ').slice(1).join(': ')" : "[...window.sandtable.viewer.forks.last.wins].sort()");
  if (JSON.stringify(found) !== expected) tab.troubles.push(`forks: ${JSON.stringify(found)}, not ${expected}`);
  const left = await tab.run("(() => { const { forks } = window.sandtable.viewer; forks.start(); forks.stop(); return forks.engines.length; })()");
  if (left !== 0) tab.troubles.push(`${left} engines go on after the forks were stopped`);
}

// Of a page of two matches: both boards show the tick at which the first thing differs, and it is marked; before, nothing is.
async function beside(tab) {
  const seen = await tab.run("window.sandtable.viewer.against.told.seen");
  const looks = [[seen ?? 0, seen === null ? "the same" : "marks"], ...(seen > 0 ? [[seen - 1, "the same"]] : [])];
  for (const [tick, words] of looks) {
    await tab.run(`document.getElementById("differ").textContent = ""; window.sandtable.viewer.seek(${tick})`);
    const shown = `[window.sandtable.viewer.against.source, window.sandtable.source].every((source) => source.shown?.tick === ${tick})`;
    await tab.until(`${shown} && document.getElementById("differ").textContent.includes("${words}")`, `${words} at tick ${tick} on both boards`);
  }
  const from = await tab.run("window.sandtable.viewer.setSpeed(64), window.sandtable.viewer.toggle(1), window.sandtable.viewer.time");
  await tab.until(`window.sandtable.viewer.time > ${from}`, "playing on both boards");
  await tab.run("window.sandtable.viewer.playing && window.sandtable.viewer.toggle(1)");
}

// The list of games leads to a game, whose page runs its engine and leads back; without the files beside it, the page says what it lacks.
async function followed(browser) {
  const url = `file://${resolve(index)}`, list = await open(browser, url);
  await list.until("document.readyState === 'complete'", "the list of games");
  const links = await list.run("[...new Set([...document.querySelectorAll('td a')].map((link) => link.getAttribute('href')))]");
  if (links.length === 0) list.troubles.push("links no game");
  (await list.close()).forEach((trouble) => fail(`${index} in ${browser.name}`, trouble));
  const page = join(dirname(index), links[0]);
  await check(browser, page, play(page), "");
  const tab = await open(browser, `file://${resolve(page)}`);
  await tab.until("document.querySelector('header a')?.href === " + JSON.stringify(url), "way back to the list");
  (await tab.close()).forEach((trouble) => fail(page, trouble));
  const alone = mkdtempSync(join(tmpdir(), "viewer-"));
  copyFileSync(page, join(alone, "game.html"));
  const lacking = await open(browser, `file://${join(alone, "game.html")}`);
  await lacking.until("/needs page-.*js beside it/.test(document.getElementById('notice').textContent)", "word of what lacks");
  await lacking.shut();
  rmSync(alone, { recursive: true, force: true });
}

// A page opens, verifies, and shows the middle and the end.
async function visited(browser, page) {
  const tab = await open(browser, `file://${resolve(page)}`);
  // The verdict is written with the picture after the last tick.
  if (await tab.until("window.sandtable?.source.index?.done && !document.getElementById('verdict').textContent.startsWith('Verifying')", "verdict")) {
    const { last, verdict } = await tab.run("({ last: window.sandtable.match.meta.last_tick, verdict: document.getElementById('verdict').textContent })");
    if (!verdict.startsWith("Verified")) tab.troubles.push(`the verdict is ${JSON.stringify(verdict)}`);
    for (const tick of [Math.floor(last / 2), last]) {
      await tab.run(`window.sandtable.viewer.seek(${tick})`);
      await tab.until(`window.sandtable.source.shown?.tick === ${tick}`, `picture of tick ${tick}`);
    }
    console.log(`${page} in ${browser.name}: ${last} ticks, ${verdict}`);
  }
  (await tab.close()).forEach((trouble) => fail(`${page} in ${browser.name}`, trouble));
}

// Opens all pages in a browser.
async function checked(Browser, program) {
  const folder = mkdtempSync(join(tmpdir(), "viewer-")), browser = new Browser(program, folder);
  try {
    for (const [at, page] of pages.entries()) {
      const variants = at === 0 && !only ? ["", "Worker", "DecompressionStream", "WebAssembly"] : [only];
      for (const without of variants) await check(browser, page, known.get(page), without);
    }
    if (index) await followed(browser);
    const visits = gallery && browser instanceof Chromium ? readdirSync(gallery).filter((name) => name.endsWith(".html")) : [];
    for (const name of visits) await visited(browser, join(gallery, name));
    if (shots) await screenshots(browser, pages[0], known.get(pages[0]));
  } finally {
    browser.close();
    await new Promise((done) => setTimeout(done, 300));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const known = new Map(pages.map((page) => [page, play(page)]));
for (const [Browser, program] of [[Chromium, chromium], [Firefox, firefox]]) {
  if (program) await checked(Browser, program);
}

// Pictures to look at: light, dark, a phone, a player's fog, a unit and a player asked about.
async function screenshots(browser, page, { last }) {
  const looks = [
    ["light", {}, `#tick=${Math.floor(last * 0.5)}`],
    ["dark", { dark: true }, `#tick=${Math.floor(last * 0.75)}`],
    ["phone", { width: 390, height: 844 }, `#tick=${Math.floor(last * 0.5)}`],
    ["fog", {}, `#tick=${Math.floor(last * 0.6)}&fog=0`],
    ["unit", { dark: true }, `#tick=${Math.floor(last * 0.75)}&x=30&y=38&zoom=34`, "document.getElementById('heat').click(); window.sandtable.viewer.inspector.select({ unit: window.sandtable.viewer.board.rows.find((row) => row.cls === 'unit' && row.target).id })"],
    ["player", {}, `#tick=${Math.floor(last * 0.5)}&player=0`],
  ];
  for (const [name, terms, hash, act] of looks) {
    const tab = await open(browser, `file://${resolve(page)}${hash}`, terms);
    await tab.until("window.sandtable?.source.index.done", "end of the index");
    if (act) await tab.run(act);
    await new Promise((done) => setTimeout(done, 2500));
    await tab.shot(join(shots, `${browser.name}-${name}.png`));
    (await tab.close()).filter((trouble) => !trouble.startsWith("request: file")).forEach((trouble) => fail(`${page} ${name}`, trouble));
  }
}

process.exitCode = failures > 0 ? 1 : 0;
