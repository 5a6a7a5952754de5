// SPDX-License-Identifier: Apache-2.0
import * as d3 from "d3";

// Colours as CSS variables with their values for a light ground, so that a page changes without a redraw.
const variable = (name, light) => `var(--fig-${name}, ${light})`;

export const ink = variable("ink", "#1b2733"), soft = variable("soft", "#52606d"), faint = variable("faint", "#c9d2da");
export const ground = variable("ground", "#ffffff"), rule = variable("rule", "#e3e8ee");
export const send = variable("send", "#2a6fb0"), receive = variable("receive", "#b9651b"), add = variable("add", "#3c8a4c");
export const bound = variable("bound", "#b03030"), complete = variable("complete", "#bfe3c5"), onHot = variable("on-hot", "#ffffff");

// Colours of curves: none is pale, and dashes and symbols distinguish them in grey prints.
export const curveColours = ["#2a6fb0", "#b9551b", "#2f7d47", "#8a4fc4", "#c23a6b", "#77682a", "#14808f", "#66717d"]
  .map((light, i) => variable(`curve${i}`, light));
export const dashes = ["", "7 3", "2 3", "10 3 2 3", "4 2", "12 4", "1 4", "6 2 2 2 2 2"];
export const symbols = ["circle", "square", "triangle", "diamond", "cross", "star", "wye", "asterisk"];
export const signs = ["●", "■", "▲", "◆", "✚", "★", "Y", "✱"]; // the same in text

// The colour of a share 0 .. 1 of the largest depth or occupancy: from nearly the ground to the full
// colour.
const hot = variable("hot", "#b3261e");
export const heat = (share) => `color-mix(in srgb, ${hot} ${Math.round(15 + 85 * share)}%, ${ground})`;
export const onHeat = (share) => (share > 0.45 ? onHot : ink);

export const font = "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
export const plotStyle = { fontFamily: font, fontSize: "13px", background: ground, color: ink };

// Replaces the variables by their values on light ground, for files without a page's style.
export const onPaper = (text) => text.replaceAll(/var\(--fig-[a-z0-9-]+, ([^()]*)\)/g, "$1")
  .replaceAll(/color-mix\(in srgb, (#\w+) (\d+)%, (#\w+)\)/g, (_, a, share, b) => d3.rgb(d3.interpolateRgb(b, a)(share / 100)).formatHex());

const dark = () => matchMedia("(prefers-color-scheme: dark)");
const stored = () => { try { return localStorage.getItem("romcast-theme"); } catch { return null; } };

// Follows the system until the reader presses the button.
export function themeSwitch(button) {
  const root = document.documentElement;
  let chosen = stored();
  const apply = () => {
    root.dataset.theme = chosen ?? (dark().matches ? "dark" : "light");
    button.textContent = root.dataset.theme === "dark" ? "☀ light" : "☾ dark";
  };
  button.addEventListener("click", () => {
    chosen = root.dataset.theme === "dark" ? "light" : "dark";
    try { localStorage.setItem("romcast-theme", chosen); } catch { /* a file's page may have no storage */ }
    apply();
  });
  dark().addEventListener("change", apply);
  apply();
}
