/** The introduction of the history, for users who may change records and for users who may only read. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { HistoryCard } from "@/features/history/history-card";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import type { Role } from "@domain/permissions/rules";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.history.history.page, () => []);
  fakeConvex.query(api.kennels.members.list, () => []);
});

it.each<[Role, boolean]>([
  ["owner", true],
  ["staff", true],
  ["viewer", false],
])("explains undoing to a user who may undo: %s, %s", async (role, isExplained) => {
  renderScreen(<HistoryCard />, { role });
  expect(await screen.findByText(/^Every change to the kennel's records/u)).toBeTruthy();
  expect(screen.queryByText(/can be undone.*brought back for 30 days/u) !== null).toBe(isExplained);
});
