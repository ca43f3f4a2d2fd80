/**
 * Tests the histories themselves. Bugs that a runtime could have are planted in the runtime of this process, each
 * in the method where it would occur.
 */
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Commit, Timestamp } from "../../packages/convex-embedded/src/database/api";
import { Committer } from "../../packages/convex-embedded/src/database/committer";
import { DocumentCache } from "../../packages/convex-embedded/src/database/document-cache";
import { IndexScan } from "../../packages/convex-embedded/src/database/index-scan";
import { Savepoints } from "../../packages/convex-embedded/src/database/savepoints";
import { SessionRequests } from "../../packages/convex-embedded/src/database/session-requests";
import { WriteJob } from "../../packages/convex-embedded/src/database/write-job";
import { LiveRunner } from "../../packages/convex-embedded/src/functions/live-runner";
import { QueryRuns } from "../../packages/convex-embedded/src/functions/query-runs";
import { buildEmbedded } from "../../scripts/build.mjs";
import { check } from "./check";
import { execute } from "./execute";
import { programs } from "./program";
import { startWithin } from "./server-within";
import type { OwnServer } from "./servers";

const SEED = 20_261_122;
const MAX_PROGRAMS = 120;

let server: OwnServer | undefined;
beforeAll(async () => {
  await buildEmbedded();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await server?.close();
  server = undefined;
});

/** Runs programs until a check fails with the expected message. Returns the messages of the last run. */
async function findingsOfFirstWrong(lookedFor: RegExp, numRuns = MAX_PROGRAMS): Promise<string> {
  const own = (server = await startWithin());
  let findings = "";
  const property = fc.asyncProperty(programs({ crashes: false }), async (program) => {
    findings = check(await execute(own, program)).join("\n");
    return !lookedFor.test(findings);
  });
  await fc.check(property, { numRuns, seed: SEED, endOnFailure: true });
  return findings;
}

/** The faulty method can call the correct one. */
function plant<Owner extends object, Name extends keyof Owner & string>(
  owner: Owner,
  name: Name,
  fault: (right: (...args: unknown[]) => unknown, ...args: unknown[]) => unknown,
): void {
  const right = owner[name] as (...args: unknown[]) => unknown;
  vi.spyOn(owner as Record<string, () => unknown>, name).mockImplementation(function (
    this: Owner,
    ...args: unknown[]
  ) {
    return fault((...given) => right.apply(this, given), ...args);
  });
}

const bugs: Record<string, { readonly plant: () => void; readonly isFoundAs: RegExp }> = {
  "a subscribed range that ends before the last document it gave": {
    plant: () =>
      plant(IndexScan.prototype, "readSoFar", (right) => {
        const range = right() as { end: string | null } | null;
        // If a range ends right after a key, its end is the key and a zero byte.
        return range?.end?.endsWith("\0") ? { ...range, end: range.end.slice(0, -1) } : range;
      }),
    isFoundAs: /was told .* where .* was right/,
  },
  "a read set that forgets ranges in which nothing was": {
    plant: () => {
      const gave = new WeakSet<object>();
      plant(IndexScan.prototype, "next", (right) => right());
      const next = vi.mocked(IndexScan.prototype.next).getMockImplementation();
      vi.mocked(IndexScan.prototype.next).mockImplementation(function (this: IndexScan) {
        const row = next?.call(this) ?? null;
        if (row !== null) gave.add(this);
        return row;
      });
      const { readSoFar } = IndexScan.prototype;
      vi.spyOn(IndexScan.prototype, "readSoFar").mockImplementation(function (this: IndexScan) {
        return gave.has(this) ? readSoFar.call(this) : null;
      });
    },
    isFoundAs: /was told .* where .* was right/,
  },
  "answers that are not remembered, so that a mutation sent again is made again": {
    plant: () => {
      plant(SessionRequests.prototype, "find", () => null);
      plant(SessionRequests.prototype, "record", () => undefined);
    },
    isFoundAs: /doubled/,
  },
  "a cached document that outlives its change": {
    plant: () => plant(DocumentCache.prototype, "written", () => undefined),
    isFoundAs: /where .* was right/,
  },
  "a part of a mutation that is not undone": {
    plant: () => plant(Savepoints.prototype, "leave", (right, level) => right(level, true)),
    isFoundAs: /where .* was right|failed and left its line/,
  },
  "a commit that subscriptions do not hear of": {
    plant: () => {
      let commits = 0;
      plant(WriteJob.prototype, "toCommit", (right) => {
        const commit = right() as Commit;
        commits += 1;
        return commits % 5 === 0 ? { ...commit, writtenKeys: new Map() } : commit;
      });
    },
    isFoundAs: /was told .* where .* was right/,
  },
  "a mutation that is acknowledged and then undone": {
    plant: () => {
      class Undone extends Error {}
      let jobs = 0;
      plant(Committer.prototype, "write", async (right, job) => {
        jobs += 1;
        if (jobs % 7 !== 0) return await right(job);
        let value: unknown;
        const undo = (tx: { ts: Timestamp }) => {
          value = (job as (tx: unknown) => unknown)(tx);
          throw new Undone();
        };
        const { ts } = (await right(() => null)) as { ts: Timestamp };
        return await (right(undo) as Promise<unknown>).catch((error: unknown) => {
          if (error instanceof Undone) return { value, ts };
          throw error;
        });
      });
    },
    isFoundAs: /lost/,
  },
  "results that are newer than their timestamp says": {
    plant: () =>
      plant(QueryRuns.prototype, "run", async (right, ...args) => {
        const group = (await right(...args)) as { ts: Timestamp };
        return { ...group, ts: group.ts - 1n };
      }),
    isFoundAs: /was told .* where .* was right|taken back in time/,
  },
  "pages that forget where they end": {
    plant: () =>
      plant(LiveRunner.prototype, "runQueries", (right, calls, at) =>
        right(
          (calls as object[]).map((call) => ({ ...call, journal: null })),
          at,
        ),
      ),
    isFoundAs: /"ask":"page".* was right/,
  },
};

describe("the histories find", () => {
  it.each(Object.entries(bugs))("the planted bug: %s", { timeout: 60_000 }, async (_name, bug) => {
    bug.plant();
    expect(await findingsOfFirstWrong(bug.isFoundAs)).toMatch(bug.isFoundAs);
  });

  it("no bug where none was planted", { timeout: 60_000 }, async () => {
    expect(await findingsOfFirstWrong(/./, 15)).toBe("");
  });
});
