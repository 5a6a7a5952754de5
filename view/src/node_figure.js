// SPDX-License-Identifier: Apache-2.0
// One node with its links: messages that wait for each link, arrivals and departures in the current
// cycle.
import * as d3 from "d3";
import { messageColour } from "./figures.js";
import { messageName, nodeName, portsOf, underWay, waitingFor } from "./model.js";
import { faint, ground, ink, soft } from "./theme.js";

const row = 28, box = 22, mostPorts = 16;

// Fills `stage`, an element of the page, and redraws it whenever another node is chosen.
export class NodeFigure {
  constructor(model, stage) {
    this.model = model;
    this.stage = stage;
    this.node = null;
  }

  choose(node) {
    this.node = node;
    this.stage.replaceChildren();
    if (node !== null) this.build();
  }

  build() {
    const { model, node } = this;
    const { sources, targets } = portsOf(model, node);
    const width = Math.max(280, Math.min(this.stage.parentElement.clientWidth || 640, 640));
    const rows = Math.max(1, Math.min(mostPorts, Math.max(sources.length, targets.length)));
    const narrow = width < 480, names = d3.max([...sources, ...targets], (p) => this.label(p).length) ?? 2;
    const aside = Math.min(narrow ? 62 : 110, 10 + names * 7.2), wire = narrow ? 34 : 70;
    this.left = aside + wire;
    this.right = width - aside - wire;
    this.wire = wire;
    this.boxes = Math.max(1, Math.floor((this.right - this.left - 34) / (box + 3)));
    const height = 34 + rows * row + (Math.max(sources.length, targets.length) > mostPorts ? 16 : 0);
    const svg = d3.select(this.stage).append("svg").attr("viewBox", `0 0 ${width} ${height}`).attr("width", width).attr("height", height)
      .attr("role", "img").attr("aria-label", `${nodeName(model, node)} with its links`).attr("font-size", 12);
    this.title = svg.append("text").attr("x", (this.left + this.right) / 2).attr("y", 14).attr("text-anchor", "middle").attr("fill", ink).attr("font-weight", 600);
    svg.append("rect").attr("x", this.left).attr("y", 22).attr("width", this.right - this.left).attr("height", rows * row + 6).attr("rx", 6).attr("fill", ground).attr("stroke", ink);
    this.lines(svg, sources, this.left - wire, this.left, "end", -6);
    this.lines(svg, targets, this.right, this.right + wire, "start", wire + 6);
    const hidden = Math.max(sources.length, targets.length) - mostPorts;
    if (hidden > 0) svg.append("text").attr("x", this.left).attr("y", height - 3).attr("fill", soft).text(`and ${hidden} more links`);
    this.rowOf = (list) => new Map(list.slice(0, mostPorts).map((p, i) => [p.node, 25 + row * (i + 0.5)]));
    this.inRow = this.rowOf(sources);
    this.outRow = this.rowOf(targets);
    this.queues = svg.append("g");
    this.tokens = svg.append("g");
  }

  label(port) { return `${nodeName(this.model, port.node)}${port.lanes > 1 ? ` ×${port.lanes}` : ""}`; }

  lines(svg, ports, x1, x2, anchor, at) {
    const each = svg.append("g").selectAll("g").data(ports.slice(0, mostPorts)).join("g").attr("transform", (_, i) => `translate(${x1},${25 + row * (i + 0.5)})`);
    each.append("line").attr("x2", x2 - x1).attr("stroke", faint).attr("stroke-width", (p) => 1 + Math.min(p.lanes - 1, 6) * 0.8);
    each.append("path").attr("d", `M${x2 - x1 - 6},-3.5L${x2 - x1},0L${x2 - x1 - 6},3.5`).attr("fill", "none").attr("stroke", soft);
    each.append("text").attr("x", at).attr("dy", "0.35em").attr("text-anchor", anchor).attr("fill", soft).text((p) => this.label(p));
  }

  show(time) {
    if (this.node === null) return;
    const { model, node } = this;
    const queues = waitingFor(model, node, time);
    const all = new Set([...queues.values()].flat().map((w) => w.message));
    this.title.text(`${nodeName(model, node)}: ${all.size === 0 ? "nothing" : all.size} to be sent on`);
    const shown = [...queues].filter(([to]) => this.outRow.has(to)).flatMap(([to, list]) =>
      list.slice(0, this.boxes).map((w, place) => ({ ...w, place, y: this.outRow.get(to), more: place + 1 === this.boxes ? list.length - this.boxes : 0 })));
    const boxes = this.queues.selectAll("g").data(shown).join((enter) => {
      const made = enter.append("g");
      made.append("rect").attr("x", -box / 2).attr("y", -box / 2).attr("width", box).attr("height", box).attr("rx", 3);
      made.append("text").attr("class", "name").attr("text-anchor", "middle").attr("dy", "0.35em").attr("fill", "white").attr("font-weight", 600);
      made.append("text").attr("class", "more").attr("text-anchor", "end").attr("x", -box / 2 - 3).attr("dy", "0.35em").attr("fill", soft);
      return made;
    });
    boxes.attr("transform", (w) => `translate(${this.right - 6 - box / 2 - w.place * (box + 3)},${w.y})`).attr("opacity", (w) => (w.leaves ? 0.35 : 1));
    boxes.select("rect").attr("fill", (w) => messageColour(model, w.message));
    this.write(boxes.select(".name"), (w) => w.message);
    boxes.select(".more").text((w) => (w.more > 0 ? `+${w.more}` : ""));
    this.showTokens(time);
  }

  write(texts, message) {
    const name = (d) => messageName(this.model, { kind: "message", message: message(d) });
    texts.attr("font-size", 12).text((d) => (name(d).length * 7 <= box ? name(d) : ""));
  }

  showTokens(time) {
    const { model, node } = this;
    const place = (h) => {
      const t = (time - h.begin) / (h.end - h.begin);
      return h.to === node ? [this.left - this.wire * (1 - t), this.inRow.get(h.from)] : [this.right + this.wire * t, this.outRow.get(h.to)];
    };
    const moving = underWay(model, node, time).filter((h) => place(h)[1] !== undefined);
    const tokens = this.tokens.selectAll("g").data(moving).join((enter) => {
      const made = enter.append("g");
      made.append("circle").attr("r", 11).attr("stroke", ink).attr("stroke-width", 0.8);
      made.append("text").attr("text-anchor", "middle").attr("dy", "0.35em").attr("fill", "white").attr("font-weight", 600);
      return made;
    });
    tokens.attr("transform", (h) => `translate(${place(h)})`);
    tokens.select("circle").attr("fill", (h) => messageColour(model, h.message));
    this.write(tokens.select("text"), (h) => h.message);
  }
}
