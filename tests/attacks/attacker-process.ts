/** The attacking process. It is separate so that it does not use the honest client's processor time. */
import { setMaxListeners } from "node:events";
import type { Belongings } from "./attack";
import { attackOf, keepUp } from "./catalogue";

export interface Order {
  /** These attacks start immediately. An empty list stops all attacks. */
  readonly attacks: readonly string[];
  readonly attacker: Belongings;
}

/** How often each attack ended in each way. */
export type Endings = Record<string, Record<string, number>>;

let gone = new AbortController();
let underWay: Promise<[string, Record<string, number>][]> = Promise.resolve([]);
let obeyed: Promise<void> = Promise.resolve();

async function obey({ attacks, attacker }: Order): Promise<void> {
  const endings = await underWay;
  if (attacks.length === 0) {
    process.send?.(Object.fromEntries(endings) satisfies Endings);
    return;
  }
  gone = new AbortController();
  // Each parallel run listens for the stop signal.
  setMaxListeners(0, gone.signal);
  const { signal } = gone;
  underWay = Promise.all(
    attacks.map(
      async (name) =>
        [name, await keepUp(await attackOf(name), attacker, signal)] as [string, Record<string, number>],
    ),
  );
}

process.on("message", (order: Order) => {
  gone.abort();
  obeyed = obeyed.then(async () => {
    gone.abort();
    await obey(order);
  });
});
process.once("disconnect", () => process.exit(0));
