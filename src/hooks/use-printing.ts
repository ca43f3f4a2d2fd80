/** Whether the page itself is being printed, not a sheet made for print, and what of the screen is then named. */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Says whether the page is being printed; what is then rendered is on paper. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => {
      // The printer takes the page as it is when this returns.
      flushSync(() => setPrinting((last) => last || !document.querySelector(".print-sheet")));
    };
    const end = () => setPrinting(false);
    // A preview for print changes only the medium.
    const paper = window.matchMedia("print");
    const follow = ({ matches }: MediaQueryListEvent) => (matches ? begin() : end());
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    paper.addEventListener("change", follow);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
      paper.removeEventListener("change", follow);
    };
  }, []);
  return isPrinting;
}

/** The label of a tab without its number, which follows in an element of its own. */
const labelOf = (tab: Element): string => tab.firstChild?.textContent ?? "";

/**
 * Names what the screen lists: its open tabs, what is searched, and each filter that is set. A control that filters
 * names itself on paper by `data-listed`: its value, or its text where that is empty.
 */
export function listedOnScreen(): string[] {
  return [...document.querySelectorAll('main :is([role="tab"], input[type="search"], [data-listed])')]
    .map((element) => {
      if (element instanceof HTMLInputElement) return element.value && `Search: ${element.value}`;
      if (element.getAttribute("role") === "tab")
        return element.getAttribute("aria-selected") === "true" ? labelOf(element) : "";
      return element.getAttribute("data-listed") || (element.textContent ?? "");
    })
    .filter((words) => words !== "");
}
