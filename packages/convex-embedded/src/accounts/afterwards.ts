/**
 * Work that a request postpones until its response is sent. The response time then does not reveal whether an
 * account exists, although only attempts at existing accounts are recorded.
 */
import { AsyncLocalStorage } from "node:async_hooks";

type Work = () => Promise<void>;

const left = new AsyncLocalStorage<Work[]>();

/** Runs a request until its response is sent, and then its postponed work. */
export async function respondThenWork(respond: () => Promise<void>): Promise<void> {
  const work: Work[] = [];
  await left.run(work, respond);
  for (const each of work) await each();
}

/** Postpones work until the response is sent. Outside a request, runs it immediately. */
export async function afterwards(work: Work): Promise<void> {
  const waiting = left.getStore();
  if (waiting) waiting.push(work);
  else await work();
}
