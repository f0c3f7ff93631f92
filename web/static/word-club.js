// The rack of one seat on this page, and the tiles that are laid and not yet placed. The rack is asked for only when
// its owner shows it, and forgotten as soon as it is hidden or the turn has passed on.
import { dragging } from "./word-club-drag.js";
import { boardOf, moveOf } from "./word-club-move.js";

const LETTERS = /^[A-Z]$/, WAIT_MS = 150;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const empty = () => ({ seat: "", key: "", rack: [], laid: [], chosen: -1, shown: false, peeked: false });
let hand = empty(), asked = 0, waiting = null;

const $ = (selector) => document.querySelector(selector);
const own = () => $("#own");
const isLaid = (index) => hand.laid.some((each) => each.index === index);
const values = () => JSON.parse(own().dataset.values);

function sync() {
  const at = own();
  if (!at) { hand = empty(); return; }
  const { seat, key, cover } = at.dataset;
  if (seat !== hand.seat || key !== hand.key) {
    const stays = seat === hand.seat && cover === undefined;
    hand = { ...empty(), seat, key, shown: stays && hand.shown };
  }
  uncovered();
  if (hand.shown) look();
}

function uncovered() {
  const cover = $("#cover"), open = hand.shown || hand.peeked;
  if (cover) cover.hidden = open;
  for (const part of document.querySelectorAll("#live > [inert]")) part.inert = !open;
  if (!own()) return;
  $("#show-rack").hidden = hand.shown;
  $("#shown").hidden = !hand.shown;
}

async function look() {
  const { seat, key } = hand;
  const answer = await fetch(`/own/${seat}`, { cache: "no-store" });
  if (!answer.ok || !own() || hand.seat !== seat || hand.key !== key || !hand.shown) return;
  const told = await answer.json(), rack = [...(told.rack ?? "")];
  if ([...rack].sort().join() !== [...hand.rack].sort().join()) Object.assign(hand, { rack, laid: [], chosen: -1 });
  draw();
  list("#hints", told.hints ?? []);
  $("#told").textContent = told.refused ?? "";
  $("#told").hidden = !told.refused;
}

function list(at, lines) {
  $(at)?.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

function face(letter, isBlank) {
  const tile = document.createElement("span"), worth = document.createElement("small");
  tile.className = `lies${isBlank ? " blank" : ""}`;
  worth.textContent = isBlank ? "" : values()[letter] ?? "";
  tile.append(letter === "_" ? "" : `${letter.toUpperCase()} `, worth);
  return tile;
}

const named = ({ index, letter }) => (hand.rack[index] === "_" ? `${letter.toUpperCase()} blank` : `${letter} ${values()[letter]}`);

function rackTile(tile, index) {
  const button = document.createElement("button");
  button.type = "button";
  button.id = `tile-${index}`;
  button.className = `held${isLaid(index) ? " away" : ""}${hand.chosen === index ? " chosen" : ""}`;
  button.dataset.index = index;
  button.disabled = isLaid(index);
  button.setAttribute("aria-pressed", String(hand.chosen === index));
  button.setAttribute("aria-label", tile === "_" ? "blank" : `${tile} ${values()[tile] ?? 0}`);
  button.append(face(tile, tile === "_"));
  return button;
}

function draw() {
  const focused = document.activeElement?.id;
  hand.laid = hand.laid.filter((each) => document.getElementById(`at-${each.at}`)?.dataset.face === ".");
  $("#rack").replaceChildren(...hand.rack.map(rackTile));
  for (const square of document.querySelectorAll("#board .square")) {
    const lies = hand.laid.find((each) => each.at === square.dataset.at);
    square.querySelector(".laid")?.remove();
    square.setAttribute("aria-label", lies ? `${square.dataset.said}, ${named(lies)} laid` : square.dataset.said);
    if (!lies) continue;
    const tile = face(lies.letter.toUpperCase(), hand.rack[lies.index] === "_");
    tile.classList.add("laid");
    square.append(tile);
  }
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  preview();
}

function preview() {
  const { move, problem } = moveOf(boardOf($("#board")), hand.laid), form = $("#place-form"), now = ++asked;
  if (form) form.elements.move.value = move;
  if (form) $("#place").disabled = !move;
  if (!move || !form) { list("#preview", problem ? [problem] : []); return; }
  setTimeout(async () => {
    if (now !== asked) return;
    const answer = await fetch("/try/placed", { method: "POST", body: new FormData(form), cache: "no-store" });
    if (now !== asked || !answer.ok || !$("#preview")) return;
    const told = await answer.json();
    list("#preview", told.lines ?? [told.refused]);
  }, WAIT_MS);
}

function choose(index) {
  hand.chosen = hand.chosen === index ? -1 : index;
  draw();
}

function lay(index, at, letter = hand.rack[index]) {
  const square = document.getElementById(`at-${at}`), lies = hand.laid.some((each) => each.at === at && each.index !== index);
  if (square?.dataset.face !== "." || lies || own()?.dataset.may !== "yes") return;
  hand.laid = hand.laid.filter((each) => each.index !== index);
  if (letter === "_") { askBlank(index, at); return; }
  hand.laid.push({ index, at, letter });
  hand.chosen = -1;
  draw();
}

function askBlank(index, at) {
  waiting = { index, at };
  $("#blank").showModal();
}

function lift(at) {
  hand.laid = hand.laid.filter((each) => each.at !== at);
  draw();
}

function shuffle() {
  const order = hand.rack.map((_, index) => [Math.random(), index]).sort((a, b) => a[0] - b[0]).map(([, index]) => index);
  hand.laid = hand.laid.map((each) => ({ ...each, index: order.indexOf(each.index) }));
  Object.assign(hand, { rack: order.map((index) => hand.rack[index]), chosen: -1 });
  draw();
}

function onSquare(square, byKeys) {
  const at = square.dataset.at;
  document.querySelectorAll("#board .square").forEach((each) => { each.tabIndex = each === square ? 0 : -1; });
  if (hand.laid.some((each) => each.at === at)) lift(at);
  else if (hand.chosen >= 0) {
    lay(hand.chosen, at);
    if (byKeys) document.querySelector("#rack .held:not(:disabled)")?.focus();
  }
}

const ACTIONS = {
  "show-rack": () => { hand.shown = true; uncovered(); look(); },
  uncover: () => { hand.shown = true; uncovered(); look().then(() => document.querySelector("#rack .held")?.focus()); },
  peek: () => { hand.peeked = true; uncovered(); $("#show-rack").focus(); },
  "hide-rack": () => { Object.assign(hand, { rack: [], laid: [], chosen: -1, shown: false }); draw(); list("#hints", []); uncovered(); },
  recall: () => { Object.assign(hand, { laid: [], chosen: -1 }); draw(); },
  shuffle,
  "open-exchange": () => { $("#going").replaceChildren(...hand.rack.map(rackTile)); toExchange(); },
};

function toExchange() {
  const tiles = [...document.querySelectorAll("#going .held")];
  for (const tile of tiles) Object.assign(tile, { id: `goes-${tile.dataset.index}`, disabled: false });
  const chosen = tiles.filter((tile) => tile.getAttribute("aria-pressed") === "true").map((tile) => hand.rack[tile.dataset.index]);
  $("#exchange form").elements.tiles.value = chosen.join("");
  $("#do-exchange").disabled = !chosen.length;
}

document.addEventListener("click", (event) => {
  const at = event.target.closest("button");
  if (!at || !own()) return;
  if (ACTIONS[at.id]) ACTIONS[at.id]();
  else if (at.closest("#going")) { at.setAttribute("aria-pressed", String(at.getAttribute("aria-pressed") !== "true")); toExchange(); }
  else if (at.closest("#rack")) {
    choose(Number(at.dataset.index));
    if (event.detail === 0) $('#board [tabindex="0"]').focus();
  } else if (at.closest("#board") && hand.shown) onSquare(at, event.detail === 0);
  else if (at.closest("#blank") && LETTERS.test(at.dataset.letter ?? "")) {
    at.closest("dialog").close();
    lay(waiting.index, waiting.at, at.dataset.letter.toLowerCase());
  }
});

function nextTo(from, [right, down]) {
  const all = [...from.parentElement.querySelectorAll(".square")], at = all.indexOf(from);
  const col = (at % 9) + right, row = Math.floor(at / 9) + down;
  return col in [...Array(9)] && row in [...Array(9)] ? all[row * 9 + col] : null;
}

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key], from = document.activeElement;
  if (event.key === "Escape" && hand.chosen >= 0) choose(hand.chosen);
  if (!step || !from?.matches("#board .square, #rack .held")) return;
  event.preventDefault();
  if (from.matches(".square")) { nextTo(from, step)?.focus(); return; }
  const held = [...document.querySelectorAll("#rack .held:not(:disabled)")];
  if (step[0]) held[held.indexOf(from) + step[0]]?.focus();
  else $('#board [tabindex="0"]')?.focus();
});

document.addEventListener("focusin", (event) => {
  const square = event.target.closest?.("#board .square");
  if (square) document.querySelectorAll("#board .square").forEach((each) => { each.tabIndex = each === square ? 0 : -1; });
});

// What is taken up at a point of the page: a tile of the rack, or one that is laid.
function taken(target) {
  const held = target.closest("#rack .held"), at = target.closest("#board .square")?.dataset.at;
  const lies = hand.laid.find((each) => each.at === at), index = held ? Number(held.dataset.index) : lies?.index ?? -1;
  if (index < 0 || !hand.shown) return null;
  return { index, letter: lies?.letter ?? hand.rack[index] };
}

function dropped({ index, letter }, target) {
  const square = target?.closest("#board .square");
  hand.laid = hand.laid.filter((each) => each.index !== index);
  if (square) lay(index, square.dataset.at, letter);
  draw();
}

dragging(taken, ({ index, letter }) => face(letter, hand.rack[index] === "_"), dropped);
document.addEventListener("htmx:afterSettle", sync);
addEventListener("pagehide", () => { hand = empty(); });
addEventListener("pageshow", (event) => { if (event.persisted) sync(); });
sync();
