// @vitest-environment jsdom
/** Code that nobody waits for comes when it can, and its failure is nobody's. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchLate } from "@/lib/fetch-late";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failingOnce = () =>
  vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError("offline")).mockResolvedValue("part");

it("tries again as soon as the line is back", async () => {
  const fetchPart = failingOnce();
  const part = fetchLate(fetchPart);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetchPart).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event("online"));
  await expect(part).resolves.toBe("part");
});

it("tries again after a while where the line was never down, such as for a server that restarts", async () => {
  const fetchPart = failingOnce();
  const part = fetchLate(fetchPart);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(fetchPart).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(part).resolves.toBe("part");
});
