// Hears that something changed, fetches the main part anew, and says when the table does not answer.
import { readClock } from "./clock.js";

const QUIET_MS = 2000, GIVE_UP_MS = 1000, AGAIN_MS = 5000, FETCH_MS = 1000, TAP_MS = 300;
const CUE_MS = 2500, CLICK_MS = 50;
let stream = null, heardAt = performance.now(), wanted = "", fetched = { version: "", at: 0 }, inFlight = 0, latest = null, asking = false;
let pressing = false; // a button that is replaced between press and its click would miss it

const live = () => document.querySelector("#live");
const typing = () => document.activeElement?.matches("#live input:not([type=hidden], [type=file]), #live textarea") && document.activeElement.value !== "";
const kept = () => [...document.querySelectorAll("#live [data-keep] input")].some((field) => field.value !== field.defaultValue);
const isNews = (event) => event.detail.requestConfig.triggeringEvent?.type === "news";
const busy = () => pressing || document.querySelector("#live dialog[open], #live details[open]:not(.stays)") !== null || typing() || kept();

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

let cueEnds = 0;

function showCue(word) {
  const at = document.querySelector("#cue");
  at.textContent = word;
  clearTimeout(cueEnds);
  cueEnds = setTimeout(() => { at.textContent = ""; }, CUE_MS);
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
  stream.addEventListener("cue", (event) => { hear(); showCue(event.data); });
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

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) document.getElementById(opener.dataset.dialog).showModal();
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
});
const fingers = new Set(), waiting = []; // what is pressed down, and the answers that came meanwhile
let lifting = 0;

// Under a finger nothing is replaced, whatever was asked for: answers wait until the click has come.
function lift() {
  if (fingers.size) return;
  pressing = false;
  for (const answer of waiting.splice(0)) answer.onload();
  refresh();
}

document.addEventListener("pointerdown", (event) => { fingers.add(event.pointerId); clearTimeout(lifting); pressing = true; });
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, (event) => { fingers.delete(event.pointerId); lifting = setTimeout(lift, CLICK_MS); });
}
document.addEventListener("click", () => setTimeout(lift), true);
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (!pressing || isNews(event)) return;
  event.preventDefault();
  waiting.push(event.detail.xhr);
});
document.addEventListener("close", refresh, true);
document.addEventListener("toggle", refresh, true);
// Not at once: the finger that left a field may be on its way down on a button that a new page would replace.
document.addEventListener("focusout", () => setTimeout(refresh, TAP_MS));
document.addEventListener("submit", (event) => event.target.closest("dialog")?.close());
// Counted at the request itself: what was replaced meanwhile tells the page nothing of its answer any more.
document.addEventListener("htmx:beforeRequest", (event) => {
  const { xhr } = event.detail;
  inFlight += 1;
  latest = xhr;
  xhr.addEventListener("loadend", () => {
    inFlight -= 1;
    if (latest === xhr) latest = null;
    setTimeout(refresh);
  });
  if (event.detail.requestConfig.verb !== "get") document.querySelectorAll("#notice, .refused").forEach((told) => told.replaceChildren());
});
// A refusal stands beside the form that was sent, when that form has a place for it and is seen.
document.addEventListener("htmx:beforeSwap", (event) => {
  const beside = event.detail.isError && event.detail.requestConfig.elt.querySelector(".refused");
  if (beside && beside.checkVisibility()) event.detail.target = beside;
});
// What was opened, typed or sent while an answer was on its way stays; the page is asked for again afterwards.
document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, isError, requestConfig } = event.detail, overtaken = latest !== null && latest !== xhr;
  const opened = requestConfig.verb !== "get" && document.querySelector("#live dialog[open]") !== null;
  if (!(isNews(event) ? busy() || overtaken : !isError && (opened || overtaken))) return;
  event.detail.shouldSwap = false;
  fetched = { version: "", at: 0 };
});
// What was typed or chosen in a named field and is not sent yet stays when news replace the page around it.
const FIELDS = ["input:not([type=hidden], [type=file])", "textarea", "select"].map((kind) => `#live ${kind}[id]`).join();
const usual = (field) => (field.matches("select") ? ([...field.options].find((each) => each.defaultSelected) ?? field.options[0])?.value : field.defaultValue);
let filled = [], focused = "", answeredAt = performance.now();

document.addEventListener("htmx:beforeSwap", (event) => {
  const fields = isNews(event) ? [...document.querySelectorAll(FIELDS)] : [];
  filled = fields.filter((field) => field.value !== usual(field)).map(({ id, value }) => ({ id, value }));
});
document.addEventListener("htmx:beforeSwap", () => { answeredAt = performance.now(); focused = document.activeElement?.id ?? ""; });
document.addEventListener("htmx:afterSettle", () => {
  readClock(answeredAt);
  for (const { id, value } of filled) {
    const field = document.getElementById(id), offered = !field?.matches("select") || [...field.options].some((each) => each.value === value);
    if (field && offered) field.value = value;
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
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
readClock(answeredAt);
