// Arrow keys walk over the cards that can be chosen: the nearest one in that direction takes the focus.
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

// How far another card is in that direction; what lies aside counts double, what lies behind not at all.
function distance([x, y], [right, down], other) {
  const [ox, oy] = middle(other), along = (ox - x) * right + (oy - y) * down;
  const aside = Math.abs((ox - x) * down) + Math.abs((oy - y) * right);
  return along > 1 ? along + 2 * aside : Infinity;
}

document.addEventListener("keydown", (event) => {
  const step = STEPS[event.key], from = document.activeElement?.closest("a.card");
  if (!step || !from) return;
  const at = middle(from);
  const ranked = [...document.querySelectorAll("a.card")].map((card) => [distance(at, step, card), card]);
  const [near, card] = ranked.reduce((best, each) => (each[0] < best[0] ? each : best), [Infinity, null]);
  if (near === Infinity) return;
  event.preventDefault();
  card.focus();
});
