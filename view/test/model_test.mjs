// SPDX-License-Identifier: Apache-2.0
// Tests of the data that model.js derives from the data of a page. The expected figures are
// computed by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { deepest, depthsOf, hue, joined, portsOf, read, search, spread, spreading, stepAt, underWay, waitingFor, wordAt } from "../src/model.js";

// p0 sends message 0 to s in cycle 1; s sends it to p1 in cycle 2 and to p2 in cycle 3.
const tree = {
  network: { processors: 3, nodes: 4, names: ["p0", "p1", "p2", "s"], level: [0, 0, 0, 1],
    channels: [[0, 3, 1], [1, 3, 1], [2, 3, 2], [3, 0, 1], [3, 1, 1], [3, 2, 2]] },
  collective: "broadcast", source: 0, report: { plan: { cycles: 3 } },
  hops: {
    begin: [0, 1, 2], end: [1, 2, 3], from: [0, 3, 3], to: [3, 1, 2], lane: [0, 0, 0],
    message: [0, 0, 0], kind: [0, 0, 0], delivers: [0, 1, 1],
  },
  messages: [[0, "0", 0, null]],
};

test("a step function keeps its value until the next change", () => {
  const changes = [2, 1, 5, 3, 9, 0];
  assert.deepEqual([0, 1, 2, 4, 5, 8, 9, 100].map((t) => stepAt(changes, t)), [0, 0, 1, 1, 3, 3, 0, 0]);
  assert.equal(stepAt([], 7), 0);
});

test("a program drives each word for its cycles and is halted behind the last", () => {
  const program = [[2, "a"], [1, "b"], [3, "c"]];
  assert.deepEqual([1, 2, 3, 4, 6, 7].map((c) => wordAt(program, c)), ["a", "a", "b", "c", "c", null]);
});

test("a message spreads along the hops that first bring it, with their times", () => {
  const model = read(tree);
  assert.deepEqual(spreading(model), [0]);
  assert.deepEqual(spread(model, 0), [
    { node: 0, parent: null, time: 0 }, { node: 3, parent: 0, time: 1 },
    { node: 1, parent: 3, time: 2 }, { node: 2, parent: 3, time: 3 },
  ]);
});

test("values come together along the last send of each node", () => {
  const model = read({ ...tree, collective: "reduce", source: 0,
    hops: { ...tree.hops, from: [1, 2, 3], to: [3, 3, 0] } });
  const parents = new Map(joined(model).map((n) => [n.node, n.parent]));
  assert.deepEqual([...parents].sort(), [[0, null], [1, 3], [2, 3], [3, 0]]);
});

test("a search finds a message before a node, and says so if there is neither", () => {
  const model = read(tree);
  assert.deepEqual(search(model, "0"), { message: 0 });
  assert.deepEqual(search(model, " s "), { node: 3 });
  assert.deepEqual(search(model, "x"), { nothing: "x" });
  assert.equal(search(model, "  "), null);
});

test("messages to different processors have different colours", () => {
  const model = read({ ...tree, collective: "scatter", messages: [[0, "0", 0, 0], [1, "1", 0, 1], [2, "2", 0, 2]] });
  assert.equal(new Set([0, 1, 2].map((m) => hue(model, m))).size, 3);
});

test("a node's most is the largest occupancy that it ever has", () => {
  const model = { depths: [[1, 2, 3, 5, 9, 0], [], [0, 4]] };
  assert.deepEqual(depthsOf(model), [5, 0, 4]);
  assert.equal(deepest(model), 5);
});

test("periodic rows begin again behind the last one", () => {
  const program = [[1, "a"], [2, "b"]];
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map((c) => wordAt(program, c, true)), ["a", "b", "b", "a", "b", "b", "a"]);
  assert.equal(wordAt([], 3, true), null);
});

test("a node has all its links, where they are few", () => {
  const { sources, targets } = portsOf(read(tree), 3);
  const all = [{ node: 0, lanes: 1 }, { node: 1, lanes: 1 }, { node: 2, lanes: 2 }];
  assert.deepEqual([sources, targets], [all, all]);
});

test("a node has those of its links that a run uses, where they are many", () => {
  const channels = Array.from({ length: 40 }, (_, v) => [3, v + 4, 1]);
  const model = read({ ...tree, network: { ...tree.network, channels } });
  assert.deepEqual(portsOf(model, 3), { sources: [{ node: 0, lanes: 1 }], targets: [{ node: 1, lanes: 1 }, { node: 2, lanes: 1 }] });
});

test("a message waits for each link that it still goes to, until its cycle ends", () => {
  const model = read(tree);
  const at = (time) => Object.fromEntries(waitingFor(model, 3, time));
  assert.deepEqual(at(0.5), {});
  assert.deepEqual(at(1.5), { 1: [{ message: 0, leaves: true }], 2: [{ message: 0, leaves: false }] });
  assert.deepEqual(at(2), { 2: [{ message: 0, leaves: true }] });
  assert.deepEqual(at(3), {});
  assert.deepEqual(Object.fromEntries(waitingFor(model, 0, 0)), { 3: [{ message: 0, leaves: true }] }, "its own from the start");
  assert.deepEqual([0, 1, 2].map((t) => underWay(model, 3, t).map((h) => h.to)), [[3], [1], [2]]);
});
