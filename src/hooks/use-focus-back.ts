/** When a small form closes, returns the focus to the button that the form had replaced. */
import { useEffect, useRef, type RefObject } from "react";

/** Returns the ref for the button that is shown while the form is closed. */
export function useFocusBack(isFormOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isFormOpen);
  useEffect(() => {
    if (wasOpen.current && !isFormOpen) button.current?.focus();
    wasOpen.current = isFormOpen;
  }, [isFormOpen]);
  return button;
}
