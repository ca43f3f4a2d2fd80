/** Fetches code that no page waits for. Where the line is down it is tried again later, and the page stays as it is. */

const RETRY_MS = 10_000;

/** Waits until the line is said to be back, or for a while: a server may be away though the line is up. */
function untilNextTry(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, RETRY_MS);
    window.addEventListener("online", done);
  });
}

/** Returns the part once it is there; it never fails, because a failure would take the whole page along. */
export async function fetchLate<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await untilNextTry();
    }
  }
}
