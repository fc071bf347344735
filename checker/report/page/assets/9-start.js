// The appendix on paper shows all findings that match the filter, opened; if there are too many, the first opened and one
// line for each of the others. After printing the page is restored. The sign-off on paper is plain markup (paper.py).
const APPENDIX = "appendix";
const root = document.documentElement;
const OPEN_ON_PAPER = 300;
const LISTED_ON_PAPER = 10_000;

function startPrint() {
  let before = null;
  addEventListener("beforeprint", () => {
    if (before || !root.classList.contains(APPENDIX)) return;
    before = { allOpen: view.allOpen, open: new Set(view.open), closed: new Set(view.closed), top: scrollY };
    view.closed.clear();
    view.open.clear();
    view.allOpen = false;
    refresh();
    const rows = view.groups.flatMap((group) => group.rows);
    for (const row of rows.slice(0, OPEN_ON_PAPER)) view.open.add(row);
    let room = LISTED_ON_PAPER;
    const listed = [];
    for (const group of view.groups) {
      if (room <= 0) break;
      listed.push({ ...group, rows: group.rows.slice(0, room) });
      room -= group.rows.length;
    }
    show(listed, view.heads);
    while (view.group < view.groups.length) more(1000);
    const paper = byId("paper");
    const left = rows.length - LISTED_ON_PAPER;
    paper.hidden = rows.length <= OPEN_ON_PAPER;
    paper.textContent = `The first ${OPEN_ON_PAPER} of ${counted(rows.length, "finding")} are printed with all details, ` +
      (left > 0 ? `others with one line each; ${left.toLocaleString("en")} are not printed. ` : "the others with one line each. ") +
      "The file contains the details of all findings; filter them before printing to select others.";
  });
  addEventListener("afterprint", () => {
    if (!before) return;
    const { top, ...was } = before;
    Object.assign(view, was);
    before = null;
    byId("paper").hidden = true;
    refresh();
    scrollTo(0, top);
  });
}

// Selecting a marked part of the picture lists its findings.
function startPicture() {
  const picture = document.querySelector("#topology .picture");
  if (!picture) return;
  const choose = (node) => {
    apply(`node=${encodeURIComponent(node)}`);
    byId("findings").scrollIntoView();
    byId("status").focus({ preventScroll: true });
  };
  const nodeOf = (event) => event.target.closest("[data-node]")?.dataset.node;
  picture.addEventListener("click", (event) => nodeOf(event) && choose(nodeOf(event)));
  picture.addEventListener("keydown", (event) => {
    if (!nodeOf(event) || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    choose(nodeOf(event));
  });
  byId("picture-size").addEventListener("click", (event) => {
    const actual = picture.classList.toggle("actual");
    event.target.setAttribute("aria-pressed", String(actual));
  });
}

// A link into a collapsed part opens it.
document.addEventListener("click", (event) => {
  const part = byId(event.target.closest("a[href^='#']")?.hash.slice(1) ?? "");
  if (part?.matches("details")) part.open = true;
});

startPicture();
byId("print").addEventListener("click", () => print());
// For programs that print: report.html#print-appendix.
if (location.hash === "#print-appendix") root.classList.add(APPENDIX);
byId("appendix-print").addEventListener("click", () => {
  root.classList.add(APPENDIX);
  addEventListener("afterprint", () => root.classList.remove(APPENDIX), { once: true });
  print();
});
if (form && byId("list")) {
  byId("plain").remove();
  startControls();
  startKeys();
  startPrint();
  if (!location.hash.startsWith("#?")) refresh();
  follow();
  // In small steps, so that a keystroke never waits for the rest.
  const idle = globalThis.requestIdleCallback ?? ((work) => setTimeout(work, 0, { timeRemaining: () => 8 }));
  const later = [...Object.keys(orders).map((name) => () => inOrder(name)), ...Object.keys(headings).map((name) => () => headingsBy(name))];
  const onwards = (deadline) => {
    if (prepare(performance.now() + Math.max(8, deadline.timeRemaining())) && later.length) later.shift()();
    if (later.length) idle(onwards);
  };
  idle(onwards);
}
// A browser that does not get here shows the plain list, which is complete or says what is missing.
root.setAttribute("data-ready", "yes");
