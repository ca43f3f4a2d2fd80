/**
 * When what the opened page can do without for a moment is fetched: once the page has had the connection and the
 * processor for itself, and at once when somebody begins to use it.
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

/** Waits until the opened page stands or is used. */
export function whenQuiet(): Promise<void> {
  quiet ??= waitForQuiet();
  return quiet;
}
