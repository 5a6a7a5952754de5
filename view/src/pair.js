// SPDX-License-Identifier: Apache-2.0
// Two runs side by side: the difference of their figures, and curves with equal axes.
import { deliveries, linkUse, queues } from "./figures.js";
import { element, number } from "./elements.js";
import { deepest, depthsOf, nodeName } from "./model.js";

// The end of the common clock, and the largest occupancy of a node in either run.
export const shared = (models) => ({
  last: Math.max(...models.map((m) => m.last)),
  most: Math.max(1, ...models.map((m) => Math.max(deepest(m), ...m.curves.levels.flatMap((c) => c.most)))),
});

export const pairNames = (models) => models.map((m, i) => `${"AB"[i]}: ${m.report.scenario.algorithm ?? "a given schedule"}, ${m.last} cycles`);

const difference = ([a, b]) => (Number.isFinite(a) && Number.isFinite(b) ? `${b > a ? "+" : b < a ? "−" : "±"}${number(Math.abs(b - a))}` : "–");

function table(first, rows) {
  const cells = (values) => values.map((value) => element("td", { textContent: number(value) }));
  const head = element("tr", {}, ...[first, "A", "B", "B − A"].map((t) => element("th", { textContent: t, scope: "col" })));
  const body = rows.map(([name, ...values]) => element("tr", {}, element("th", { textContent: name, scope: "row" }), ...cells([...values, difference(values)])));
  return element("table", {}, element("thead", {}, head), element("tbody", {}, ...body));
}

// The nodes whose occupancies differ, largest difference first; empty unless both runs have the same nodes.
function depthTable(models) {
  const [a, b] = models.map(depthsOf);
  const same = a.length > 0 && models[0].network.names.join("\n") === models[1].network.names.join("\n");
  if (!same) return [];
  const rows = a.map((depth, v) => [nodeName(models[0], v), depth, b[v]]).filter(([, x, y]) => x !== y);
  rows.sort((x, y) => Math.abs(y[2] - y[1]) - Math.abs(x[2] - x[1]));
  const most = 12, shown = rows.slice(0, most);
  const told = rows.length === 0 ? "Every node has the same occupancy in both runs." : `${rows.length} of ${a.length} nodes have another occupancy${rows.length > most ? `; the ${most} with the largest difference` : ""}:`;
  return [element("p", { textContent: told }), ...(shown.length > 0 ? [element("div", { className: "figure depths" }, table("occupancy of", shown))] : [])];
}

export function pairTables(models) {
  const of = (name, value) => [name, ...models.map(value)];
  const drawn = models.every((m) => m.depths.length > 0);
  const rows = [
    of("cycles", (m) => m.report.hardware?.cycles ?? m.report.plan.cycles),
    of("lower bound", (m) => m.report.theory.lower_bound),
    of("hops", (m) => m.report.hardware?.hops ?? m.report.plan.hops),
    of("occupancy, fullest node", (m) => (drawn ? deepest(m) : m.report.plan.max_queue)),
  ];
  const verdicts = models.map((m, i) => `${"AB"[i]}: verdict ${m.report.verdict}`).join(", ");
  const failing = models.some((m) => m.report.verdict !== "pass");
  return [
    element("div", { className: "figure" }, table("", rows)),
    element("p", { className: `verdict ${failing ? "fail" : "pass"}`, textContent: verdicts }), ...depthTable(models),
    ...models.flatMap((m, i) => (m.sampled ? [element("p", { className: "sampled", textContent: `${"AB"[i]} is a sample: ${m.sampled}.` })] : [])),
  ];
}

// Draws a figure for both runs side by side, or one below the other in narrow windows.
function twice(models, scale, draw) {
  return (options) => {
    const gap = 16, narrow = options.width < 900, width = narrow ? options.width : (options.width - gap) / 2;
    const made = models.map((m) => draw(m, { ...options, width, ...scale }));
    if (made.some((figure) => !figure)) return null;
    return element("div", { className: "twice" }, ...made.map((figure, i) => element("div", {}, element("h3", { textContent: pairNames(models)[i] }), figure)));
  };
}

export const pairFigures = (models, scale) => [
  ["Occupancy", "The messages that pass through the fullest node, at the end of a cycle; both with the same axes.", twice(models, scale, queues)],
  ["Deliveries", "Messages that have reached a processor that wants them.", twice(models, { last: scale.last }, deliveries)],
  ["Link use", "The share of the links that carry something.", twice(models, { last: scale.last }, linkUse)],
];
