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

// Every number of a text that search looks into; commands and explanations are left out, they would match anything.
const searched = (row) => [
  row[at.message], row[at.fingerprint], row[at.suppressed_by], ...row[at.caused_by].map(([text]) => text), ...concerned(row),
  ...row[at.evidence].flat(), ...row[at.places].flat(),
];

// What search needs is made once, when the page has nothing else to do, or by the first search.
let lowered = null;
let numbers = null;
const lower = () => (lowered ??= texts.map((text) => text.toLowerCase()));
const searchable = () => (numbers ??= findings.map((row) => Uint32Array.from(searched(row))));

// People paste WWNs without their colons; the page shows them with.
const paired = (word) =>
  /^[0-9a-f]{8,16}$/.test(word) && /[a-f]|^[125]/.test(word) ? word.match(/../g).join(":") : null;

// For each word: which texts hold it. One pass over the texts, however many findings share them.
function hitsOf(query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.map((word) => {
    const other = paired(word);
    const hits = new Uint8Array(texts.length);
    lower().forEach((text, number) => {
      if (text.includes(word) || (other !== null && text.includes(other))) hits[number] = 1;
    });
    const rules = data.rules.map((rule) => `${rule[0]} ${rule[1]}`.toLowerCase().includes(word));
    return { hits, rules };
  });
}

function holds(row, one) {
  for (const number of searchable()[row.number]) if (one.hits[number]) return true;
  return one.rules[row[at.rule]];
}
