/**
 * Writes a hundred searchable notes with each mutation, so that the log is being written back at most kills, and
 * then asks the search index for every single one: all of a mutation must be there or none, and all that was acknowledged.
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

  /** Writes until told to stop, each mutation sent once. */
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

  /** Says what is missing or half there. */
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
