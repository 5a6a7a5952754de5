// SPDX-License-Identifier: Apache-2.0
// The figures of a page, with their headings.
import { deliveries, depths, isLogp, linkUse, loads, queues, spaceTime, tree } from "./figures.js";
import { messageName, spreading } from "./model.js";

export const spreading_options = (model) =>
  spreading(model).slice(0, 500).map((number) => [number, messageName(model, { kind: "message", message: number })]);

export const figures = (model) => [
  ["Space and time",
    isLogp(model)
      ? "Blue: a processor is busy with a send (o). Orange: with a reception (o). Grey: until its next send (g). Arrows: messages under way (L)." + (model.collective === "summation" ? " Green: adding." : model.hops.some((h) => h.kind === "adds") ? " Green: computing." : "")
      : "A row for each link, a column for each cycle, the message in the cell.",
    (options) => spaceTime(model, options)],
  ["Tree", "Who has it from whom; in the circle the time at which a node has it.",
    (options, chosen) => tree(model, options, chosen === undefined ? undefined : Number(chosen)), true],
  ["Needed depths", "The slots that the deepest queue of each node must have for what passes through it: the number in the node, and its colour. Nodes that only send and receive have none.", (options) => depths(model, options)],
  ["Occupancy", "The messages that pass through the fullest node, at the end of a cycle; a node's own do not count.", (options) => queues(model, options)],
  ["Deliveries", "Messages that have reached a processor that wants them, and where the bound lies.", (options) => deliveries(model, options)],
  ["Link use", "How many of the links carry something.", (options) => linkUse(model, options)],
  ["Busiest links", "Cycles that each link is in use, the busiest first; red: as long as the lower bound, so that no schedule is faster.", (options) => loads(model, options)],
];
