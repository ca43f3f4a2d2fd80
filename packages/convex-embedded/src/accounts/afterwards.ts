/**
 * Work that a request leaves for the time after its response, so that how long the response takes says nothing of whether
 * there was any: only attempts at accounts that exist are written down.
 */
import { AsyncLocalStorage } from "node:async_hooks";

type Work = () => Promise<void>;

const left = new AsyncLocalStorage<Work[]>();

/** Runs a request until its response is sent, and then what it left. */
export async function respondThenWork(respond: () => Promise<void>): Promise<void> {
  const work: Work[] = [];
  await left.run(work, respond);
  for (const each of work) await each();
}

/** Leaves work for after the response; it is done at once where nobody responds. */
export async function afterwards(work: Work): Promise<void> {
  const waiting = left.getStore();
  if (waiting) waiting.push(work);
  else await work();
}
