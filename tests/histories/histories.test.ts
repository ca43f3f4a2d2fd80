/**
 * Runs random programs of several clients against the runtime as a separate process. A failure prints the seed and
 * the shortest program that still fails. `npm run histories -- --runs N --seed S` runs more programs.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check } from "./check";
import { execute } from "./execute";
import { programs } from "./program";
import { startProcess, type OwnServer } from "./servers";

let server: OwnServer;
beforeAll(async () => {
  server = await startProcess();
});
afterAll(async () => {
  await server?.close();
});

const holdsFor = (crashes: boolean, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(programs({ crashes }), async (program) => {
      expect(check(await execute(server, program))).toEqual([]);
    }),
    { numRuns, seed: 20_261_122 },
  );

describe("a history of several clients", () => {
  it("has one order that explains all results, whatever connections are lost", { timeout: 60_000 }, () =>
    holdsFor(false, 60),
  );

  it("has one order that explains all results after kills of the runtime too", { timeout: 60_000 }, () =>
    holdsFor(true, 6),
  );
});
