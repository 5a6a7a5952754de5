// SPDX-License-Identifier: Apache-2.0
// The drawings of the ledger's page (claims/ledger/ledger.html): a claim over the points at which it was
// tried, and a player of a small run.
import * as Plot from "@observablehq/plot";
import * as d3 from "d3";
import { figures } from "./page_figures.js";
import { ink } from "./theme.js";
import { read } from "./model.js";
import { Player } from "./player.js";
import style from "./player.css";

const colours = { bound: "#8a94a3", printed: "#b3261e", corrected: "#9a6700", measured: "#2457a6" };
const all = [["measured", "measured"], ["printed", "printed"], ["corrected", "corrected"], ["bound", "lower bound"]]
  .map(([key, name]) => ({ key, name, colour: colours[key] }));

// The curves of a claim: a bound is in cycles, so it is omitted beside other figures.
export function series(claim) {
  const cycles = claim.trials.some((t) => t.measured !== null && t.measured === (t.hardware ?? t.plan));
  return all.filter((s) => claim.trials.some((t) => t[s.key] !== null) && (s.key !== "bound" || cycles));
}

const drawable = (value) => Number.isFinite(value) && Math.abs(value) < 1e9;
const values = (trials, size) => new Set(trials.map((t) => t.at[size]));
const named = (trial) => Object.entries(trial.at).map(([size, value]) => `${size}=${value}`).join(" ");

// The sizes of a claim that vary, the best x axis first.
export function sizes(claim) {
  const all = Object.keys(claim.trials[0]?.at ?? {}).filter((size) => values(claim.trials, size).size > 1);
  const counts = (size) => (["algorithm", "allgather", "all to all", "pattern", "problem", "tree", "way"].includes(size) ? 0 : 1); // values of these sizes are only indices
  const liked = (size) => { const place = ["n", "P", "m", "k"].indexOf(size); return place < 0 ? 9 : place; };
  return d3.sort(all, (a, b) => counts(b) - counts(a) || values(claim.trials, b).size - values(claim.trials, a).size || liked(a) - liked(b));
}

// Chooses few further sizes that separate points with equal x; there is a curve for each of their values.
function curves(trials, x, others) {
  const same = (chosen) => new Set(trials.map((t) => [x, ...chosen].map((s) => t.at[s]).join())).size;
  const chosen = [];
  for (let told = same(chosen); told < trials.length;) {
    const best = d3.greatest(others.filter((s) => !chosen.includes(s)), (s) => same([...chosen, s]));
    if (best === undefined || same([...chosen, best]) === told) break;
    chosen.push(best);
    told = same(chosen);
  }
  return chosen;
}

const wide = (all) => { const [low, high] = d3.extent(all); return low > 0 && high / low >= 32; };

// Draws measured values as dots, other values as lines, which include the points of the claim's curve;
// null for fewer than two measured points.
export function chart(claim, x, options) {
  const measured = claim.trials.filter((t) => drawable(t.measured));
  if (measured.length < 2) return null;
  const at = (t) => Object.values(t.at).join();
  const known = new Set(measured.map(at));
  const trials = [...measured, ...(claim.curve ?? []).filter((t) => !known.has(at(t)))];
  const others = sizes(claim).filter((size) => size !== x).reverse();  // reversed, so that a tie is won by the size with the fewest values
  const by = x === undefined ? [] : curves(trials, x, others);
  const points = trials.map((t, i) => ({ x: x === undefined ? i + 1 : t.at[x], curve: by.map((s) => `${s}=${t.at[s]}`).join(" "), trial: t, ...t }));
  const shown = series(claim).filter((s) => points.some((p) => drawable(p[s.key])));
  const lines = shown.filter((s) => s.key !== "measured");
  const ys = points.flatMap((p) => shown.map((s) => p[s.key]).filter(drawable));
  const logX = x !== undefined && wide(points.map((p) => p.x)), logY = wide(ys);
  const above = (p, key) => drawable(p[key]) && (!logY || p[key] > 0);
  const dots = points.filter((p) => above(p, "measured"));
  const end = (p) => (above(p, "measured") ? p.measured : p.printed);
  const last = [...d3.rollup(points.filter((p) => above(p, "measured") || above(p, "printed")), (same) => d3.greatest(same, (p) => p.x), (p) => p.curve).values()];
  const labelled = by.length > 0 && last.length <= 10 && options.width >= 560;
  const told = (p) => [named(p), ...shown.map((s) => `${s.name} ${p[s.key] ?? "–"}`), ...(p.printed_holds ? [] : ["the printed claim fails"])].join("\n");
  return Plot.plot({
    document: options.document, width: options.width, height: Math.max(240, Math.min(380, options.width * 0.5)),
    style: { fontFamily: "system-ui, sans-serif", fontSize: "12px", background: "white", color: ink },
    marginLeft: 64, marginRight: labelled ? 20 + 7 * d3.max(last, (p) => p.curve.length) : 20, marginBottom: 42, marginTop: 26,
    x: { label: `${x ?? "points in the order of the grid"} →`, type: logX ? "log" : "linear", nice: !logX, ...(logX ? { base: 2, tickFormat: "~d" } : { tickFormat: (v) => (Number.isInteger(v) ? `${v}` : "") }) },
    y: { label: "↑ value", type: logY ? "log" : "linear", grid: true, nice: true, ...(logY ? { tickFormat: "~s" } : { zero: d3.min(ys) >= 0, ...(ys.every(Number.isInteger) ? { tickFormat: (v) => (Number.isInteger(v) ? d3.format("~s")(v) : "") } : {}) }) },
    marks: [
      logY ? null : Plot.ruleY([0], { strokeOpacity: 0.3 }),
      ...lines.map((s) => Plot.line(d3.sort(points.filter((p) => above(p, s.key)), (p) => p.x), { x: "x", y: s.key, z: "curve", stroke: s.colour, strokeWidth: s.key === "bound" ? 1.4 : 2, strokeDasharray: { bound: "5 4", corrected: "9 3" }[s.key] })),
      Plot.dot(dots, { x: "x", y: "measured", fill: (p) => (p.printed_holds ? colours.measured : colours.printed), stroke: "white", strokeWidth: 0.6, r: points.length > 120 ? 2.4 : 4 }),
      labelled ? Plot.text(last, { x: "x", y: end, text: "curve", textAnchor: "start", dx: 8, fontSize: 11, fill: "#52606d" }) : null,
      Plot.tip(dots, Plot.pointer({ x: "x", y: "measured", title: told })),
    ],
  });
}

// Fills an element of the page with a player, followed by the run's first two figures (space and time,
// tree), unless they are empty.
export function play(data, root) {
  if (!document.getElementById("player-style")) {
    document.head.append(Object.assign(document.createElement("style"), { id: "player-style", textContent: style }));
  }
  const model = read(data);
  root.classList.add("player");
  const player = new Player(model, root);
  const width = Math.max(300, root.clientWidth - 32);
  for (const [heading, words, draw] of figures(model).slice(0, 2)) {
    const figure = draw({ document, width });
    if (!figure) continue;
    const box = Object.assign(document.createElement("div"), { className: "wide" });
    box.append(figure);
    root.append(Object.assign(document.createElement("h3"), { textContent: heading }), Object.assign(document.createElement("p"), { className: "soft", textContent: words }), box);
  }
  return player;
}
