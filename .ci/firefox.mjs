// Firefox without a window, driven over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/), which it speaks through a WebSocket.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { writeFileSync } from "node:fs";
import { isTrouble, prelude, Remote } from "./tab.mjs";

// A WebSocket (RFC 6455) to this machine: text alone, as Node has none of its own before version 22.
class Socket {
  constructor(port, path, hear) {
    const key = randomBytes(16).toString("base64");
    this.stream = connect(port, "127.0.0.1");
    this.stream.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`);
    this.held = Buffer.alloc(0);
    this.parts = [];
    this.ready = new Promise((resolve, reject) => {
      this.stream.on("error", reject);
      this.stream.on("data", (bytes) => {
        this.held = Buffer.concat([this.held, bytes]);
        if (!this.upgraded) this.upgrade(resolve, reject);
        if (this.upgraded) this.frames(hear);
      });
    });
  }

  upgrade(resolve, reject) {
    const end = this.held.indexOf("\r\n\r\n");
    if (end < 0) return;
    const head = this.held.subarray(0, end).toString();
    this.held = this.held.subarray(end + 4);
    this.upgraded = head.startsWith("HTTP/1.1 101");
    if (this.upgraded) resolve();
    else reject(new Error(head));
  }

  frames(hear) {
    for (;;) {
      const { held } = this, short = held[1] & 0x7f, head = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (held.length < head) return;
      const length = short === 126 ? held.readUInt16BE(2) : short === 127 ? Number(held.readBigUInt64BE(2)) : short;
      if (held.length < head + length) return;
      const kind = held[0] & 0x0f, body = held.subarray(head, head + length);
      this.held = held.subarray(head + length);
      if (kind === 9) this.frame(10, body);
      if (kind > 2) continue;
      this.parts.push(body);
      if (held[0] & 0x80) hear(Buffer.concat(this.parts.splice(0)).toString());
    }
  }

  frame(kind, body) {
    const long = body.length > 65535, head = Buffer.alloc(body.length < 126 ? 2 : long ? 10 : 4), mask = randomBytes(4);
    head[0] = 0x80 | kind;
    head[1] = 0x80 | (body.length < 126 ? body.length : long ? 127 : 126);
    if (long) head.writeBigUInt64BE(BigInt(body.length), 2);
    else if (head.length === 4) head.writeUInt16BE(body.length, 2);
    this.stream.write(Buffer.concat([head, mask, body.map((byte, at) => byte ^ mask[at & 3])]));
  }

  text(text) {
    this.frame(1, Buffer.from(text));
  }
}

// What a value is that came from the page.
function local({ type, value }) {
  if (type === "array") return value.map(local);
  if (type === "object") return Object.fromEntries(value.map(([name, part]) => [name, local(part)]));
  return type === "null" ? null : value;
}

export class Firefox extends Remote {
  name = "firefox";

  constructor(program, folder) {
    super();
    // Nothing is asked for in the background.
    writeFileSync(`${folder}/user.js`, [
      ["browser.shell.checkDefaultBrowser", false], ["datareporting.policy.dataSubmissionEnabled", false], ["app.update.enabled", false],
      ["network.captive-portal-service.enabled", false], ["network.connectivity-service.enabled", false], ["services.settings.server", "data:,"],
      ["browser.newtabpage.enabled", false], ["browser.aboutwelcome.enabled", false], ["toolkit.telemetry.enabled", false], ["privacy.reduceTimerPrecision", false],
    ].map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(""));
    this.process = spawn(program, ["--headless", "--no-remote", "--profile", folder, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: folder } });
    this.ready = this.begin();
  }

  async begin() {
    const port = await new Promise((resolve, reject) => {
      let text = "";
      this.process.stderr.on("data", (bytes) => {
        text += bytes;
        const found = /ws:\/\/[^:]+:(\d+)/.exec(text);
        if (found) resolve(Number(found[1]));
      });
      this.process.on("exit", () => reject(new Error(`firefox ended: ${text}`)));
      this.process.on("error", reject);
    });
    this.socket = new Socket(port, "/session", (text) => this.take(JSON.parse(text)));
    await this.socket.ready;
    const { capabilities } = await this.request("session.new", { capabilities: {} });
    await this.request("session.subscribe", { events: ["log.entryAdded", "network.beforeRequestSent"] });
    this.version = `${capabilities.browserName} ${capabilities.browserVersion}`;
  }

  take(message) {
    this.hear(message, message.type === "error" ? `${message.error}: ${message.message}` : "");
  }

  post(text) {
    this.socket.text(text);
  }

  async open(url, { without = "", width = 1440, height = 900 } = {}) {
    await this.ready;
    const { context } = await this.request("browsingContext.create", { type: "tab" });
    const tab = { troubles: [] };
    const listener = ({ method, params }) => {
      if (method === "log.entryAdded" && params.source.context === context && ["error", "warn"].includes(params.level)) tab.troubles.push(`console: ${params.text}`);
      if (method === "network.beforeRequestSent" && params.context === context && isTrouble(params.request.url, url)) tab.troubles.push(`request: ${params.request.url.slice(0, 80)}`);
    };
    this.listeners.push(listener);
    await this.request("script.addPreloadScript", { functionDeclaration: `() => { ${prelude(without)} }`, contexts: [context] });
    await this.request("browsingContext.setViewport", { context, viewport: { width, height } });
    await this.request("browsingContext.navigate", { context, url, wait: "interactive" });
    tab.run = async (expression) => {
      const { type, result, exceptionDetails } = await this.request("script.evaluate", { expression, target: { context }, awaitPromise: true });
      if (type === "exception") throw new Error(exceptionDetails.text);
      return local(result);
    };
    tab.shot = async (file) => {
      const { data } = await this.request("browsingContext.captureScreenshot", { context });
      writeFileSync(file, Buffer.from(data, "base64"));
    };
    tab.shut = async () => {
      this.unlisten(listener);
      await this.request("browsingContext.close", { context });
    };
    return tab;
  }
}
