// The list: findings are added to the page only as the reader scrolls.
const FIRST = 24;  // slightly more than a window shows, so that a keystroke does not wait for others
const CHUNK = 60;
const view = { groups: [], group: 0, row: 0, box: null, body: null, allOpen: false, closed: new Set(), open: new Set(), heads: true, words: null };

const watcher = new IntersectionObserver((seen) => {
  if (seen.some((one) => one.isIntersecting)) more();
}, { rootMargin: "600px" });
const end = element("p", { class: "more" }, "…");

function show(groups, heads) {
  watcher.disconnect();
  Object.assign(view, { groups, heads, group: 0, row: 0, box: null, body: null });
  byId("list").replaceChildren();
  more(FIRST);
}

function more(limit = CHUNK) {
  const target = byId("list");
  const added = document.createDocumentFragment();
  for (let room = limit; room > 0 && view.group < view.groups.length; ) {
    const current = view.groups[view.group];
    if (!view.box) {
      view.box = groupBox(current);
      view.body = view.box.lastElementChild;
      added.append(view.box);
      room -= 1;
    }
    const until = view.body.hidden ? current.rows.length : Math.min(view.row + room, current.rows.length);
    if (!view.body.hidden) {
      for (const row of current.rows.slice(view.row, until)) view.body.append(finding(row));
      room -= until - view.row;
    }
    view.row = until;
    if (view.row === current.rows.length) Object.assign(view, { group: view.group + 1, row: 0, box: null });
    else break;
  }
  target.append(added);
  end.remove();
  watcher.disconnect();
  if (view.group < view.groups.length) {
    target.append(end);
    watcher.observe(end);
  }
}

function groupBox(group) {
  const body = element("div", { class: "rows" });
  if (!view.heads) return element("div", { class: "group" }, body);
  const closed = view.closed.has(group.name);
  body.hidden = closed;
  const counts = group.tally.map((count, place) => {
    const [severity, sign] = data.severities[place];
    return count ? element("span", { class: severity }, `${sign} ${severity === "info" ? `${count.toLocaleString("en")} info` : counted(count, severity)}`) : null;
  });
  const button = element("button", { type: "button", "aria-expanded": String(!closed) },
    element("span", { class: "name" }, isolated(group.name)), element("span", { class: "tally" }, counts));
  button.addEventListener("click", () => {
    const opened = view.closed.delete(group.name);
    if (!opened) view.closed.add(group.name);
    const complete = body.childElementCount === group.rows.length || view.groups[view.group] === group;
    if (opened && !complete) return again(group, button);
    body.hidden = !opened;
    button.setAttribute("aria-expanded", String(opened));
  });
  return element("section", { class: "group" }, element("h3", null, button), body);
}

// A group that was closed when it was added has no findings yet: the list is rebuilt up to it.
function again(group, button) {
  const top = button.getBoundingClientRect().top;
  const place = view.groups.indexOf(group);
  show(view.groups, view.heads);
  while (view.group < place || (view.group === place && !view.row)) more();
  const made = byId("list").children[place].querySelector("h3 button");
  scrollBy(0, made.getBoundingClientRect().top - top);
  made.focus({ preventScroll: true });
}

// A message with the search words marked.
function marked(text) {
  if (!view.words) return [text];
  return text.split(view.words).map((part, number) => (number % 2 ? element("mark", null, part) : part));
}

function finding(row) {
  const severity = severityOf(row);
  const open = view.allOpen !== view.open.has(row);
  const body = element("div", { class: "detail", id: `${row[at.anchor]}-detail` });
  const state = stateOf(row) === "fail" ? null : element("span", { class: "state" }, data.states[row[at.state]][1]);
  const button = element("button", { type: "button", class: "row", "aria-expanded": String(open), "aria-controls": body.id },
    element("span", { class: "severity" }, `${data.severities[row[at.severity]][1]} ${severity}`),
    element("span", { class: "rule" }, ruleOf(row)[0]),
    element("span", { class: "message" }, element("bdi", null, marked(texts[row[at.message]]))), state);
  const made = element("article", { class: `finding ${severity} ${stateOf(row)}`, id: row[at.anchor] },
    view.heads ? element("h4", null, button) : element("h3", null, button), body);
  const set = (wide) => {
    if (wide && !body.firstChild) body.append(detail(row));
    body.hidden = !wide;
    button.setAttribute("aria-expanded", String(wide));
  };
  set(open);
  button.addEventListener("click", () => {
    const wide = body.hidden;
    set(wide);
    if (view.allOpen !== wide) view.open.add(row);
    else view.open.delete(row);
  });
  return made;
}

// Scrolls to a finding, listing everything before it.
function reveal(row) {
  const groupIndex = view.groups.findIndex((group) => group.rows.includes(row));
  if (groupIndex < 0) return false;
  if (view.closed.delete(view.groups[groupIndex].name)) show(view.groups, view.heads);
  while (!byId(row[at.anchor]) && view.group < view.groups.length) more(500);
  const made = byId(row[at.anchor]);
  if (!made) return false;
  const button = made.querySelector("button.row");
  if (button.getAttribute("aria-expanded") === "false") button.click();
  made.scrollIntoView({ block: "start" });
  button.focus({ preventScroll: true });
  return true;
}
