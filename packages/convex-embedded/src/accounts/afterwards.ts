/**
 * Work that a request postpones until its response is sent. The response time then does not reveal whether an
 * account exists, although only attempts at existing accounts are recorded.
 */
import { AsyncLocalStorage } from "node:async_hooks";

type Work = () => Promise<void>;

const left = new AsyncLocalStorage<Work[]>();

export async function respondThenWork(respond: () => Promise<void>): Promise<void> {
  const work: Work[] = [];
  await left.run(work, respond);
  for (const each of work) await each();
}

/** Outside a request, runs the work immediately. */
export async function afterwards(work: Work): Promise<void> {
  const waiting = left.getStore();
  if (waiting) waiting.push(work);
  else await work();
}
