/**
 * Finds the control a step points at as soon as its page shows it, scrolls it into sight once, and follows it while
 * data arrives, the window turns or fonts load.
 */
import { useEffect, useRef, useState } from "react";
import { placeCard, visiblePart, type Box, type Size } from "@/features/tutorial/placement";

export type StepLayout = {
  /** The lit part of the control, or null while there is none. */
  spot: Box | null;
  left: number;
  top: number;
};

function findVisible(targets: readonly string[]): Element | null {
  for (const selector of targets) {
    for (const element of document.querySelectorAll(selector)) {
      if (element.getClientRects().length > 0) return element;
    }
  }
  return null;
}

function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}

function bringIntoSight(element: Element, viewport: Size): void {
  const { height } = element.getBoundingClientRect();
  // What is part of the frame stays where it is.
  element.scrollIntoView({ block: height > viewport.height / 3 ? "start" : "center", inline: "nearest" });
}

/** The bar at the top covers what is scrolled under it. */
function underTopBar(box: Box, element: Element): Box {
  const bar = document.querySelector("header");
  if (!bar || bar.contains(element) || !document.getElementById("main")?.contains(element)) return box;
  const covered = Math.max(0, bar.getBoundingClientRect().bottom - box.top);
  return { ...box, top: box.top + covered, height: Math.max(0, box.height - covered) };
}

function layOut(element: Element | null, card: HTMLElement): StepLayout {
  const viewport = { width: window.innerWidth, height: window.innerHeight };
  const size = { width: card.offsetWidth, height: card.offsetHeight };
  const spot = element && visiblePart(underTopBar(boxOf(element), element), size, viewport);
  return { spot, ...placeCard(spot, size, viewport) };
}

const isSame = (a: StepLayout | null, b: StepLayout): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Returns where lit part and card stand, null before the first look. */
export function useStepLayout(targets: readonly string[]) {
  const cardRef = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState<StepLayout | null>(null);
  useEffect(() => {
    let shown: Element | null = null;
    let frame = 0;
    const look = () => {
      frame = requestAnimationFrame(look);
      const card = cardRef.current;
      if (!card) return;
      const found = findVisible(targets);
      if (found && found !== shown) {
        bringIntoSight(found, { width: window.innerWidth, height: window.innerHeight });
        shown = found;
      }
      const next = layOut(found, card);
      setLayout((last) => (isSame(last, next) ? last : next));
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [targets]);
  return { cardRef, layout };
}
