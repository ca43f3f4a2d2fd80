/**
 * Whether the page itself is being printed instead of a separate print sheet, and the texts for its tabs and
 * filters on paper.
 */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => {
      // The browser prints the page as it is when this handler returns.
      flushSync(() => setPrinting((last) => last || !document.querySelector(".print-sheet")));
    };
    const end = () => setPrinting(false);
    // A print preview only changes the media type. It sends no print event.
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

/** The label of a tab without its count, which is in a separate element. */
const labelOf = (tab: Element): string => tab.firstChild?.textContent ?? "";

/**
 * Returns what the screen shows: its open tabs, the search text, and each active filter. A filter control sets
 * `data-listed` to its description on paper. If the attribute is empty, the text of the control is used.
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
