// Which findings are shown, in which order, under which headings.
function chosen(wish) {
  const words = wish.text.toLowerCase().split(/\s+/).filter(Boolean).map(hitsOf);
  const severities = data.severities.map(([name]) => wish.severities.includes(name));
  const object = wish.object.trim().toLowerCase();
  const exact = object && findings.some((row) => objectOf(row).toLowerCase() === object);
  const named = object && !exact ? hitsOf(object).hits : null;
  return inOrder(wish.sort).filter((row) =>
    severities[row[at.severity]] &&
    (wish.state === "all" || (wish.state ? stateOf(row) === wish.state : stateOf(row) !== "suppressed")) &&
    (!wish.category || ruleOf(row)[2] === wish.category) &&
    (!wish.kind || texts[row[at.kind]] === wish.kind) &&
    (!exact || objectOf(row).toLowerCase() === object) &&
    (!named || concerned(row).some((number) => named[number])) &&
    words.every((one) => matches(row, one)));
}

// Texts are compared once each, not once per pair of findings: every name gets a rank first.
function ranked(key) {
  const names = [...new Set(findings.map(key))].sort(collator.compare);
  const ranks = new Map(names.map((name, rank) => [name, rank]));
  return Float64Array.from(findings, (row) => ranks.get(key(row)));
}

// Findings that cost response time come first, then those that cost headroom; those without an estimate come last.
function costRank(row) {
  const cost = row[at.cost];
  if (!cost || texts[cost[4]]) return 1e15;
  return cost[2] !== null ? -cost[2] : cost[3] !== null ? 1e6 + cost[3] : 1e9;
}

const orders = {
  severity: () => Float64Array.from(findings, (row) => row[at.severity]),
  object: () => ranked(objectOf),
  rule: () => ranked((row) => ruleOf(row)[0]),
  category: () => ranked((row) => ruleOf(row)[2]),
  cost: () => Float64Array.from(findings, costRank),
  place: () => ranked((row) => (row[at.places].length ? texts[row[at.places][0][0]] : "\uffff")),
};
const sorted = {};

// All findings in an order; computed once because it never changes.
function inOrder(sort) {
  if (!sorted[sort]) {
    const rank = orders[sort]();
    sorted[sort] = [...findings].sort((a, b) => rank[a.number] - rank[b.number] || a[at.severity] - b[at.severity] || a.number - b.number);
  }
  return sorted[sort];
}

function costGroup(row) {
  const cost = row[at.cost];
  if (!cost || texts[cost[4]]) return "no estimate";
  if (cost[2] === null) return cost[3] === null ? "other impact" : "less headroom";
  return cost[2] >= 1 ? "1 ms or more" : cost[2] >= 0.1 ? "0.1 ms to 1 ms" : "below 0.1 ms";
}

const headings = {
  object: (row) => objectOf(row),
  rule: (row) => `${ruleOf(row)[0]} ${ruleOf(row)[1]}`,
  category: (row) => ruleOf(row)[2],
  cost: costGroup,
};

// The heading of each finding as a number, and the headings in order of their numbers.
const headed = {};

function headingsBy(group) {
  if (!headed[group]) {
    const said = findings.map(headings[group]);
    const names = [...new Set(said)].sort(collator.compare);
    const ranks = new Map(names.map((name, rank) => [name, rank]));
    headed[group] = { names, of: Uint32Array.from(said, (text) => ranks.get(text)) };
  }
  return headed[group];
}

// Groups with the most severe findings come first; groups by cost in order of cost.
function grouped(rows, group) {
  if (group === "none") return rows.length ? [{ name: "", rows, tally: tally(rows) }] : [];
  const { names, of } = headingsBy(group);
  const groups = new Array(names.length);
  for (const row of rows) {
    const rank = of[row.number];
    const found = (groups[rank] ??= { name: names[rank], rank, rows: [], tally: data.severities.map(() => 0) });
    found.rows.push(row);
    found.tally[row[at.severity]] += 1;
  }
  const made = groups.filter(Boolean);
  if (group === "cost") return made.sort((a, b) => costRank(a.rows[0]) - costRank(b.rows[0]));
  return made.sort((a, b) => {
    for (let place = 0; place < a.tally.length; place += 1) {
      if (a.tally[place] !== b.tally[place]) return b.tally[place] - a.tally[place];
    }
    return a.rank - b.rank;
  });
}

function tally(rows) {
  const counts = data.severities.map(() => 0);
  for (const row of rows) counts[row[at.severity]] += 1;
  return counts;
}
