/** The dashboard with data, without, and when loading fails. */
import "@/testing/dom";
import { act, screen, waitFor } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DashboardPage, greetingName } from "@/features/dashboard/dashboard-page";
import { relativeTime } from "@/features/dashboard/relative-time";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const anna = { _id: "u1", email: "anna@example.com", name: "Anna Berg", firstName: "Anna", lastName: "Berg" };

function activity(index: number) {
  return {
    _id: `a${index}`,
    type: "dog_added",
    title: `Entry ${index}`,
    description: "Rex",
    timestamp: Date.now() - index * 60_000,
    dogId: null,
  };
}

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query("users:me", () => anna);
  fakeConvex.query("dashboard:stats", () => ({ dogs: { total: 7 } }));
  fakeConvex.query("activities:recent", () => []);
});

describe("dashboard", () => {
  it("[DASH-01] greets by first name", () => {
    renderScreen(<DashboardPage />);
    expect(screen.getByRole("heading", { name: "Welcome back, Anna!" })).toBeTruthy();
  });

  it("[GAP-AUTH-07] greets by the e-mail's first part without a first name", () => {
    expect(greetingName({ firstName: null, email: "bob@example.com" })).toBe("bob");
    expect(greetingName({ firstName: " ", email: "bob@example.com" })).toBe("bob");
  });

  it("[DASH-02] shows the number of dogs and leads to them", () => {
    renderScreen(<DashboardPage />);
    const card = screen.getByRole("link", { name: /Total Dogs/u });
    expect(card.textContent).toBe("Total Dogs7");
    expect(card.getAttribute("href")).toBe("/dashboard/dogs");
  });

  it("[DASH-06] asks for and shows at most 4 activities", () => {
    fakeConvex.query("activities:recent", () => [1, 2, 3, 4, 5, 6].map(activity));
    renderScreen(<DashboardPage />);
    expect(screen.getAllByText(/^Entry \d$/u)).toHaveLength(4);
    expect(fakeConvex.subscriptionsOf("activities:recent")).toEqual([{ kennelId: "kennel1", limit: 4 }]);
  });

  it("[DASH-07] says that nothing happened lately", () => {
    renderScreen(<DashboardPage />);
    expect(screen.getByText("No recent activity to show")).toBeTruthy();
  });

  it("[DASH-20] shows a failed load with Try Again, then the data", async () => {
    fakeConvex.query(
      "dashboard:stats",
      () => new ConvexError({ code: "INTERNAL", message: "Oops.", details: {} }),
    );
    const { user } = renderScreen(<DashboardPage />);
    expect(screen.getByRole("alert").textContent).toContain(
      "Failed to load dashboard data. Please try again.",
    );
    fakeConvex.query("dashboard:stats", () => ({ dogs: { total: 3 } }));
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(screen.getByRole("link", { name: /Total Dogs/u }).textContent).toContain("3"));
  });

  it("helps with the first steps until there is a dog", () => {
    fakeConvex.query("dashboard:stats", () => ({ dogs: { total: 0 } }));
    renderScreen(<DashboardPage />);
    expect(screen.getByRole("link", { name: "Add your first dog" }).getAttribute("href")).toBe(
      "/dashboard/dogs?add=1",
    );
    act(() => fakeConvex.query("dashboard:stats", () => ({ dogs: { total: 1 } })));
    expect(screen.queryByRole("link", { name: "Add your first dog" })).toBeNull();
  });

  it("offers a viewer no steps that they cannot take", () => {
    fakeConvex.query("dashboard:stats", () => ({ dogs: { total: 0 } }));
    renderScreen(<DashboardPage />, { role: "viewer" });
    expect(screen.queryByRole("link", { name: "Add your first dog" })).toBeNull();
  });
});

describe("relative time", () => {
  it.each([
    ["GAP-DASH-08", 0, "just now"],
    ["GAP-DASH-08", 1, "1 minute ago"],
    ["DASH-13", 59, "59 minutes ago"],
    ["DASH-14", 60, "1 hour ago"],
    ["DASH-14", 90, "1 hour ago"],
    ["DASH-14", 1439, "23 hours ago"],
    ["DASH-15", 1440, "1 day ago"],
    ["DASH-15", 2880, "2 days ago"],
  ])("[%s] writes %i minutes as '%s'", (_id, minutes, text) => {
    expect(relativeTime(0, minutes * 60_000 + 30_000)).toBe(text);
  });
});
