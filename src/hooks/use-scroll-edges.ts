/**
 * Marks the sides of a scrolling element with hidden content beyond them, so that these edges can fade
 * (styles.css). `data-more` lists these sides as 'before', 'after', 'above' and 'below'. It is absent if everything
 * is visible.
 */
import { useLayoutEffect, type RefObject } from "react";

/** Rounding in the browser may leave a pixel. */
const SLACK_PX = 1;

function markEdges(element: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth, scrollTop, scrollHeight, clientHeight } = element;
  const hidden = {
    before: scrollLeft,
    after: scrollWidth - clientWidth - scrollLeft,
    above: scrollTop,
    below: scrollHeight - clientHeight - scrollTop,
  };
  const sides = Object.entries(hidden).flatMap(([side, pixels]) => (pixels > SLACK_PX ? [side] : []));
  if (sides.length === 0) element.removeAttribute("data-more");
  else element.setAttribute("data-more", sides.join(" "));
}

/** Returns a function that stops the watching. */
function watchEdges(element: HTMLElement): () => void {
  const mark = () => markEdges(element);
  // The observer calls `mark` for each element that it starts to observe, after the layout and before the page is
  // painted. Reading the sizes here instead would force an additional layout of the whole page.
  const sizes = new ResizeObserver(mark);
  const observe = () => {
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
  };
  const children = new MutationObserver(observe);
  children.observe(element, { childList: true });
  element.addEventListener("scroll", mark, { passive: true });
  observe();
  return () => {
    sizes.disconnect();
    children.disconnect();
    element.removeEventListener("scroll", mark);
  };
}

export function useScrollEdges(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => (ref.current ? watchEdges(ref.current) : undefined), [ref]);
}
