// The details of an open finding: the same fields in the same order as the plain list (listing.py).
function detail(row) {
  const rule = ruleOf(row);
  const fields = [];
  const field = (label, ...content) => fields.push(element("div", null, element("dt", null, label), element("dd", null, content)));
  const optional = (label, number) => texts[number] && field(label, isolated(texts[number]));
  optional("Suppressed by", row[at.suppressed_by]);
  if (row[at.caused_by].length) field(stateOf(row) === "explained" ? "Caused by" : "Possible cause", list(row[at.caused_by].map(cause)));
  if (rule[3].length) field("Why", rule[3].map((paragraph) => element("p", null, prose(paragraph))));
  field("Object", isolated(texts[row[at.object]]), row[at.rolled].map(rolledUp));
  const basis = texts[row[at.basis]];
  if (row[at.evidence].length) field("Evidence", evidence(row[at.evidence]), element("p", { class: "dim" }, basis));
  else field("Evidence", basis);
  if (row[at.cost]) field("Estimated impact", cost(row[at.cost]));
  if (texts[row[at.fix_summary]] || row[at.fix].length) {
    field("Fix", element("p", null, texts[row[at.fix_summary]]), row[at.fix].flatMap(platform));
  }
  if (row[at.places].length) field("Locations", list(row[at.places].map(place), "places"));
  if (rule[4].length) field("Sources", list(rule[4].map(prose)));
  const print = element("code", null, texts[row[at.fingerprint]]);
  field("Rule", `${rule[0]} ${rule[1]}, fingerprint `, element("a", { href: `#${row[at.anchor]}`, title: "Link to this finding" }, print));
  return element("dl", null, fields);
}

const list = (items, kind) => element("ul", kind ? { class: kind } : null, items.map((item) => element("li", null, item)));

function cause([text, anchor]) {
  return [anchor ? element("a", { href: `#${anchor}` }, isolated(texts[text])) : isolated(texts[text])];
}

function rolledUp([label, names]) {
  const shown = names.map((number) => texts[number]).join(", ");
  return element("p", null, element("span", { class: "dim" }, `${counted(names.length, texts[label])}: `), isolated(shown));
}

function evidence(pairs) {
  const lines = pairs.map(([label, value]) =>
    element("tr", null, element("th", { scope: "row" }, texts[label]), element("td", null, isolated(texts[value]))));
  return element("table", { class: "evidence" }, element("tbody", null, lines));
}

function cost([text, notes, , , unknown]) {
  if (texts[unknown]) return [element("span", { class: "dim" }, `not estimated: ${texts[unknown]}`)];
  return [texts[text], notes.length ? list(notes.map((note) => [`assumed: ${texts[note]}`])) : null];
}

function place([where, label]) {
  const code = element("code", null, isolated(texts[where]));
  return texts[label] ? [code, element("span", { class: "dim" }, ` (${texts[label]})`)] : [code];
}

function platform([name, steps]) {
  return [element("p", { class: "platform" }, texts[name]), ...steps.flatMap(step)];
}

function step([run, undo, check, condition, lasting, checklist]) {
  const parts = [];
  if (texts[condition]) parts.push(element("p", { class: "checklist" }, isolated(texts[condition]), ":"));
  parts.push(checklist
    ? element("p", { class: "checklist" }, element("span", { "aria-hidden": "true" }, "\u2610"), " ", isolated(texts[run]))
    : command(texts[run]));
  for (const [label, number] of [["check", check], ["undo", undo]]) {
    if (texts[number]) parts.push(element("div", { class: "labelled" }, element("span", null, label), command(texts[number])));
  }
  if (texts[lasting]) parts.push(element("p", { class: "checklist" }, `no undo: ${texts[lasting]}`));
  return parts;
}

function command(text) {
  const code = element("code", null, text);
  const button = element("button", { type: "button", class: "copy", "aria-label": `Copy ${text}` }, "Copy");
  button.addEventListener("click", () => copy(text, code, button));
  return element("div", { class: "command" }, element("pre", null, code), button);
}
