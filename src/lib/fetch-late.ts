/**
 * Loads code for which no page waits. Without a connection the loading is tried again later, and the page stays as
 * it is.
 */

const RETRY_MS = 10_000;

/** Waits only for a while, because the server may be down while the network works. */
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

/** Never fails, because a failure would break the whole page. */
export async function fetchLate<Part>(fetchPart: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await fetchPart();
    } catch {
      await untilNextTry();
    }
  }
}
