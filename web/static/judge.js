// Any key or a tap clears a ruling; the clock is held from the first letter on; Escape empties the field.
let cleared = null, held = null, sent = Promise.resolve();

function clear(event) {
  const verdict = document.querySelector("#verdict"), form = verdict?.querySelector("form");
  if (!form) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (cleared !== verdict && !event.repeat) form.requestSubmit();
  if (!event.repeat) cleared = verdict;
}

// One after the other: a clock that is held after it was let go would stand for good.
function post(path, form) {
  const body = new URLSearchParams({ csrf: form.elements.csrf.value, next: "/judge" });
  const sending = () => fetch(path, { method: "POST", body, redirect: "manual" }).catch(() => {}); // the page tells by itself when the table is away
  sent = sent.then(sending);
}

document.addEventListener("keydown", clear, true);
document.addEventListener("click", (event) => { if (event.target.closest("#verdict") && !event.target.closest("button, a")) clear(event); });
document.addEventListener("input", (event) => {
  const form = event.target.closest("#judge[data-hold]");
  if (!form || held === form || event.target.value === "") return;
  held = form;
  post("/judge/hold", form);
});
document.addEventListener("keydown", (event) => {
  const form = event.key === "Escape" && event.target.closest("#judge");
  if (!form) return;
  form.reset();
  held = null;
  post("/judge/clear", form);
});
