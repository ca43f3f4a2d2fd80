/**
 * The rows of a long table that are in the page: those in sight, some on either side, and the one with the focus, so
 * that the keyboard does not lose its place. The page itself scrolls. For the printer all of them are there.
 */
import { useEffect, useLayoutEffect, useState, type FocusEvent, type RefObject } from "react";
import { flushSync } from "react-dom";
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from "@tanstack/react-virtual";

/** Rows on either side of those in sight, which Tab reaches before they are scrolled to. */
const OVERSCAN = 6;

export type VirtualRow = {
  index: number;
  /** The height in pixels of what is left out before the row. */
  gap: number;
};

/** Says from where on the page the rows begin, also after something above them has grown. */
function useTop(bodyRef: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const body = bodyRef.current;
      if (body) setTop(Math.round(body.getBoundingClientRect().top + window.scrollY));
    };
    const sizes = new ResizeObserver(measure);
    // It tells once at the start, too.
    sizes.observe(document.body);
    return () => sizes.disconnect();
  }, [bodyRef]);
  return top;
}

/** Says whether the page is being printed as it stands, not a sheet made for the printer. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => {
      // The printer takes the page as it is when this returns.
      if (!document.querySelector(".print-sheet")) flushSync(() => setPrinting(true));
    };
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}

const USUAL_REM_PX = 16;

/** Returns what the browser takes for a rem, in pixels: with a minimum font size less than the font of the page has. */
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
  /** The key of each row, in their order. */
  keys: readonly string[];
  /** What holds the rows. */
  bodyRef: RefObject<HTMLElement | null>;
  /** The height of each row in rem. */
  height: number;
};

/** Returns the rows to render, what is left out after them, and what the body and each row take. */
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
      // With its neighbours, so that Tab leads on from there.
      const near = focused < 0 ? [] : [focused - 1, focused, focused + 1];
      // As many rows wherever the page stands: one comes when one goes, not each in a step of its own.
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
        // A row that the focus only moves within or from must not go before it has arrived; a menu gives it back.
        const isBack = currentTarget.contains(relatedTarget) || relatedTarget?.closest('[role="menu"]');
        if (!isBack) setFocusedKey(null);
      },
    },
  };
}
