/** Gives the focus back to a button that makes room for a small form in its place, when the form is closed again. */
import { useEffect, useRef, type RefObject } from "react";

/** Returns the ref of the button that is there while the form is not. */
export function useFocusBack(isFormOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isFormOpen);
  useEffect(() => {
    if (wasOpen.current && !isFormOpen) button.current?.focus();
    wasOpen.current = isFormOpen;
  }, [isFormOpen]);
  return button;
}
