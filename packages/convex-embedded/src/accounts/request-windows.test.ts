/** The windows of better-auth's rate limit, with their own clock. */
import { expect, it } from "vitest";
import { createRequestWindows } from "./request-windows.js";

const MINUTE = 60_000;
const perMinute = { window: 60, max: 3 };

function windows() {
  const clock = { now: 1_000_000 };
  return { clock, requests: createRequestWindows(() => clock.now) };
}

it("refuses what is over the limit until a window after its first request has passed", async () => {
  const { clock, requests } = windows();
  for (let times = 0; times < 3; times += 1) {
    expect(await requests.consume("1.1.1.1|/sign-up/email", perMinute)).toEqual({
      allowed: true,
      retryAfter: null,
    });
    clock.now += 10_000;
  }
  expect(await requests.consume("1.1.1.1|/sign-up/email", perMinute)).toEqual({
    allowed: false,
    retryAfter: 30,
  });
  expect(await requests.consume("2.2.2.2|/sign-up/email", perMinute)).toMatchObject({ allowed: true });
  expect(await requests.consume("1.1.1.1|/sign-in/email", perMinute)).toMatchObject({ allowed: true });
  clock.now += 30_000;
  expect(await requests.consume("1.1.1.1|/sign-up/email", perMinute)).toMatchObject({ allowed: true });
});

it("never refuses a client that keeps to the limit, however long it goes on", async () => {
  const { clock, requests } = windows();
  for (let times = 0; times < 1000; times += 1) {
    expect(await requests.consume("1.1.1.1|/sign-up/email", perMinute)).toMatchObject({ allowed: true });
    clock.now += MINUTE / 3;
  }
});

it("keeps a client's count while another fills the memory with odd and endless paths", async () => {
  const { requests } = windows();
  const signUp = () => requests.consume("1.1.1.1|/sign-up/email", perMinute);
  for (let times = 0; times < 3; times += 1) await signUp();
  const other = { window: 10, max: 300 };
  for (let path = 0; path < 30_000; path += 1) await requests.consume(`2.2.2.2|/${path}`, other);
  expect(await signUp()).toMatchObject({ allowed: false });
  const long = (end: string) => requests.consume(`2.2.2.2|/${"a".repeat(100_000)}${end}`, perMinute);
  for (let times = 0; times < 3; times += 1) await long(String(times));
  expect(await long("last")).toMatchObject({ allowed: false });
});
