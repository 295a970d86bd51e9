// Chromium without a window, driven over its pipe (the Chrome DevTools protocol).
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { isTrouble, prelude, Remote } from "./tab.mjs";

export class Chromium extends Remote {
  name = "chromium";

  constructor(program, folder) {
    super();
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--disable-sync", "--remote-debugging-pipe", "--hide-scrollbars", `--user-data-dir=${folder}`, "about:blank"];
    this.process = spawn(program, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let text = "";
    this.process.stdio[4].on("data", (bytes) => {
      text += bytes;
      const messages = text.split("\0");
      text = messages.pop();
      messages.map((one) => JSON.parse(one)).forEach((message) => this.hear(message, message.error?.message));
    });
  }

  post(text) {
    this.process.stdio[3].write(`${text}\0`);
  }

  send(method, params = {}, sessionId = undefined) {
    return this.request(method, params, { sessionId });
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
      if (method === "Network.requestWillBeSent" && isTrouble(params.request.url, url)) tab.troubles.push(`request: ${params.request.url.slice(0, 80)}`);
    };
    this.listeners.push(listener);
    for (const domain of ["Runtime", "Log", "Network", "Page"]) await tab.send(`${domain}.enable`);
    await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: prelude(without) });
    await tab.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    await tab.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
    await tab.send("Page.navigate", { url });
    tab.run = async (expression) => {
      const { result, exceptionDetails } = await tab.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    tab.shot = async (file) => {
      const { data } = await tab.send("Page.captureScreenshot", { format: "png" });
      writeFileSync(file, Buffer.from(data, "base64"));
    };
    tab.shut = async () => {
      this.unlisten(listener);
      await this.send("Target.closeTarget", { targetId });
    };
    return tab;
  }
}
