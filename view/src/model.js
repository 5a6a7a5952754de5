// SPDX-License-Identifier: Apache-2.0
// The data of a page (schema romcast.view/1) as objects, and derived data. Draws nothing.

export const kinds = ["message", "startup", "adds", "takes"];

// Hops as objects in order of time, messages by number.
export function read(data) {
  const columns = data.hops;
  const hops = columns.begin.map((begin, i) => ({
    begin, end: columns.end[i], from: columns.from[i], to: columns.to[i], lane: columns.lane[i],
    message: columns.message[i], kind: kinds[columns.kind[i]], delivers: columns.delivers[i] === 1,
  }));
  const messages = new Map(
    data.messages.map(([number, name, origin, destination]) =>
      [number, { number, name, origin, destination }]));
  // A summation ends with an addition, which is no hop.
  const last = data.collective === "summation" && !data.sampled ? Math.max(data.last, data.report?.plan?.cycles ?? 0) : data.last;
  return { ...data, last, hops, messages, moves: hops.filter((h) => h.kind === "message") };
}

export const nodeName = (model, node) => model.network.names[node] ?? `node ${node}`;

export function messageName(model, hop) {
  if (hop.kind === "startup") return "start-up";
  if (hop.kind === "adds") return `+${hop.message}`;
  return model.messages.get(hop.message)?.name ?? `${hop.message}`;
}

// The property that best distinguishes messages, for their colour: 0 .. 1.
export function hue(model, number) {
  const message = model.messages.get(number);
  const processors = Math.max(model.network.processors, 1);
  if (!message) return 0;
  if (model.collective === "gather" || model.collective === "allgather") {
    return (message.origin ?? 0) / processors;
  }
  if (message.destination !== null) return message.destination / processors;
  const place = [...model.messages.keys()].indexOf(number);
  return place / model.messages.size;
}

// The value of a step function given as [time, value, time, value, ...].
export function stepAt(changes, time) {
  let low = 0, high = changes.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (changes[2 * middle] <= time) low = middle + 1; else high = middle;
  }
  return low === 0 ? 0 : changes[2 * low - 1];
}

// The largest occupancy that each node ever has, and that of all nodes.
export const depthsOf = (model) => model.depths.map((changes) => changes.reduce((most, value, i) => (i % 2 === 1 ? Math.max(most, value) : most), 0));
export const deepest = (model) => Math.max(0, ...depthsOf(model));

// The word of a ROM program, [[cycles, word], ...], that is active in a cycle, counted from 1; null after
// the end.
export function wordAt(program, cycle, repeats = false) {
  let first = 1;
  if (repeats) cycle = ((cycle - 1) % Math.max(1, program.reduce((sum, [cycles]) => sum + cycles, 0))) + 1;
  for (const [cycles, word] of program) {
    if (cycle < first + cycles) return word;
    first += cycles;
  }
  return null;
}

export function wordsAt(model, node, cycle) {
  if (model.rom.none) return { none: model.rom.none };
  return model.rom.nodes[node].map((program) => wordAt(model.rom.programs[program], cycle, model.rom.repeats));
}

// The path of a message: its hops in order of time.
export const journey = (model, number) => model.moves.filter((h) => h.message === number);

// The hops into and out of a node, in order of time.
function hopsOf(model, node) {
  if (!model.byNode) {
    model.byNode = new Map();
    const at = (v) => model.byNode.get(v) ?? model.byNode.set(v, { into: [], out: [] }).get(v);
    for (const hop of model.moves) {
      at(hop.to).into.push(hop);
      at(hop.from).out.push(hop);
    }
    for (const { out } of model.byNode.values()) out.sort((a, b) => a.begin - b.begin);
  }
  return model.byNode.get(node) ?? { into: [], out: [] };
}

// The senders to a node and the receivers from it, each with its number of links: all if they are
// few, else those that this run uses.
export function portsOf(model, node) {
  const sources = new Map(), targets = new Map(), { into, out } = hopsOf(model, node);
  const few = 12;
  for (const [from, to, lanes] of model.network.channels) {
    if (to === node) sources.set(from, lanes);
    if (from === node && to !== null) targets.set(to, lanes);
  }
  const sorted = (all, used) => {
    const ones = new Set(used);
    for (const v of ones) if (!all.has(v)) all.set(v, 1);
    const shown = all.size <= few ? [...all] : [...all].filter(([v]) => ones.has(v));
    return shown.map(([v, lanes]) => ({ node: v, lanes })).sort((a, b) => a.node - b.node);
  };
  return { sources: sorted(sources, into.map((h) => h.from)), targets: sorted(targets, out.map((h) => h.to)) };
}

// The messages in a node, by the neighbour to which they go, in the order in which they leave; a message
// that leaves now counts until the end of its cycle.
export function waitingFor(model, node, time) {
  const { into, out } = hopsOf(model, node), done = Math.floor(time), queues = new Map();
  const came = new Map();
  for (const hop of into) if (!came.has(hop.message)) came.set(hop.message, hop.end);
  for (const hop of out) {
    if (hop.end <= done || (came.get(hop.message) ?? 0) > done) continue;
    if (!queues.has(hop.to)) queues.set(hop.to, []);
    queues.get(hop.to).push({ message: hop.message, leaves: hop.begin <= time });
  }
  return queues;
}

// The hops into and out of a node that are in flight at a time.
export function underWay(model, node, time) {
  const { into, out } = hopsOf(model, node);
  return [...into, ...out].filter((h) => h.begin <= time && h.end > time);
}

// The numbers of messages that spread over several nodes, so that a tree can be drawn.
export function spreading(model) {
  const ends = new Map();
  for (const hop of model.moves) ends.set(hop.message, (ends.get(hop.message) ?? 0) + 1);
  const combined = ["reduce", "allreduce", "summation"].includes(model.collective);
  if (combined) return [];
  const copied = ["broadcast", "allgather", "exchange"].includes(model.collective);
  return copied ? [...ends].filter(([, count]) => count > 1).map(([message]) => message).sort((a, b) => a - b) : [];
}

// The tree along which a message spreads: for each node its sender and time. Root first.
export function spread(model, number) {
  const nodes = new Map();
  for (const hop of journey(model, number)) {
    if (nodes.size === 0) nodes.set(hop.from, { node: hop.from, parent: null, time: 0 });
    if (!nodes.has(hop.to)) nodes.set(hop.to, { node: hop.to, parent: hop.from, time: hop.end });
  }
  return [...nodes.values()];
}

// The tree along which values are combined: for each node its last receiver and the time of arrival.
export function joined(model) {
  if (!["reduce", "summation"].includes(model.collective)) return [];
  const nodes = new Map([[model.source, { node: model.source, parent: null, time: 0 }]]);
  for (const hop of model.moves) {
    if (hop.from !== model.source) nodes.set(hop.from, { node: hop.from, parent: hop.to, time: hop.end });
  }
  for (const hop of model.moves) {
    if (!nodes.has(hop.to)) nodes.set(hop.to, { node: hop.to, parent: null, time: hop.end });
  }
  const root = nodes.get(model.source);
  root.time = model.report.plan.cycles;
  return [...nodes.values()].filter((n) => reaches(nodes, n, model.source));
}

function reaches(nodes, node, root) {
  const seen = new Set();
  for (let at = node; at; at = nodes.get(at.parent)) {
    if (at.node === root) return true;
    if (seen.has(at.node)) return false;
    seen.add(at.node);
  }
  return false;
}

// The message or, if there is none, the node with the name that is searched for; { nothing: name }
// if neither exists, null for an empty search.
export function search(model, text) {
  const wanted = text.trim();
  if (wanted === "") return null;
  const message = [...model.messages.values()].find((m) => m.name === wanted);
  if (message) return { message: message.number };
  const node = model.network.names.indexOf(wanted);
  return node >= 0 ? { node } : { nothing: wanted };
}
