// SPDX-License-Identifier: Apache-2.0
// Positions of a network's nodes in the unit square, and the curvature of its links.
import * as d3 from "d3";

const circle = (count, turn = 0) =>
  d3.range(count).map((i) => {
    const angle = 2 * Math.PI * (i / count + turn) - Math.PI / 2;
    return [0.5 + 0.5 * Math.cos(angle), 0.5 + 0.5 * Math.sin(angle)];
  });

// Fat trees and other networks with levels of switches: leaves at the bottom and the root at the top, or,
// with many leaves, the leaves in a circle around the root.
function levels(network) {
  const rows = d3.group(d3.range(network.nodes), (v) => network.level[v]);
  const top = network.levels;
  const round = network.processors > 40;
  const at = [];
  for (const [level, nodes] of rows) {
    nodes.forEach((v, i) => {
      const along = (i + 0.5) / nodes.length;
      const angle = 2 * Math.PI * along - Math.PI / 2;
      const radius = 0.5 * (1 - level / top);
      at[v] = round ? [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)]
                    : [along, 1 - level / top];
    });
  }
  return at;
}

// Meshes, tori and cubes: the last coordinate, which counts fastest, goes to the right, the one before it
// downwards, the third from the end obliquely; the next two place copies of these grids to the right and
// below, further ones obliquely.
function grid(dims) {
  const sizes = [...dims].reverse();
  const steps = [[1, 0], [0, 1], [0.36, 0.28], [sizes[0] + 1.2, 0], [0, (sizes[1] ?? 0) + 1.2]];
  return d3.range(sizes.reduce((a, b) => a * b, 1)).map((v) => {
    let rest = v;
    const at = [0, 0];
    sizes.forEach((size, d) => {
      const step = steps[d] ?? [0.36 * 2 ** (d - 4), 0.28 * 2 ** (d - 4)];
      at[0] += step[0] * (rest % size);
      at[1] += step[1] * (rest % size);
      rest = Math.floor(rest / size);
    });
    return at;
  });
}

const around = ([x, y], radius, angle) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];

// The six nodes of S_3 in a ring: those that begin with `middle`, `right` and `left` in turn.
function ring(rest, [left, right, middle], centre, radius, facing, at) {
  let label = [middle, right, left];
  for (let i = 0; i < 6; ++i) {
    at.set(label.join("") + rest, around(centre, radius, facing + (i * Math.PI) / 3));
    label = i % 2 === 0 ? [label[1], label[0], label[2]] : [label[2], label[1], label[0]];
  }
}

// A star graph of these symbols: substars with the same last symbol in a circle, those of three symbols
// as rings, rotated towards the rings that they are linked with.
function substars(symbols, rest, centre, radius, facing, at) {
  const n = symbols.length;
  if (n === 3) return ring(rest, symbols, centre, radius, facing, at);
  const inner = radius * (n === 4 ? 0.36 : 0.32);
  symbols.forEach((last, i) => {
    const angle = facing + (2 * Math.PI * (i + 0.5)) / n, middle = around(centre, radius - inner, angle);
    const others = [1, 3, 2].map((step) => symbols[(i + step) % n]);
    const sorted = n === 4 ? others : symbols.filter((s) => s !== last);
    substars(sorted, last + rest, middle, inner, angle + Math.PI, at);
  });
}

function star(network) {
  const at = new Map();
  substars([...network.names[0]].sort(), "", [0, 0], 1, -Math.PI / 2, at);
  return network.names.map((name) => at.get(name));
}

// A deterministic spring layout.
function pulled(network) {
  const nodes = circle(network.nodes).map(([x, y]) => ({ x: 300 * x, y: 300 * y }));
  const links = network.channels.filter(([a, b]) => a < b).map(([source, target]) => ({ source, target }));
  const turns = network.nodes > 500 ? 120 : 300;
  d3.forceSimulation(nodes)
    .force("link", d3.forceLink(links).distance(30).strength(0.7))
    .force("charge", d3.forceManyBody().strength(-80))
    .force("center", d3.forceCenter(0, 0))
    .stop().tick(turns);
  return nodes.map((n) => [n.x, n.y]);
}

function unit(at) {
  const [x0, x1] = d3.extent(at, (p) => p[0]), [y0, y1] = d3.extent(at, (p) => p[1]);
  return at.map(([x, y]) => [x1 > x0 ? (x - x0) / (x1 - x0) : 0.5, y1 > y0 ? (y - y0) / (y1 - y0) : 0.5]);
}

const round = new Set(["complete", "ring", "circulant", "de-bruijn", "kautz", "petersen", "dgx1"]);

const gridded = new Set(["torus", "mesh", "hyperx"]);

function places(network) {
  const { name, options, nodes, processors } = network;
  if (network.levels > 1) return levels(network);
  const whole = network.names.length === nodes;
  if (name === "star" && whole && nodes >= 6 && network.names.every((s) => /^[1-9]+$/.test(s))) return star(network);
  if (nodes === processors + 1 && nodes > 3 && network.channels.every(([a, b]) => a === processors || b === processors)) {
    return [...circle(processors), [0.5, 0.5]]; // one switch
  }
  if (name === "petersen" && nodes === 10) {
    const inner = circle(5).map(([x, y]) => [0.25 + x / 2, 0.25 + y / 2]);
    return [...circle(5), ...inner];
  }
  if (round.has(name) || nodes !== processors && network.crossbar) return circle(nodes);
  if (gridded.has(name) && /^\d+(x\d+)*$/.test(options.dims ?? "")) {
    const dims = options.dims.split("x").map(Number);
    const count = dims.reduce((a, b) => a * b, 1);
    if (count === nodes) return dims.length === 1 ? circle(nodes) : grid(dims);
  }
  if (name === "hypercube" && nodes === 2 ** Number(options.dimensions)) {
    return grid(Array(Number(options.dimensions)).fill(2));
  }
  return pulled(network);
}

// Positions in the unit square.
export const layout = (network) => unit(places(network));

// Pairs of nodes with links between them, in either direction: [smaller, larger, lanes].
export function linkedPairs(network) {
  const pairs = new Map();
  for (const [a, b, lanes] of network.channels) {
    if (b === null || b >= network.nodes) continue;
    pairs.set(Math.min(a, b) * network.nodes + Math.max(a, b), [Math.min(a, b), Math.max(a, b), lanes]);
  }
  return [...pairs.values()];
}

// Distance in pixels between nodes that are close together: the 10 % quantile of the distances from a node
// to its nearest other node.
export function nearest(places, width, height) {
  const points = places.map(([x, y]) => [x * (width - 40), y * (height - 40)]);
  const tree = d3.quadtree(points);
  const gaps = points.slice(0, 400).map((p) => {
    const copy = tree.copy().remove(p);
    const other = copy.find(...p);
    return other ? Math.hypot(other[0] - p[0], other[1] - p[1]) : 60;
  });
  return Math.max(7, d3.quantile(gaps, 0.1) ?? 60);
}

// Positions of the nodes in a frame, the radius of a node, a distance between close nodes, and a function
// for the control point of a link's curve.
export function placed(network, width, height, largest = 17) {
  const places = layout(network);
  const square = network.levels < 2 || network.processors > 40;
  const box = square ? Math.min(width, height) : 0;
  const [w, h] = square ? [Math.min(width, box * 1.35), box] : [width, height];
  const gap = nearest(places, w, h);
  const size = Math.max(3, Math.min(largest, gap * 0.3)), edge = size + 6 + Math.max(12, size * 0.8);
  const at = places.map(([x, y]) => [(width - w) / 2 + edge + x * (w - 2 * edge), (height - h) / 2 + edge + y * (h - 2 * edge)]);
  return { at, size, gap, curve: (a, b) => bend(network, at, a, b) };
}

// Differences between the node numbers of neighbours in a grid; links with other differences bend around
// nodes.
function strides(network) {
  let stride = 1;
  return (network.options.dims ?? "").split("x").reverse().map((size) => (stride *= Number(size)) / Number(size));
}

// The control point of a link's quadratic curve: links that would cross other nodes of a row bend around
// them.
export function bend(network, at, from, to) {
  const [x0, y0] = at[from], [x1, y1] = at[to];
  const dx = x1 - x0, dy = y1 - y0, length = Math.hypot(dx, dy);
  const across = gridded.has(network.name) && !strides(network).includes(Math.abs(from - to));
  const bow = network.crossbar ? 0.12 * length : across ? 0.16 * length : 0;
  const sense = network.crossbar || from < to ? 1 : -1;
  return [(x0 + x1) / 2 - (sense * bow * dy) / (length || 1), (y0 + y1) / 2 + (sense * bow * dx) / (length || 1)];
}
