/**
 * Returns the focus to where it was before a dialog opened, even if no button opened the dialog. If a menu opened
 * the dialog, the menu's button gets the focus. If the former element no longer exists, the dialog below or the
 * page's main part gets the focus.
 */
import { useRef } from "react";

const DIALOG = '[role="dialog"], [role="alertdialog"]';

/** Where the focus was before it entered each dialog. */
const outside = new WeakMap<Element, EventTarget | null>();

// A field with `autoFocus` takes the focus before the dialog opens, and `onOpenAutoFocus` is then not called.
document.addEventListener(
  "focusin",
  ({ target, relatedTarget }) => {
    const dialog = target instanceof Element ? target.closest(DIALOG) : null;
    if (dialog && !outside.has(dialog)) outside.set(dialog, relatedTarget);
  },
  true,
);

function placeToReturnTo(place: EventTarget | null | undefined): HTMLElement | null {
  if (!(place instanceof HTMLElement) || place === document.body) return null;
  const menuLabel = place.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return menuLabel ? document.getElementById(menuLabel) : place;
}

const placeBefore = (dialog: Element | null): HTMLElement | null =>
  placeToReturnTo(dialog && outside.get(dialog));

/**
 * The focus returns a moment after closing, when the next dialog is already open and holds the focus. Usually only
 * the attempt can be observed.
 */
function noteLateReturn(dialog: EventTarget | null, note: (place: HTMLElement) => void): void {
  const listen = ({ type, target, relatedTarget }: FocusEvent) => {
    const place = type === "focusout" ? relatedTarget : target;
    const isInside = dialog instanceof Node && place instanceof Node && dialog.contains(place);
    if (place instanceof HTMLElement && !isInside) note(place);
  };
  document.addEventListener("focusin", listen, true);
  document.addEventListener("focusout", listen, true);
  // The timers of the closing dialog started before this timer, so they also end before it.
  setTimeout(() => {
    document.removeEventListener("focusin", listen, true);
    document.removeEventListener("focusout", listen, true);
  }, 0);
}

/**
 * Used if the former element no longer exists. While a dialog is open, no element of the page can have the focus.
 */
function placeInstead(): HTMLElement | null {
  const open = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]';
  const dialogs = document.querySelectorAll<HTMLElement>(open);
  return dialogs.item(dialogs.length - 1) ?? document.querySelector("main");
}

export function useReturnFocus() {
  const placeRef = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: ({ target }: Event) => {
      placeRef.current = placeToReturnTo(document.activeElement);
      if (placeRef.current !== null) return;
      noteLateReturn(target, (place) => {
        placeRef.current = place;
      });
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { target } = event;
      let former = placeRef.current ?? placeBefore(target instanceof Element ? target : null);
      placeRef.current = null;
      // The dialog that opened this one may have closed then.
      while (former && !former.isConnected) former = placeBefore(former.closest(DIALOG));
      const isStillThere = former?.isConnected ?? false;
      // If a question closes together with the dialog below it, that dialog returns the focus.
      if (!isStillThere && document.activeElement !== document.body) return;
      const place = isStillThere ? former : placeInstead();
      place?.focus({ preventScroll: true });
    },
  };
}
