/**
 * When the opened page loads what it can do without at first: once it has had the connection and the processor for
 * itself for a while, and at once when the user begins to use it.
 */

/** How long the opened page has the connection and the processor for itself. */
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

/** Waits until the opened page is complete or in use. */
export function whenQuiet(): Promise<void> {
  quiet ??= waitForQuiet();
  return quiet;
}
