(function () {
"use strict";
// Only the rows in view are in the page, so that ten thousand sites scroll and search as fast as ten.
const HEIGHT = 36;
const MARGIN = 12;
const data = JSON.parse(document.getElementById("data").textContent);
const box = document.getElementById("rows");
const body = box.querySelector("tbody");
const find = document.getElementById("find");
const order = document.getElementById("order");
const only = document.getElementById("only");
const count = document.getElementById("count");
const place = Object.fromEntries(data.fields.map((name, number) => [name, number]));
const names = data.sites.map((row) => row[place.site].toLowerCase());
const heads = [...box.querySelectorAll("thead th")];
let found = [];
let drawn = "";

const compare = {
  errors: (a, b) => b[place.errors] - a[place.errors] || b[place.warnings] - a[place.warnings] || b[place.infos] - a[place.infos],
  site: () => 0,
  coverage: (a, b) => b[place.share] - a[place.share],
  month: (a, b) => (a[place.month] < b[place.month] ? -1 : a[place.month] > b[place.month] ? 1 : 0),
};
const kept = {
  all: () => true,
  errors: (row) => row[place.errors] > 0,
  warnings: (row) => row[place.warnings] > 0,
  incomplete: (row) => row[place.share] > 0,
  failed: (row) => row[place.state] !== "audited",
};

function choose() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  found = [];
  data.sites.forEach((row, number) => {
    if (kept[only.value](row) && words.every((word) => names[number].includes(word))) found.push(row);
  });
  found.sort((a, b) => compare[order.value](a, b));
  count.textContent = `${found.length.toLocaleString("en")} of ${data.sites.length.toLocaleString("en")} sites`;
  box.scrollTop = 0;
  drawn = "";
  draw();
}

function draw() {
  const first = Math.max(0, Math.floor(box.scrollTop / HEIGHT) - MARGIN);
  const last = Math.min(found.length, Math.ceil((box.scrollTop + box.clientHeight) / HEIGHT) + MARGIN);
  if (drawn === `${first} ${last}`) return;
  drawn = `${first} ${last}`;
  body.replaceChildren(space(first), ...found.slice(first, last).map(row), space(found.length - last));
}

function space(rows) {
  const line = document.createElement("tr");
  line.className = "pad";
  line.setAttribute("aria-hidden", "true");
  const cell = line.insertCell();
  // On narrow screens, some columns are hidden.
  cell.colSpan = heads.filter((head) => head.offsetWidth).length || 1;
  cell.style.height = `${rows * HEIGHT}px`;
  return line;
}

function row(one) {
  const line = document.createElement("tr");
  const name = document.createElement("th");
  name.scope = "row";
  const text = document.createElement("bdi");
  text.textContent = one[place.site];
  if (one[place.page]) {
    const link = document.createElement("a");
    link.href = one[place.page];
    link.append(text);
    name.append(link);
  } else name.append(text);
  name.title = one[place.site];
  line.append(name);
  cell(line, one[place.month], "");
  const audited = one[place.state] === "audited";
  for (const kind of ["errors", "warnings", "infos"]) cell(line, audited ? one[place[kind]] : "–", one[place[kind]] > 0 ? `n ${kind.slice(0, -1)}` : "n");
  cell(line, audited ? `${Math.round(100 * one[place.share])} %` : "–", "n");
  cell(line, audited ? one[place.verdict] : one[place.state], "");
  return line;
}

function cell(line, value, name) {
  const made = line.insertCell();
  made.className = name;
  made.textContent = typeof value === "number" ? value.toLocaleString("en") : value;
}

box.addEventListener("scroll", draw, { passive: true });
new ResizeObserver(() => { drawn = ""; draw(); }).observe(box);
for (const control of [find, order, only]) control.addEventListener("input", choose);
for (const part of document.querySelectorAll("[hidden].with-script")) part.hidden = false;
choose();
})();
