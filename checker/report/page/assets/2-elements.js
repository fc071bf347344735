// Elements are created by name and given text, never markup: names from exports cannot inject markup into the page.
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children.flat(Infinity).filter((child) => child !== null && child !== ""));
  return made;
}

const isolated = (text) => element("bdi", null, text);
// Text of a rule; text between backticks is code.
function prose(text) {
  const parts = text.split("`");
  return parts.length % 2 ? parts.map((part, number) => (number % 2 ? element("code", null, part) : part)) : [text];
}

const counted = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
