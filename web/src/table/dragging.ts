/** Dragging a tile from the display to its square, by mouse, pen or finger; clicking stays the usual way. */

import type { Attachment } from "svelte/attachments";

const STARTS = 8; // pixels that a pointer moves before it drags

interface Drag {
  /** whether the tile may be dragged now */
  may(): boolean;
  /** it has left its place */
  begin(): void;
  /** it was let go over a square, or elsewhere (null) */
  drop(square: string | null): void;
}

export function draggable(drag: Drag): Attachment<HTMLElement> {
  return (tile) => {
    let ghost: HTMLElement | null = null;
    let start: PointerEvent | null = null;

    function move(event: PointerEvent): void {
      if (!start || event.pointerId !== start.pointerId) return;
      const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
      if (!ghost && Math.hypot(x, y) < STARTS) return;
      ghost ??= lift();
      ghost.style.transform = `translate(${x}px, ${y}px) scale(1.1)`;
    }

    /** A copy of the tile follows the pointer. */
    function lift(): HTMLElement {
      const { left, top, width, height } = tile.getBoundingClientRect();
      const copy = tile.cloneNode(true) as HTMLElement;
      copy.setAttribute("aria-hidden", "true");
      copy.removeAttribute("data-tile");
      copy.classList.add("dragged");
      Object.assign(copy.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
      tile.parentElement?.append(copy);
      if (start) tile.setPointerCapture(start.pointerId);
      drag.begin();
      return copy;
    }

    function end(event: PointerEvent): void {
      const dragged = ghost !== null && event.type === "pointerup";
      stop();
      if (!dragged) return;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      drag.drop(under?.closest<HTMLElement>(".own [data-square]")?.dataset.square ?? null);
      // the click that follows belongs to the drag
      const swallow = (click: MouseEvent) => click.stopPropagation();
      tile.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => tile.removeEventListener("click", swallow, { capture: true }));
    }

    function stop(): void {
      ghost?.remove();
      ghost = start = null;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    }

    function down(event: PointerEvent): void {
      if (event.button !== 0 || !event.isPrimary || !drag.may()) return;
      start = event;
      addEventListener("pointermove", move);
      addEventListener("pointerup", end);
      addEventListener("pointercancel", end);
    }

    tile.addEventListener("pointerdown", down);
    return () => {
      stop();
      tile.removeEventListener("pointerdown", down);
    };
  };
}
