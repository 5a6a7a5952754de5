// SPDX-License-Identifier: Apache-2.0
// A network with the node positions of the page's player; `needs`: nodes are coloured by needed depth.
import * as d3 from "d3";
import { linkedPairs, placed } from "./layout.js";
import { faint, font, ground, heat, ink, onHeat, soft } from "./theme.js";

// The tooltip of a node. Only switches, and other nodes that messages pass through, are coloured.
const told = (name, need) => (need ? `${name}: depth ${need.depth} needed, ${need.built} built; occupancy ${need.occupancy ?? "–"}, waiting ${need.waiting ?? "–"}, own ${need.own}` : name);

function scale(svg, most, y) {
  const steps = 6, box = 26, group = svg.append("g").attr("transform", `translate(8,${y})`);
  group.append("text").attr("text-anchor", "start").attr("dy", "0.9em").text("needed depth, slots: 0");
  for (let i = 0; i < steps; ++i) group.append("rect").attr("x", 138 + i * box).attr("width", box).attr("height", 13).attr("fill", heat(i / (steps - 1)));
  group.append("text").attr("x", 138 + steps * box + 6).attr("text-anchor", "start").attr("dy", "0.9em").text(most);
}

export function networkFigure(network, options, needs = null) {
  const width = network.nodes > 130 ? 1600 : options.width, height = Math.round(width * 0.66);
  const { at, size, gap, curve } = placed(network, width, height);
  const pairs = linkedPairs(network), name = (v) => network.names[v] ?? `${v}`;
  // Links that bend around the last row need space below it.
  const lowest = d3.max(pairs, ([a, b]) => Math.max(at[a][1], at[b][1], curve(a, b)[1])) ?? 0;
  const legend = needs ? 22 : 0, through = (v) => (needs?.[v]?.occupancy > 0 || (needs?.[v]?.role === "switch") ? needs[v] : null);
  const most = d3.max(d3.range(network.nodes), (v) => through(v)?.depth ?? 0) ?? 0;
  const tall = Math.max(height, Math.ceil(lowest) + 6) + legend;
  const svg = d3.select(options.document.createElementNS("http://www.w3.org/2000/svg", "svg"))
    .attr("xmlns", "http://www.w3.org/2000/svg").attr("width", width).attr("height", tall).attr("viewBox", `0 0 ${width} ${tall}`)
    .attr("font-family", font).attr("font-size", 12).attr("text-anchor", "middle").attr("fill", ink);
  svg.append("rect").attr("width", width).attr("height", tall).attr("fill", ground);
  for (const [a, b, lanes] of pairs) {
    svg.append("path").attr("d", `M${at[a]}Q${curve(a, b)} ${at[b]}`).attr("fill", "none").attr("stroke", faint).attr("stroke-width", 1.2 + Math.min(lanes - 1, 6) * 0.8);
  }
  const longest = d3.max(d3.range(network.nodes), (v) => name(v).length) ?? 1;
  const inside = !needs && longest * 7.4 <= 2 * size, below = gap >= longest * 7.4 && gap >= 2 * size + 18;
  for (let v = 0; v < network.nodes; ++v) {
    const node = svg.append("g").attr("transform", `translate(${at[v]})`);
    const need = through(v), share = need && most > 0 ? need.depth / most : 0;
    node.append("title").text(told(name(v), needs?.[v]));
    node.append("rect").attr("x", -size).attr("y", -size).attr("width", 2 * size).attr("height", 2 * size)
      .attr("rx", v >= network.processors ? size * 0.25 : size).attr("fill", need ? heat(share) : ground).attr("stroke", ink);
    if (need) node.append("text").attr("class", "depth").attr("dy", "0.35em").attr("font-size", Math.max(10, Math.min(16, size * 0.9))).attr("fill", onHeat(share)).text(need.depth);
    if (inside) node.append("text").attr("dy", "0.35em").text(name(v));
    else if (below) node.append("text").attr("dy", size + 13).attr("fill", soft).text(name(v));
  }
  if (needs) scale(svg, most, tall - legend + 3);
  return svg.node();
}
