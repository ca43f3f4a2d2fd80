/** Touch targets on a phone, measured by pressing points of the page instead of reading styles. */
import type { Page } from "@playwright/test";

/**
 * Returns the names of the open controls that accept taps on less than 44 px in one direction, according to
 * elementFromPoint.
 */
export function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const THUMB = 44;
    // The last point that is still inside.
    const HALF = THUMB / 2 - 0.5;
    const OPEN = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";
    const CONTROLS =
      "button, a[href], input:not([type=hidden]):not([type=file]), textarea, summary, [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option]";
    const scope = [...document.querySelectorAll(OPEN)].at(-1) ?? document.body;

    const isShown = (control: Element) => {
      const { width, height } = control.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !control.matches(":disabled, [aria-disabled=true], [data-disabled]") &&
        !control.closest("[aria-hidden=true], [inert], .sr-only, [data-sonner-toaster]")
      );
    };
    /** A link within a sentence is as high as its line. Source: WCAG 2.5.8. */
    const isInText = (control: Element) => {
      const isInline = ({ display }: CSSStyleDeclaration) => display === "inline";
      if (!isInline(getComputedStyle(control))) return false;
      let block = control.parentElement;
      while (block && isInline(getComputedStyle(block))) block = block.parentElement;
      return (block?.textContent.trim().length ?? 0) > control.textContent.trim().length;
    };
    const takes = (control: Element, x: number, y: number) => {
      const top = document.elementFromPoint(x, y);
      // Points outside the screen cannot be tapped.
      if (!top) return true;
      const label = top.closest("label");
      return control.contains(top) || label?.control === control;
    };
    /** Returns how far from its middle a control accepts taps, in both directions along a line. */
    const measure = (control: Element, [x, y]: [number, number], [dx, dy]: [number, number]) => {
      const takesAt = (length: number) => takes(control, x + dx * length, y + dy * length);
      if (takesAt(-HALF) && takesAt(HALF)) return THUMB;
      let [from, to] = [0, 0];
      while (to - from < THUMB && takesAt(from - 1)) from -= 1;
      while (to - from < THUMB && takesAt(to + 1)) to += 1;
      return to - from + 1;
    };

    return [...scope.querySelectorAll(CONTROLS)].flatMap((control) => {
      if (!isShown(control) || isInText(control)) return [];
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = control.getBoundingClientRect();
      const middle: [number, number] = [left + width / 2, top + height / 2];
      const wide = measure(control, middle, [1, 0]);
      const high = measure(control, middle, [0, 1]);
      const isTaking = takes(control, ...middle);
      if (isTaking && wide >= THUMB && high >= THUMB) return [];
      const name = control.getAttribute("aria-label") ?? control.textContent.trim();
      return [`${name || control.id}: ${isTaking ? `${wide} × ${high}` : "covered"}`];
    });
  });
}
