/**
 * Returns the focus to where it was before a dialog opened, even if no button opened the dialog. If a menu opened
 * the dialog, the menu's button gets the focus. If the former element no longer exists, its row, the next row, the
 * dialog below or the page's main part gets the focus.
 */
import { useRef } from "react";

const DIALOG = '[role="dialog"], [role="alertdialog"]';
const ROW = "li, tr, article";
const CONTROL = "a[href], button, input";

type Place = { element: HTMLElement; row: Element | null; nextRow: Element | null };

function placeAt(target: EventTarget | null): Place | null {
  // The page's main part has the focus after a change of the page.
  if (!(target instanceof HTMLElement) || target.matches("body, main")) return null;
  const menuLabel = target.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  const element = menuLabel ? document.getElementById(menuLabel) : target;
  const row = element?.closest(ROW) ?? null;
  return element && { element, row, nextRow: row?.nextElementSibling ?? row?.previousElementSibling ?? null };
}

/** Where the focus was before it entered each dialog. */
const outside = new WeakMap<Element, Place | null>();

// A field with `autoFocus` takes the focus before the dialog opens, and `onOpenAutoFocus` is then not called.
document.addEventListener(
  "focusin",
  ({ target, relatedTarget }) => {
    const dialog = target instanceof Element ? target.closest(DIALOG) : null;
    if (dialog && !outside.has(dialog)) outside.set(dialog, placeAt(relatedTarget));
  },
  true,
);

/** The place itself, or what is left of it. */
function stillThere({ element, row, nextRow }: Place): HTMLElement | null {
  if (element.isConnected) return element;
  const left = [row, nextRow].find((each) => each?.isConnected === true);
  return left?.querySelector<HTMLElement>(CONTROL) ?? null;
}

/** The dialog that opened this one may have closed then, so that its own former place counts. */
function findFormer(place: Place | null | undefined): HTMLElement | null {
  if (!place) return null;
  const dialog = place.element.closest(DIALOG);
  return stillThere(place) ?? (dialog && findFormer(outside.get(dialog)));
}

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
 * Used if the former element no longer exists. While a dialog is open, no element of the page can have the focus. A
 * dialog that the address opened again may name its button: `data-opener={id}`.
 */
function placeInstead(closed: EventTarget | null): HTMLElement | null {
  const open = '[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]';
  const dialogs = document.querySelectorAll<HTMLElement>(open);
  const opener =
    closed instanceof Element ? document.getElementById(closed.getAttribute("data-opener") ?? "") : null;
  return dialogs.item(dialogs.length - 1) ?? opener ?? document.querySelector("main");
}

export function useReturnFocus() {
  const placeRef = useRef<Place | null>(null);
  return {
    onOpenAutoFocus: ({ target }: Event) => {
      placeRef.current = placeAt(document.activeElement);
      if (placeRef.current !== null) return;
      noteLateReturn(target, (element) => {
        placeRef.current = placeAt(element);
      });
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { target } = event;
      const former = findFormer(placeRef.current ?? (target instanceof Element ? outside.get(target) : null));
      placeRef.current = null;
      const { activeElement } = document;
      // If a question closes together with the dialog below it, that dialog returns the focus.
      if (!former && activeElement !== document.body) return;
      (former ?? placeInstead(target))?.focus({ preventScroll: true });
      // The next dialog keeps the focus, and has noted the place.
      if (activeElement instanceof HTMLElement && activeElement.closest(DIALOG))
        activeElement.focus({ preventScroll: true });
    },
  };
}
