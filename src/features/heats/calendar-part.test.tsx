// @vitest-environment jsdom
/** The calendar of a month. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { CalendarPart } from "@/features/heats/calendar-part";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const heatOn = (on: string) => ({
  ...{ kind: "heat_expected", on, between: null, breedingId: null, litterId: null, detail: null },
  ...{ dog: { _id: "dog1", name: "Bella of Oak", callName: "Bella" }, dogName: "Bella of Oak" },
});
const task = {
  kind: "reminder",
  on: "2025-06-20",
  at: "09:30",
  title: "Order towels",
  path: "/dashboard/reminders?reminder=r1",
};

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.heats.heats.calendar, () => [heatOn("2025-06-02"), heatOn("2025-06-25")]);
  fakeConvex.query(api.calendar.calendarTasks.list, () => [task]);
});

/** One text for each day of the list. */
const days = () =>
  screen
    .getAllByRole("list")
    .filter(({ tagName }) => tagName === "OL")
    .map((list) =>
      within(list)
        .getAllByRole("heading")
        .map(({ textContent }) => textContent),
    );

it("the calendar shows a reminder on its date with its time, and links to it", () => {
  renderScreen(<CalendarPart />);
  const [link] = screen.getAllByRole("link", { name: /Order towels/u });
  expect(link?.getAttribute("href")).toBe("/dashboard/reminders?reminder=r1");
  expect(screen.getByText("9:30 AM")).toBeTruthy();
});

it("the calendar gives an entry more lines if its day has fewer other entries", () => {
  const others = Array.from({ length: 3 }, (_, index) => ({
    ...task,
    on: "2025-06-18",
    title: `Call ${index}`,
  }));
  fakeConvex.query(api.calendar.calendarTasks.list, () => [task, ...others]);
  renderScreen(<CalendarPart />);
  const table = within(screen.getByRole("table", { name: "June 2025" }));
  const linesOf = (text: string) => table.getByText(text).style.webkitLineClamp;
  expect(Number(linesOf("Order towels"))).toBe(3 * Number(linesOf("Call 1")));
  expect(table.getAllByRole("link", { name: "Bella: Heat expected" })).toHaveLength(2);
});

it("the calendar lists future days before past days on a phone", () => {
  renderScreen(<CalendarPart />);
  const [ahead, earlier] = days();
  expect(ahead?.map((day) => day?.match(/\d+/u)?.[0])).toEqual(["20", "25"]);
  expect(earlier?.map((day) => day?.match(/\d+/u)?.[0])).toEqual(["2"]);
  expect(screen.getByRole("heading", { name: "Earlier this month" })).toBeTruthy();
});

it("the calendar appears as a whole, and says that a part cannot be loaded", async () => {
  fakeConvex.query(api.calendar.calendarTasks.list, () => undefined);
  renderScreen(<CalendarPart />);
  expect(screen.queryByRole("link", { name: /Bella/u })).toBeNull();
});
