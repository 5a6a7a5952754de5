// SPDX-License-Identifier: Apache-2.0
// Plays a run on a drawing of its network: messages move, nodes show their occupancy.
import * as d3 from "d3";
import { messageColour } from "./figures.js";
import { linkedPairs, placed } from "./layout.js";
import { NodeFigure } from "./node_figure.js";
import { deepest, journey, messageName, nodeName, search, stepAt, waitingFor, wordsAt } from "./model.js";
import { complete, faint, ground, heat, ink, onHeat, soft } from "./theme.js";

const markup = `<h2>Player</h2>
<div class="controls">
  <button data-player="back" aria-label="one cycle back">◀</button>
  <button data-player="play">▶ play</button>
  <button data-player="forward" aria-label="one cycle forward">▶|</button>
  <input class="time" data-player="time" type="range" min="0" max="1" step="any" value="0" aria-label="time">
  <span class="clock" data-player="clock" aria-live="off"></span>
</div>
<div class="controls">
  <label>speed <input data-player="speed" type="range" min="0" max="7" step="1" value="2" aria-label="speed"> <span data-player="pace">1×</span></label>
  <input data-player="search" type="search" placeholder="message or node" aria-label="search for a message or a node" size="16">
  <label data-player="heat"></label>
  <span class="zoom"><button data-player="in" aria-label="zoom in">+</button> <button data-player="out" aria-label="zoom out">−</button> <button data-player="whole" hidden></button> <button data-player="full">full screen</button></span>
</div>
<div class="found" data-player="found"></div>
<div class="stage" data-player="stage"></div>
<div class="chosen"><div data-player="node"></div><dl data-player="panel"></dl></div>`;

const speeds = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

// A point of the quadratic curve a, c, b.
const along = (a, c, b, t) => [0, 1].map((i) => (1 - t) ** 2 * a[i] + 2 * t * (1 - t) * c[i] + t * t * b[i]);

// Fills an element of class "player" that is in the page. `shared`: the clock's end and the largest
// occupancy of several runs, for players with one scale.
export class Player {
  constructor(model, root, shared = {}) {
    this.model = model;
    this.last = shared.last ?? model.last;
    this.root = root;
    root.innerHTML = markup;
    this.time = 0;
    this.speed = 1;
    this.playing = false;
    this.chosen = null; // a node
    this.followed = null; // a message
    this.find = (name) => root.querySelector(`[data-player="${name}"]`);
    this.most = shared.most ?? deepest(model);
    this.share = (depth) => depth / Math.max(this.most, 1);
    this.sortHops();
    this.wants = this.deliveries();
    this.node = new NodeFigure(model, this.find("node"));
    this.build();
    this.connect();
    if (model.network.nodes === model.network.processors + 1) this.select(model.network.processors); // the only switch
    this.started = true;
    this.show();
  }

  // Sorts hops by their begin, so that the hops in flight are found quickly.
  sortHops() {
    this.starts = d3.sort(this.model.hops.filter((h) => h.kind === "message"), (h) => h.begin);
    this.longest = d3.max(this.starts, (h) => h.end - h.begin) ?? 1;
    this.begins = this.starts.map((h) => h.begin);
  }

  // Delivery times of each processor.
  deliveries() {
    const times = new Map();
    for (const hop of this.model.moves) {
      if (hop.delivers) times.set(hop.to, [...(times.get(hop.to) ?? []), hop.end]);
    }
    for (const list of times.values()) list.sort((a, b) => a - b);
    return times;
  }

  build() {
    const { network } = this.model;
    const stage = this.find("stage");
    const width = Math.max(stage.clientWidth || 960, 280);
    const full = document.fullscreenElement === this.root;
    const tall = network.levels > 1 && network.processors <= 40 ? 0.5 : 0.66;
    const height = full ? Math.max(280, innerHeight - 260) : Math.round(Math.min(Math.max(width * tall, 280), 620));
    const count = network.nodes;
    const { at, size, gap, curve } = placed(network, width, height, full ? 26 : 17);
    Object.assign(this, { at, size, gap, scale: 1 });
    stage.replaceChildren();
    this.svg = d3.select(stage).append("svg").attr("viewBox", `0 0 ${width} ${height}`).attr("width", width).attr("height", height)
      .attr("role", "img").attr("aria-label", "the network in this cycle");
    const scene = this.svg.append("g");
    this.zoom = d3.zoom().scaleExtent([1, 12]).translateExtent([[0, 0], [width, height]]).filter((e) => !e.button && (e.type !== "wheel" || e.ctrlKey))
      .on("zoom", (e) => { scene.attr("transform", e.transform); this.scaled(e.transform.k); });
    this.svg.call(this.zoom);
    this.curves = new Map();
    this.curve = (a, b) => {
      const key = a * count + b;
      if (!this.curves.has(key)) this.curves.set(key, curve(a, b));
      return this.curves.get(key);
    };
    const pairs = linkedPairs(network);
    // Links that bend around the last row need space below it.
    const lowest = d3.max(pairs, ([a, b]) => (at[a][1] + 2 * this.curve(a, b)[1] + at[b][1]) / 4) ?? 0;
    const tallest = Math.max(height, Math.ceil(lowest) + 6);
    this.svg.attr("viewBox", `0 0 ${width} ${tallest}`).attr("height", tallest);
    this.links = scene.append("g").attr("fill", "none").attr("stroke", faint).selectAll("path").data(pairs).join("path")
      .attr("stroke-width", ([, , lanes]) => 1 + Math.min(lanes - 1, 6) * 0.8)
      .attr("d", ([a, b]) => `M${at[a]}Q${this.curve(a, b)} ${at[b]}`);
    this.busy = scene.append("g").attr("fill", "none").attr("stroke-width", 2.2).attr("stroke-opacity", 0.5);
    const nodes = scene.append("g").selectAll("g").data(d3.range(count)).join("g")
      .attr("transform", (v) => `translate(${this.at[v]})`).attr("class", "node").attr("tabindex", count <= 200 ? 0 : null)
      .on("click", (_, v) => this.choose(v)).on("keydown", (e, v) => { if (e.key === "Enter") this.choose(v); });
    nodes.append("title").text((v) => nodeName(this.model, v));
    const isSwitch = (v) => v >= network.processors;
    nodes.append("rect").attr("x", -this.size).attr("y", -this.size).attr("width", 2 * this.size).attr("height", 2 * this.size)
      .attr("rx", (v) => (isSwitch(v) ? this.size * 0.25 : this.size)).attr("stroke", ink).attr("stroke-width", 1);
    nodes.append("text").attr("class", "depth").attr("text-anchor", "middle").attr("dy", "0.35em").attr("pointer-events", "none");
    this.names = nodes.append("text").attr("class", "name").attr("text-anchor", "middle").attr("fill", soft).attr("stroke", ground).attr("stroke-width", 3).attr("stroke-linejoin", "round").attr("paint-order", "stroke").attr("pointer-events", "none").text((v) => nodeName(this.model, v));
    this.longest_name = d3.max(network.names, (name) => name.length) ?? 4;
    this.nodes = nodes;
    this.tokens = scene.append("g").attr("pointer-events", "none");
    this.scaled(1);
    this.find("heat").replaceChildren(...this.legend());
  }

  // Text is at least 12 pixels high; names without enough space appear when the drawing is enlarged.
  scaled(k) {
    this.scale = k;
    const room = this.gap * k, letters = Math.max(12, this.size * 0.75);
    this.nodes.select(".depth").attr("font-size", Math.max(12 / k, this.size * 0.85));
    this.names.attr("font-size", letters / k).attr("dy", this.size + (letters + 1) / k)
      .attr("display", room >= this.longest_name * letters * 0.6 && room >= 2 * this.size * k + 1.5 * letters ? null : "none");
    this.find("whole").hidden = k === 1;
    this.find("whole").textContent = `whole network (now ${d3.format(".1f")(k)}×)`;
    this.find("out").disabled = k === 1;
    if (this.started) this.show();
  }

  legend() {
    if (this.most === 0) return [];
    const label = (text) => Object.assign(document.createElement("span"), { textContent: text });
    const bar = document.createElement("i");
    bar.className = "heat";
    bar.style.background = `linear-gradient(to right, ${d3.range(6).map((i) => heat(i / 5)).join(",")})`;
    return [label("occupancy: 0"), bar, label(`${this.most}`)];
  }

  connect() {
    const on = (name, event, act) => this.find(name).addEventListener(event, act);
    on("play", "click", () => this.toggle());
    on("back", "click", () => this.go(Math.ceil(this.time) - 1));
    on("forward", "click", () => this.go(Math.floor(this.time) + 1));
    on("time", "input", (e) => this.go(Number(e.target.value)));
    on("speed", "input", (e) => { this.speed = speeds[Number(e.target.value)]; this.show(); });
    on("search", "input", (e) => this.seek(e.target.value));
    this.root.addEventListener("keydown", (e) => {
      if (e.target.tagName === "INPUT" && e.target.type === "search") return;
      if (e.key === " " && e.target.tagName !== "BUTTON") { e.preventDefault(); this.toggle(); }
      if (e.key === "ArrowRight" && e.target.type !== "range") this.go(Math.floor(this.time) + 1);
      if (e.key === "ArrowLeft" && e.target.type !== "range") this.go(Math.ceil(this.time) - 1);
    });
    const enlarge = (factor) => this.zoom.scaleBy(this.svg, factor);
    on("in", "click", () => enlarge(1.5));
    on("out", "click", () => enlarge(1 / 1.5));
    on("whole", "click", () => this.zoom.transform(this.svg, d3.zoomIdentity));
    on("full", "click", () => (document.fullscreenElement ? document.exitFullscreen() : this.root.requestFullscreen()));
    this.find("full").hidden = !document.fullscreenEnabled;
    this.find("time").max = this.last;
    let width = this.root.clientWidth, full = false;
    const fit = () => {
      const now = document.fullscreenElement === this.root;
      if (!this.root.isConnected || (this.root.clientWidth === width && now === full)) return;
      [width, full] = [this.root.clientWidth, now];
      this.find("full").textContent = full ? "leave full screen" : "full screen";
      this.build();
      this.node.choose(this.chosen);
      this.show();
    };
    addEventListener("resize", fit);
    document.addEventListener("fullscreenchange", fit);
  }

  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.time >= this.last) this.time = 0;
    if (this.playing) this.run(performance.now());
    this.show();
  }

  // Two cycles a second at speed 1.
  run(before) {
    requestAnimationFrame((now) => {
      if (!this.playing) return;
      this.time = Math.min(this.last, this.time + ((now - before) / 500) * this.speed);
      if (this.time >= this.last) this.playing = false;
      this.show();
      this.run(now);
    });
  }

  go(time) {
    this.playing = false;
    this.time = Math.max(0, Math.min(this.last, time));
    this.show();
  }

  // Shows the time of another player.
  follow(time) {
    this.time = time;
    this.show();
  }

  choose(node) {
    this.select(this.chosen === node ? null : node);
    this.show();
  }

  select(node) {
    this.chosen = node;
    this.node.choose(node);
  }

  seek(text) {
    const found = search(this.model, text);
    this.followed = found?.message ?? null;
    if (found?.node !== undefined) this.select(found.node);
    this.find("found").textContent = this.tell(found);
    this.show();
  }

  tell(found) {
    if (!found) return "";
    if (found.nothing) return `no message or node is called ${found.nothing}`;
    if (found.node !== undefined) return `node ${nodeName(this.model, found.node)}`;
    const hops = journey(this.model, found.message);
    if (hops.length === 0) return "it stays where it is";
    const told = hops.slice(0, 24).map((h) => `${nodeName(this.model, h.to)} (${h.end})`).join(" → ");
    return `${messageName(this.model, hops[0])}: ${nodeName(this.model, hops[0].from)} → ${told}${hops.length > 24 ? " …" : ""}`;
  }

  under_way() {
    const first = d3.bisectRight(this.begins, this.time - this.longest);
    const end = d3.bisectLeft(this.begins, this.time + 1e-9);
    return this.starts.slice(first, end).filter((h) => h.end > this.time && h.begin <= this.time);
  }

  show() {
    const { model, time } = this;
    const cycle = Math.min(Math.floor(time) + 1, model.last), done = Math.floor(time);
    this.find("play").textContent = this.playing ? "❚❚ pause" : "▶ play";
    this.find("time").value = time;
    this.find("clock").textContent = time >= model.last ? `end, ${model.last} cycles` : `cycle ${cycle} of ${model.last}`;
    this.find("pace").textContent = `${this.speed}×`;
    this.showNodes(done);
    this.showTokens(this.under_way());
    this.node.show(time);
    this.showPanel(cycle, done);
    this.shown?.(time);
  }

  showNodes(done) {
    const { model } = this;
    const depth = (v) => stepAt(model.depths[v] ?? [], done);
    const full = (v) => {
      const times = this.wants.get(v);
      return times && times[times.length - 1] <= done && !model.sampled;
    };
    this.nodes.select("rect")
      .attr("fill", (v) => { const d = depth(v); return d > 0 ? heat(this.share(d)) : full(v) ? complete : ground; })
      .attr("stroke-width", (v) => (v === this.chosen ? 3 : 1));
    const fits = (v) => `${depth(v)}`.length * 7.4 <= 2 * this.size * this.scale;
    this.nodes.select(".depth").text((v) => (depth(v) > 0 && fits(v) ? depth(v) : "")).attr("fill", (v) => onHeat(this.share(depth(v))));
  }

  showTokens(moving) {
    const { model } = this;
    const dim = (h) => (this.followed !== null && h.message !== this.followed ? 0.12 : 1);
    const radius = Math.max(2.5, Math.min(16, this.size * 0.62)) * (this.followed !== null ? 1.2 : 1);
    const place = (h) => {
      const [a, b, c] = [this.at[h.from], this.at[h.to], this.curve(h.from, h.to)];
      const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1, aside = this.size * 0.4;
      // Messages move from border to border, so that they do not cover the number in a node.
      const border = Math.min(0.4, (this.size + radius) / length);
      const [x, y] = along(a, c, b, border + ((1 - 2 * border) * (this.time - h.begin)) / (h.end - h.begin));
      return [x - (aside * (b[1] - a[1])) / length, y + (aside * (b[0] - a[0])) / length];
    };
    this.busy.selectAll("path").data(moving).join("path").attr("stroke", (h) => messageColour(model, h.message)).attr("opacity", dim)
      .attr("d", (h) => `M${this.at[h.from]}Q${this.curve(h.from, h.to)} ${this.at[h.to]}`);
    const tokens = this.tokens.selectAll("g").data(moving).join((enter) => {
      const group = enter.append("g");
      group.append("circle");
      group.append("text").attr("text-anchor", "middle").attr("dy", "0.35em").attr("fill", "white").attr("font-weight", 600);
      return group;
    });
    tokens.attr("transform", (h) => `translate(${place(h)})`).attr("opacity", dim);
    tokens.select("circle").attr("r", radius).attr("fill", (h) => messageColour(model, h.message)).attr("stroke", ink).attr("stroke-width", 0.8);
    const label = (h) => messageName(model, h);
    const fits = (h) => label(h).length * 8 <= 2 * radius * this.scale;
    tokens.select("text").attr("font-size", 12 / this.scale).text((h) => (fits(h) ? label(h) : ""));
  }

  showPanel(cycle, done) {
    const panel = this.find("panel");
    if (this.chosen === null) {
      panel.textContent = "Click a node to see it with its queues: what it holds, sends and receives, and its ROM word in this cycle.";
      return;
    }
    const { model, chosen } = this;
    const now = model.hops.filter((h) => h.begin < cycle && h.end >= cycle && h.kind === "message");
    const some = (list, text) => (list.length === 0 ? "nothing" : list.slice(0, 12).map(text).join(", ") + (list.length > 12 ? ` and ${list.length - 12} more` : ""));
    const named = (number) => messageName(model, { kind: "message", message: number });
    const inHand = [...new Set([...waitingFor(model, chosen, done).values()].flat().map((w) => w.message))];
    const words = wordsAt(model, chosen, cycle);
    const lines = [
      ["node", nodeName(model, chosen)],
      ["sends", some(now.filter((h) => h.from === chosen), (h) => `${messageName(model, h)} to ${nodeName(model, h.to)}`)],
      ["receives", some(now.filter((h) => h.to === chosen), (h) => `${messageName(model, h)} from ${nodeName(model, h.from)}`)],
      ["to be sent on", some(inHand, named)],
      ["ROM word", words.none ? `none: ${words.none}` : words.map((w) => w ?? "halted").join("  ")],
    ];
    panel.replaceChildren(...lines.flatMap(([what, text]) => [Object.assign(document.createElement("dt"), { textContent: what }), Object.assign(document.createElement("dd"), { textContent: text })]));
  }
}
