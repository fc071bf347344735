// The findings, as checker/report/html_page/data.py wrote them: rows of numbers of texts.
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

// Whom a finding concerns by itself or among the objects it was rolled up from, as numbers of texts.
const concerned = (row) => [row[at.name], row[at.object], ...row[at.rolled].flatMap((part) => part[1])];

// What search needs: every text in lower case, and the numbers of the texts of each finding, one finding behind the other.
// Commands and explanations are left out, they would match anything. It is made bit by bit while the page has nothing else
// to do, or at once by the first search.
const lowered = [];
const starts = new Uint32Array(findings.length + 1);
let held = new Uint32Array(24 * findings.length + 24);
let prepared = 0;

// Plain loops: this is what takes time where there are very many findings.
function index(row) {
  let place = starts[row.number];
  const put = (number) => {
    if (place === held.length) {
      const wider = new Uint32Array(2 * held.length);
      wider.set(held);
      held = wider;
    }
    held[place] = number;
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

// Goes on until it is done, or this time (ms) is over; tells whether it is done.
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

// People paste WWNs without their colons; the page shows them with.
const paired = (word) =>
  /^[0-9a-f]{8,16}$/.test(word) && /[a-f]|^[125]/.test(word) ? word.match(/../g).join(":") : null;

// Which texts and which rules hold a word. One pass over the texts, however many findings share them; what was looked for
// just before is asked for again with the next letter, so it is kept.
const KEPT = 8;
const looked = new Map();

function hitsOf(word) {
  const known = looked.get(word);
  if (known) return known;
  prepare();
  const other = paired(word);
  const hits = new Uint8Array(texts.length);
  for (let number = 0; number < lowered.length; number += 1) {
    if (lowered[number].includes(word) || (other !== null && lowered[number].includes(other))) hits[number] = 1;
  }
  const rules = data.rules.map((rule) => `${rule[0]} ${rule[1]}`.toLowerCase().includes(word));
  if (looked.size >= KEPT) looked.delete(looked.keys().next().value);
  looked.set(word, { hits, rules });
  return looked.get(word);
}

function holds(row, one) {
  const stop = starts[row.number + 1];
  for (let place = starts[row.number]; place < stop; place += 1) if (one.hits[held[place]]) return true;
  return one.rules[row[at.rule]];
}
