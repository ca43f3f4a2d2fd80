/** Tests how many requests a client may send to a path, with a test clock. */
import { expect, it, vi } from "vitest";
import { RequestWindows } from "./request-windows.js";

const MINUTE = 60_000;
const perMinute = { window: 60, max: 3 };

function windows() {
  const clock = { now: 1_000_000 };
  return { clock, requests: new RequestWindows(() => clock.now) };
}

it("the server refuses requests over the limit until a window after its first request has passed", () => {
  const { clock, requests } = windows();
  for (let times = 0; times < 3; times += 1) {
    expect(requests.count("1.1.1.1|/sign-up/email", perMinute)).toBe(0);
    clock.now += 10_000;
  }
  expect(requests.count("1.1.1.1|/sign-up/email", perMinute)).toBe(30);
  expect(requests.count("2.2.2.2|/sign-up/email", perMinute)).toBe(0);
  expect(requests.count("1.1.1.1|/sign-in/email", perMinute)).toBe(0);
  clock.now += 30_000;
  expect(requests.count("1.1.1.1|/sign-up/email", perMinute)).toBe(0);
});

it("the server never refuses a client within the limit, however long it continues", () => {
  const { clock, requests } = windows();
  for (let times = 0; times < 1000; times += 1) {
    expect(requests.count("1.1.1.1|/sign-up/email", perMinute)).toBe(0);
    clock.now += MINUTE / 3;
  }
});

it("the server keeps a client's count while another client fills the memory with unusual and endless paths", () => {
  const { requests } = windows();
  const signUp = () => requests.count("1.1.1.1|/sign-up/email", perMinute);
  for (let times = 0; times < 3; times += 1) signUp();
  const other = { window: 10, max: 300 };
  for (let path = 0; path < 30_000; path += 1) requests.count(`2.2.2.2|/${path}`, other);
  expect(signUp()).toBeGreaterThan(0);
  const long = (end: string) => requests.count(`2.2.2.2|/${"a".repeat(100_000)}${end}`, perMinute);
  for (let times = 0; times < 3; times += 1) long(String(times));
  expect(long("last")).toBeGreaterThan(0);
});

it("the server makes nobody wait longer when the machine's clock is set a day back", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 2 * 86_400_000 });
  try {
    const requests = new RequestWindows();
    for (let times = 0; times < 3; times += 1) requests.count("1.1.1.1|/sign-up/email", perMinute);
    vi.setSystemTime(86_400_000);
    expect(requests.count("1.1.1.1|/sign-up/email", perMinute)).toBeLessThanOrEqual(60);
  } finally {
    vi.useRealTimers();
  }
});
