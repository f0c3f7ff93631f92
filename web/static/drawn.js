// The drawn table: tiles are dragged or moved with the arrow keys, turned and flipped; every change is sent.
const form = document.querySelector("#lay");
const side = Number(form.dataset.side);
const slots = [...form.querySelectorAll(".slot")];
let chosen = null, dragged = null;

const slotOf = (tile) => slots.indexOf(tile.parentElement);

function choose(tile) {
  chosen?.classList.remove("chosen");
  chosen = tile;
  tile?.classList.add("chosen");
  for (const id of ["turn", "flip"]) document.getElementById(id).disabled = !tile;
  if (tile) tell(tile);
}

function tell(tile) {
  const at = slotOf(tile), { letter, symbol } = tile.dataset;
  const place = at < side * side ? form.dataset.at.replace("%r", Math.floor(at / side) + 1).replace("%c", (at % side) + 1) : form.dataset.off;
  document.querySelector("#chosen").textContent = `${letter} ${symbol}: ${place}`;
}

function move(tile, to) {
  const from = tile.parentElement, other = to.firstElementChild;
  if (from === to) return;
  to.append(tile);
  if (other) from.append(other);
  tell(tile);
  send();
}

function faceAt(slot) {
  const tile = slot.firstElementChild;
  if (!tile) return [".", "."];
  return [tile.classList.contains("flipped") ? "*" : tile.dataset.letter, tile.dataset.symbol];
}

function send() {
  const laid = slots.slice(0, side * side), faces = laid.map(faceAt);
  const rows = (pick) => faces.map(pick).join("").match(new RegExp(`.{${side}}`, "g")).join("/");
  form.elements.letters.value = rows((each) => each[0]);
  form.elements.symbols.value = rows((each) => each[1]);
  form.elements.upturned.value = laid.filter((slot) => slot.querySelector(".turned")).map((slot) => slot.dataset.cell).join(" ");
  fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
}

form.addEventListener("pointerdown", (event) => {
  const tile = event.target.closest(".tile");
  if (!tile) return;
  choose(tile);
  dragged = { tile, x: event.clientX, y: event.clientY };
  tile.setPointerCapture(event.pointerId);
});
form.addEventListener("pointermove", (event) => {
  if (dragged) dragged.tile.style.translate = `${event.clientX - dragged.x}px ${event.clientY - dragged.y}px`;
});
form.addEventListener("pointerup", (event) => {
  if (!dragged) return;
  const { tile } = dragged;
  dragged = null;
  tile.style.translate = "";
  tile.style.pointerEvents = "none";
  const to = document.elementFromPoint(event.clientX, event.clientY)?.closest(".slot");
  tile.style.pointerEvents = "";
  if (to) move(tile, to);
});
form.addEventListener("pointercancel", () => {
  if (dragged) dragged.tile.style.translate = "";
  dragged = null;
});
form.addEventListener("focusin", (event) => { if (event.target.matches(".tile")) choose(event.target); });
form.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side }[event.key];
  if (!step || !event.target.matches(".tile")) return;
  event.preventDefault();
  const tile = event.target, to = slots[slotOf(tile) + step];
  if (to) move(tile, to);
  tile.focus();
});
document.querySelector("#turn").addEventListener("click", () => { chosen.classList.toggle("turned"); send(); });
document.querySelector("#flip").addEventListener("click", () => { chosen.classList.toggle("flipped"); send(); });
