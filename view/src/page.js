// SPDX-License-Identifier: Apache-2.0
// Initialises a page after it is loaded.
import { figures, spreading_options } from "./page_figures.js";
import { chart } from "./figures.js";
import { read } from "./model.js";
import { Player } from "./player.js";
import { pairFigures, pairNames, pairTables, shared } from "./pair.js";
import { element, number } from "./elements.js";
import { themeSwitch } from "./theme.js";

function title(model) {
  const { scenario } = model.report;
  const options = Object.entries(model.network.options).map(([k, v]) => `${k} ${v}`).join(", ");
  return `${scenario.collective} on ${scenario.network}${options ? ` (${options})` : ""}`;
}

function facts(model) {
  const { scenario } = model.report;
  const t = model.timing;
  return [
    `${scenario.algorithm ?? "a given schedule"}`, `${number(model.network.processors)} processors`, `${scenario.ports} port${scenario.ports === "multi" ? "s" : ""}`,
    scenario.messages > 1 && `${scenario.messages} messages each`, scenario.operands && `${number(scenario.operands)} operands`,
    t.logp && `latency ${t.latency}, overhead ${t.overhead}, gap ${t.gap}`, t.startup > 0 && `start-up ${t.startup}`,
  ].filter(Boolean).join(" · ");
}

function table(model) {
  const { theory, plan, hardware, verdict } = model.report;
  const rows = [
    ["cycles", theory.formula_cycles, plan.cycles, hardware?.cycles],
    ["lower bound", theory.lower_bound, "", ""],
    ["hops", "", plan.hops, hardware?.hops],
    ["occupancy", "", plan.max_occupancy ?? plan.max_queue, hardware?.max_occupancy ?? (plan.max_occupancy === undefined ? hardware?.max_queue : undefined)],
    ["waiting", "", plan.max_passing_waiting ?? plan.max_waiting, hardware?.max_passing_waiting],
  ];
  const cell = (value) => element("td", { textContent: value === "" ? "" : number(value) });
  const head = element("tr", {}, ...["", "theory", "plan", "hardware"].map((t) => element("th", { textContent: t, scope: "col" })));
  const body = rows.map(([name, ...values]) => element("tr", {}, element("th", { textContent: name, scope: "row" }), ...values.map(cell)));
  const sources = [theory.formula_source && `formula: ${theory.formula_source}`, theory.lower_bound_source && `bound: ${theory.lower_bound_source}`, theory.erratum && `printed${theory.paper_cycles === null ? "" : ` ${theory.paper_cycles}`}: ${theory.erratum}`];
  const failing = model.report.failures ?? [];
  return [
    element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)),
    element("p", { className: `verdict ${verdict}`, textContent: `verdict ${verdict}${failing.length > 0 ? `: ${failing.join("; ")}` : ""}${Number.isFinite(hardware?.cycles) ? "" : " (planned and judged, not run on hardware)"}` }),
    ...sources.filter(Boolean).map((text) => element("p", { className: "source", textContent: text })),
  ];
}

// A figure that is redrawn for the available width.
function section(heading, words, draw, controls = []) {
  const box = element("div", { className: "figure" });
  const drawn = (chosen) => draw({ document, width: Math.max(box.clientWidth || 960, 300) }, chosen);
  const made = element("section", {}, element("h2", { textContent: heading }), element("p", { textContent: words }), ...controls, box);
  const redraw = () => {
    const figure = drawn(controls[0]?.querySelector?.("select")?.value);
    made.hidden = !figure;
    box.replaceChildren(...(figure ? [figure] : []));
  };
  controls.forEach((c) => c.addEventListener("change", redraw));
  return { made, redraw };
}

function choice(label, options) {
  const select = element("select", {}, ...options.map(([value, text]) => element("option", { value, textContent: text })));
  return element("label", { className: "choice" }, `${label} `, select);
}

function showRun(data) {
  const model = read(data);
  document.title = `${title(model)} – romcast`;
  document.getElementById("title").textContent = title(model);
  document.getElementById("facts").textContent = facts(model);
  document.getElementById("summary").append(...table(model));
  if (model.sampled) document.getElementById("summary").append(element("p", { className: "sampled", textContent: `A sample: ${model.sampled}.` }));
  const player = document.getElementById("player");
  player.hidden = false;
  if (model.network.drawn) {
    window.player = new Player(model, player);
  } else {
    player.replaceChildren(element("h2", { textContent: "Player" }), element("p", { className: "sampled", textContent: `No player: ${number(model.network.nodes)} nodes are too many to be drawn one by one; the curves below are of the whole network.` }));
  }
  const trees = spreading_options(model);
  const sections = figures(model).map(([heading, words, draw, choosable]) =>
    section(heading, words, draw, choosable && trees.length > 1 ? [choice("message", trees)] : []));
  show(sections);
}

// Two runs with one clock and one scale.
function showPair(data) {
  const models = data.runs.map(read);
  document.title = "Two runs – romcast";
  document.getElementById("title").textContent = "Two runs with one clock";
  document.getElementById("facts").textContent = models.map((m, i) => `${"AB"[i]}: ${title(m)}, ${facts(m)}`).join(" | ");
  document.getElementById("summary").append(...pairTables(models));
  const players = document.getElementById("player");
  players.hidden = false;
  players.className = "pair";
  const scale = shared(models);
  if (models.every((m) => m.network.drawn)) {
    const [leader, follower] = models.map((model, i) => {
      const root = element("div", { className: i === 0 ? "player" : "player follower" });
      players.append(element("div", {}, element("h2", { textContent: pairNames(models)[i] }), root));
      return new Player(model, root, scale);
    });
    leader.shown = (time) => follower.follow(time);
    window.players = [leader, follower];
  }
  show(pairFigures(models, scale).map(([heading, words, draw]) => section(heading, words, draw)));
}

function showSweep(data) {
  document.getElementById("summary").hidden = true;
  document.title = `${data.title} – romcast`;
  document.getElementById("title").textContent = data.title;
  document.getElementById("facts").textContent = `${data.rows.length} points`;
  show([section(data.heading, "", (options) => chart(data.rows, data.plot, options))]);
}

function show(sections) {
  const place = document.getElementById("figures");
  place.append(...sections.map((s) => s.made));
  const redraw = () => sections.forEach((s) => s.redraw());
  redraw();
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth === width) return;
    width = innerWidth;
    redraw();
  });
}

themeSwitch(document.getElementById("theme"));
const data = JSON.parse(document.getElementById("data").textContent);
if (data.schema === "romcast.view/1") showRun(data);
else if (data.schema === "romcast.views/1") showPair(data);
else showSweep(data);
document.documentElement.dataset.ready = "yes";
