/** A finger drawn sideways over an element, as telephones turn pages with; a pinch or a scroll is none. */
import { useRef, type PointerEvent } from "react";

/** How far the finger goes at least, in pixels. */
const MIN_DISTANCE = 40;

/** Returns the handlers for the element; give it `touch-pan-y` so that the browser leaves sideways moves to it. */
export function useSwipe({ onLeft, onRight }: { onLeft: () => void; onRight: () => void }) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const forget = () => {
    start.current = null;
  };
  return {
    onPointerDown: ({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) => {
      const isZoomed = (window.visualViewport?.scale ?? 1) > 1;
      // A second finger makes it a pinch.
      start.current = pointerType === "touch" && isPrimary && !isZoomed ? { x, y } : null;
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (!start.current) return;
      const [across, down] = [clientX - start.current.x, clientY - start.current.y];
      forget();
      if (Math.abs(across) < MIN_DISTANCE || Math.abs(across) < 2 * Math.abs(down)) return;
      if (across < 0) onLeft();
      else onRight();
    },
    onPointerCancel: forget,
  };
}
