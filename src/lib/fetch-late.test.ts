// @vitest-environment jsdom
/** Code that nobody waits for comes when it can, and its failure is nobody's. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchLate } from "@/lib/fetch-late";

const told = vi.hoisted(() => vi.fn());
vi.mock("@/lib/toast", async (original) => ({ ...(await original<object>()), toast: { info: told } }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

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

it("says once that a new version is there where the server has the page's own script no longer", async () => {
  document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>';
  const status = vi.fn(() => 200);
  const ask = vi.fn(() => Promise.resolve({ status: status() }));
  vi.stubGlobal("fetch", ask);
  void fetchLate(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  await vi.advanceTimersByTimeAsync(0);
  expect(ask.mock.calls).toMatchObject([
    [expect.stringContaining("/assets/index-1.js?"), { cache: "no-store" }],
  ]);
  expect(told).not.toHaveBeenCalled();
  status.mockReturnValue(404);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(told).toHaveBeenCalledExactlyOnceWith(
    "A new version is ready",
    expect.objectContaining({ action: expect.objectContaining({ label: "Reload" }) as object }),
  );
});
