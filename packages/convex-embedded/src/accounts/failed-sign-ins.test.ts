/** Tests the counter of failed sign-ins, with a test clock. */
import { expect, it, vi } from "vitest";
import { createFailedSignIns } from "./failed-sign-ins.js";

const MINUTE = 60_000;

function counter() {
  const clock = { now: 1_000_000 };
  return { clock, failures: createFailedSignIns(() => clock.now) };
}

it("the server blocks one address after ten failures for one account, until 15 minutes have passed", () => {
  const { clock, failures } = counter();
  for (let times = 0; times < 9; times += 1) failures.begin("1.1.1.1", "a@b.c");
  expect(failures.begin("1.1.1.1", "A@B.C ")).toBe(0);
  expect(failures.begin("1.1.1.1", "a@b.c")).toBe(15 * 60);
  expect(failures.begin("2.2.2.2", "a@b.c")).toBe(0);
  expect(failures.begin("1.1.1.1", "other@b.c")).toBe(0);
  clock.now += 15 * MINUTE;
  expect(failures.begin("1.1.1.1", "a@b.c")).toBe(0);
});

it("the server blocks an address after fifty failures over many accounts", () => {
  const { failures } = counter();
  for (let times = 0; times < 50; times += 1) failures.begin("1.1.1.1", `${times}@b.c`);
  expect(failures.begin("1.1.1.1", "new@b.c")).toBeGreaterThan(0);
});

it("the server clears an account's failures after a success", () => {
  const { failures } = counter();
  for (let times = 0; times < 10; times += 1) failures.begin("1.1.1.1", "a@b.c");
  failures.succeeded("1.1.1.1", "a@b.c");
  expect(failures.begin("1.1.1.1", "a@b.c")).toBe(0);
});

it("the server counts neither a success nor an attempt that did not check the password", () => {
  const { failures } = counter();
  for (let times = 0; times < 60; times += 1) {
    expect(failures.begin("1.1.1.1", "a@b.c")).toBe(0);
    failures.undo("1.1.1.1", "a@b.c");
    expect(failures.begin("1.1.1.1", "a@b.c")).toBe(0);
    failures.succeeded("1.1.1.1", "a@b.c");
  }
});

it("the server makes nobody wait longer when the machine's clock is set a day back", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 2 * 86_400_000 });
  try {
    const failures = createFailedSignIns();
    for (let times = 0; times < 10; times += 1) failures.begin("1.1.1.1", "a@b.c");
    vi.setSystemTime(86_400_000);
    expect(failures.wait("1.1.1.1", "a@b.c")).toBeLessThanOrEqual(15 * 60);
  } finally {
    vi.useRealTimers();
  }
});
