// The clock of the round counts down between two answers of the table, set as closely as the network allows.
const GIVE_UP_MS = 1000, CLOCK_MS = 10000, CLOSE_MS = 50, SOON_MS = 300, TRIES = 10;
let left = null; // { at, ms, runs, within, tries }: the time left at a moment, and how far that may be off

// What the page that was answered at this moment says of the clock.
export function readClock(at) {
  const face = document.querySelector("#clock");
  left = face && { at, ms: Number(face.dataset.remainingMs), runs: face.dataset.running === "yes", within: Infinity, tries: TRIES };
  showClock();
  setClock();
}

// Asked for by itself the time left is known to half the way there and back, however long a page took. A network
// that is busy just now is asked again soon, one that is always slow not for ever.
async function setClock() {
  if (!left?.runs || document.hidden) return;
  const asked = performance.now(), before = left;
  const have = await heard(), way = (performance.now() - asked) / 2;
  if (left !== before) return; // a page that came meanwhile asks for itself
  if (have?.running && way < before.within) left = { ...before, at: asked + way, ms: have.remaining_ms, within: way };
  document.querySelector("#clock")?.classList.toggle("set", left.within <= CLOSE_MS);
  if (left.within <= CLOSE_MS || left.tries <= 0) return;
  left.tries -= 1;
  setTimeout(setClock, SOON_MS);
}

// What the table says of its clock; null when it does not answer, which the page tells by itself.
async function heard() {
  try {
    return await (await fetch("/api/v1/clock", { cache: "no-store", signal: AbortSignal.timeout(GIVE_UP_MS) })).json();
  } catch {
    return null;
  }
}

function showClock() {
  const face = document.querySelector("#clock");
  if (!face || !left) return;
  const ms = left.runs ? Math.max(0, left.ms - (performance.now() - left.at)) : left.ms;
  const seconds = Math.ceil(ms / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (face.textContent !== text) face.textContent = text;
  face.dateTime = `PT${(ms / 1000).toFixed(3)}S`;
  face.classList.toggle("soon", seconds <= 30);
}

document.addEventListener("visibilitychange", () => { if (left) Object.assign(left, { within: Infinity, tries: TRIES }); setClock(); });
setInterval(showClock, 100);
setInterval(setClock, CLOCK_MS);
