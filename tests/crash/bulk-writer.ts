/**
 * Writes a hundred searchable notes with each mutation, so that most kills happen while the log is being written
 * back. Then searches the index for every note. Either all notes of a mutation must exist or none, and all
 * acknowledged notes must exist.
 */
import { setTimeout as pause } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";

const fill: FunctionReference<
  "mutation",
  "public",
  { first: number; count: number; dimensions: number },
  null
> = makeFunctionReference("finding:fill");
const findable: FunctionReference<"query", "public", { first: number; count: number }, number> =
  makeFunctionReference("finding:findable");

const perMutation = 100;

export class BulkWriter {
  readonly #acknowledged = new Set<number>();
  #sent = 0;

  constructor(private readonly origin: string) {}

  /** Each mutation is sent once. */
  async run(goesOn: () => boolean): Promise<void> {
    const client = new ConvexHttpClient(this.origin, { logger: false });
    while (goesOn()) {
      const first = this.#sent * perMutation;
      this.#sent += 1;
      await client.mutation(fill, { first, count: perMutation, dimensions: 0 }).then(
        () => this.#acknowledged.add(first),
        () => pause(20),
      );
      await pause(5);
    }
  }

  /** Reports missing notes and incomplete mutations. */
  async check(): Promise<string[]> {
    const client = new ConvexHttpClient(this.origin, { logger: false });
    const findings: string[] = [];
    for (let first = 0; first < this.#sent * perMutation; first += perMutation) {
      const found = await client.query(findable, { first, count: perMutation });
      if (found !== 0 && found !== perMutation)
        findings.push(`notes from ${first}: ${found} of ${perMutation}`);
      if (found === 0 && this.#acknowledged.has(first)) findings.push(`notes from ${first}: lost`);
    }
    return findings;
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }
}
