// SPDX-License-Identifier: Apache-2.0
// Bundles the page, the ledger's drawings and the figures: node build.mjs OUTPUT_FOLDER
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const output = process.argv[2];
const common = { bundle: true, minify: true, legalComments: "none", logLevel: "error", write: false, charset: "utf8" };
const text = async (options) => (await build({ ...common, ...options })).outputFiles[0].text;

const script = await text({ entryPoints: ["src/page.js"], format: "iife", target: "es2022" });
const inPage = (code) => code.replaceAll("</script", "<\\/script");
const style = readFileSync("src/player.css", "utf8");
const page = readFileSync("src/page.html", "utf8").replace("@SCRIPT@", () => inPage(script)).replace("@PLAYER_STYLE@", () => style);
writeFileSync(`${output}/page.html`, page);
const ledger = await text({ entryPoints: ["src/ledger.js"], format: "iife", globalName: "drawings", target: "es2022", loader: { ".css": "text" } });
writeFileSync(`${output}/ledger.js`, inPage(ledger));
const figures = await text({ entryPoints: ["src/svg.js"], format: "esm", platform: "node", target: "node18", banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' } });
writeFileSync(`${output}/figures.mjs`, figures);
