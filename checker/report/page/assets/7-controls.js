// The form, the address, and the selection they describe.
const form = byId("controls");
const INITIAL = { text: "", category: "", kind: "", object: "", state: "", group: "object", sort: "severity" };

function wished() {
  const wish = Object.fromEntries(Object.keys(INITIAL).map((name) => [name, form.elements[name].value]));
  wish.severities = [...form.querySelectorAll("[name=severity]")].filter((box) => box.checked).map((box) => box.value);
  wish.node = form.dataset.node ?? "";
  return wish;
}

const hidden = findings.filter((row) => stateOf(row) === "suppressed").length;

function refresh() {
  const wish = wished();
  let rows = chosen(wish);
  if (wish.node) {
    const marked = new Set(data.nodes[wish.node][1].map((number) => findings[number]));
    rows = rows.filter((row) => marked.has(row));
  }
  const words = wish.text.split(/\s+/).filter(Boolean).map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
  view.words = words.length ? new RegExp(`(${words.join("|")})`, "i") : null;
  show(grouped(rows, wish.group), wish.group !== "none");
  const usual = findings.length - hidden;
  const filtered = Object.keys(INITIAL).some((name) => name !== "group" && name !== "sort" && wish[name]) ||
    wish.severities.length < form.querySelectorAll("[name=severity]").length || wish.node;
  document.documentElement.classList.toggle("filtered", Boolean(filtered));
  byId("status").textContent = filtered
    ? `${rows.length.toLocaleString("en")} of ${counted(findings.length, "finding")} match the filter${described(wish)}`
    : `${counted(usual, "finding")}${hidden ? `; ${hidden.toLocaleString("en")} more suppressed` : ""}`;
  if (!rows.length) byId("list").replaceChildren(element("p", { class: "nothing" }, "No findings match the filter."));
  form.dataset.rows = String(rows.length);
  remember(wish, filtered);
}

function described(wish) {
  const parts = [];
  if (wish.text) parts.push(`“${wish.text}”`);
  if (wish.severities.length < form.querySelectorAll("[name=severity]").length) parts.push(wish.severities.join(" and ") || "no severity");
  for (const name of ["category", "kind", "object", "state"]) if (wish[name]) parts.push(`${name} ${wish[name]}`);
  if (wish.node) parts.push(`shown on ${data.nodes[wish.node][0]}`);
  return `: ${parts.join(", ")}`;
}

// The address contains the selection, so that it can be shared; the page itself is never reloaded.
function remember(wish) {
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(INITIAL)) if (wish[name] !== value) kept.set(name, wish[name]);
  if (wish.severities.length < form.querySelectorAll("[name=severity]").length) kept.set("severity", wish.severities.join(","));
  if (wish.node) kept.set("node", wish.node);
  const text = kept.toString();
  if (!location.hash.startsWith("#f-") || text) {
    if (text || location.hash.startsWith("#?")) history.replaceState(null, "", text ? `#?${text}` : location.pathname + location.search);
  }
}

function apply(query) {
  const asked = new URLSearchParams(query);
  for (const [name, value] of Object.entries(INITIAL)) {
    const field = form.elements[name];
    field.value = asked.get(name) ?? (name === "group" || name === "sort" ? field.value : value);
    if (field.value === "" && field.tagName === "SELECT") field.value = value;
  }
  const severities = asked.has("severity") ? asked.get("severity").split(",") : null;
  for (const box of form.querySelectorAll("[name=severity]")) box.checked = !severities || severities.includes(box.value);
  const node = asked.get("node");
  form.dataset.node = node && Object.hasOwn(data.nodes, node) ? node : "";
  refresh();
}

function follow() {
  const hash = location.hash.slice(1);
  if (hash.startsWith("?")) apply(hash.slice(1));
  else if (hash.startsWith("f-")) {
    const row = findings.find((one) => one[at.anchor] === hash);
    if (row && !reveal(row)) {
      apply("state=all");
      reveal(row);
    }
  }
}

function startControls() {
  let waiting = 0;
  const soon = () => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(refresh);
  };
  form.addEventListener("input", soon);
  form.addEventListener("submit", (event) => event.preventDefault());
  byId("reset").addEventListener("click", () => apply(""));
  byId("all").addEventListener("click", openAll);
  byId("object").addEventListener("focus", () => {
    const names = [...new Set(findings.map(objectOf))].sort(collator.compare).slice(0, 2000);
    byId("objects").replaceChildren(...names.map((name) => element("option", { value: name })));
  }, { once: true });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-filter]");
    if (!link) return;
    event.preventDefault();
    apply(link.dataset.filter);
    byId("findings").scrollIntoView();
    byId("text").focus({ preventScroll: true });
  });
  addEventListener("hashchange", follow);
}

function openAll() {
  view.allOpen = !view.allOpen;
  view.open.clear();
  byId("all").setAttribute("aria-pressed", String(view.allOpen));
  byId("all").textContent = view.allOpen ? "Close all" : "Open all";
  refresh();
}
