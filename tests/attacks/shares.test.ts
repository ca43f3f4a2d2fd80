/** Tests one client that starts more actions than may run at a time, none of which ends. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startRuntime, type Runtime } from "../support/runtime";

/** More than may run at a time, fewer than may wait. */
const CALLS = 200;

let runtime: Runtime;
let gone: AbortController;
beforeAll(async () => {
  runtime = await startRuntime({
    functions: "tests/fixtures/overload",
    extraArguments: ["--trusted-proxies", "loopback"],
  });
});
afterAll(() => runtime.stop());
beforeEach(() => (gone = new AbortController()));
afterEach(() => gone.abort());

const from = (address: string, more: Readonly<Record<string, string>> = {}) => ({
  "x-forwarded-for": address,
  "content-type": "application/json",
  ...more,
});

const act = (path: string, headers: Readonly<Record<string, string>>) =>
  fetch(`${runtime.origin}/api/action`, {
    method: "POST",
    headers,
    body: JSON.stringify({ path, args: {}, format: "json" }),
    signal: gone.signal,
  });

const hello = async (headers: Readonly<Record<string, string>>) => {
  const response = await fetch(`${runtime.origin}/hello`, { headers });
  return `${response.status} ${await response.text()}`;
};

test("all calls of one address leave room for every other address", async () => {
  for (let at = 0; at < CALLS; at += 1) act("work:hold", from("192.0.2.1")).catch(() => undefined);
  const held = await act("work:held", from("192.0.2.2"));
  expect(await held.json()).toMatchObject({ status: "success", value: "through" });
  expect(await hello(from("192.0.2.3"))).toBe("200 hello");
});

test("all calls with one credential leave room for every other credential", async () => {
  for (let at = 0; at < CALLS; at += 1) {
    const headers = { authorization: "Bearer key of one" };
    fetch(`${runtime.origin}/held`, { headers, signal: gone.signal }).catch(() => undefined);
  }
  expect(await hello({ authorization: "Bearer key of another" })).toBe("200 hello");
});

test("actions that wait for their own calls never wait for each other", async () => {
  const calls = Array.from({ length: CALLS }, async () => {
    const response = await act("work:callThrough", { "content-type": "application/json" });
    return (await response.json()) as { value?: unknown };
  });
  for (const { value } of await Promise.all(calls)) expect(value).toBe("through");
});

test("an HTTP action whose client has disconnected does not keep its place", async () => {
  const headers = { authorization: "Bearer key of a third" };
  for (let round = 0; round < 4; round += 1) {
    const leaving = new AbortController();
    const calls = Array.from({ length: 40 }, () =>
      fetch(`${runtime.origin}/until-gone`, { headers, signal: leaving.signal }).catch(() => "gone"),
    );
    expect(await hello({ authorization: "Bearer key of another" })).toBe("200 hello");
    leaving.abort();
    await Promise.all(calls);
    expect(await hello(headers)).toBe("200 hello");
  }
});
