// Paper shows everything that the filter leaves, opened; afterwards the page is as it was.
function startPrint() {
  let before = null;
  addEventListener("beforeprint", () => {
    if (before) return;
    before = { allOpen: view.allOpen, open: new Set(view.open), closed: new Set(view.closed), top: scrollY };
    view.allOpen = true;
    view.open.clear();
    view.closed.clear();
    refresh();
    while (view.group < view.groups.length) more(1000);
  });
  addEventListener("afterprint", () => {
    if (!before) return;
    const { top, ...was } = before;
    Object.assign(view, was);
    before = null;
    refresh();
    scrollTo(0, top);
  });
}

// A part of the picture that has marks lists its findings.
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

try {
  startPicture();
  if (form && byId("list")) {
    startControls();
    startKeys();
    startPrint();
    if (!location.hash.startsWith("#?")) refresh();
    follow();
    (globalThis.requestIdleCallback ?? setTimeout)(() => { lower(); searchable(); });
  }
} catch (error) {
  // The plain list is complete, or says what it lacks: a browser that can't run this still shows a report.
  document.documentElement.classList.remove("js");
  throw error;
}
