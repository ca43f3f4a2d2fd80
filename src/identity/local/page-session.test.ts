/** Reports about the use of a page whose clock is set ahead or back. */
import { afterEach, expect, it, vi } from "vitest";
import { accountApi } from "@/identity/local/account-api";
import { sessionStore } from "@/identity/local/page-session";

const NOW = Date.UTC(2025, 5, 15, 12);
const DAY_MS = 86_400_000;

let stop: () => void;
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([1, 40])(
  "the page reports that it is in use after its clock was set %i days ahead and back",
  async (days) => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    const ann = { id: "a", email: "ann@example.com", name: "Ann Hill" };
    vi.spyOn(accountApi, "getSession").mockResolvedValue(ann);
    const keepSession = vi.spyOn(accountApi, "keepSession").mockResolvedValue(undefined);
    const store = sessionStore();
    await store.refresh();
    stop = store.watchPage();
    const work = (at: number) => {
      vi.setSystemTime(at);
      document.dispatchEvent(new Event("keydown"));
    };
    work(NOW + 60_000);
    expect(keepSession).not.toHaveBeenCalled();
    work(NOW + days * DAY_MS);
    work(NOW + 10 * 60_000);
    expect(keepSession).toHaveBeenCalledTimes(2);
  },
);
