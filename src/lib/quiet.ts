/**
 * When the opened page loads code that it does not need at first: after a while without other load, or immediately
 * when the user begins to use the page.
 */

/** How long the opened page can use the whole connection and processor. */
const QUIET_BEFORE_MS = 3000;

const PRESSES = ["pointerdown", "keydown"];

function untilAny(types: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const watching = new AbortController();
    const end = () => {
      watching.abort();
      resolve();
    };
    for (const type of types) window.addEventListener(type, end, { signal: watching.signal, capture: true });
  });
}

let quiet: Promise<void> | null = null;

function waitForQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => setTimeout(resolve, QUIET_BEFORE_MS);
    if (document.readyState === "complete") wait();
    else window.addEventListener("load", wait, { once: true });
    void untilAny(PRESSES).then(resolve);
  });
}

export function whenQuiet(): Promise<void> {
  quiet ??= waitForQuiet();
  return quiet;
}

let used: Promise<void> | null = null;

/**
 * Waits until the user presses something, or moves the pointer over the complete page. Evaluating the code for the
 * next dialogs earlier would take processor time from the opened page.
 */
export function whenUsed(): Promise<void> {
  used ??= Promise.race([untilAny(PRESSES), whenQuiet().then(() => untilAny([...PRESSES, "pointermove"]))]);
  return used;
}
