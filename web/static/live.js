// Hears that something changed, fetches the main part anew, and says when the table does not answer.
const QUIET_MS = 2000, GIVE_UP_MS = 1000, AGAIN_MS = 5000, FETCH_MS = 1000;
let stream = null, heardAt = performance.now(), wanted = "", fetched = { version: "", at: 0 }, inFlight = 0, asking = false;

const live = () => document.querySelector("#live");
const typing = () => document.activeElement?.matches("#live input:not([type=hidden]), #live textarea") && document.activeElement.value !== "";
const busy = () => document.querySelector("#live dialog[open], #live details[open]") !== null || typing();

function hear() {
  heardAt = performance.now();
  document.querySelector("#lost").hidden = true;
}

// A version is fetched once a second at most, and never while another answer is on its way: it would be lost.
function refresh() {
  const at = live();
  const now = performance.now(), lately = wanted === fetched.version && now - fetched.at < FETCH_MS;
  if (!at || !wanted || inFlight || lately || at.dataset.version === wanted || busy()) return;
  fetched = { version: wanted, at: now };
  htmx.trigger(at, "news");
}

function news(version) {
  hear();
  wanted = version;
  refresh();
}

function showPictures(number) {
  for (const picture of document.querySelectorAll("img.preview")) picture.src = `/preview.jpg?${number}`;
}

async function ask() {
  if (asking) return;
  asking = true;
  try {
    const answer = await fetch("/api/v1/state", { cache: "no-cache", signal: AbortSignal.timeout(GIVE_UP_MS) });
    if (!answer.ok) throw new Error(answer.statusText);
    news((await answer.json()).version);
    if (!stream) showPictures(Date.now());
  } catch {
    document.querySelector("#lost").hidden = false;
  }
  asking = false;
}

function listen() {
  stream?.close();
  stream = new EventSource("/api/v1/events");
  stream.addEventListener("page", (event) => news(event.data));
  stream.addEventListener("picture", (event) => { hear(); showPictures(event.data); });
  stream.onerror = () => {
    ask();
    if (stream?.readyState === EventSource.CLOSED) {
      stream = null;
      setTimeout(listen, AGAIN_MS);
    }
  };
}

function comeBack() {
  if (document.hidden) return;
  if (!stream || stream.readyState === EventSource.CLOSED) listen();
  ask();
}

let focused = "", clockLeft = null;

function readClock() {
  const face = document.querySelector("#clock");
  clockLeft = face && { at: performance.now(), ms: Number(face.dataset.remainingMs), runs: face.dataset.running === "yes" };
  showClock();
}

function showClock() {
  const face = document.querySelector("#clock");
  if (!face || !clockLeft) return;
  const left = clockLeft.runs ? Math.max(0, clockLeft.ms - (performance.now() - clockLeft.at)) : clockLeft.ms;
  const seconds = Math.ceil(left / 1000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (face.textContent !== text) face.textContent = text;
  face.classList.toggle("soon", seconds <= 30);
}

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) document.getElementById(opener.dataset.dialog).showModal();
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
});
document.addEventListener("close", refresh, true);
document.addEventListener("toggle", refresh, true);
document.addEventListener("focusout", () => setTimeout(refresh));
document.addEventListener("submit", (event) => event.target.closest("dialog")?.close());
document.addEventListener("htmx:beforeRequest", (event) => {
  inFlight += 1;
  if (event.detail.requestConfig.verb !== "get") document.querySelector("#notice").replaceChildren();
});
document.addEventListener("htmx:beforeSwap", () => { focused = document.activeElement?.id ?? ""; });
document.addEventListener("htmx:afterSettle", () => {
  readClock();
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
});
document.addEventListener("htmx:afterRequest", () => {
  inFlight -= 1;
  setTimeout(refresh);
});
document.addEventListener("htmx:sendError", ask);
document.addEventListener("visibilitychange", comeBack);
addEventListener("pageshow", comeBack);
addEventListener("online", comeBack);
addEventListener("pagehide", () => { stream?.close(); stream = null; });
setInterval(() => {
  if (performance.now() - heardAt > QUIET_MS && !document.hidden) ask();
  refresh();
}, 500);
setInterval(showClock, 100);
readClock();
