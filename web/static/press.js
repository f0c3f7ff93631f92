// Presses: sent when the finger goes down, stamped by the table's clock as this device reckons it.
const SAMPLES = 8, EVERY_MS = 30000, LONG_MS = 600, KEYS = { " ": "start", o: "ok", u: "undo", d: "dispute" };
let clock = null; // { offset, give }: the table's milliseconds minus ours, and half the way there and back

// Four stamps: asked, heard, said, answered. The sample with the shortest way bounds the offset best.
async function exchange() {
  const asked = performance.now();
  const { heard_ms, said_ms } = await (await fetch("/api/v1/time", { cache: "no-store" })).json();
  const answered = performance.now();
  return { offset: (heard_ms - asked + (said_ms - answered)) / 2, give: Math.max(0.5, (answered - asked - (said_ms - heard_ms)) / 2) };
}

async function setClock() {
  if (document.hidden || !document.querySelector("[data-press]")) return;
  try {
    let best = null;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const one = await exchange();
      if (!best || one.give < best.give) best = one;
    }
    clock = best;
    const shown = document.querySelector("#give");
    if (shown) shown.textContent = `±${Math.ceil(best.give)} ms`;
  } catch {
    clock = null; // stamped on arrival, then
  }
}

async function send(key, seat, at) {
  const csrf = document.querySelector("input[name=csrf]")?.value;
  if (!csrf) return;
  const body = new URLSearchParams({ csrf, key });
  if (clock) { body.set("at_ms", at + clock.offset); body.set("give_ms", clock.give); }
  await fetch(`/press/${seat || "table"}`, { method: "POST", body, headers: { Accept: "application/json" } }).catch(() => {});
}

const down = new Map(); // seats' buttons that are down, by finger or key: what was pressed, and when it is held
// Where a button that is held means another thing, it is told as pressed only once it was let go.
function goesDown(by, key, seat, at) {
  const waits = Boolean(seat) && document.querySelector("#live[data-long-presses]") !== null;
  if (!waits) send(key, seat, at);
  if (!seat) return;
  const held = setTimeout(() => { down.delete(by); send("hold", seat, performance.now()); }, LONG_MS);
  down.set(by, { key, seat, at, waits, held });
}
function goesUp(by, counts) {
  const button = down.get(by);
  if (!button) return;
  down.delete(by);
  clearTimeout(button.held);
  if (button.waits && counts) send(button.key, button.seat, button.at);
}

let pressed = null; // the form whose press was sent when the finger went down: its click is the same press

document.addEventListener("pointerdown", (event) => {
  const form = event.button === 0 && event.target.closest("[data-press] button")?.form;
  if (!form) return;
  pressed = form;
  goesDown(event.pointerId, form.dataset.press, form.dataset.seat, event.timeStamp);
});
document.addEventListener("pointerup", (event) => goesUp(event.pointerId, true));
document.addEventListener("pointercancel", (event) => goesUp(event.pointerId, false));
document.addEventListener("pointerup", () => setTimeout(() => { pressed = null; }, 100)); // its click has come by then
document.addEventListener("submit", (event) => {
  if (event.target.dataset.press === undefined) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (pressed !== event.target) send(event.target.dataset.press, event.target.dataset.seat, performance.now());
  pressed = null;
}, true);
document.addEventListener("keydown", (event) => {
  // Space belongs to what is focused, every key to what is typed in.
  const at = document.activeElement, free = !at || at === document.body || (event.key !== " " && !at.matches("input, textarea, select"));
  if (!free || event.repeat || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (!document.querySelector("[data-keys]")) return;
  const seat = /^[0-9]$/.test(event.key) ? Number(event.key) || 10 : 0, key = seat ? "buzz" : KEYS[event.key.toLowerCase()];
  if (!key) return;
  event.preventDefault();
  goesDown(event.code, key, seat, event.timeStamp);
});
document.addEventListener("keyup", (event) => goesUp(event.code, true));
addEventListener("blur", () => { for (const by of [...down.keys()]) goesUp(by, false); });
document.addEventListener("visibilitychange", setClock);
setInterval(setClock, EVERY_MS);
setClock();
