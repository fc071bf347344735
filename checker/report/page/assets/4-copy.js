// Copies a command; if the browser forbids that, selects it so that the usual keys copy it.
async function copy(text, shown, button) {
  let said = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    getSelection().selectAllChildren(shown);
    said = document.execCommand("copy") ? "Copied" : "Selected: press Ctrl+C";
  }
  const before = button.dataset.label ?? button.textContent;
  button.dataset.label = before;
  button.textContent = said;
  byId("said").textContent = said;
  setTimeout(() => { button.textContent = before; byId("said").textContent = ""; }, 1500);
}
