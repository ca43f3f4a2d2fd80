/**
 * The rendered rows of a long table: the visible rows, some rows before and after them, and the focused row, so
 * that the keyboard focus is not lost. The page itself scrolls. For print, all rows are rendered.
 */
import { useLayoutEffect, useState, type FocusEvent, type RefObject } from "react";
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from "@tanstack/react-virtual";
import { useIsPrinting } from "@/hooks/use-printing";

/**
 * Rendered before and after the visible rows. The Tab key reaches these rows before they are scrolled into view.
 */
const OVERSCAN = 6;

export type VirtualRow = {
  index: number;
  /** The height in pixels of the unrendered rows before this row. */
  gap: number;
};

/** Calculated again when the content above the rows changes its height. */
function useTop(bodyRef: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const body = bodyRef.current;
      if (body) setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
    };
    const sizes = new ResizeObserver(measure);
    // The event also fires once at the start.
    sizes.observe(document.body);
    return () => sizes.disconnect();
  }, [bodyRef]);
  return top;
}

const USUAL_REM_PX = 16;

/** A rem in pixels. If the browser has a minimum font size, this is less than the page's font size. */
function remPx(): number {
  const measure = document.createElement("div");
  measure.style.cssText = "position: fixed; height: 1rem";
  document.body.append(measure);
  const { height } = measure.getBoundingClientRect();
  measure.remove();
  return height || USUAL_REM_PX;
}

const everyIndex = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

type VirtualRowsOptions = {
  keys: readonly string[];
  bodyRef: RefObject<HTMLElement | null>;
  /** In rem. */
  height: number;
};

export function useVirtualRows({ keys, bodyRef, height }: VirtualRowsOptions) {
  const [rem] = useState(remPx);
  const rowPx = height * rem;
  const scrollMargin = useTop(bodyRef);
  const isPrinting = useIsPrinting();
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const focused = focusedKey === null ? -1 : keys.indexOf(focusedKey);
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => rowPx,
    getItemKey: (index) => keys[index] ?? index,
    overscan: OVERSCAN,
    scrollMargin,
    rangeExtractor: (range: Range) => {
      if (isPrinting) return everyIndex(range.count);
      // The rows beside the focused row are also rendered, so that Tab continues from there.
      const near = focused < 0 ? [] : [focused - 1, focused, focused + 1];
      // The number of rendered rows is constant: when one is added, another is removed.
      const endIndex = range.startIndex + Math.ceil(window.innerHeight / rowPx);
      const indexes = new Set([...defaultRangeExtractor({ ...range, endIndex }), ...near]);
      return [...indexes].filter((index) => index >= 0 && index < range.count).sort((a, b) => a - b);
    },
  });
  const items = virtualizer.getVirtualItems();
  const rows = items.map(({ index, start }, place): VirtualRow => {
    const before = items[place - 1]?.end ?? scrollMargin;
    return { index, gap: Math.max(0, start - before) };
  });
  const end = items.at(-1)?.end ?? scrollMargin;
  return {
    rows,
    gapAfter: Math.max(0, virtualizer.getTotalSize() + scrollMargin - end),
    bodyProps: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        const row = event.target.closest<HTMLElement>("[data-index]");
        setFocusedKey(keys[Number(row?.dataset.index)] ?? null);
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        const { currentTarget, relatedTarget } = event;
        // The focused row must not be removed while the focus moves inside it, or moves to a menu, which returns
        // the focus.
        const isBack = currentTarget.contains(relatedTarget) || relatedTarget?.closest('[role="menu"]');
        if (!isBack) setFocusedKey(null);
      },
    },
  };
}
