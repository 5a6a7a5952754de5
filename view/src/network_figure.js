// SPDX-License-Identifier: Apache-2.0
// A network without a run, placed as the page's player places it.
import * as d3 from "d3";
import { linkedPairs, placed } from "./layout.js";
import { faint, font, ground, ink, soft } from "./theme.js";

export function networkFigure(network, options) {
  const width = network.nodes > 130 ? 1600 : options.width, height = Math.round(width * 0.66);
  const { at, size, gap, curve } = placed(network, width, height);
  const pairs = linkedPairs(network), name = (v) => network.names[v] ?? `${v}`;
  // Links that bend around the last row need space below it.
  const lowest = d3.max(pairs, ([a, b]) => Math.max(at[a][1], at[b][1], curve(a, b)[1])) ?? 0;
  const tall = Math.max(height, Math.ceil(lowest) + 6);
  const svg = d3.select(options.document.createElementNS("http://www.w3.org/2000/svg", "svg"))
    .attr("xmlns", "http://www.w3.org/2000/svg").attr("width", width).attr("height", tall).attr("viewBox", `0 0 ${width} ${tall}`)
    .attr("font-family", font).attr("font-size", 12).attr("text-anchor", "middle").attr("fill", ink);
  svg.append("rect").attr("width", width).attr("height", tall).attr("fill", ground);
  for (const [a, b, lanes] of pairs) {
    svg.append("path").attr("d", `M${at[a]}Q${curve(a, b)} ${at[b]}`).attr("fill", "none").attr("stroke", faint).attr("stroke-width", 1.2 + Math.min(lanes - 1, 6) * 0.8);
  }
  const longest = d3.max(d3.range(network.nodes), (v) => name(v).length) ?? 1;
  const inside = longest * 7.4 <= 2 * size, below = gap >= longest * 7.4 && gap >= 2 * size + 18;
  for (let v = 0; v < network.nodes; ++v) {
    const node = svg.append("g").attr("transform", `translate(${at[v]})`);
    node.append("title").text(name(v));
    node.append("rect").attr("x", -size).attr("y", -size).attr("width", 2 * size).attr("height", 2 * size)
      .attr("rx", v >= network.processors ? size * 0.25 : size).attr("fill", ground).attr("stroke", ink);
    if (inside) node.append("text").attr("dy", "0.35em").text(name(v));
    else if (below) node.append("text").attr("dy", size + 13).attr("fill", soft).text(name(v));
  }
  return svg.node();
}
