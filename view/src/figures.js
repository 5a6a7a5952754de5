// SPDX-License-Identifier: Apache-2.0
// Static figures: each function returns an SVG element, in a page or without a browser.
import * as Plot from "@observablehq/plot";
import * as d3 from "d3";
import { networkFigure } from "./network_figure.js";
import { hue, joined, messageName, nodeName, spread, spreading } from "./model.js";
import { add, bound as boundColour, curveColours, dashes, font, ground, heat, ink, onHeat, plotStyle as style, receive, rule, send, soft, signs, symbols } from "./theme.js";

// Hues of equal lightness: white text is legible on all of them, and lines are visible on white.
export const messageColour = (model, number) => d3.hcl(hue(model, number) * 340, 58, 52).formatHex();

// Limits on distinguishable rows and cycles.
const mostRows = 96, mostCycles = 720;

const every = (list, most) => {
  const step = Math.ceil(list.length / most);
  return step > 1 ? list.filter((_, i) => i % step === 0) : list;
};

export const isLogp = (model) => model.timing.logp || model.network.crossbar;

function notes(parts) {
  const text = parts.filter(Boolean).join("; ");
  return text === "" ? undefined : text;
}

// Sends and receptions of each processor over time: bars for overheads and gaps, arrows for the latency
// (Karp, Sahay, Santos & Schauser's Figures 1 to 6).
function machine(model, options) {
  const { latency, overhead, spacing, logp } = model.timing;
  const names = d3.range(model.network.processors);
  const rows = every(names, mostRows), shown = new Set(rows);
  const until = Math.min(model.last, mostCycles);
  const hops = model.hops.filter((h) => h.begin < until);
  const bars = [], arrows = [], waits = [];
  for (const hop of hops) {
    const label = messageName(model, hop);
    if (hop.kind === "adds") bars.push({ row: hop.from, x1: hop.begin, x2: hop.end, what: "add", label });
    if (hop.kind === "takes") bars.push({ row: hop.from, x1: hop.begin, x2: hop.end, what: "receive", label });
    if (hop.kind !== "message") continue;
    const o = logp ? overhead : 0, arrive = logp ? hop.begin + o + latency : hop.end;
    bars.push({ row: hop.from, x1: hop.begin, x2: hop.begin + o, what: "send", label });
    bars.push({ row: hop.to, x1: arrive, x2: arrive + o, what: "receive", label });
    if (model.collective === "summation") bars.push({ row: hop.to, x1: arrive + o, x2: arrive + o + 1, what: "add", label });
    if (spacing > o && logp) waits.push({ row: hop.from, x1: hop.begin + o, x2: hop.begin + spacing });
    arrows.push({ x1: hop.begin + o, y1: hop.from, x2: arrive, y2: hop.to, message: hop.message, label });
  }
  const seen = bars.filter((b) => shown.has(b.row));
  const step = rows.length > 40 ? 16 : 28, thick = step * 0.42;
  const flights = arrows.filter((a) => shown.has(a.y1) && shown.has(a.y2));
  const cut = notes([
    rows.length < names.length && `${rows.length} of ${names.length} processors`,
    until < model.last && `the first ${until} of ${model.last} cycles`,
  ]);
  const wide = Math.max(options.width, 90 + until * Math.min(24, 6000 / until));
  // Names are drawn in the bars if they fit, else beside the arrows.
  const named = until <= 200 && flights.length <= 300 && model.messages.size > 1;
  const fits = (b) => ((b.x2 - b.x1) * (wide - 90)) / until >= 6 + 7.2 * b.label.length;
  const inside = named && step > 14 ? seen.filter((b) => b.what !== "add" && b.x2 > b.x1 && fits(b)) : [];
  return Plot.plot({
    document: options.document, width: wide, height: 70 + rows.length * step, marginBottom: 40, style,
    marginLeft: 62, caption: cut,
    x: { label: "time in cycles →", labelOffset: 36, domain: [0, until], grid: true, nice: false, ticks: Math.min(until, Math.floor(wide / 60)), tickFormat: whole },
    y: { type: "band", domain: rows, label: null, tickFormat: (r) => nodeName(model, r), padding: 0.3 },
    color: { domain: ["send", "receive", "add"], range: [send, receive, add], legend: false },
    marks: [
      Plot.ruleY(rows, { stroke: rule }),
      Plot.barX(waits.filter((w) => shown.has(w.row)), { x1: "x1", x2: "x2", y: "row", fill: rule }),
      Plot.barX(seen.filter((b) => b.x2 > b.x1), { x1: "x1", x2: "x2", y: "row", fill: "what", rx: 2, title: (b) => `${b.what} ${b.label}, ${b.x1} to ${b.x2}` }),
      Plot.dot(seen.filter((b) => b.x2 === b.x1), { x: "x1", y: "row", fill: "what", r: Math.min(4, thick / 2) }),
      Plot.arrow(flights, { x1: "x1", y1: "y1", x2: "x2", y2: "y2", stroke: (a) => messageColour(model, a.message), strokeWidth: 1.4, headLength: 6, insetEnd: 3, insetStart: 2, title: (a) => `${a.label}: ${nodeName(model, a.y1)} to ${nodeName(model, a.y2)}, ${a.x1} to ${a.x2}` }),
      Plot.text(inside, { x: (b) => (b.x1 + b.x2) / 2, y: "row", text: "label", fontSize: 12, fill: "white" }),
      named && inside.length === 0
        ? Plot.text(flights, { x: (a) => a.x1 + (a.x2 - a.x1) * 0.3, y: "y1", dy: (0.3 * step), fontSize: 12, text: "label", fill: soft, stroke: ground, strokeWidth: 3 })
        : null,
    ],
  });
}

// A row for each link, a cell for each message on it.
function links(model, options) {
  const key = (h) => `${nodeName(model, h.from)} > ${nodeName(model, h.to)}${h.lane > 0 ? `/${h.lane}` : ""}`;
  const until = Math.min(model.last, mostCycles);
  const hops = model.hops.filter((h) => h.begin < until);
  const order = new Map();
  for (const h of hops) if (!order.has(key(h))) order.set(key(h), h.from * 1e6 + h.to + h.lane / 100);
  const names = [...order.keys()].sort((a, b) => order.get(a) - order.get(b));
  const rows = every(names, mostRows), shown = new Set(rows);
  const cells = hops.filter((h) => shown.has(key(h)));
  const longest = d3.max(rows, (r) => r.length) ?? 4;
  const words = d3.max(cells, (h) => messageName(model, h).length) ?? 1;
  const left = 14 + longest * 7.4;
  const cell = Math.max(10, Math.min(30, 8 + words * 7.4));
  const wide = Math.max(Math.min(options.width, left + 40 + until * 40), left + 30 + Math.min(until * cell, 6000));
  const room = (wide - left - 30) / until;
  const cut = notes([
    rows.length < names.length && `${rows.length} of ${names.length} links`,
    until < model.last && `the first ${until} of ${model.last} cycles`,
  ]);
  return Plot.plot({
    document: options.document, width: wide, height: 66 + rows.length * 18, marginBottom: 40, style,
    marginLeft: left, caption: cut,
    x: { label: "cycle →", labelOffset: 36, domain: [0.5, until + 0.5], nice: false, ticks: Math.min(until, Math.floor(wide / 60)), tickFormat: whole },
    y: { type: "band", domain: rows, label: null, padding: 0.12 },
    marks: [
      Plot.ruleY(rows, { stroke: rule }),
      Plot.barX(cells, { x1: (h) => h.begin + 0.5, x2: (h) => h.end + 0.5, y: key, rx: 2, inset: 0.4, fill: (h) => h.kind === "startup" ? rule : messageColour(model, h.message), title: (h) => `${messageName(model, h)} on ${key(h)}, ${h.begin === h.end - 1 ? `cycle ${h.end}` : `cycles ${h.begin + 1} to ${h.end}`}` }),
      room >= words * 7.4
        ? Plot.text(cells, { x: (h) => (h.begin + 1 + h.end) / 2, y: key, text: (h) => messageName(model, h), fontSize: 12, fill: (h) => h.kind === "startup" ? ink : "white" })
        : null,
    ],
  });
}

export function spaceTime(model, options) {
  if (!model.network.drawn) return null;
  return isLogp(model) ? machine(model, options) : links(model, options);
}

// A tree with the time at which each node has the message or, if values are combined, at which its last
// send arrives; the root then has the last cycle of the plan.
export function tree(model, options, message = undefined) {
  if (!model.network.drawn) return null;
  const number = message ?? spreading(model)[0];
  const entries = number === undefined ? joined(model) : spread(model, number);
  if (entries.length < 2) return null;
  const root = d3.stratify().id((n) => n.node).parentId((n) => n.parent)(entries);
  root.sort((a, b) => a.data.time - b.data.time);
  const leaves = Math.max(root.leaves().length, 1), room = options.width - 24;
  const across = Math.max(32, 8 + 7.4 * d3.max(entries, (e) => nodeName(model, e.node).length), Math.min(90, room / leaves)), down = 64;
  d3.tree().nodeSize([across, down]).separation(() => 1)(root);
  const [x0, x1] = d3.extent(root.descendants(), (n) => n.x);
  const width = Math.max(x1 - x0 + across + 12, Math.min(options.width, 320)), height = root.height * down + 62;
  const centre = (width - (x1 + x0)) / 2;
  const svg = d3.select(options.document.createElementNS("http://www.w3.org/2000/svg", "svg"))
    .attr("xmlns", "http://www.w3.org/2000/svg").attr("width", width).attr("height", height).attr("viewBox", `0 0 ${width} ${height}`)
    .attr("font-family", font).attr("font-size", 12).attr("class", "tree").attr("role", "img");
  svg.append("rect").attr("width", width).attr("height", height).attr("fill", ground);
  const place = (n) => [n.x + centre, n.y + 24];
  for (const link of root.links()) {
    const [a, b] = place(link.source), [c, d] = place(link.target);
    svg.append("path").attr("d", `M${a},${b}C${a},${(b + d) / 2} ${c},${(b + d) / 2} ${c},${d}`).attr("fill", "none").attr("stroke", soft);
  }
  const latest = d3.max(entries, (e) => e.time) || 1;
  for (const n of root.descendants()) {
    const group = svg.append("g").attr("transform", `translate(${place(n)})`);
    group.append("title").text(`${nodeName(model, n.data.node)}: ${n.data.time}`);
    group.append("circle").attr("r", 14).attr("stroke", ink)
      .attr("fill", heat(n.data.time / latest));
    group.append("text").attr("class", "time").attr("text-anchor", "middle").attr("dy", "0.35em").attr("font-size", 12).attr("fill", onHeat(n.data.time / latest)).text(n.data.time);
    group.append("text").attr("class", "name").attr("text-anchor", "middle").attr("dy", 28).attr("font-size", 12).attr("fill", soft).text(nodeName(model, n.data.node));
  }
  return svg.node();
}

// No tick labels between two cycles, or two messages.
const whole = (value) => (Number.isInteger(value) ? d3.format("~s")(value).replace(/^(\d{4})$/, "$1") : "");
const counts = (most) => ({ ticks: Math.max(1, Math.min(most, 6)), tickFormat: whole });

// A curve for each name, with a colour, dashes and a sample in the legend to the right of the frame.
const right = (options) => (options.width < 460 ? 140 : 190);
const of = (list, i) => list[i % list.length];
function series(points, by, names, line, signs = []) {
  const groups = d3.group(points, by);
  return names.flatMap((name, i) => [
    Plot.line(groups.get(name), { ...line, stroke: of(curveColours, i), strokeDasharray: of(dashes, i), strokeWidth: 2 }),
    Plot.text([signs[i] ? `━${of(signs, i)}━` : "━━"], { frameAnchor: "top-right", textAnchor: "start", dx: 8, dy: 6 + 18 * i, fontSize: 12, text: (t) => t, fill: of(curveColours, i) }),
    Plot.text([name], { frameAnchor: "top-right", textAnchor: "start", dx: 44, dy: 6 + 18 * i, fontSize: 12, text: (n) => n, fill: ink }),
  ]);
}

const mid = (model, i) => (i + 0.5) * model.curves.width;

// The times of the lower bound, the formula and the plan, for vertical lines.
function marks(model, options) {
  const { theory, plan } = model.report;
  const found = [
    { time: theory.lower_bound, label: "lower bound" },
    { time: theory.formula_cycles, label: "formula" },
    { time: plan.cycles, label: "plan" },
  ].filter((m) => Number.isFinite(m.time) && m.time <= (options.last ?? model.last * 1.5));
  return [...d3.rollup(found, (same) => ({ time: same[0].time, label: same.map((m) => m.label).join(" = ") }), (m) => m.time).values()];
}

// True if labels of 180 pixels would overlap.
const near = (lines, pixels) => lines.some((m, i) => i > 0 && (m.time - lines[i - 1].time) * pixels < 180);

function overTime(model, options, y, more, right = 24) {
  const lines = marks(model, options);
  const until = options.last ?? Math.max(model.last, d3.max(lines, (m) => m.time) ?? 0);
  const place = new Map(d3.sort(lines, (m) => m.time).map((m, i, all) => [m, all.length > 1 && (options.width < 560 || near(all, (options.width - 52 - right) / until)) ? i : 0])); // labels that would overlap are stacked
  return Plot.plot({
    document: options.document, width: options.width, height: Math.min(300, Math.max(220, options.width * 0.4)), style,
    marginLeft: 52, marginTop: 34 + 14 * d3.max([0, ...place.values()]), marginBottom: 42, marginRight: right,
    x: { label: "time in cycles →", labelOffset: 38, domain: [0, until], nice: false, ticks: Math.min(until, Math.floor(options.width / 70)), tickFormat: whole },
    y: { grid: true, ...y },
    marks: [
      Plot.ruleY([0]), ...more,
      Plot.ruleX(lines, { x: "time", stroke: boundColour, strokeDasharray: "4 3" }),
      ...lines.map((line) => Plot.text([line], { x: "time", frameAnchor: "top", dy: -16 - 14 * place.get(line), textAnchor: line.time > until / 2 ? "end" : "start", text: (m) => `${m.label} ${m.time}`, fill: boundColour, fontSize: 12 })),
    ],
  });
}

// The network, coloured by needed depth; null if no node has queues, or if the network is too large to
// draw.
export const depths = (model, options) => (model.needs && model.network.drawn ? networkFigure(model.network, options, model.needs) : null);

// Occupancy of the fullest node of each level.
export function queues(model, options) {
  const level = (c) => model.network.levels > 1 ? `level ${c.level}` : "fullest node";
  const points = model.curves.levels.flatMap((c) => c.most.map((depth, i) => ({ time: mid(model, i), depth, level: level(c) })));
  if (points.length === 0) return null;
  const most = d3.max(points, (p) => p.depth);
  return overTime(model, options, { label: "↑ messages in the fullest node", ...(options.most === undefined ? {} : { domain: [0, options.most] }), ...counts(options.most ?? most) }, [
    ...series(points, (p) => p.level, [...new Set(points.map((p) => p.level))], { x: "time", y: "depth", curve: "step" }),
  ], right(options));
}

// Fraction of the time that the links of each kind are in use.
export function linkUse(model, options) {
  const points = model.curves.uses.flatMap((u) => u.held.map((held, i) => ({ time: mid(model, i), share: held / (u.count * model.curves.width), links: u.links })));
  if (points.length === 0) return null;
  return overTime(model, options, { label: "↑ share of the links in use", domain: [0, Math.max(1, d3.max(points, (p) => p.share))], tickFormat: "%" }, [
    ...series(points, (p) => p.links, [...new Set(points.map((p) => p.links))], { x: "time", y: "share", curve: "step" }),
  ], right(options));
}

// Deliveries over time.
export function deliveries(model, options) {
  if (!model.curves.delivered) return null;
  let sum = 0;
  const points = [{ time: 0, sum: 0 }, ...model.curves.delivered.map((d, i) => ({ time: Math.min((i + 1) * model.curves.width, model.last), sum: (sum += d) }))];
  return overTime(model, options, { label: "↑ deliveries", ...counts(sum) }, [
    Plot.areaY(points, { x: "time", y: "sum", fill: send, fillOpacity: 0.13 }),
    Plot.lineY(points, { x: "time", y: "sum", stroke: send, strokeWidth: 1.8 }),
  ]);
}

// Total load of the busiest links, compared with the lower bound: links that reach it limit the run.
export function loads(model, options) {
  const all = model.curves.loads.most.filter(([, load]) => load > 0);
  if (all.length === 0) return null;
  const mostBars = 24;
  const bars = all.slice(0, mostBars).map(([name, load], place) => ({ name, load, place }));
  const bound = model.report.theory.lower_bound, most = d3.max([...bars.map((b) => b.load), Number.isFinite(bound) ? bound : 0]);
  const longest = d3.max(bars, (b) => b.name.length), rest = all.slice(mostBars);
  const more = rest.length === 0 ? undefined : `and ${d3.format(",")(rest.length)} more links, in use for ${[...new Set([rest.at(-1)[1], rest[0][1]])].map(d3.format("~r")).join(" to ")} cycles`;
  const name = (place) => bars[place].name;
  return Plot.plot({
    document: options.document, width: options.width, height: 62 + 20 * bars.length, style, caption: more,
    marginLeft: Math.min(options.width * 0.4, 16 + 7.6 * longest), marginTop: 30, marginRight: 46, marginBottom: 42,
    x: { label: "cycles in use →", labelOffset: 38, grid: true, domain: [0, most], ...counts(Math.ceil(most)) },
    y: { type: "band", label: null, domain: bars.map((b) => b.place), tickFormat: name, padding: 0.2, tickSize: 0 },
    marks: [
      Plot.barX(bars, { x: "load", y: "place", fill: (b) => (Number.isFinite(bound) && b.load >= bound ? boundColour : send), title: (b) => `${b.name}: ${b.load}` }),
      Plot.text(bars, { x: "load", y: "place", text: (b) => d3.format("~r")(b.load), textAnchor: "start", dx: 4, fontSize: 12, fill: ink }),
      Plot.ruleX([0]),
      Number.isFinite(bound) ? Plot.ruleX([bound], { stroke: boundColour, strokeDasharray: "4 3" }) : null,
      Number.isFinite(bound) ? Plot.text([bound], { x: (b) => b, frameAnchor: "top", textAnchor: "end", dy: -14, text: (b) => `lower bound ${b}`, fill: boundColour, fontSize: 12 }) : null,
    ],
  });
}

// Points of a sweep: a curve for each value of `by`.
export function chart(rows, spec, options) {
  const points = rows.filter((r) => Number.isFinite(r[spec.x]) && Number.isFinite(r[spec.y]));
  if (points.length === 0) return null;
  const wide = (key) => { const [low, high] = d3.extent(points, (p) => p[key]); return low > 0 && high / low >= 32; };
  const label = (key) => key.replace(/^scenario\./, "").replaceAll("_", " ").replace(".", " ");
  const by = spec.by ? (p) => `${p[spec.by] ?? "none"}` : undefined;
  const sorted = d3.sort(points, (p) => p[spec.x]);
  // The names of the curves in the order of their final values.
  const ends = by ? d3.sort(d3.rollup(sorted, (same) => same.at(-1), by), ([, p]) => -p[spec.y]).map(([name]) => name) : [];
  const unit = (key) => (/(queue|waiting|depth)$/.test(key) ? " in messages" : /(bound|latency|overhead|gap|startup)$/.test(key) ? " in cycles" : "");
  const groups = by ? d3.group(sorted, by) : new Map([["", sorted]]);
  const drawn = by ? ends : [""];
  return Plot.plot({
    document: options.document, width: options.width, height: options.width * 0.6, style,
    marginLeft: 64, marginRight: spec.by ? 60 + 7.2 * d3.max(drawn, (name) => name.length) : 20, marginBottom: 44, marginTop: 28,
    x: { label: `${label(spec.x)}${unit(spec.x)} →`, type: wide(spec.x) ? "log" : "linear", grid: true, nice: true, ...(wide(spec.x) ? { base: 2, tickFormat: "~d" } : {}) },
    y: { label: `↑ ${label(spec.y)}${unit(spec.y)}`, type: wide(spec.y) ? "log" : "linear", grid: true, nice: true, ...(wide(spec.y) ? { tickFormat: "~s" } : { zero: true }) },
    symbol: { domain: symbols, range: symbols },
    marks: [
      ...series(sorted, by ?? (() => ""), drawn, { x: spec.x, y: spec.y }, by ? signs : []),
      ...drawn.map((name, i) => Plot.dot(groups.get(name), { x: spec.x, y: spec.y, fill: of(curveColours, i), symbol: of(symbols, i), r: 4.5, title: (p) => p.point })),
    ],
  });
}

export const figures = {
  "space-time": spaceTime, tree, queues, links: linkUse, deliveries, loads, depths,
};
