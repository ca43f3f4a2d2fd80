/** Makes the browser's Back button close what is open over the page before it leaves the page. */
import { useEffect, useRef } from "react";
import { NavigationType, useBlocker, useLocation, useNavigate } from "react-router-dom";
import { closeTopmost, isAnythingOpen, takeOwnStep } from "@/lib/back-press";

/** True if the page is the first in the browser's history. There, Back would leave the app without a question. */
function isFirstPage(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "idx" in state && state.idx === 0;
}

/** When something opens over the first page, adds a second history entry, so that the app can intercept Back. */
function useRoomToGoBack(): void {
  const location = useLocation();
  const navigate = useNavigate();
  // If the address opened the dialog, closing returns to the previous page. Only a dialog that the user opened on
  // this page needs the extra entry.
  const isTouchedRef = useRef(false);
  useEffect(() => {
    const note = () => (isTouchedRef.current = true);
    const options = { capture: true, once: true };
    window.addEventListener("pointerdown", note, options);
    window.addEventListener("keydown", note, options);
    return () => {
      window.removeEventListener("pointerdown", note, options);
      window.removeEventListener("keydown", note, options);
    };
  }, []);
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (!isFirstPage() || !isTouchedRef.current || !isAnythingOpen()) return;
      void navigate(location, { state: location.state as unknown, preventScrollReset: true });
    });
    observer.observe(document.body, { childList: true });
    return () => observer.disconnect();
  }, [location, navigate]);
}

export function BackCloses() {
  useRoomToGoBack();
  // The browser reverts a blocked navigation a moment later. Until then, a changed address would be written to the
  // wrong history entry.
  const takenBackRef = useRef<Promise<unknown>>(Promise.resolve());
  const blocker = useBlocker(({ historyAction }) => {
    if (historyAction !== NavigationType.Pop || takeOwnStep() || !isAnythingOpen()) return false;
    takenBackRef.current = new Promise((resolve) => {
      window.addEventListener("popstate", resolve, { once: true });
    });
    return true;
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void takenBackRef.current.then(() => {
      if (closeTopmost()) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker]);
  return null;
}
