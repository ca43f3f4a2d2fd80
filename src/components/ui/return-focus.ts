/**
 * Brings the focus back to where it was before a dialog opened, also when the dialog has no trigger of its own:
 * the menu's button for a dialog opened from a menu, and the page's main part when the old place is gone.
 */
import { useRef } from "react";

/** Returns the element that should have the focus again later. */
function placeToReturnTo(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menuLabel = active.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return menuLabel ? document.getElementById(menuLabel) : active;
}

/** Returns the two handlers for a dialog's content. */
export function useReturnFocus() {
  const placeRef = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      placeRef.current = placeToReturnTo();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isStillThere = placeRef.current?.isConnected ?? false;
      // A question that closed together with the dialog below it leaves the focus where that one has put it.
      if (!isStillThere && document.activeElement !== document.body) return;
      const place = isStillThere ? placeRef.current : document.querySelector("main");
      place?.focus({ preventScroll: true });
    },
  };
}
