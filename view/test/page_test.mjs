// SPDX-License-Identifier: Apache-2.0
// The pages of romcast view in a browser: node page_test.mjs ROMCAST [FOLDER_FOR_SCREENSHOTS]; exit
// status 77: skipped, without Chromium or without the page.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Browser, findChromium } from "./browser.mjs";

const [romcast, screenshots] = process.argv.slice(2);
const chromium = findChromium();
const skip = (why) => { console.log(`skipped: ${why}`); process.exit(77); };
if (!chromium) skip("there is no Chromium; apt-get install chromium");
if (!existsSync(join(dirname(romcast), "view", "page.html"))) skip("romcast was built without nodejs and npm");

const folder = mkdtempSync(join(tmpdir(), "romcast-page-"));
const browser = new Browser(chromium);

function page(name, options) {
  const file = join(folder, `${name}.html`);
  const made = spawnSync(romcast, ["view", ...options.split(" "), "-o", file], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  return `file://${file}`;
}

async function shoot(name) {
  if (screenshots) writeFileSync(join(screenshots, `${name}.png`), await browser.screenshot());
}

const count = (selector) => browser.run(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
const text = (name) => browser.run(`document.querySelector('[data-player="${name}"]').textContent`);
const click = (name) => browser.run(`document.querySelector('[data-player="${name}"]').click()`);
const type = (value) => browser.run(`{ const e = document.querySelector('[data-player="search"]'); e.value = ${JSON.stringify(value)}; e.dispatchEvent(new Event("input")); }`);
const tokens = () => count('[data-player="stage"] svg g[pointer-events="none"] > g');

async function loads(url, name, width) {
  if (url.includes("#")) await browser.open("about:blank"); // otherwise a change of the hash would not load the page
  await browser.open(url, width);
  assert.equal(await browser.run("document.documentElement.dataset.ready"), "yes");
  assert.deepEqual(browser.errors, [], `${name} loads without errors and asks for nothing`);
  const over = await browser.run("document.documentElement.scrollWidth - innerWidth");
  assert.ok(over <= 0, `${name} is ${over} pixels wider than a window of ${width}`);
  await shoot(`${name}-${width}`);
}

async function plays(url) {
  await browser.open(url);
  assert.match(await text("clock"), /^cycle 1 of 5$/);
  await click("forward");
  assert.match(await text("clock"), /^cycle 2 of 5$/);
  assert.equal(await tokens(), 6, "four processors hear from their neighbours, and two messages go up");
  await click("back");
  await browser.run("window.player.speed = 32; document.querySelector('[data-player=\"play\"]').click()");
  await browser.run("new Promise((done) => { const look = () => (window.player.playing ? setTimeout(look, 20) : done()); look(); })");
  assert.match(await text("clock"), /^end, 5 cycles$/);
  assert.equal(await tokens(), 0, "all have arrived");
  await browser.run("window.player.go(2)");
  await type("1");
  assert.match(await text("found"), /^1: p1 → s1\.0 \(1\)/);
  await type("s1.0");
  assert.match(await text("panel"), /sends.* to s2\.0.*ROM word\s*[0-9a-f]+/);
  assert.match(await text("node"), /^s1\.0: \d+ to be sent on.*p0.*p1.*s2\.0/);
  assert.ok((await count('[data-player="node"] .name')) > 0, "the switch is drawn with its queues");
  await type("nonsense");
  assert.match(await text("found"), /no message or node/);
  assert.deepEqual(browser.errors, []);
}

const dark = (value) => browser.call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
const background = () => browser.run("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)");

// The figure of needed depths must show the report's depth in each switch.
async function showsDepths() {
  const scenario = "-k 2 -H 3 -c alltoall -p single";
  const planned = spawnSync(romcast, ["plan", ...scenario.split(" "), "--per-node", "--json", "-"], { encoding: "utf8" });
  const nodes = JSON.parse(planned.stdout).nodes;
  await browser.open(page("depths", scenario));
  const shown = await browser.run("(() => { const s = [...document.querySelectorAll('#figures section')].find((one) => one.querySelector('h2').textContent === 'Needed depths'); return [...s.querySelectorAll('g')].filter((g) => g.querySelector(':scope > .depth')).map((g) => [g.querySelector('title').textContent.split(':')[0], Number(g.querySelector('.depth').textContent)]); })()");
  assert.deepEqual(shown, nodes.map((n) => [n.name, n.depth]));
  assert.ok(nodes.length === 7 && nodes.every((n) => n.depth > 0));
}

// The page is dark if the system is, and the button changes it.
async function darkens(url) {
  await dark("dark");
  await browser.open("about:blank");
  await browser.open(url);
  assert.ok(Math.max(...await background()) < 60, "dark as the system");
  await browser.run("document.getElementById('theme').click()");
  assert.ok(Math.min(...await background()) > 200, "light by the button");
  await browser.run("document.getElementById('theme').click()");
  await shoot("dark-1280");
  await browser.run("localStorage.clear()");
  await dark("light");
}

// A button zooms, the page shows the factor and can reset it; messages do not cover the numbers of nodes.
async function zooms(url) {
  await browser.open("about:blank");
  await browser.open(url);
  const shown = () => browser.run("!document.querySelector('[data-player=whole]').hidden");
  assert.equal(await shown(), false);
  await click("in");
  assert.match(await text("whole"), /1\.5×/);
  assert.equal(await shown(), true);
  await click("whole");
  assert.equal(await shown(), false);
  await browser.call("Runtime.evaluate", { expression: "document.querySelector('[data-player=full]').click()", userGesture: true });
  await browser.run("new Promise((done) => { const look = () => (document.fullscreenElement ? done() : setTimeout(look, 20)); look(); })");
  await browser.run("document.exitFullscreen()");
  await browser.run("window.player.go(1)");
  const covered = await browser.run(`(() => {
    const { player } = window, centre = (e) => { const { e: x, f: y } = e.transform.baseVal.consolidate().matrix; return [x, y]; };
    const tokens = [...document.querySelectorAll('[data-player="stage"] svg g[pointer-events="none"] > g')].map(centre);
    return tokens.filter(([x, y]) => player.at.some(([a, b]) => Math.hypot(a - x, b - y) < player.size)).length;
  })()`);
  assert.equal(covered, 0, "no message covers a node");
  const small = await browser.run("[...document.querySelectorAll('svg text')].filter((t) => t.textContent !== '' && parseFloat(getComputedStyle(t).fontSize) < 12).map((t) => t.textContent)");
  assert.deepEqual(small, [], "no text below 12 pixels");
}

// The nodes of the torus are numbered row by row; the last coordinate counts fastest.
async function drawsRows(url) {
  await browser.open(url);
  const at = await browser.run("window.player.at");
  assert.ok(at[0][1] === at[2][1] && at[0][0] < at[1][0] && at[1][0] < at[2][0], "p0, p1 and p2 are a row");
  assert.ok(at[3][0] === at[0][0] && at[3][1] > at[0][1], "p3 is below p0");
}

// Two runs have one clock, and the page shows the differences of their figures.
async function compares() {
  const files = ["greedy", "pipelined"].map((algorithm) => {
    const file = join(folder, `${algorithm}.json`);
    assert.equal(spawnSync(romcast, ["plan", ..."-k 2 -H 3 -c alltoall -p multi -a".split(" "), algorithm, "--json", file]).status, 0);
    return file;
  });
  const url = page("two", files.join(" "));
  for (const width of [1280, 390]) await loads(url, "two", width);
  const plans = files.map((file) => JSON.parse(readFileSync(file, "utf8")).plan);
  const row = (name) => browser.run(`[...[...document.querySelectorAll("#summary tr")].find((r) => r.cells[0].textContent === ${JSON.stringify(name)}).cells].slice(1).map((c) => c.textContent)`);
  const cycles = plans.map((p) => p.cycles), sign = cycles[1] > cycles[0] ? "+" : "−";
  assert.deepEqual(await row("cycles"), [...cycles.map(String), `${sign}${Math.abs(cycles[1] - cycles[0])}`]);
  await browser.run("window.players[0].go(20)");
  assert.deepEqual(await browser.run("window.players.map((p) => [p.time, p.most, p.last])"), Array(2).fill([20, await browser.run("window.players[0].most"), Math.max(...cycles)]));
  assert.deepEqual(browser.errors, []);
}

// The ledger's page must show the contents of ledger.json, filter, draw and play.
async function showsLedger() {
  const place = join(folder, "ledger");
  const made = spawnSync(romcast, ["reproduce", "--quick", "logp-fig1", "trees-table1-te", "star-table2-k3", "star-table2-k4", "star-fig2", "star-eq4", "-o", place], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  const { claims } = JSON.parse(readFileSync(join(place, "ledger.json"), "utf8"));
  const url = `file://${place}/index.html`;
  for (const width of [1280, 390]) {
    for (const at of ["", "#trees-table1-te", "#star-table2-k4", "#logp-fig1"]) await loads(url + at, `ledger${at}`, width);
  }
  await browser.open("about:blank");
  await browser.open(url);
  const rows = () => count("#rows tbody tr");
  assert.equal(await rows(), claims.length);
  const counts = await browser.run("[...document.querySelectorAll('#counts tbody tr')].map((r) => [...r.cells].map((c) => c.textContent))");
  for (const [meaning, ...numbers] of counts) {
    const names = ["trees", "star", "fibtrees", "multiport", "logp"], of = (name) => claims.filter((c) => c.meaning === meaning && c.paper === name).length;
    assert.deepEqual(numbers.map(Number), [...names.map(of), claims.filter((c) => c.meaning === meaning).length], meaning);
  }
  assert.match(await browser.run("document.getElementById('made').textContent"), /^Made on \d{4}-\d\d-\d\d, source .*, effort quick, by romcast reproduce --quick logp-fig1/);
  await browser.run("[...document.querySelectorAll('.bar button')].find((b) => b.textContent === 'star').click()");
  assert.equal(await rows(), claims.filter((c) => c.paper === "star").length);
  await browser.run("[...document.querySelectorAll('.tile')].find((t) => t.textContent.endsWith('not run yet')).click()");
  assert.equal(await rows(), claims.filter((c) => c.paper === "star" && c.verdict === "not run yet").length);
  await browser.run("{ const e = document.querySelector('.bar input'); e.value = 'footnote'; e.dispatchEvent(new Event('input')); }");
  assert.equal(await rows(), claims.filter((c) => c.paper === "star" && c.verdict === "not run yet" && c.place.includes("footnote")).length);
  await browser.run("location.hash = 'trees-table1-te'");
  const points = await browser.run("new Promise((done) => setTimeout(() => done([...document.querySelectorAll('main > .wide:last-child tbody tr')].map((r) => [...r.cells].slice(1, 7).map((c) => Number(c.textContent)))), 100))");
  const { trials } = claims.find((c) => c.id === "trees-table1-te");
  assert.deepEqual(points, trials.map((t) => [t.measured, t.printed, t.corrected, t.bound, t.plan, t.hardware]));
  assert.equal(await count("figure.plot circle"), trials.length, "a dot for each point");
  assert.equal(await count("figure.plot circle[fill='#b3261e']"), trials.filter((t) => !t.printed_holds).length, "red where the printed claim fails");
  await click("forward");
  const counterexample = trials.find((t) => !t.printed_holds);
  assert.equal(await text("clock"), `cycle 2 of ${counterexample.measured}`, "it plays where the claim fails");
  const shown = await browser.run("document.getElementById('page').textContent");
  for (const part of ["false, the right value known", "why it fails", "Plays a counterexample: " + counterexample.runs[0], "figures fromhardware"]) assert.ok(shown.includes(part), part);
  const drawn = (id, what) => browser.run(`location.hash = "${id}"`).then(() => browser.run(`new Promise((done) => setTimeout(() => done(${what}), 500))`));
  const figure = claims.find((c) => c.id === "star-fig2");
  assert.equal(await drawn("star-fig2", "document.querySelectorAll('figure.plot circle').length"), figure.trials.length, "a dot for each run");
  assert.equal(await drawn("star-fig2", "document.querySelectorAll('figure.plot g[stroke=\"#b3261e\"] path').length"), new Set(figure.curve.map((p) => p.at.k)).size, "a curve for each k, to n = 12");
  assert.equal(await drawn("star-eq4", "document.querySelector('pre').textContent.split('\\n').filter((l) => l.startsWith('-')).length"), 4, "Figure 5 has four rows");
  assert.deepEqual(browser.errors, []);
  assert.ok((await browser.pdf()).length > 10_000, "the ledger prints");
}

try {
  await showsLedger();
  const flooding = page("tree", "-k 2 -H 2 -c allgather -p multi -a flooding");
  await plays(flooding);
  await darkens(flooding);
  await zooms(flooding);
  await compares();
  const own = join(folder, "own.dot"), schedule = join(folder, "own.txt"), program = join(folder, "program.goal");
  writeFileSync(own, "graph { a -- b; b -- c; c -- d; d -- a; a -- c }\n");
  const planned = (options, file) => assert.equal(spawnSync(romcast, ["plan", ...options.split(" "), "-o", file]).status, 0, options);
  planned(`-n ${own} -c allgather -p multi`, schedule);
  planned("-n complete --processors 8 --latency 6 --overhead 2 --gap 4 -c broadcast --format goal", program);
  const pages = {
    tree: flooding,
    switch: page("switch", "-k 4 -H 1 -c alltoall -p multi"),
    own: page("own", `-n ${own} -c allgather -p multi`),
    schedule: page("schedule", schedule),
    goal: page("goal", `${program} --latency 6 --overhead 2 --gap 4`),
    figure1: page("figure1", "-n complete --processors 8 --latency 6 --overhead 2 --gap 4 -c broadcast"),
    torus: page("torus", "-n torus --dims 4x4 -c allgather -p multi"),
    star: page("star", "-n star --symbols 4 -c alltoall --startup 10"),
    large: page("large", "-k 4 -H 3 -c alltoall -p multi"),
  };
  for (const [name, url] of Object.entries(pages)) {
    for (const width of [1280, 390]) await loads(url, name, width);
    assert.ok((await browser.pdf()).length > 10_000, `${name} prints`);
  }
  await showsDepths();
  await drawsRows(page("rows", "-n torus --dims 4x3 -c allgather -p multi"));
  await loads(page("many", "-n torus --dims 40x40 -c broadcast -p multi"), "many", 1280);
  assert.equal(await browser.run("[...document.querySelectorAll('#figures section:not([hidden]) h2')].map((h) => h.textContent).join()"), "Occupancy,Deliveries,Link use,Busiest links", "more than 1,500 nodes have curves only");
  await browser.open(pages.figure1);
  await type("p0");
  assert.match(await text("panel"), /ROM word\s*[0-9a-f]+$/, "a LogP processor's row");
  const times = await browser.run("[...document.querySelectorAll('svg.tree .time')].map((t) => Number(t.textContent)).sort((a, b) => a - b)");
  assert.deepEqual(times, [0, 10, 14, 18, 20, 22, 24, 24], "Figure 1 of Karp, Sahay, Santos & Schauser");
  console.log("pages load, play, fit and print");
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
