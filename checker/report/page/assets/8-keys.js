// Keyboard shortcuts; they can be switched off because they may interfere with assistive technology.
function startKeys() {
  const help = byId("help");
  byId("keys").addEventListener("click", () => help.showModal());
  byId("help-close").addEventListener("click", () => help.close());
  const rows = () => [...byId("list").querySelectorAll("button.row")].filter((button) => button.offsetParent);
  const step = (by) => {
    const found = rows();
    const here = found.indexOf(document.activeElement);
    const next = found[here < 0 ? 0 : Math.min(Math.max(here + by, 0), found.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  const actions = {
    "/": () => { byId("text").focus(); byId("text").select(); },
    "?": () => help.showModal(),
    j: () => step(1),
    k: () => step(-1),
    e: openAll,
    g: () => {
      const select = form.elements.group;
      select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
      refresh();
    },
    r: () => apply(""),
  };
  document.addEventListener("keydown", (event) => {
    const field = event.target.matches("input:not([type=checkbox]),select,textarea");
    if (event.key === "Escape" && field) event.target.blur();
    if (field || help.open || event.ctrlKey || event.metaKey || event.altKey || !byId("keys-on").checked) return;
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  });
}
