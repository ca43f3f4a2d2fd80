/**
 * When the opened page loads code that it does not need at first: after it has had the connection and the processor
 * for itself for a while, or immediately when the user begins to use the page.
 */

/** For how long the opened page has the connection and the processor for itself. */
const QUIET_BEFORE_MS = 3000;

let quiet: Promise<void> | null = null;

function waitForQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const watching = new AbortController();
    const { signal } = watching;
    const end = () => {
      watching.abort();
      resolve();
    };
    const wait = () => setTimeout(end, QUIET_BEFORE_MS);
    for (const type of ["pointerdown", "keydown"])
      window.addEventListener(type, end, { signal, capture: true });
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true, signal });
  });
}

/** Waits until the opened page is complete or the user begins to use it. */
export function whenQuiet(): Promise<void> {
  quiet ??= waitForQuiet();
  return quiet;
}
