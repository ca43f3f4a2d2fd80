/** Tests that jobs of an earlier version and open pages find a moved module by its former path. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { runJob } from "../scheduler/job-run.js";
import { readJob, storedName } from "../scheduler/jobs.js";
import { systemClock } from "../scheduler/clock.js";
import { StartError } from "../start-error.js";
import { readModuleMoves } from "./module-moves.js";
import { SCHEDULED_FUNCTIONS_TABLE, type ScheduledFunctionDocument } from "./system-tables.js";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness | undefined;
afterEach(() => harness?.close());

const open = async () =>
  (harness = await openHarness({
    moves: { rooms: "channels", channels: "messages", "old:make": "channels:create" },
  }));

test("a page that uses the former path gets the function at the current path", async () => {
  const { mutation, query } = await open();
  await mutation("rooms:create", { name: "by the former path" });
  expect((await query("rooms.js:list")).value).toMatchObject([{ name: "by the former path" }]);
  await mutation("old:make", { name: "by the former name" });
  expect((await query("channels:list")).value).toHaveLength(2);
});

test("a module at its current path has priority over a module that has moved away from this path", async () => {
  const { mutation, query } = await open();
  await mutation("channels:create", { name: "present" });
  expect((await query("channels:list")).value).toMatchObject([{ name: "present" }]);
});

test("a job that was scheduled under the former path runs", async () => {
  const { database, runner, query } = await open();
  const name = storedName("rooms:create");
  const args = [{ name: "scheduled before" }];
  const scheduled: ScheduledFunctionDocument = {
    ...{ name, args, state: { kind: "pending" } },
    scheduledTime: systemClock.now(),
  };
  const { value: id } = await database.write((tx) =>
    tx.insert(SCHEDULED_FUNCTIONS_TABLE, JSON.stringify(scheduled), "system"),
  );
  await runJob({ database, runner, clock: systemClock }, { id, name, args });
  expect((await query("channels:list")).value).toMatchObject([{ name: "scheduled before" }]);
  const { value: job } = await database.write((tx) => readJob(tx, id));
  expect(job?.state).toEqual({ kind: "success" });
});

test("a file that is not a table of paths prevents the start of the runtime", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "moves-"));
  const file = path.join(folder, "moves.json");
  try {
    expect(() => readModuleMoves(file)).toThrow(StartError);
    writeFileSync(file, '{"dogs": 1}');
    expect(() => readModuleMoves(file)).toThrow(/must hold one JSON object/);
    writeFileSync(file, '{"dogs": "dogs/dogs"}');
    expect(readModuleMoves(file)).toEqual({ dogs: "dogs/dogs" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
