/** Tests the main thread's responses to an action. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ActionCaller, ActionHost, ActionInvocation } from "./action-host.js";
import { openHarness, type Harness } from "./testing/harness.js";

let harness: Harness;
let host: ActionHost;
let invocations: ActionInvocation[];
/** The result of the next action, as JSON text. */
let actionValue: string;

beforeEach(async () => {
  invocations = [];
  actionValue = '"digest"';
  harness = await openHarness({
    env: { GREETING: "hello" },
    createActions: (given) => {
      host = given;
      return {
        runAction: (invocation) => {
          invocations.push(invocation);
          return Promise.resolve({ status: "success", value: actionValue, logLines: ["[LOG] 'ran'"] });
        },
        hasRoute: () => false,
        runHttpAction: () => Promise.resolve(null),
        drained: () => Promise.resolve(),
        close: () => Promise.resolve(),
      };
    },
  });
});

afterEach(() => harness.close());

const caller: ActionCaller = {
  identity: { tokenIdentifier: "https://issuer|user", subject: "user", issuer: "https://issuer" },
  requestId: "0123456789abcdef",
  component: "",
  functionPath: "nodeActions:hash",
  environment: "node",
};

async function ask(op: string, args: object, from: ActionCaller = caller): Promise<unknown> {
  return JSON.parse(await host.asyncSyscall(op, JSON.stringify(args), from));
}

const nobody = { identity: null, visibility: "public" as const };
const hashCall = { path: "nodeActions:hash", args: '[{"text":"abc"}]', caller: nobody };

test("the main thread passes a validated action to the runner of actions, and validates its result", async () => {
  expect(await harness.runner.runAction(hashCall)).toEqual({
    status: "success",
    value: '"digest"',
    logLines: ["[LOG] 'ran'"],
  });
  expect(invocations).toEqual([
    expect.objectContaining({ modulePath: "nodeActions", exportName: "hash", environment: "node" }),
  ]);
  actionValue = "7";
  const outcome = await harness.runner.runAction(hashCall);
  expect(outcome).toMatchObject({ status: "error", logLines: ["[LOG] 'ran'"] });
  expect(outcome.status === "error" && outcome.message).toContain("ReturnsValidationError");
});

test("the main thread refuses an action's invalid arguments without running it", async () => {
  const outcome = await harness.runner.runAction({ ...hashCall, args: "[{}]" });
  expect(outcome.status === "error" && outcome.message).toContain("ArgumentValidationError");
  expect(invocations).toEqual([]);
});

test("the main thread runs functions for an action with its caller's identity, including internal ones", async () => {
  await ask("1.0/actions/mutation", { name: "channels:create", args: { name: "from an action" } });
  expect(await ask("1.0/actions/query", { name: "nested:channelNames", args: {} })).toEqual([
    "from an action",
  ]);
  expect(await ask("1.0/actions/query", { name: "environment:identity", args: {} })).toEqual(caller.identity);
  expect(await ask("1.0/actions/action", { name: "nodeActions:hash", args: { text: "x" } })).toBe("digest");
  expect(invocations[0]?.caller.identity).toEqual(caller.identity);
});

test("the main thread passes a function's error to the action with a ConvexError's data and without a request id", async () => {
  const failing = ask("1.0/actions/mutation", {
    name: "hostile:throwsData",
    args: { data: { code: "NOPE" } },
  });
  await expect(failing).rejects.toMatchObject({
    data: '{"code":"NOPE"}',
    message: expect.stringMatching(/^Uncaught ConvexError: /),
  });
  await expect(ask("1.0/actions/query", { name: "hostile:throws", args: {} })).rejects.toMatchObject({
    data: undefined,
    message: expect.stringMatching(/^Uncaught TypeError: plain failure\n/),
  });
  await expect(ask("1.0/actions/query", { name: "no:such", args: {} })).rejects.toThrow(
    "Could not find public function for 'no:such'.",
  );
});

test("the main thread schedules and cancels in separate transactions", async () => {
  const ts = Date.now() / 1000 + 60;
  const id = await ask("1.0/actions/schedule", { name: "channels:create", args: { name: "x" }, ts });
  expect((await harness.query("scheduling:jobs")).value).toEqual([
    expect.objectContaining({ _id: id, state: { kind: "pending" } }),
  ]);
  await ask("1.0/actions/cancel_job", { id });
  expect((await harness.query("scheduling:jobs")).value).toEqual([
    expect.objectContaining({ state: { kind: "canceled" } }),
  ]);
});

test("the main thread returns file addresses and metadata, and deletes files", async () => {
  const storageId = await harness.mutation("storing:store", { text: "content" });
  expect(await ask("1.0/storageGetUrl", { storageId })).toContain("/api/storage/");
  expect(await ask("1.0/storageGetMetadata", { storageId })).toMatchObject({ storageId, size: 7 });
  await ask("1.0/storageDelete", { storageId });
  expect(await ask("1.0/storageGetUrl", { storageId })).toBeNull();
  await expect(ask("1.0/storageGetUrl", { storageId: "nonsense" })).rejects.toThrow("Invalid storage ID");
  expect(await ask("1.0/storageGenerateUploadUrl", {})).toContain("/api/storage/upload?token=");
});

test("the main thread identifies the caller, or throws the error of the token", async () => {
  expect(await ask("1.0/getUserIdentity", {})).toEqual(caller.identity);
  await expect(
    ask("1.0/getUserIdentity", {}, { ...caller, identity: null, identityError: "Token expired" }),
  ).rejects.toThrow("Token expired");
});

test("the main thread refuses unsupported syscalls by name", async () => {
  await expect(ask("1.0/auditLog", {})).rejects.toThrow("log.audit() is not available");
  await expect(ask("1.0/actions/query", { reference: "_reference/childComponent/x/y" })).rejects.toThrow(
    'Child component "x" not found',
  );
  await expect(ask("1.0/unheardOf", {})).rejects.toThrow("Unknown async operation 1.0/unheardOf");
});
