// Tiles that are dragged. A short way is still a tap; after a drag the click that follows it counts for nothing.
const FAR_PX = 8;
let drag = null, moved = false;

// `taken` says what is taken up at an element (null: nothing), `ghostOf` draws it, `dropped` is told where it ends.
export function dragging(taken, ghostOf, dropped) {
  document.addEventListener("pointerdown", (event) => {
    const held = taken(event.target);
    moved = false;
    drag = held && { held, x: event.clientX, y: event.clientY, ghost: null };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR_PX) {
      drag.ghost = ghostOf(drag.held);
      drag.ghost.classList.add("ghost");
      document.body.append(drag.ghost);
    }
    if (!drag.ghost) return;
    drag.ghost.style.left = `${event.clientX}px`;
    drag.ghost.style.top = `${event.clientY}px`;
  });
  document.addEventListener("pointerup", (event) => end(event, dropped));
  document.addEventListener("pointercancel", (event) => end(event, dropped));
  document.addEventListener("click", (event) => { if (moved) event.stopPropagation(); moved = false; }, true);
}

function end(event, dropped) {
  const { held, ghost } = drag ?? {};
  drag = null;
  if (!ghost) return;
  ghost.remove();
  moved = event.type === "pointerup";
  setTimeout(() => { moved = false; });
  dropped(held, moved ? document.elementFromPoint(event.clientX, event.clientY) : null);
}
