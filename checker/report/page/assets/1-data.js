// The findings as written by checker/report/page/data.py: rows of text numbers.
const data = JSON.parse(document.getElementById("data").textContent);
const texts = data.texts;
const findings = data.findings;
const at = Object.fromEntries(data.fields.map((name, place) => [name, place]));
const collator = new Intl.Collator("en", { numeric: true });
findings.forEach((row, number) => { row.number = number; });
const byId = (id) => document.getElementById(id);

const ruleOf = (row) => data.rules[row[at.rule]];
const severityOf = (row) => data.severities[row[at.severity]][0];
const stateOf = (row) => data.states[row[at.state]][0];
const objectOf = (row) => `${texts[row[at.kind]]} ${texts[row[at.name]]}`.trim();

// The objects of a finding, including those rolled up into it, as text numbers.
const concerned = (row) => [row[at.name], row[at.object], ...row[at.rolled].flatMap((part) => part[1])];

// The search index: every text in lower case, and the text numbers of each finding, one finding after the other.
// Commands and explanations are excluded because they would match everything. The index is built in small steps while
// the page is idle, or completely by the first search.
const lowered = [];
const starts = new Uint32Array(findings.length + 1);
let indexed = new Uint32Array(24 * findings.length + 24);
let prepared = 0;

// Plain loops, because this dominates the time with many findings.
function index(row) {
  let place = starts[row.number];
  const put = (number) => {
    if (place === indexed.length) {
      const wider = new Uint32Array(2 * indexed.length);
      wider.set(indexed);
      indexed = wider;
    }
    indexed[place] = number;
    place += 1;
  };
  put(row[at.message]);
  put(row[at.fingerprint]);
  put(row[at.suppressed_by]);
  put(row[at.name]);
  put(row[at.object]);
  for (const [text] of row[at.caused_by]) put(text);
  for (const part of row[at.rolled]) for (const number of part[1]) put(number);
  for (const pair of row[at.evidence]) for (const number of pair) put(number);
  for (const where of row[at.places]) for (const number of where) put(number);
  starts[row.number + 1] = place;
}

// Continues until the index is complete or this time (ms) is reached; returns whether it is complete.
function prepare(until = Infinity) {
  while (lowered.length < texts.length) {
    const stop = Math.min(lowered.length + 2000, texts.length);
    while (lowered.length < stop) lowered.push(texts[lowered.length].toLowerCase());
    if (performance.now() > until) return false;
  }
  while (prepared < findings.length) {
    const stop = Math.min(prepared + 200, findings.length);
    for (; prepared < stop; prepared += 1) index(findings[prepared]);
    if (performance.now() > until) return false;
  }
  return true;
}

// People paste WWNs without colons; the page shows them with colons.
const paired = (word) =>
  /^[0-9a-f]{8,16}$/.test(word) && /[a-f]|^[125]/.test(word) ? word.match(/../g).join(":") : null;

// The texts and rules that contain a word. The texts are searched once, however many findings share them. Recent results are
// kept because each typed letter repeats the search for the other words.
const KEPT = 8;
const recent = new Map();

function hitsOf(word) {
  const known = recent.get(word);
  if (known) return known;
  prepare();
  const other = paired(word);
  const hits = new Uint8Array(texts.length);
  for (let number = 0; number < lowered.length; number += 1) {
    if (lowered[number].includes(word) || (other !== null && lowered[number].includes(other))) hits[number] = 1;
  }
  const rules = data.rules.map((rule) => `${rule[0]} ${rule[1]}`.toLowerCase().includes(word));
  if (recent.size >= KEPT) recent.delete(recent.keys().next().value);
  recent.set(word, { hits, rules });
  return recent.get(word);
}

function matches(row, one) {
  const stop = starts[row.number + 1];
  for (let place = starts[row.number]; place < stop; place += 1) if (one.hits[indexed[place]]) return true;
  return one.rules[row[at.rule]];
}
