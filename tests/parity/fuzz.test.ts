/**
 * Compares the results of random programs of reads and writes on both engines. A failure prints its seed and the
 * shortest program. This program is then added to `regressions/`, and repeated here.
 */
import fc from "fast-check";
import type { Value } from "convex/values";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type Engine } from "./engines";
import { regressions } from "./regressions/programs";

let reference: Engine;
let embedded: Engine;
beforeAll(async () => {
  reference = await engines["convex-test"]();
  embedded = await engines.embedded();
});
afterAll(async () => {
  await reference?.close();
  await embedded?.close();
});

const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: -3n, max: 3n }),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noDefaultInfinity: true, noNaN: true, min: -2, max: 2 }).map((value) => value + 0 || 0),
  fc.boolean(),
  fc.string({ unit: fc.constantFrom("a", "b", "Z"), maxLength: 2 }),
);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 2 }) },
);
const label = fc.constantFrom("rex", "bella", "anka", "otto");
const step = fc.oneof(
  fc.record({ do: fc.constant("insert"), label, value }),
  fc.record({ do: fc.constantFrom("patch", "replace"), label, value }),
  fc.record({ do: fc.constant("delete"), label }),
  fc.record({
    do: fc.constantFrom("scan", "page"),
    label,
    value,
    descending: fc.boolean(),
    take: fc.integer({ min: 1, max: 6 }),
  }),
);

async function onBoth(steps: Record<string, Value>[]): Promise<void> {
  const answers: Value[] = [];
  for (const engine of [reference, embedded]) {
    await engine.mutation("programs:clear");
    answers.push(await engine.mutation("programs:run", { steps }));
  }
  expect(answers[1]).toEqual(answers[0]);
}

describe("random programs", () => {
  test("have the same results on both engines", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) =>
        onBoth(steps as Record<string, Value>[]),
      ),
      { numRuns: 120, seed: 20_261_121 },
    );
  });

  test.each(regressions)("replay: $name", ({ steps }) => onBoth(steps));
});
