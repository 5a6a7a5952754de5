// SPDX-License-Identifier: Apache-2.0
// A headless Chromium, controlled through pipes with its DevTools protocol.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const findChromium = () =>
  ["chromium", "chromium-browser", "google-chrome"].find(
    (name) => spawnSync(name, ["--version"], { env: homeless(tmpdir()) }).status === 0);

// An environment whose home is `folder`: Chromium keeps settings of its crash reports and of GTK there,
// whatever its profile.
export const homeless = (folder) => {
  const { XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR, ...rest } = process.env;
  return { ...rest, HOME: folder };
};

export class Browser {
  constructor(program) {
    this.profile = mkdtempSync(join(tmpdir(), "romcast-browser-"));
    this.process = spawn(program, ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--remote-debugging-pipe", `--user-data-dir=${this.profile}`, "--no-first-run", "about:blank"],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"], env: homeless(this.profile) });
    this.next = 1;
    this.waiting = new Map();
    this.errors = [];
    let rest = "";
    this.process.stdio[4].on("data", (chunk) => {
      const parts = (rest + chunk).split("\0");
      rest = parts.pop();
      parts.forEach((part) => this.hear(JSON.parse(part)));
    });
  }

  hear(message) {
    const waiting = this.waiting.get(message.id);
    if (waiting) {
      this.waiting.delete(message.id);
      return message.error ? waiting.reject(new Error(message.error.message)) : waiting.resolve(message.result);
    }
    if (message.method === "Runtime.exceptionThrown") this.errors.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
    if (message.method === "Runtime.consoleAPICalled" && message.params.type === "error") this.errors.push(JSON.stringify(message.params.args.map((a) => a.value)));
    if (message.method === "Network.requestWillBeSent" && !message.params.request.url.startsWith("file:")) this.errors.push(`asks for ${message.params.request.url.slice(0, 80)}`);
    if (message.method === "Page.loadEventFired") this.loaded?.();
  }

  call(method, params = {}) {
    const id = this.next++;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  async open(url, width = 1280, height = 900) {
    if (!this.session) {
      const { targetInfos } = await this.call("Target.getTargets");
      const { targetId } = targetInfos.find((t) => t.type === "page");
      this.session = (await this.call("Target.attachToTarget", { targetId, flatten: true })).sessionId;
      for (const domain of ["Page", "Runtime", "Network"]) await this.call(`${domain}.enable`);
    }
    this.errors.length = 0;
    await this.call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    const loaded = new Promise((resolve) => { this.loaded = resolve; });
    await this.call("Page.navigate", { url });
    await loaded;
  }

  async run(expression) {
    const { result, exceptionDetails } = await this.call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Captures the page as a PNG: up to 8000 pixels of its height, or, unless `whole`, only the
  // window.
  async screenshot(whole = true) {
    const { cssContentSize: { width, height } } = await this.call("Page.getLayoutMetrics");
    const clip = whole ? { x: 0, y: 0, width, height: Math.min(height, 8000), scale: 1 } : undefined;
    return Buffer.from((await this.call("Page.captureScreenshot", { clip, captureBeyondViewport: whole })).data, "base64");
  }

  async pdf() {
    return Buffer.from((await this.call("Page.printToPDF", { printBackground: true })).data, "base64");
  }

  async close() {
    const ended = new Promise((resolve) => this.process.on("exit", resolve));
    this.call("Browser.close").catch(() => {});
    await ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
