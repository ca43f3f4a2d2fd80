/**
 * Moves and zooms a drawing that is larger than its area. At first the drawing fits the area if its text stays
 * readable. At the smallest zoom it always fits. The dog is vertically centered. A mouse drags the drawing, and
 * fingers scroll it. Zooming keeps the center.
 */
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { ZOOM_TENTHS } from "@domain/pedigree/rules";

/** Below this scale the smallest text is unreadable. A phone then shows only a part, which the user scrolls. */
const LEAST_READABLE = 0.6;

/** A drawing that is too high is made smaller only up to this scale, because scrolling down is easy. */
const LEAST_FOR_HEIGHT = 0.7;

const LEAST_ZOOM = ZOOM_TENTHS.min / 10;

/** `first` is the scale at a zoom of one. At the scale `whole`, the drawing has the width of the area. */
export function scaleAt(zoom: number, first: number, whole: number): number {
  if (zoom >= 1) return first * zoom;
  const least = Math.min(first * LEAST_ZOOM, whole);
  return least + ((first - least) * (zoom - LEAST_ZOOM)) / (1 - LEAST_ZOOM);
}

/** If the mouse moves less than this between press and release, it is a click. */
const CLICK_PX = 5;

/** After a drag, the link under the mouse is not opened. */
function watchDrag(area: HTMLElement): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let last: { x: number; y: number } | null = null;
  let moved = 0;
  const move = (event: PointerEvent) => {
    if (!last) return;
    const [x, y] = [event.clientX - last.x, event.clientY - last.y];
    moved += Math.hypot(x, y);
    if (moved >= CLICK_PX) area.dataset.dragging = "true";
    area.scrollBy({ left: -x, top: -y, behavior: "instant" });
    last = { x: event.clientX, y: event.clientY };
  };
  const release = () => {
    last = null;
    delete area.dataset.dragging;
  };
  area.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      last = { x: event.clientX, y: event.clientY };
      moved = 0;
    },
    { signal },
  );
  // Prevents the browser from dragging a portrait as a file.
  area.addEventListener("dragstart", (event) => event.preventDefault(), { signal });
  // The mouse may leave the area while it drags.
  window.addEventListener("pointermove", move, { signal });
  window.addEventListener("pointerup", release, { signal });
  area.addEventListener(
    "click",
    (event) => {
      if (moved < CLICK_PX) return;
      event.preventDefault();
      event.stopPropagation();
      moved = 0;
    },
    { signal, capture: true },
  );
  return () => controller.abort();
}

/** The size is the full size. `middle` is the vertical position of the dog. */
interface Extent {
  readonly width: number;
  readonly height: number;
  readonly middle: number;
}

const scrollToDog = (area: HTMLElement, down: number): void =>
  area.scrollTo?.({ left: 0, top: down - area.clientHeight / 2, behavior: "instant" });

/** Also returns a function that scrolls to the dog as it is at a zoom of one. */
export function usePan(area: HTMLElement | null, { width, height, middle }: Extent, zoom: number) {
  const [{ room, roomDown }, setRoom] = useState({ room: 0, roomDown: Infinity });
  useEffect(() => {
    if (!area) return;
    const measure = () => {
      const { paddingLeft, paddingRight, paddingTop, paddingBottom, maxHeight } = getComputedStyle(area);
      const [left, right, above, below, most] = [
        paddingLeft,
        paddingRight,
        paddingTop,
        paddingBottom,
        maxHeight,
      ].map(Number.parseFloat) as [number, number, number, number, number]; // the array above has five texts
      setRoom({ room: area.clientWidth - left - right, roomDown: most - above - below });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(area);
    const stopDrag = watchDrag(area);
    return () => {
      observer.disconnect();
      stopDrag();
    };
  }, [area]);

  const whole = room > 0 ? room / width : 1;
  const byHeight = roomDown > 0 ? Math.max(LEAST_FOR_HEIGHT, roomDown / height) : 1;
  const fitting = Math.min(1, Math.max(LEAST_READABLE, whole), byHeight);
  const scale = scaleAt(zoom, fitting, whole);
  const showDog = () => {
    if (area) scrollToDog(area, middle * fitting);
  };

  // For another drawing or another page width, scrolls to the dog again.
  useLayoutEffect(() => {
    if (area) scrollToDog(area, middle * fitting);
  }, [area, width, middle, fitting]);

  const before = useRef({ zoom, scale });
  useLayoutEffect(() => {
    const { zoom: zoomBefore, scale: scaleBefore } = before.current;
    before.current = { zoom, scale };
    const ratio = scale / scaleBefore;
    if (!area || zoom === zoomBefore || ratio === 1) return;
    const [x, y] = [area.clientWidth / 2, area.clientHeight / 2];
    area.scrollTo?.({ left: (area.scrollLeft + x) * ratio - x, top: (area.scrollTop + y) * ratio - y });
  }, [area, zoom, scale]);

  return { scale, showDog };
}
