/**
 * `npm run newest`: installs the newest `convex` and component packages into a separate folder, pushes an app that
 * uses them to the runtime, and uses each package. Prints the packages that do not work, and ends with `N passed, N
 * failed`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { cliEnvironment } from "../../scripts/convex-cli.mjs";
import { root } from "../../scripts/setup.mjs";
import { startResendStub } from "../components/resend-stub";
import { Caller, eventually } from "../components/support";
import { ADMIN_KEY } from "../support/convex-cli";
import { startRuntime } from "../support/runtime";

/** A pool has its own job once a minute. If that job fails, later work fails. */
const A_MINUTE_AND_MORE_MS = 75_000;

type Flow = (call: Caller) => Promise<void>;

function expect(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

const runSteps = async (call: Caller, name: string) => {
  await call.mutation("work:enqueueSteps", { name, times: 2, fails: false });
  await eventually(
    () => call.query<string[]>("work:notesAbout", { about: name }),
    (notes) => notes.length === 2,
  );
};

const runWorkflow = async (call: Caller, number: number) => {
  const id = await call.mutation<string>("flows:startWorkflow", { number });
  const { result } = await eventually(
    () => call.query<{ type: string; result?: unknown }>("flows:workflowStatus", { id }),
    ({ type }) => type !== "inProgress",
  );
  expect("result of a workflow", result, number * 4);
};

const send = async (call: Caller, subject: string) => {
  const id = await call.mutation<string>("mail:send", { to: "anna@example.com", subject });
  await eventually(
    () => call.query<string | null>("mail:status", { id }),
    (status) => status === "sent",
  );
};

/** The second use comes after more than a minute. */
const flows: Readonly<Record<string, { readonly first: Flow; readonly later?: Flow }>> = {
  convex: {
    first: async (call) => {
      const callback = await call.query<string>("flows:handle");
      expect("v.function", await call.mutation("flows:callBack", { callback, name: "Asta" }), "Hello Asta");
      const refused = await call.mutation("flows:callBack", { callback: "x", name: "" }).catch(String);
      expect("an invalid handle is refused", /ArgumentValidationError/.test(String(refused)), true);
      expect("pages", (await call.query<{ page: unknown[] }>("flows:page", { cursor: null })).page, []);
    },
  },
  "@convex-dev/workpool": {
    first: async (call) => {
      await runSteps(call, "at first");
      await call.mutation("work:enqueueErrands", { names: ["errand"], failures: 1 });
      const notes = await eventually(
        () => call.query<string[]>("work:notesAbout", { about: "errand" }),
        (found) => found.length > 0,
      );
      expect("an action that is tried again", notes, [JSON.stringify("errand after 2")]);
    },
    later: (call) => runSteps(call, "later"),
  },
  "@convex-dev/workflow": {
    first: (call) => runWorkflow(call, 3),
    later: (call) => runWorkflow(call, 5),
  },
  "@convex-dev/agent": {
    first: async (call) => {
      const answer = await call.action("flows:askAgent", { prompt: "How is the litter?" });
      expect("an agent's answer", answer, { text: "Two puppies gained weight.", messages: 2 });
    },
  },
  "@convex-dev/rag": {
    first: async (call) => {
      await call.action("flows:remember", { key: "cab", text: "abc abc abc" });
      await call.action("flows:remember", { key: "pop", text: "ponon ponon ponon" });
      expect("what is found", await call.action("flows:recall", { query: "cab" }), "abc abc abc");
      await call.action("flows:remember", { key: "cab", text: "bacc bacc bacc" });
      await eventually(
        () => call.action<string | null>("flows:recall", { query: "cab" }),
        (found) => found === "bacc bacc bacc",
      );
    },
  },
  "@convex-dev/resend": {
    first: (call) => send(call, "at first"),
    later: (call) => send(call, "later"),
  },
  "@convex-dev/rate-limiter": {
    first: async (call) => {
      const bark = async () => (await call.mutation<{ ok: boolean }>("limits:bark", { key: "a" })).ok;
      expect(
        "three may pass",
        [await bark(), await bark(), await bark(), await bark()],
        [true, true, true, false],
      );
    },
  },
  "@convex-dev/aggregate": {
    first: async (call) => {
      for (const weight of [410, 380]) {
        await call.mutation("pups:add", { name: `pup of ${weight} g`, weight, color: "black" });
      }
      expect("totals", await call.query("pups:totals"), { count: 2, sum: 790, heavy: 1 });
      expect("rank", await call.query("pups:at", { rank: 0 }), "pup of 380 g");
    },
  },
  "@convex-dev/presence": {
    first: async (call) => {
      const who = { roomId: "den", userId: "anna", sessionId: "session", interval: 60_000 };
      const { roomToken } = await call.mutation<{ roomToken: string }>("rooms:heartbeat", who);
      expect("who is there", await call.query("rooms:list", { roomToken }), [
        { userId: "anna", online: true },
      ]);
    },
  },
  "@convex-dev/migrations": {
    first: async (call) => {
      await call.mutation("changes:run");
      await eventually(
        () => call.query<{ isDone: boolean }>("changes:status"),
        ({ isDone }) => isDone,
      );
      expect("rows that are left", await call.query("changes:unchecked"), 0);
    },
  },
  "@convex-dev/action-retrier": {
    first: async (call) => {
      const id = await call.mutation<string>("retries:start", { name: "flaky", failures: 2 });
      await eventually(
        () => call.query<{ type: string }>("retries:status", { id }),
        ({ type }) => type === "completed",
      );
    },
  },
};
const names = Object.keys(flows);
const scratch = mkdtempSync(path.join(tmpdir(), "newest-"));
const broken = new Map<string, string>();

function install(): void {
  writeFileSync(path.join(scratch, "package.json"), '{ "private": true, "type": "module" }');
  const { status } = spawnSync(
    "npm",
    [
      ...["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"],
      ...names.map((name) => `${name}@latest`),
    ],
    { cwd: scratch, stdio: ["ignore", 2, 2], shell: process.platform === "win32" },
  );
  if (status !== 0) throw new Error("The newest packages do not install together; see the lines above.");
  for (const fixture of ["components", "newest"]) {
    cpSync(path.join(root, "tests/fixtures", fixture), path.join(scratch, "convex"), { recursive: true });
  }
}

const versionOf = (name: string) => {
  const manifest = readFileSync(path.join(scratch, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
};

async function push(origin: string): Promise<void> {
  const cli = path.join(scratch, "node_modules/convex/bin/main.js");
  const child = spawn(process.execPath, [cli, "dev", "--once", "--typecheck", "disable"], {
    cwd: scratch,
    env: cliEnvironment(origin, ADMIN_KEY),
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [status] = await once(child, "exit");
  if (status !== 0) throw new Error("The push was refused; see the lines above.");
}

async function exercise(call: Caller, when: "first" | "later"): Promise<void> {
  for (const name of names) {
    if (broken.has(name)) continue;
    await flows[name]?.[when]?.(call).catch((error: unknown) => {
      broken.set(name, `${when}: ${error instanceof Error ? error.message : String(error)}`);
    });
  }
}

const stub = await startResendStub();
const runtime = await startRuntime({
  adminKey: ADMIN_KEY,
  nodeArguments: ["--import", pathToFileURL(path.join(root, "tests/components/redirect-resend.mjs")).href],
  env: { RESEND_STUB: stub.origin },
});
try {
  install();
  const setKey = spawnSync(
    process.execPath,
    [path.join(scratch, "node_modules/convex/bin/main.js"), "env", "set", "RESEND_API_KEY", "re_test"],
    { cwd: scratch, env: cliEnvironment(runtime.origin, ADMIN_KEY), stdio: ["ignore", 2, 2] },
  );
  if (setKey.status !== 0) throw new Error("An environment variable could not be set; see the lines above.");
  await push(runtime.origin);
  const call = new Caller(runtime);
  await exercise(call, "first");
  process.stdout.write(`Waiting ${A_MINUTE_AND_MORE_MS / 1000} s for what comes once a minute...\n`);
  await sleep(A_MINUTE_AND_MORE_MS);
  await exercise(call, "later");
  for (const name of names) {
    process.stdout.write(`${broken.has(name) ? "BROKEN" : "ok    "} ${name} ${versionOf(name)}\n`);
  }
  for (const [name, reason] of broken) process.stdout.write(`\n${name}: ${reason}\n`);
  if (broken.size > 0) process.stdout.write(`\n${runtime.errors()}`);
  process.stdout.write(`\n${names.length - broken.size} passed, ${broken.size} failed\n`);
  process.exitCode = broken.size > 0 ? 1 : 0;
} finally {
  await runtime.stop();
  await stub.close();
  rmSync(scratch, { recursive: true, force: true });
}
