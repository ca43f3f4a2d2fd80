/** The calendars in the Integrations tab of Settings. */
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { SettingsPage } from "@/app/settings-page";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const address = (name: string) => `https://studbook.example.com/api/calendars/${name}.ics`;
const makeCalendar = (scope: string, dogId: string | null, dogName: string | null) => ({
  scope,
  dogId,
  dogName,
  parts: ["reminders"],
  url: address(scope),
  renewedAt: 1,
  readAt: null,
});

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.calendar.calendarFeeds.list, () => ({
    readableParts: ["reminders", "heats"],
    calendars: [makeCalendar("kennel", null, null), makeCalendar("dog", "dog1", "Bella")],
  }));
});

describe("[GAP-SET-20] the Integrations tab", () => {
  it("[GAP-REM-16] shows a viewer's calendars of the kennel and of dogs, each with its address", () => {
    renderScreen(<SettingsPage />, {
      path: "/dashboard/settings",
      at: "/dashboard/settings?tab=integrations",
      role: "viewer",
    });
    expect(screen.getByRole("tab", { name: "Integrations" }).getAttribute("aria-selected")).toBe("true");
    for (const [title, scope] of [
      ["Oakhollow", "kennel"],
      ["Bella", "dog"],
    ] as const) {
      const field = within(screen.getByRole("region", { name: title })).getByLabelText("Calendar address");
      expect(field).toHaveProperty("value", address(scope));
    }
    expect(screen.queryByRole("region", { name: "All my kennels" })).toBeNull();
  });
});
