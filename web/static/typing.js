// A typed grid: tiles to tap beside the two texts, each tap shows the next symbol.
document.addEventListener("input", (event) => {
  const form = event.target.closest("form.typed");
  if (form) draw(form);
});
document.addEventListener("click", (event) => {
  const tile = event.target.closest("form.typed .taps .tile");
  if (tile) nextSymbol(tile.closest("form"), Number(tile.dataset.at));
});

const rowsOf = (text) => text.trim().split(/[\s/]+/).filter(Boolean);

function cellsOf(form) {
  const cols = Number(form.dataset.cols), rows = Number(form.dataset.rows);
  const letters = rowsOf(form.elements.letters.value.toUpperCase()), symbols = rowsOf(form.elements.symbols.value.toLowerCase());
  return Array.from({ length: rows * cols }, (_, at) => {
    const row = Math.floor(at / cols), col = at % cols;
    return { face: letters[row]?.[col] ?? "", symbol: symbols[row]?.[col] ?? "." };
  });
}

function draw(form) {
  const taps = form.querySelector(".taps"), grid = taps.querySelector(".grid"), cells = cellsOf(form);
  taps.hidden = false;
  while (grid.children.length < cells.length) grid.append(tile(grid.children.length));
  cells.forEach((cell, at) => show(grid.children[at], cell, at));
}

function tile(at) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tile";
  button.dataset.at = at;
  return button;
}

function show(button, { face, symbol }, at) {
  const letter = document.createElement("span");
  letter.className = "letter";
  letter.textContent = face;
  button.setAttribute("aria-label", `${at + 1}: ${face} ${symbol}`);
  button.replaceChildren(letter, ...(/^[a-z]$/.test(symbol) ? [shape(symbol)] : []));
}

function shape(symbol) {
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("class", `shape ink-${symbol}`);
  picture.setAttribute("viewBox", "0 0 24 24");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#shape-${symbol}`);
  picture.append(use);
  return picture;
}

function nextSymbol(form, at) {
  const inks = form.dataset.inks, cols = Number(form.dataset.cols), cells = cellsOf(form);
  cells[at].symbol = inks[(inks.indexOf(cells[at].symbol) + 1) % inks.length];
  const all = cells.map((cell) => cell.symbol || ".").join("");
  form.elements.symbols.value = all.match(new RegExp(`.{${cols}}`, "g")).join("\n");
  draw(form);
}
