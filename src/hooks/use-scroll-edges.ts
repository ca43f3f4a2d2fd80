/**
 * Says of an element that scrolls on which sides more of it lies, so that those edges can fade (styles.css): `data-more`
 * holds those of 'before', 'after', 'above' and 'below' that apply, and is absent where everything is in sight.
 */
import { useLayoutEffect, type RefObject } from "react";

/** A pixel is left over where the browser rounds. */
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

/** Watches an element from now on and returns how to stop. */
function watchEdges(element: HTMLElement): () => void {
  const mark = () => markEdges(element);
  const sizes = new ResizeObserver(mark);
  const observe = () => {
    sizes.observe(element);
    for (const child of element.children) sizes.observe(child);
    mark();
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

/** Marks the element of a ref as long as it is there. */
export function useScrollEdges(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => (ref.current ? watchEdges(ref.current) : undefined), [ref]);
}
