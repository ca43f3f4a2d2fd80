/** The kennel's history. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HistoryCard } from "@/features/history/history-card";
import { fakeConvex } from "@/testing/fake-convex";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { renderScreen } from "@/testing/render";
import type { Role } from "@domain/permissions/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.history.history.page, () => []);
  fakeConvex.query(api.kennels.members.list, () => []);
});

afterEach(() => {
  vi.useRealTimers();
});

it.each<[Role, boolean]>([
  ["owner", true],
  ["staff", true],
  ["viewer", false],
])("the history explains undoing to a user who may undo: %s, %s", async (role, isExplained) => {
  renderScreen(<HistoryCard />, { role });
  expect(await screen.findByText(/^Every change to the kennel's records and team/u)).toBeTruthy();
  expect(screen.queryByText(/can be undone.*brought back for 30 days/u) !== null).toBe(isExplained);
});

const changeAt = (day: string, title: string) => ({
  _id: title,
  table: "dogs",
  recordId: title,
  kind: "created",
  at: new Date(`${day}T15:42:00`).getTime(),
  by: "Olga Owner",
  isSelf: false,
  source: null,
  title,
  dogName: null,
  fields: [],
  partCount: 0,
  address: null as string | null,
  remedy: null,
  undoneAt: null,
  event: null,
});

it("the history lists the changes by days, each with its time", async () => {
  fakeConvex.query(api.history.history.page, () => [
    changeAt("2025-06-15", "Bella"),
    changeAt("2025-06-15", "Rex"),
    changeAt("2025-06-14", "Juno"),
    changeAt("2025-06-08", "Falk"),
    changeAt("2024-12-31", "Nova"),
  ]);
  renderScreen(<HistoryCard isPage />);
  await screen.findByRole("list", { name: "History, Today" });
  const days = screen.getAllByRole("heading", { level: 3 }).map((heading) => {
    const list = screen.getByRole("list", { name: `History, ${heading.textContent}` });
    return [heading.textContent, within(list).getAllByRole("listitem").length];
  });
  expect(days).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    ["Sunday, June 8", 1],
    ["December 31, 2024", 1],
  ]);
  expect(screen.getByRole("list", { name: "History, Yesterday" }).textContent).toContain(
    "3:42 PM by Olga Owner",
  );
});

it("the history has its filters in the address, and passes them to the server", async () => {
  fakeConvex.query(api.dogs.dogs.list, (args) =>
    makeDogPage([makeDog({ _id: "bella" as never, name: "Bella" })], args),
  );
  fakeConvex.query(api.dogs.dogs.get, () => makeDog({ _id: "bella" as never, name: "Bella" }));
  const { user } = renderScreen(<HistoryCard isPage />, {
    path: "/dashboard/history",
    at: "/dashboard/history?records=dogs&deletions=1",
  });
  const deletions = await screen.findByRole("switch", { name: "Deletions only" });
  expect(deletions.getAttribute("aria-checked")).toBe("true");
  expect(screen.getByText("Nothing was deleted.")).toBeTruthy();
  await user.click(screen.getByRole("combobox", { name: "Dog" }));
  await user.click(await screen.findByRole("option", { name: /Bella/u }));
  await waitFor(() => expect(screen.getByTestId("address").textContent).toContain("dog=bella"));
  expect(fakeConvex.subscriptionsOf(api.history.history.page).at(-1)).toMatchObject({
    table: "dogs",
    dogId: "bella",
    areDeletions: true,
  });
});

it("the history says that nothing is recorded yet only if nothing is filtered", async () => {
  const { unmount } = renderScreen(<HistoryCard isPage />, { path: "/dashboard/history" });
  expect(await screen.findByText("No changes recorded yet.")).toBeTruthy();
  unmount();
  renderScreen(<HistoryCard isPage />, { path: "/dashboard/history", at: "/dashboard/history?records=dogs" });
  expect(await screen.findByText("No change matches. Choose other records.")).toBeTruthy();
});

it("the history shows and exports the chosen days only, on the user's clock", async () => {
  // The list reads the result as rows, and the export as a page.
  const none = Object.assign([], { page: [], isDone: true, continueCursor: "" });
  fakeConvex.query(api.history.history.page, () => none);
  const { user } = renderScreen(<HistoryCard isPage />, {
    path: "/dashboard/history",
    at: "/dashboard/history?from=2025-06-10&to=2025-06-10",
  });
  expect(await screen.findByText("No change matches. Choose other days or records.")).toBeTruthy();
  const tenth = {
    since: new Date("2025-06-10T00:00").getTime(),
    before: new Date("2025-06-11T00:00").getTime(),
  };
  expect(fakeConvex.subscriptionsOf(api.history.history.page).at(-1)).toMatchObject(tenth);
  await user.click(screen.getByRole("button", { name: /^Export CSV/u }));
  await waitFor(() => expect(fakeConvex.reads.at(-1)?.args).toMatchObject(tenth));
  fireEvent.change(screen.getByLabelText("From"), { target: { value: "2025-06-12" } });
  expect(await screen.findByText("This is before the first day")).toBeTruthy();
  expect(screen.getByTestId("address").textContent).toContain("from=2025-06-12&to=2025-06-10");
  await user.click(screen.getByRole("button", { name: "Clear" }));
  expect(await screen.findByText("No changes recorded yet.")).toBeTruthy();
  expect(screen.getByTestId("address").textContent).toBe("/dashboard/history");
});

it("says that the undo of an addition has deleted the record", async () => {
  const change = { ...changeAt("2025-06-15", "Bella"), remedy: "undo" as const };
  fakeConvex.query(api.history.history.page, () => [change]);
  fakeConvex.mutation(api.history.history.undo, () => ({ restored: [], kept: [] }));
  const { user } = renderScreen(<HistoryCard isPage />);
  await user.click(await screen.findByRole("button", { name: "Undo adding Dog Bella" }));
  expect(await screen.findByText("Dog Bella deleted")).toBeTruthy();
});

it("does nothing at a second press of Undo, when the entry of the undo has taken the place", async () => {
  const change = { ...changeAt("2025-06-15", "Bella"), kind: "changed", remedy: "undo" as const };
  fakeConvex.query(api.history.history.page, () => [change]);
  fakeConvex.mutation(api.history.history.undo, () => {
    const undo = { ...change, _id: "undo", isSelf: true, source: "undo" };
    fakeConvex.query(api.history.history.page, () => [undo, { ...change, remedy: null, undoneAt: 1 }]);
    return { restored: ["Name"], kept: [] };
  });
  renderScreen(<HistoryCard isPage />);
  const button = await screen.findByRole("button", { name: "Undo the change of Dog Bella" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const press = async (pressed: HTMLElement | undefined, waited: number) => {
    if (pressed) fireEvent.click(pressed);
    await act(async () => await vi.advanceTimersByTimeAsync(waited));
  };
  const calls = () => fakeConvex.callsOf(api.history.history.undo).length;
  await press(button, 800);
  const list = within(screen.getByRole("list", { name: "History, Today" }));
  expect(list.getAllByRole("listitem")).toHaveLength(2);
  const undo = list.getByText("Undo");
  await press(undo, 1000);
  expect(calls()).toBe(1);
  await press(undo, 0);
  expect(calls()).toBe(2);
});

it("links the record to the screen on which it is seen", async () => {
  fakeConvex.query(api.history.history.page, () => [
    { ...changeAt("2025-06-15", "Rex"), kind: "deleted" },
    { ...changeAt("2025-06-15", "Bella"), address: "/dashboard/dogs/Bella" },
    {
      ...{ ...changeAt("2025-06-14", "Anna Berg"), table: "contacts", recordId: "anna" },
      address: "/dashboard/contacts?contact=anna",
    },
  ]);
  renderScreen(<HistoryCard isPage />);
  await screen.findByRole("list", { name: "History, Today" });
  const list = screen.getAllByRole("listitem").flatMap((item) => within(item).queryAllByRole("link"));
  expect(list.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Dog Bella", "/dashboard/dogs/Bella"],
    ["Contact Anna Berg", "/dashboard/contacts?contact=anna"],
  ]);
});

it("the history can end on the last day that can be typed, and ignores days that do not exist", async () => {
  const { unmount } = renderScreen(<HistoryCard isPage />, {
    path: "/dashboard/history",
    at: "/dashboard/history?to=9999-12-31",
  });
  expect(await screen.findByText("No change matches. Choose other days or records.")).toBeTruthy();
  const { before } = fakeConvex.subscriptionsOf(api.history.history.page).at(-1) ?? {};
  expect(before).toBe(new Date(10_000, 0, 1).getTime());
  unmount();
  renderScreen(<HistoryCard isPage />, {
    path: "/dashboard/history",
    at: "/dashboard/history?from=9999-99-99&to=1e999",
  });
  expect(await screen.findByText("No changes recorded yet.")).toBeTruthy();
});
