// @vitest-environment jsdom
/** Retries of code that no page waits for. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchLate } from "@/lib/fetch-late";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failingOnce = () =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError("offline")).mockResolvedValue("part");

it("fetchLate loads again as soon as the connection returns", async () => {
  const fetchPart = failingOnce();
  const part = fetchLate(fetchPart);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetchPart).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event("online"));
  await expect(part).resolves.toBe("part");
});

it("fetchLate loads again after a while if the connection was never lost, for example while a server restarts", async () => {
  const fetchPart = failingOnce();
  const part = fetchLate(fetchPart);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(fetchPart).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(part).resolves.toBe("part");
});
