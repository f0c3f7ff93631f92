// Keys: space starts, holds and goes on; + is half a minute more; r sets back.
const KEYS = { " ": "[data-key=start] button", "+": "[data-key=more] button", r: "[data-key=reset] button" };

document.addEventListener("keydown", (event) => {
  const at = document.activeElement; // a button that was tapped keeps the focus, and space is its own
  const free = at === document.body || at?.matches("section.middle") || (event.key !== " " && at?.matches("button"));
  const wanted = KEYS[event.key.toLowerCase()];
  if (!wanted || !free || event.repeat || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  const button = document.querySelector(wanted);
  if (!button) return;
  event.preventDefault();
  button.click();
});
