// Tests pages of `sandtable replay render`: node viewer.mjs [--seeks N] [--chromium PROGRAM] [--shots FOLDER] [--index INDEX] PAGE...
// With --index, the list of games of a folder of pages: a game that it links is tested as the others are, and its way back.
//
// Of each page, the engine plays its replay from start to end, and then goes to N random ticks in both directions: every state must
// be the one of straight playback. With a browser, the page is opened from its file: the state at random ticks must be the same there, with no error
// on the console, no request and nothing that its policy refused; and again with workers, DecompressionStream or WebAssembly taken away.
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

const args = process.argv.slice(2);
const option = (name, otherwise) => {
  const at = args.indexOf(name);
  return at < 0 ? otherwise : args.splice(at, 2)[1];
};
const seeks = Number(option("--seeks", 200)), program = option("--chromium", ""), shots = option("--shots", "");
const only = option("--variant", ""), index = option("--index", "");
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

// A browser driven over its pipe (the Chrome DevTools protocol).
class Browser {
  constructor(folder) {
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--hide-scrollbars", `--user-data-dir=${folder}`, "about:blank"];
    this.process = spawn(program, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.waiting = new Map();
    this.listeners = [];
    this.sent = 0;
    let text = "";
    this.process.stdio[4].on("data", (bytes) => {
      text += bytes;
      const messages = text.split("\0");
      text = messages.pop();
      messages.forEach((message) => this.hear(JSON.parse(message)));
    });
  }

  hear(message) {
    const waits = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (!waits) this.listeners.forEach((listener) => listener(message));
    else if (message.error) waits.reject(new Error(message.error.message));
    else waits.resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.sent;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async open(url, { without = "", width = 1440, height = 900, dark = false } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const tab = { targetId, troubles: [], send: (method, params) => this.send(method, params, sessionId) };
    const listener = ({ method, params, sessionId: from }) => {
      if (from !== sessionId) return;
      if (method === "Runtime.exceptionThrown") tab.troubles.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Runtime.consoleAPICalled" && ["error", "warning", "assert"].includes(params.type)) tab.troubles.push(`console: ${params.args.map((arg) => arg.value ?? arg.description).join(" ")}`);
      if (method === "Log.entryAdded" && params.entry.level === "error") tab.troubles.push(`log: ${params.entry.text}`);
      const beside = /\/(engine|page)-[0-9a-f]{16}\.js$/.test(params?.request?.url) && dirname(params.request.url) === dirname(url);
      if (method === "Network.requestWillBeSent" && params.request.url !== url && !beside && !params.request.url.startsWith("blob:")) tab.troubles.push(`request: ${params.request.url.slice(0, 80)}`);
    };
    this.listeners.push(listener);
    for (const domain of ["Runtime", "Log", "Network", "Page"]) await tab.send(`${domain}.enable`);
    const taken = without ? `delete globalThis.${without};` : "";
    await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: `${taken} window.refused = []; addEventListener("securitypolicyviolation", (event) => window.refused.push(event.violatedDirective + " " + event.blockedURI));` });
    await tab.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await tab.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    await tab.send("Page.navigate", { url });
    tab.run = async (expression) => {
      const { result, exceptionDetails } = await tab.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    tab.until = async (expression, what, seconds = 120) => {
      for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
        if (await tab.run(expression).catch(() => false)) return true;
        await new Promise((done) => setTimeout(done, 50));
      }
      tab.troubles.push(`no ${what} within ${seconds} s`);
      return false;
    };
    tab.shot = async (file) => {
      const { data } = await tab.send("Page.captureScreenshot", { format: "png" });
      writeFileSync(file, Buffer.from(data, "base64"));
    };
    tab.close = async () => {
      tab.troubles.push(...(await tab.run("window.refused").catch(() => [])).map((text) => `policy: ${text}`));
      this.listeners.splice(this.listeners.indexOf(listener), 1);
      await this.send("Target.closeTarget", { targetId });
      return tab.troubles;
    };
    return tab;
  }

  close() {
    this.process.kill();
  }
}

// What must hold of a page whose engine runs.
async function check(browser, page, known, without) {
  const tab = await browser.open(`file://${resolve(page)}`, { without }), name = `${page}${without ? ` without ${without}` : ""}`;
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
  const url = `file://${resolve(index)}`, list = await browser.open(url);
  await list.until("document.readyState === 'complete'", "the list of games");
  const links = await list.run("[...new Set([...document.querySelectorAll('td a')].map((link) => link.getAttribute('href')))]");
  if (links.length === 0) list.troubles.push("links no game");
  (await list.close()).forEach((trouble) => fail(index, trouble));
  const page = join(dirname(index), links[0]);
  await check(browser, page, play(page), "");
  const tab = await browser.open(`file://${resolve(page)}`);
  await tab.until("document.querySelector('header a')?.href === " + JSON.stringify(url), "way back to the list");
  (await tab.close()).forEach((trouble) => fail(page, trouble));
  const alone = mkdtempSync(join(tmpdir(), "viewer-"));
  copyFileSync(page, join(alone, "game.html"));
  const lacking = await browser.open(`file://${join(alone, "game.html")}`);
  await lacking.until("/needs page-.*js beside it/.test(document.getElementById('notice').textContent)", "word of what lacks");
  await browser.send("Target.closeTarget", { targetId: lacking.targetId });
  rmSync(alone, { recursive: true, force: true });
}

const known = new Map(pages.map((page) => [page, play(page)]));
if (program) {
  const folder = mkdtempSync(join(tmpdir(), "viewer-")), browser = new Browser(folder);
  try {
    for (const [at, page] of pages.entries()) {
      const variants = at === 0 && !only ? ["", "Worker", "DecompressionStream", "WebAssembly"] : [only];
      for (const without of variants) await check(browser, page, known.get(page), without);
    }
    if (index) await followed(browser);
    if (shots) await screenshots(browser, pages[0], known.get(pages[0]));
  } finally {
    browser.close();
    await new Promise((done) => setTimeout(done, 300));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
} else {
  console.log("skipped: needs chromium");
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
    const tab = await browser.open(`file://${resolve(page)}${hash}`, terms);
    await tab.until("window.sandtable?.source.index.done", "end of the index");
    if (act) await tab.run(act);
    await new Promise((done) => setTimeout(done, 2500));
    await tab.shot(join(shots, `${name}.png`));
    (await tab.close()).filter((trouble) => !trouble.startsWith("request: file")).forEach((trouble) => fail(`${page} ${name}`, trouble));
  }
}

process.exitCode = failures > 0 ? 1 : 0;
