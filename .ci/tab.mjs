// What the browsers of the tests have in common: a tab is an object with `run` (a script's value), `shot` (a picture), `shut` and `troubles`.
import { dirname } from "node:path";

// What runs in a page before its own scripts: something is taken away, and what its policy refuses is noted.
export function prelude(without) {
  const taken = without ? `delete globalThis.${without};` : "";
  return `${taken} window.refused = []; addEventListener("securitypolicyviolation", (event) => window.refused.push(event.violatedDirective + " " + event.blockedURI));`;
}

// A page may ask for itself, for the scripts beside it, and for what is in it.
export function isTrouble(asked, url) {
  const beside = /\/(engine|page)-[0-9a-f]{16}\.js$/.test(asked) && dirname(asked) === dirname(url);
  return asked !== url && !beside && !/^(blob|data):/.test(asked);
}

// A browser that is asked by numbered messages: `post` sends one, and whoever reads hands what comes to `hear`.
export class Remote {
  waiting = new Map();
  listeners = [];
  sent = 0;

  // `failure` is the text of a message's error, where it tells of one.
  hear(message, failure) {
    const waits = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (!waits) this.listeners.forEach((listener) => listener(message));
    else if (failure) waits.reject(new Error(failure));
    else waits.resolve(message.result);
  }

  request(method, params, more = {}) {
    const id = ++this.sent;
    this.post(JSON.stringify({ id, method, params, ...more }));
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  unlisten(listener) {
    this.listeners.splice(this.listeners.indexOf(listener), 1);
  }

  close() {
    this.process.kill();
  }
}

// Opens a page in a browser; `until` waits for something to hold in it, and `close` tells what went wrong.
export async function open(browser, url, terms = {}) {
  const tab = await browser.open(url, terms);
  tab.until = async (expression, what, seconds = 120) => {
    for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
      if (await tab.run(expression).catch(() => false)) return true;
      await new Promise((done) => setTimeout(done, 50));
    }
    tab.troubles.push(`no ${what} within ${seconds} s`);
    return false;
  };
  tab.close = async () => {
    tab.troubles.push(...(await tab.run("window.refused").catch(() => [])).map((text) => `policy: ${text}`));
    await tab.shut();
    return tab.troubles;
  };
  return tab;
}
