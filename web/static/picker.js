// Tap a cell: the picker asks what lies there, the likely letters first; one more tap says it.
document.addEventListener("click", (event) => {
  const cell = event.target.closest(".tile[data-cell]");
  if (cell) openPicker(cell);
  const ink = event.target.closest("#picker [data-ink]");
  if (ink) chooseInk(ink);
});

function openPicker(cell) {
  const dialog = document.querySelector("#picker");
  const { seat, round, cell: name, face, symbol, asks, likely } = cell.dataset;
  for (const form of dialog.querySelectorAll("form")) {
    form.elements.seat.value = seat;
    form.elements.cell.value = name;
    form.elements.round.value = round;
  }
  const form = dialog.querySelector(".pick");
  form.elements.face_now.value = face;
  form.elements.symbol.value = "";
  dialog.querySelector(".where").textContent = name;
  dialog.querySelector(".question").textContent = asks;
  dialog.querySelector(".needs").hidden = face !== ".";
  dialog.querySelector(".declare").hidden = face !== "*";
  for (const ink of dialog.querySelectorAll("[data-ink]")) ink.setAttribute("aria-pressed", String(ink.dataset.ink === symbol));
  dialog.querySelector(".likely").replaceChildren(...likely.split(" ").filter(Boolean).map((each) => likelyButton(dialog, each)));
  dialog.showModal();
  dialog.querySelector(".likely button, .keys button").focus();
}

function likelyButton(dialog, each) {
  const ink = dialog.querySelector(`[data-ink="${CSS.escape(each)}"]`);
  if (ink) return ink.cloneNode(true);
  const button = dialog.querySelector(`.pick [name=face][value="${CSS.escape(each)}"]`)?.cloneNode(true) ?? document.createElement("span");
  return button;
}

function chooseInk(ink) {
  const form = ink.closest("form");
  form.elements.symbol.value = ink.dataset.ink;
  for (const each of form.querySelectorAll("[data-ink]")) each.setAttribute("aria-pressed", String(each === ink));
  if (form.elements.face_now.value !== ".") form.requestSubmit();
}
