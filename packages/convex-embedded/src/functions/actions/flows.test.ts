/** Tests functions, actions, scheduler, crons and file storage together, over a real database and a real worker. */
import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../database/api.js";
import { createFileStore, type FileStore } from "../../files/file-store.js";
import { createScheduler, type Scheduler } from "../../scheduler/scheduler.js";
import { makeTestFolder, openTestDatabase } from "../../scheduler/testing-database.js";
import type { Caller } from "../api.js";
import { createFunctionRunner, type OwnedFunctionRunner } from "../function-runner.js";
import { createActionRunner } from "./action-runner.js";
import { buildActions } from "./testing.js";

const nobody: Caller = { identity: null, visibility: "public" };
let folders: string[];
let database: Database;
let files: FileStore;
let runner: OwnedFunctionRunner;
let scheduler: Scheduler;

beforeAll(async () => {
  const { dir, workerUrl, bundle, analysis } = await buildActions();
  const folder = makeTestFolder();
  folders = [dir, folder];
  database = openTestDatabase(folder);
  database.applySchema(analysis.schema);
  files = createFileStore({
    dir: path.join(folder, "files"),
    database,
    origin: () => "http://127.0.0.1:3210",
  });
  runner = createFunctionRunner({
    database,
    bundle,
    analysis,
    files,
    env: {},
    createActions: (host) => createActionRunner({ workerUrl, bundle, analysis, host, files }),
  });
  scheduler = createScheduler({ database, runner, analysis });
  await scheduler.start();
});

afterAll(async () => {
  scheduler.close();
  await runner.close();
  files.close();
  await database.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const argsOf = (args: Readonly<Record<string, unknown>>) => JSON.stringify([args]);

async function action(name: string, args = {}, caller = nobody): Promise<unknown> {
  const outcome = await runner.runAction({ path: name, args: argsOf(args), caller });
  if (outcome.status === "error") throw new Error(outcome.message);
  return JSON.parse(outcome.value);
}

async function mutation(name: string, args = {}): Promise<unknown> {
  const outcome = await runner.runMutation({ path: name, args: argsOf(args), caller: nobody });
  if (outcome.status === "error") throw new Error(outcome.message);
  return JSON.parse(outcome.value);
}

async function query(name: string, args = {}): Promise<unknown> {
  const call = { path: name, args: argsOf(args), caller: nobody, journal: null };
  const [outcome] = (await runner.runQueries([call])).outcomes;
  if (outcome?.status !== "success") throw new Error(outcome?.message);
  return JSON.parse(outcome.value);
}

const notes = async () => (await query("notes:list")) as string[];

/** Repeats the query at each commit until it returns the expected result. */
async function until(look: () => Promise<boolean>): Promise<void> {
  let stop = () => undefined as void;
  await new Promise<void>((resolve, reject) => {
    const check = () => void look().then((found) => found && resolve(), reject);
    stop = database.onCommit(() => setImmediate(check));
    check();
  });
  stop();
}

const untilNoted = (text: string) => until(async () => (await notes()).includes(text));

describe("an action", () => {
  test("reads the writes of its own mutations", async () => {
    await expect(action("flows:writeAndRead", { text: "first" })).resolves.toContain("first");
  });

  test("has its caller's identity", async () => {
    const caller: Caller = { identity: { subject: "ada" }, visibility: "public" };
    await expect(action("flows:who", {}, caller)).resolves.toBe("ada");
    await expect(action("flows:who")).resolves.toBeNull();
  });

  test("gets the developer's error when it passes invalid arguments on", async () => {
    await expect(action("flows:wrongArguments")).rejects.toThrow(/ArgumentValidationError/);
  });

  test("is refused for its own invalid arguments and results", async () => {
    await expect(action("flows:writeAndRead", { text: 1 })).rejects.toThrow(/ArgumentValidationError/);
    await expect(action("flows:badReturn")).rejects.toThrow(/ReturnsValidationError/);
  });

  test("catches a mutation's ConvexError with its data, and the mutation has written nothing", async () => {
    await expect(action("flows:meetRefusal")).resolves.toEqual({ code: "REFUSED" });
    await mutation("notes:addLater", { text: "after the refusal", delayMs: 0 });
    await untilNoted("after the refusal");
    const texts = await notes();
    expect(texts).not.toContain("refused");
    expect(texts).not.toContain("scheduled by a refusal");
  });

  test("calls an action of the other runtime", async () => {
    await expect(action("flows:hashInNode", { text: "abc" })).resolves.toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  test("gives the same error as a missing function when it is internal or missing", async () => {
    await expect(action("flows:nothing")).rejects.toThrow(
      "Could not find public function for 'flows:nothing'",
    );
    await expect(mutation("notes:add", { text: "x" })).rejects.toThrow(
      "Could not find public function for 'notes:add'",
    );
  });
});

describe("the scheduler", () => {
  test("runs the folder's crons", () => untilNoted("from the cron"));

  test("runs a mutation's scheduled functions, and shows their state", async () => {
    const id = await mutation("notes:addLater", { text: "soon", delayMs: 1 });
    await untilNoted("soon");
    await expect(query("notes:jobState", { id })).resolves.toBe("success");
  });

  test("runs an action, which schedules another", async () => {
    const id = await mutation("notes:reportLater", { text: "chain" });
    await untilNoted("after chain");
    await until(async () => (await query("notes:jobState", { id })) === "success");
    expect(await notes()).toContain("reported chain");
  });

  test("does not run canceled functions", async () => {
    const id = await mutation("notes:addLater", { text: "never", delayMs: 3_600_000 });
    await mutation("notes:cancel", { id });
    await expect(query("notes:jobState", { id })).resolves.toBe("canceled");
  });
});

test("queries see a file stored by an action until a mutation deletes it", async () => {
  const id = (await action("flows:store", { text: "kept" })) as string;
  const { url, size } = (await query("notes:file", { id })) as { url: string; size: number };
  expect(size).toBe(4);
  const found = await files.findByUuid(url.slice(url.lastIndexOf("/") + 1));
  await expect(new Response(await found?.open()).text()).resolves.toBe("kept");
  await mutation("notes:deleteFile", { id });
  await expect(query("notes:file", { id })).resolves.toEqual({ url: null, size: null });
});
