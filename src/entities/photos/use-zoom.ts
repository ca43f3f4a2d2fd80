/**
 * The scale of the pedigree. Buttons, and the wheel with Ctrl or Cmd, change the scale in steps of a tenth. Two
 * fingers change it as well. The wheel alone scrolls.
 */
import { useEffect, useRef, useState } from "react";
import { ZOOM_TENTHS } from "@domain/pedigree/rules";

const clamp = (tenths: number): number => Math.min(ZOOM_TENTHS.max, Math.max(ZOOM_TENTHS.min, tenths));

function distanceOf(pointers: ReadonlyMap<number, PointerEvent>): number | null {
  const [first, second] = [...pointers.values()];
  return first && second ? Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY) : null;
}

/** Follows two fingers. `onPinch` receives the ratio of their current distance to their first distance. */
function watchPinch(area: HTMLElement, onStart: () => void, onPinch: (ratio: number) => void): () => void {
  const fingers = new Map<number, PointerEvent>();
  let startDistance: number | null = null;
  const controller = new AbortController();
  const { signal } = controller;
  const follow = (event: PointerEvent) => {
    if (event.pointerType === "touch" && fingers.has(event.pointerId)) fingers.set(event.pointerId, event);
    const distance = distanceOf(fingers);
    if (distance !== null && startDistance !== null) onPinch(distance / startDistance);
  };
  const lift = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    startDistance = null;
  };
  area.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType !== "touch") return;
      fingers.set(event.pointerId, event);
      startDistance = distanceOf(fingers);
      if (startDistance !== null) onStart();
    },
    { signal },
  );
  area.addEventListener("pointermove", follow, { signal });
  for (const end of ["pointerup", "pointercancel", "pointerleave"] as const) {
    area.addEventListener(end, lift, { signal });
  }
  return () => controller.abort();
}

/**
 * Returns the scale, functions that change it, and the ref callback of the element in which the wheel and fingers
 * work.
 */
export function useZoom() {
  const [tenths, setTenths] = useState<number>(ZOOM_TENTHS.initial);
  const [area, setArea] = useState<HTMLElement | null>(null);
  const tenthsRef = useRef<number>(tenths);
  useEffect(() => {
    tenthsRef.current = tenths;
  }, [tenths]);

  useEffect(() => {
    if (!area) return;
    // React's own wheel listeners are passive and cannot prevent scrolling.
    const onWheel = (event: WheelEvent) => {
      // A pinch on a trackpad arrives as a wheel event with Ctrl.
      if (event.deltaY === 0 || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setTenths((last) => clamp(Math.round(last) - Math.sign(event.deltaY)));
    };
    area.addEventListener("wheel", onWheel, { passive: false });
    let atStart: number = ZOOM_TENTHS.initial;
    const stopPinch = watchPinch(
      area,
      () => {
        atStart = tenthsRef.current;
      },
      (ratio) => setTenths(clamp(Math.round(atStart * ratio))),
    );
    return () => {
      area.removeEventListener("wheel", onWheel);
      stopPinch();
    };
  }, [area]);

  return {
    area,
    setArea,
    scale: tenths / 10,
    canZoomIn: tenths < ZOOM_TENTHS.max,
    canZoomOut: tenths > ZOOM_TENTHS.min,
    zoomIn: () => setTenths((last) => clamp(last + 1)),
    zoomOut: () => setTenths((last) => clamp(last - 1)),
    reset: () => setTenths(ZOOM_TENTHS.initial),
  };
}
