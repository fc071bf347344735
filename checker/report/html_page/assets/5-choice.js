// Which findings are shown, in which order, under which headings.
function chosen(wish) {
  const words = hitsOf(wish.text);
  const severities = new Set(wish.severities);
  const object = wish.object.trim().toLowerCase();
  const exact = object && findings.some((row) => objectOf(row).toLowerCase() === object);
  const other = paired(object);
  const named = object && !exact
    ? lower().map((text) => text.includes(object) || (other !== null && text.includes(other)))
    : null;
  return findings.filter((row) =>
    severities.has(severityOf(row)) &&
    (wish.state === "all" || (wish.state ? stateOf(row) === wish.state : stateOf(row) !== "suppressed")) &&
    (!wish.category || ruleOf(row)[2] === wish.category) &&
    (!wish.kind || texts[row[at.kind]] === wish.kind) &&
    (!exact || objectOf(row).toLowerCase() === object) &&
    (!named || concerned(row).some((number) => named[number])) &&
    words.every((one) => holds(row, one)));
}

// Texts are compared once each, not once a pair of findings: every name gets its rank first, and keeps it.
function ranked(key) {
  const names = [...new Set(findings.map(key))].sort(collator.compare);
  const ranks = new Map(names.map((name, rank) => [name, rank]));
  return Float64Array.from(findings, (row) => ranks.get(key(row)));
}

// What costs response time comes first, then what costs headroom; what has no estimate comes last.
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
const known = {};

function inOrder(rows, sort) {
  const rank = (known[sort] ??= orders[sort]());
  return [...rows].sort((a, b) => rank[a.number] - rank[b.number] || a[at.severity] - b[at.severity] || a.number - b.number);
}

function costGroup(row) {
  const cost = row[at.cost];
  if (!cost || texts[cost[4]]) return "no estimate";
  if (cost[2] === null) return cost[3] === null ? "other cost" : "less headroom";
  return cost[2] >= 1 ? "1 ms and more" : cost[2] >= 0.1 ? "0.1 ms to 1 ms" : "below 0.1 ms";
}

const headings = {
  object: (row) => objectOf(row),
  rule: (row) => `${ruleOf(row)[0]} ${ruleOf(row)[1]}`,
  category: (row) => ruleOf(row)[2],
  cost: costGroup,
};

// Groups with the worst come first; by cost, the order of the costs.
function grouped(rows, group) {
  if (group === "none") return rows.length ? [{ name: "", rows, tally: tally(rows) }] : [];
  const groups = new Map();
  for (const row of rows) {
    const name = headings[group](row);
    const found = groups.get(name);
    if (found) found.push(row);
    else groups.set(name, [row]);
  }
  const made = [...groups].map(([name, members]) => ({ name, rows: members, tally: tally(members) }));
  if (group === "cost") return made.sort((a, b) => costRank(a.rows[0]) - costRank(b.rows[0]));
  return made.sort((a, b) => {
    for (let place = 0; place < a.tally.length; place += 1) {
      if (a.tally[place] !== b.tally[place]) return b.tally[place] - a.tally[place];
    }
    return collator.compare(a.name, b.name);
  });
}

function tally(rows) {
  const counts = data.severities.map(() => 0);
  for (const row of rows) counts[row[at.severity]] += 1;
  return counts;
}
