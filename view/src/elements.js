// SPDX-License-Identifier: Apache-2.0
// Elements and numbers of the page.
export const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

export const number = (value) => (value === null || value === undefined ? "–" : Number.isFinite(value) ? value.toLocaleString("en") : `${value}`);
