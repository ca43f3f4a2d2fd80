/** Live queries: one automatic retry, no retry on focus, and removal of data that the server refuses. */
import { act, render, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useLiveQuery } from "@/hooks/use-live-query";
import { fakeConvex } from "@/testing/fake-convex";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

function Probe({ kennelId }: { kennelId: string | null }) {
  const stats = useLiveQuery(
    api.dashboard.dashboard.stats,
    kennelId === null ? "skip" : { kennelId, today: "2025-06-15" },
  );
  return (
    <>
      <output>{stats.status === "ready" ? stats.data.dogs.total : stats.status}</output>
      <button type="button" onClick={stats.retry}>
        Retry
      </button>
    </>
  );
}

const shown = () => screen.getByRole("status").textContent;
const asked = () => fakeConvex.subscriptionsOf(api.dashboard.dashboard.stats).length;

beforeEach(() => fakeConvex.reset());

describe("useLiveQuery", () => {
  it("[SHELL-07] retries a failed query once, then shows the failure", async () => {
    fakeConvex.query(api.dashboard.dashboard.stats, () => new Error("down"));
    render(<Probe kennelId="k1" />);
    expect(shown()).toBe("loading");
    await waitFor(() => expect([shown(), asked()]).toEqual(["error", 2]));
  });

  it("[SHELL-07] shows the data if the retry succeeds", async () => {
    let tries = 0;
    fakeConvex.query(api.dashboard.dashboard.stats, () => {
      tries = asked();
      return tries < 2 ? new Error("down") : { dogs: { total: 7 } };
    });
    render(<Probe kennelId="k1" />);
    await waitFor(() => expect(asked()).toBe(2));
    act(() => fakeConvex.setConnected(true));
    expect(shown()).toBe("7");
  });

  it("[SHELL-07] sends no query when the window gets the focus", () => {
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({ dogs: { total: 7 } }));
    render(<Probe kennelId="k1" />);
    act(() => {
      window.dispatchEvent(new Event("focus"));
      document.dispatchEvent(new Event("visibilitychange"));
    });
    expect(shown()).toBe("7");
    expect(asked()).toBe(1);
  });

  it("shows a refusal at once, without a retry, instead of the data", () => {
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({ dogs: { total: 7 } }));
    render(<Probe kennelId="k1" />);
    act(() =>
      fakeConvex.query(
        api.dashboard.dashboard.stats,
        () => new ConvexError({ code: "NOT_FOUND", message: "Not found.", details: {} }),
      ),
    );
    expect(shown()).toBe("error");
    expect(asked()).toBe(1);
  });

  it("sends the query again on retry", async () => {
    fakeConvex.query(
      api.dashboard.dashboard.stats,
      () => new ConvexError({ code: "INTERNAL", message: "Oops.", details: {} }),
    );
    render(<Probe kennelId="k1" />);
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({ dogs: { total: 3 } }));
    act(() => screen.getByRole("button").click());
    await waitFor(() => expect([shown(), asked()]).toEqual(["3", 2]));
  });

  it("[AUTH-11] sends no query while it is skipped", () => {
    fakeConvex.query(api.dashboard.dashboard.stats, () => ({ dogs: { total: 7 } }));
    const { rerender } = render(<Probe kennelId={null} />);
    expect(shown()).toBe("loading");
    expect(asked()).toBe(0);
    rerender(<Probe kennelId="k1" />);
    expect(shown()).toBe("7");
  });
});
