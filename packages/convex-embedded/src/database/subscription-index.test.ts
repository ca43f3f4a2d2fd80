/** Compares the subscription index with a plain search through all ranges. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Commit, KeyRange, ReadSet } from "./api.js";
import { IntervalTree } from "./interval-tree.js";
import { createSubscriptionIndex } from "./subscription-index.js";

const keys = fc.string({ unit: fc.constantFrom("\x00", "a", "b", "\xff"), maxLength: 3 });
const indexIds = fc.integer({ min: 1, max: 2 });
const ranges: fc.Arbitrary<KeyRange> = fc.oneof(
  fc.record({ indexId: indexIds, start: keys, end: fc.option(keys) }),
  fc.record({ indexId: indexIds, start: keys }).map((range) => ({ ...range, end: `${range.start}\x00` })),
);
const readSets: fc.Arbitrary<ReadSet> = fc.record({ ranges: fc.array(ranges, { maxLength: 4 }) });
const subscribers = fc.integer({ min: 0, max: 15 });
const commits: fc.Arbitrary<Commit> = fc
  .array(fc.tuple(indexIds, fc.array(keys, { minLength: 1, maxLength: 3 })), { maxLength: 2 })
  .map((written) => ({ ts: 1n, writtenKeys: new Map(written) }));
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("set" as const), subscriber: subscribers, reads: readSets }),
    fc.record({ kind: fc.constant("remove" as const), subscriber: subscribers }),
    fc.record({ kind: fc.constant("commit" as const), commits: fc.array(commits, { maxLength: 3 }) }),
  ),
  { maxLength: 60 },
);

function isHit({ ranges: read }: ReadSet, written: readonly Commit[]): boolean {
  return written.some(({ writtenKeys }) =>
    read.some(({ indexId, start, end }) =>
      (writtenKeys.get(indexId) ?? []).some((key) => key >= start && (end === null || key < end)),
    ),
  );
}

describe("the subscription index", () => {
  it("finds exactly the subscribers whose ranges contain a written key", () => {
    fc.assert(
      fc.property(steps, (history) => {
        const index = createSubscriptionIndex<number>();
        const model = new Map<number, ReadSet>();
        for (const step of history) {
          if (step.kind === "set") {
            index.set(step.subscriber, step.reads);
            model.set(step.subscriber, step.reads);
          } else if (step.kind === "remove") {
            index.remove(step.subscriber);
            model.delete(step.subscriber);
          } else {
            const expected = [...model].filter(([, reads]) => isHit(reads, step.commits));
            expect([...index.affectedBy(step.commits)].sort()).toEqual(expected.map(([id]) => id).sort());
          }
        }
      }),
      { numRuns: 600 },
    );
  });
});

describe("the interval tree", () => {
  it("examines few intervals however many there are", () => {
    const tree = new IntervalTree<number>();
    const key = (i: number) => String(i).padStart(6, "0");
    const count = 20_000;
    // In ascending order, which degrades an unbalanced tree.
    for (let i = 0; i < count; i += 1) tree.add(key(i * 10), key(i * 10 + 5), i);
    for (let i = 0; i < count; i += 97) {
      const found = new Set<number>();
      expect(tree.collect(key(i * 10 + 2), found)).toBeLessThan(200);
      expect([...found]).toEqual([i]);
    }
    for (let i = 0; i < count; i += 1) tree.remove(key(i * 10), key(i * 10 + 5), i);
    expect(tree.isEmpty).toBe(true);
  });
});
