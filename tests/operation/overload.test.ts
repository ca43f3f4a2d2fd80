/** Tests a runtime with more work than it can do. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";

/** The values of `packages/convex-embedded/src/functions/actions/action-runner.ts`. */
const RUNNING_ACTIONS = 64;
const WAITING_ACTIONS = 1000;
/**
 * How many mutations are sent at a time, and after how many responses the next are sent. No machine can process as
 * many.
 */
const WRITERS = 100;
const ANSWERS = 10;

let runtime: Runtime;
beforeEach(async () => {
  runtime = await startRuntime({ functions: "tests/fixtures/overload" });
});
afterEach(() => runtime.stop());

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: Record<string, unknown>;
}

async function call(kind: string, path: string): Promise<Answer> {
  const response = await fetch(`${runtime.origin}/api/${kind}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ path, args: {}, format: "json" }),
  });
  const body = (await response.json()) as Record<string, unknown>;
  return { status: response.status, retryAfter: response.headers.get("retry-after"), body };
}

const refusal = (limit: number, what: string) => ({
  status: 429,
  retryAfter: "1",
  body: {
    code: "TooManyConcurrentRequests",
    message: `Too many concurrent requests. Your backend is limited to ${limit} concurrent ${what}.`,
  },
});

/** Reads, writes and actions must get results, and there must have been no internal error. */
async function expectHealthy(): Promise<void> {
  expect((await call("query", "work:isOpen")).body).toMatchObject({ status: "success" });
  expect((await call("mutation", "work:open")).body).toMatchObject({ status: "success" });
  expect((await call("action", "work:hold")).body).toMatchObject({ status: "success", value: "through" });
  expect(await (await fetch(`${runtime.origin}/hello`)).text()).toBe("hello");
  expect(runtime.errors()).toBe("");
}

test("actions beyond the queue are refused immediately, including HTTP actions, and all others end normally", async () => {
  const room = RUNNING_ACTIONS + WAITING_ACTIONS;
  const ended: Answer[] = [];
  const calls = Array.from({ length: room + 50 }, async () => {
    const answer = await call("action", "work:hold");
    ended.push(answer);
    return answer;
  });
  await expect.poll(() => ended.length, { timeout: 30_000 }).toBe(50);
  for (const answer of ended) expect(answer).toEqual(refusal(RUNNING_ACTIONS, "actions"));
  const response = await fetch(`${runtime.origin}/hello`);
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "1"]);
  expect((await call("query", "work:isOpen")).body).toMatchObject({ status: "success", value: false });

  await call("mutation", "work:open");
  const answers = await Promise.all(calls);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(room);
  await expectHealthy();
}, 60_000);

test("mutations that wait too long are refused, and exactly the others have written", async () => {
  const calls: Promise<Answer | null>[] = [];
  let answered = 0;
  let isRefused = false;
  const write = async (): Promise<Answer | null> => {
    // A connection over the limit of one address is closed before its call is read.
    const answer = await call("mutation", "work:count").catch(() => null);
    answered += 1;
    isRefused ||= answer?.status === 429;
    return answer;
  };
  while (!isRefused) {
    calls.push(...Array.from({ length: WRITERS }, write));
    const goal = answered + ANSWERS;
    await vi.waitFor(() => expect(answered).toBeGreaterThanOrEqual(goal), { timeout: 60_000 });
  }
  const answers = (await Promise.all(calls)).filter((answer) => answer !== null);
  const refused = answers.filter(({ status }) => status === 429);
  for (const answer of refused) expect(answer).toEqual(refusal(16, "mutations"));
  const served = answers.filter(({ body }) => body["status"] === "success");
  expect(served.length).toBe(answers.length - refused.length);
  expect((await call("query", "work:counted")).body).toMatchObject({ value: served.length });
  await expectHealthy();
}, 300_000);
