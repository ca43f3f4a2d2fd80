/**
 * Brings the focus back to where it was before a dialog opened, also when the dialog has no trigger of its own:
 * the menu's button for a dialog opened from a menu, and when the old place is gone the dialog below or, without
 * one, the page's main part.
 */
import { useRef } from "react";

/** Returns the element that should have the focus again later. */
function placeToReturnTo(): HTMLElement | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menuLabel = active.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return menuLabel ? document.getElementById(menuLabel) : active;
}

/**
 * Notes where a menu or a dialog that has just made room gives the focus back to: both do so a moment after they are
 * gone, when the dialog that follows is open and keeps the focus in, so that mostly only the attempt is seen.
 */
function noteLateReturn(dialog: EventTarget | null, note: (place: HTMLElement) => void): void {
  const listen = ({ type, target, relatedTarget }: FocusEvent) => {
    const place = type === "focusout" ? relatedTarget : target;
    const isInside = dialog instanceof Node && place instanceof Node && dialog.contains(place);
    if (place instanceof HTMLElement && !isInside) note(place);
  };
  document.addEventListener("focusin", listen, true);
  document.addEventListener("focusout", listen, true);
  // Their timers began before this one, and so end before it.
  setTimeout(() => {
    document.removeEventListener("focusin", listen, true);
    document.removeEventListener("focusout", listen, true);
  }, 0);
}

/** Returns what takes the focus when its old place is gone; the page is out of reach while a dialog is open. */
function placeInstead(): HTMLElement | null {
  const open = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]';
  const dialogs = document.querySelectorAll<HTMLElement>(open);
  return dialogs.item(dialogs.length - 1) ?? document.querySelector("main");
}

/** Returns the two handlers for a dialog's content. */
export function useReturnFocus() {
  const placeRef = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: ({ target }: Event) => {
      placeRef.current = placeToReturnTo();
      if (placeRef.current !== null) return;
      noteLateReturn(target, (place) => {
        placeRef.current = place;
      });
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isStillThere = placeRef.current?.isConnected ?? false;
      // A question that closed together with the dialog below it leaves the focus where that one has put it.
      if (!isStillThere && document.activeElement !== document.body) return;
      const place = isStillThere ? placeRef.current : placeInstead();
      place?.focus({ preventScroll: true });
    },
  };
}
