// Tests several function runners that guard and verify the batches of one database.
import { beforeEach, describe, expect, it } from "vitest";
import { SharedBatchHooks, type BatchHooks } from "./batch-hooks.js";

type Guard = Parameters<BatchHooks["setGuard"]>[0];
type Verify = Parameters<BatchHooks["setVerifier"]>[0];

let guard: Guard;
let verify: Verify;
let hooks: SharedBatchHooks;
let events: string[];

beforeEach(() => {
  guard = null;
  verify = null;
  events = [];
  hooks = new SharedBatchHooks({
    setGuard: (next) => (guard = next),
    setVerifier: (next) => (verify = next),
  });
});

/** The runner records its calls, and verifies as instructed. */
function join(name: string, isFine: boolean): BatchHooks {
  const own = hooks.lease();
  own.setGuard((runJobs) => {
    events.push(`${name} begins`);
    runJobs();
    events.push(`${name} ends`);
  });
  own.setVerifier(() => {
    events.push(`${name} verifies`);
    return isFine;
  });
  return own;
}

describe("the shared batch hooks", () => {
  it("run a batch inside the guard of every runner, once each", () => {
    join("old", true);
    join("new", true);
    guard?.(() => events.push("jobs"));
    expect(events).toEqual(["old begins", "new begins", "jobs", "new ends", "old ends"]);
  });

  it("call every runner, and commit a batch only when all agree", async () => {
    join("old", false);
    join("new", true);
    expect(await verify?.()).toBe(false);
    expect(events).toEqual(["old verifies", "new verifies"]);
  });

  it("are called for the only runner, and removed with the last runner", () => {
    const old = join("old", false);
    const current = join("new", true);
    old.setGuard(null);
    old.setVerifier(null);
    guard?.(() => events.push("jobs"));
    expect(verify?.()).toBe(true);
    expect(events).toEqual(["new begins", "jobs", "new ends", "new verifies"]);

    current.setGuard(null);
    current.setVerifier(null);
    expect([guard, verify]).toEqual([null, null]);
  });
});
