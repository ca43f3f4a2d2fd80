/** Tests that the measured time of a call is exact to the limit, and does not grow while the runtime works. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MAX_USER_TIME_MS } from "./limits.js";
import { UserClock } from "./user-clock.js";

let nowMs = 0;
/** Whether time passes while the processor does other work. */
let isBusyElsewhere = false;
let processorMs = 0;
beforeEach(() => {
  isBusyElsewhere = false;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: processorMs * 1000, system: 0 }));
});
afterEach(() => void vi.restoreAllMocks());

function spend(clock: UserClock, ms: number): void {
  clock.enter();
  pass(ms);
  clock.leave();
}

function pass(ms: number): void {
  nowMs += ms;
  if (!isBusyElsewhere) processorMs += ms;
}

describe("a second of a call's own time", () => {
  const clockAfter = (ms: number) => {
    const clock = new UserClock(MAX_USER_TIME_MS);
    spend(clock, 400);
    spend(clock, ms - 400);
    return clock;
  };

  test("is accepted", () => {
    expect(clockAfter(1000).isOver).toBe(false);
  });

  test("is the maximum", () => {
    const clock = clockAfter(1000.01);
    expect(clock.isOver).toBe(true);
    expect(clock.timeoutError().message).toBe("Function execution timed out (maximum duration: 1s)");
  });
});

test("time in the runtime does not count for the call", () => {
  const clock = new UserClock(MAX_USER_TIME_MS);
  spend(clock, 10);
  nowMs += 60_000;
  spend(clock, 10);
  expect(clock.isOver).toBe(false);
  expect(clock.timeoutError().message).toBe("Your request timed out performing too many system operations.");
});

test("stopped code is judged by the time that it used", () => {
  const clock = new UserClock(MAX_USER_TIME_MS);
  clock.enter();
  pass(MAX_USER_TIME_MS);
  expect(clock.isOver).toBe(false);
  pass(1);
  expect(clock.isOver).toBe(true);
});

test("a busy machine takes no time from a call, up to ten times its limit", () => {
  const clock = new UserClock(MAX_USER_TIME_MS);
  spend(clock, 400);
  isBusyElsewhere = true;
  spend(clock, 10 * MAX_USER_TIME_MS - 401);
  expect(clock.isOver).toBe(false);
  spend(clock, 2);
  expect(clock.isOver).toBe(true);
});

test("calls that begin soon after each other share a reading of the processor's time", () => {
  pass(1000);
  for (let call = 0; call < 5; call += 1) spend(new UserClock(MAX_USER_TIME_MS), 1);
  expect(process.cpuUsage).toHaveBeenCalledTimes(1);
  pass(5);
  spend(new UserClock(MAX_USER_TIME_MS), 1);
  expect(process.cpuUsage).toHaveBeenCalledTimes(2);
});
