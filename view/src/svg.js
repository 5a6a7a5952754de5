// SPDX-License-Identifier: Apache-2.0
// Draws a figure without a browser: node figures.mjs DATA.json FIGURE OUTPUT.svg; status 4: nothing to draw.
import { readFileSync, writeFileSync } from "node:fs";
import { parseHTML } from "linkedom";
import { chart, figures } from "./figures.js";
import { read } from "./model.js";
import { networkFigure } from "./network_figure.js";
import { onPaper } from "./theme.js";

const [file, name, output] = process.argv.slice(2);
const { document, window } = parseHTML("<html><body></body></html>");
globalThis.document = document;
globalThis.window = window;
const options = { document, width: 960 };
const data = JSON.parse(readFileSync(file, "utf8"));
const draw = { chart: () => chart(data.rows, data.plot, options), network: () => networkFigure(data.network, options) };
const figure = (draw[name] ?? (() => figures[name](read(data), options)))();
if (!figure) process.exit(4);
// A caption makes a figure element around the drawing.
const svg = figure.tagName.toLowerCase() === "svg" ? figure : figure.querySelector("svg");
svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
svg.setAttribute("xmlns:xlink", "http://www.w3.org/1999/xlink");
// Plot's classes refer to the style of a page, which a file lacks.
const text = onPaper(svg.outerHTML).replaceAll(/ class="[^"]*"/g, "").replaceAll(/<style>.*?<\/style>/gs, "");
writeFileSync(output, `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`);
