/** The kennel's history. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
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

it.each<[Role, boolean]>([
  ["owner", true],
  ["staff", true],
  ["viewer", false],
])("the history explains undoing to a user who may undo: %s, %s", async (role, isExplained) => {
  renderScreen(<HistoryCard />, { role });
  expect(await screen.findByText(/^Every change to the kennel's records/u)).toBeTruthy();
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
