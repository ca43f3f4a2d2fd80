/** Settings > Notifications. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { SettingsPage } from "@/app/settings-page";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import type { Role } from "@domain/permissions/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const settings = {
  notifications: { email: true, sms: false, push: true },
  phone: null,
  quietHours: null,
  mutedTypes: [],
  daysInAdvance: null,
  isDigestOn: false,
  digestTime: "08:00",
};
const message = {
  _id: "d1",
  kind: "reminder",
  channel: "email",
  state: "waiting",
  createdAt: 1,
  sendAt: Date.UTC(2025, 5, 15, 12),
  attempts: [{ at: 1, status: "failed", message: "451 Try later" }],
  to: "anna@example.com",
  subject: "Worming is due today",
};

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.accounts.users.me, () => ({ _id: "u1", timeZone: "America/Chicago" }));
  fakeConvex.query(api.accounts.userSettings.get, () => settings);
  fakeConvex.query(api.deliveries.deliveries.channels, () => ({
    email: true,
    sms: false,
    push: true,
    vapidPublicKey: "BKey",
  }));
  fakeConvex.query(api.deliveries.deliveries.outbox, () => [message]);
  fakeConvex.query(api.deliveries.pushSubscriptions.list, () => []);
  fakeConvex.query(api.kennels.kennelTimeZones.get, () => "America/New_York");
  fakeConvex.mutation(api.accounts.userSettings.update, () => settings);
});

const open = (role: Role = "owner") =>
  renderScreen(<SettingsPage />, { role, at: "/?tab=notifications", path: "/" });
const updates = () => fakeConvex.callsOf(api.accounts.userSettings.update);

describe("the tabs of Settings", () => {
  it("[SET-01] show Kennel and Notifications, each with its address", async () => {
    const { user } = renderScreen(<SettingsPage />);
    const tabs = screen.getAllByRole("tab").map(({ textContent }) => textContent);
    expect(tabs.indexOf("Kennel")).toBeLessThan(tabs.indexOf("Notifications"));
    await user.click(screen.getByRole("tab", { name: "Notifications" }));
    expect(screen.getByTestId("address").textContent).toBe("/?tab=notifications");
    expect(screen.getByText("How you are notified")).toBeTruthy();
  });

  it("[SET-14] say that the settings cannot be loaded, and offer a retry", async () => {
    fakeConvex.query(api.accounts.userSettings.get, () => coded("FORBIDDEN"));
    open();
    expect(await screen.findByText("Failed to load settings")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
  });
});

describe("the channels of notifications", () => {
  it("[SET-08] [GAP-SET-09] are switched one by one; each change is saved at once and confirmed in a toast", async () => {
    const { user } = open();
    await user.click(screen.getByRole("switch", { name: "SMS" }));
    expect(updates()).toEqual([{ notifications: { sms: true } }]);
    expect(await screen.findByText("Notification settings updated")).toBeTruthy();
  });

  it("[SET-08] return to their former state when saving fails", async () => {
    fakeConvex.mutation(api.accounts.userSettings.update, () => {
      throw new Error("down");
    });
    const { user } = open();
    await user.click(screen.getByRole("switch", { name: "Email" }));
    expect(await screen.findByText("Failed to update notification settings")).toBeTruthy();
    expect(screen.getByRole("switch", { name: "Email" }).getAttribute("aria-checked")).toBe("true");
  });

  it("show a message if the server cannot send over a channel", () => {
    open();
    expect(screen.getByText(/no SMS provider set up/u)).toBeTruthy();
    expect(screen.queryByText(/no mail account set up/u)).toBeNull();
  });

  it("show a wrong phone number in its field, with the reason", async () => {
    fakeConvex.mutation(api.accounts.userSettings.update, () => {
      throw coded("VALIDATION_FAILED", { fields: { phone: "Phone number must begin with +" } });
    });
    const { user } = open();
    const field = screen.getByLabelText<HTMLInputElement>("Phone number");
    await user.type(field, "12{Enter}");
    expect(updates()[0]).toEqual({ phone: "12" });
    expect(await screen.findByText("Phone number must begin with +")).toBeTruthy();
    expect(field.value).toBe("12");
  });

  it("[GAP-REM-11] send a test message and show the provider's reply", async () => {
    fakeConvex.mutation(api.deliveries.deliveries.testChannel, ({ channel }) => ({
      channel,
      status: "queued",
      message: "On its way",
      deliveryIds: ["d2"],
    }));
    fakeConvex.query(api.deliveries.deliveries.outcomes, () => [
      { ...message, _id: "d2", kind: "test", state: "waiting", attempts: [] },
    ]);
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Send Test by Email" }));
    expect(fakeConvex.callsOf(api.deliveries.deliveries.testChannel)).toEqual([
      { channel: "email", kennelId: "kennel1" },
    ]);
    expect(await screen.findByText("On its way")).toBeTruthy();
    fakeConvex.query(api.deliveries.deliveries.outcomes, () => [
      {
        ...message,
        _id: "d2",
        kind: "test",
        state: "sent",
        attempts: [{ at: 2, status: "sent", message: "250 Ok" }],
      },
    ]);
    expect(await screen.findByText("Sent. Reply: 250 Ok")).toBeTruthy();
  });

  it("[GAP-REM-11] show a failed test message as failed", async () => {
    fakeConvex.mutation(api.deliveries.deliveries.testChannel, ({ channel }) => ({
      channel,
      status: "not_set_up",
      message: "There is no phone number in the settings",
      deliveryIds: ["d3"],
    }));
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Send Test by SMS" }));
    expect(
      await screen.findByText(/There is no phone number in the settings\. Nothing was sent/u),
    ).toBeTruthy();
  });

  it("show a message in a browser without push notifications, and allow removing a lost device", async () => {
    fakeConvex.query(api.deliveries.pushSubscriptions.list, () => [
      { _id: "p1", endpoint: "https://push.example/1", label: "Chrome on Android", addedAt: 1 },
    ]);
    fakeConvex.mutation(api.deliveries.pushSubscriptions.remove, () => null);
    const { user } = open();
    expect(await screen.findByText(/does not support push notifications/u)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Remove Chrome on Android" }));
    expect(fakeConvex.callsOf(api.deliveries.pushSubscriptions.remove)).toEqual([
      { endpoint: "https://push.example/1" },
    ]);
  });
});

describe("the choice of reminders to send", () => {
  it("[REM-01] omits the types that are switched off and sends the chosen days", async () => {
    const { user } = open();
    await user.click(screen.getByRole("checkbox", { name: "Grooming" }));
    const days = within(screen.getByRole("group", { name: "Before the due date" }));
    expect(days.getByRole("button", { name: "1 day" }).getAttribute("aria-pressed")).toBe("true");
    await user.click(days.getByRole("button", { name: "1 wk" }));
    expect(updates()).toEqual([{ mutedTypes: ["grooming"] }, { daysInAdvance: [1, 7] }]);
  });

  it("shows the fields for hours only if the user switches them on", async () => {
    const { user } = open();
    expect(screen.queryByLabelText("From")).toBeNull();
    await user.click(screen.getByRole("switch", { name: "Quiet hours" }));
    await user.click(screen.getByRole("switch", { name: "Daily digest" }));
    expect(updates()).toEqual([{ quietHours: { from: "21:00", to: "07:00" } }, { isDigestOn: true }]);
    fakeConvex.query(api.accounts.userSettings.get, () => ({
      ...settings,
      isDigestOn: true,
      digestTime: "06:30",
    }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("At").value).toBe("06:30"));
  });

  it("lets users with the right change the kennel's time zone, and only shows the zone to others", async () => {
    fakeConvex.mutation(api.kennels.kennelTimeZones.set, ({ timeZone }) => timeZone);
    const { user, unmount } = open();
    const zone = screen.getByRole("combobox", { name: "Time zone of Oakhollow" });
    await user.clear(zone);
    await user.type(zone, "denver");
    await user.click(screen.getByRole("option", { name: "America/Denver" }));
    expect(fakeConvex.callsOf(api.kennels.kennelTimeZones.set)).toEqual([
      { kennelId: "kennel1", timeZone: "America/Denver" },
    ]);
    unmount();
    open("viewer");
    expect(screen.queryByRole("combobox", { name: /Time zone/u })).toBeNull();
    expect(screen.getByText("America/New York")).toBeTruthy();
    expect(screen.queryByText("What you are notified about")).toBeNull();
  });
});

describe("the outbox of notifications", () => {
  it("[GAP-REM-17] shows failed messages with their next attempt, and the content of a mail in a sandboxed frame", async () => {
    fakeConvex.query(api.deliveries.deliveries.preview, () => ({
      channel: "email",
      subject: message.subject,
      text: "Worming is due today.",
      html: "<p>Worming</p>",
      sms: "",
      push: "",
    }));
    const { user } = open();
    expect(screen.getByText(/Failed: 451 Try later\. Next try:/u)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: `Show ${message.subject}` }));
    const dialog = within(screen.getByRole("dialog", { name: message.subject }));
    expect(dialog.getByTitle(`Mail: ${message.subject}`).getAttribute("sandbox")).toBe("allow-same-origin");
    await user.click(dialog.getByRole("button", { name: "Plain Text" }));
    expect(dialog.getByText("Worming is due today.")).toBeTruthy();
    expect(dialog.getByText("451 Try later")).toBeTruthy();
  });
});
