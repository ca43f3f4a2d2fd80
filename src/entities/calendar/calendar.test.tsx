/** Calendar addresses on screen. */
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { isAtHome } from "@/entities/calendar/calendar-panel";
import { DogCalendarButton, KennelCalendarDialog } from "@/entities/calendar/calendar-dialog";
import type { Calendar } from "@/entities/calendar/use-calendar";
import { fakeConvex } from "@/testing/fake-convex";
import { coded } from "@/testing/failures";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const URL_OF_KENNEL = "https://studbook.example.com/api/calendars/abc-0123.ics";
const ALL = ["reminders", "breeding", "heats", "vaccinations"];
const makeCalendar = (changes: Partial<Calendar> = {}): Calendar => ({
  scope: "kennel",
  dogId: null,
  dogName: null,
  parts: ["reminders", "breeding", "heats", "vaccinations"],
  url: URL_OF_KENNEL,
  renewedAt: 1,
  readAt: null,
  ...changes,
});

let calendars: Calendar[];
let readableParts: string[];
beforeEach(() => {
  fakeConvex.reset();
  calendars = [];
  readableParts = ALL;
  fakeConvex.query(api.calendar.calendarFeeds.list, () => ({ readableParts, calendars }));
  for (const name of ["save", "renew", "remove"] as const)
    fakeConvex.mutation(api.calendar.calendarFeeds[name], () => null);
});

const openDialog = async (role: "owner" | "viewer" = "owner") => {
  const { user } = renderScreen(<KennelCalendarDialog onClose={() => undefined} />, { role });
  return { user, dialog: within(screen.getByRole("dialog", { name: "Calendar Link" })) };
};

describe("[GAP-REM-16] the calendar of the kennel", () => {
  it("is off until the user turns it on with the chosen contents; a viewer can do so too", async () => {
    const { user, dialog } = await openDialog("viewer");
    await user.click(dialog.getByRole("checkbox", { name: "Heats" }));
    await user.click(dialog.getByRole("button", { name: "Turn On Calendar" }));
    expect(fakeConvex.callsOf(api.calendar.calendarFeeds.save)).toEqual([
      { kennelId: "kennel1", scope: "kennel", parts: ["reminders", "breeding", "vaccinations"] },
    ]);
    expect(await screen.findByText("Calendar is on")).toBeTruthy();
  });

  it("offers only contents that the breeder may read", async () => {
    readableParts = ["reminders"];
    const { user, dialog } = await openDialog();
    const boxes = dialog.getAllByRole("checkbox");
    expect(boxes).toHaveLength(1);
    // The last ticked kind stays ticked, because an empty calendar would show nothing.
    expect(boxes[0]?.hasAttribute("disabled")).toBe(true);
    await user.click(dialog.getByRole("button", { name: "Turn On Calendar" }));
    expect(fakeConvex.callsOf(api.calendar.calendarFeeds.save)[0]?.parts).toEqual(["reminders"]);
  });

  it("shows its address with a copy button and links to Apple, Google and Outlook", async () => {
    calendars = [makeCalendar()];
    const { user, dialog } = await openDialog();
    expect(dialog.getByLabelText("Calendar address")).toHaveProperty("value", URL_OF_KENNEL);
    await user.click(dialog.getByRole("button", { name: "Copy" }));
    expect(await navigator.clipboard.readText()).toBe(URL_OF_KENNEL);
    const addressOf = (name: string) => dialog.getByRole("link", { name }).getAttribute("href");
    const webcal = "webcal://studbook.example.com/api/calendars/abc-0123.ics";
    expect(addressOf("Apple Calendar")).toBe(webcal);
    expect(addressOf("Google Calendar")).toBe(
      `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`,
    );
    expect(addressOf("Outlook")).toBe(
      `https://outlook.live.com/calendar/0/addfromweb?url=${encodeURIComponent(URL_OF_KENNEL)}&name=Oakhollow`,
    );
    expect(dialog.queryByText(/your own network/)).toBeNull();
    expect(dialog.getByText("No calendar has fetched it yet.")).toBeTruthy();
  });

  it("says when a program last loaded the calendar, and that Google cannot reach a private network", async () => {
    const url = "http://127.0.0.1:4000/api/calendars/abc-0123.ics";
    calendars = [makeCalendar({ url, readAt: new Date(2025, 5, 15, 14, 5).getTime() })];
    const { dialog } = await openDialog();
    expect(dialog.getByText(/Last fetched by a calendar on Jun 15, 2025, 2:05\sPM/)).toBeTruthy();
    expect(dialog.getByText(/on your own network/)).toBeTruthy();
    for (const host of ["localhost:3000", "192.168.1.4", "10.0.0.2", "172.20.1.1", "kennel.local", "nas"]) {
      expect(isAtHome(`http://${host}/x.ics`), host).toBe(true);
    }
    for (const host of ["studbook.example.com", "172.32.1.1", "100.1.2.3"]) {
      expect(isAtHome(`https://${host}/x.ics`), host).toBe(false);
    }
  });

  it("changes its contents immediately", async () => {
    calendars = [makeCalendar({ parts: ["reminders", "heats"] })];
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole("checkbox", { name: "Vaccinations" }));
    expect(fakeConvex.callsOf(api.calendar.calendarFeeds.save)[0]?.parts).toEqual([
      "reminders",
      "heats",
      "vaccinations",
    ]);
  });

  it("asks before it is renewed or turned off", async () => {
    calendars = [makeCalendar()];
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole("button", { name: "Renew Address" }));
    const renew = within(screen.getByRole("alertdialog", { name: "Renew the calendar address?" }));
    await user.click(renew.getByRole("button", { name: "Cancel" }));
    expect(fakeConvex.callsOf(api.calendar.calendarFeeds.renew)).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Renew Address" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Renew Address" }));
    expect(fakeConvex.callsOf(api.calendar.calendarFeeds.renew)).toEqual([
      { kennelId: "kennel1", scope: "kennel" },
    ]);
    await user.click(dialog.getByRole("button", { name: "Turn Off" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Turn Off" }));
    expect(fakeConvex.callsOf(api.calendar.calendarFeeds.remove)).toEqual([
      { kennelId: "kennel1", scope: "kennel" },
    ]);
  });

  it("reports a failure and stays unchanged", async () => {
    fakeConvex.mutation(api.calendar.calendarFeeds.save, () => {
      throw coded("RATE_LIMITED");
    });
    const { user, dialog } = await openDialog();
    await user.click(dialog.getByRole("button", { name: "Turn On Calendar" }));
    expect(await screen.findByText(/Failed to turn the calendar on/)).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Turn On Calendar" })).toBeTruthy();
  });

  it("says that the server offers no addresses, and that calendars cannot be loaded", async () => {
    calendars = [makeCalendar({ url: null })];
    const { dialog } = await openDialog();
    expect(dialog.getByText(/not set up on this server/)).toBeTruthy();
    fakeConvex.query(api.calendar.calendarFeeds.list, () => coded("FORBIDDEN"));
    expect(await dialog.findByText("Failed to load calendars. Please try again.")).toBeTruthy();
  });
});

describe("[GAP-REM-16] other calendars", () => {
  it("turns on a dog's calendar for that dog", async () => {
    calendars = [makeCalendar()];
    const { user } = renderScreen(<DogCalendarButton dogId="dog1" name="Bella" />);
    await user.click(screen.getByRole("button", { name: "Calendar Link" }));
    await user.click(screen.getByRole("button", { name: "Turn On Calendar" }));
    expect(fakeConvex.callsOf(api.calendar.calendarFeeds.save)).toEqual([
      { kennelId: "kennel1", scope: "dog", dogId: "dog1", parts: ALL },
    ]);
  });
});
