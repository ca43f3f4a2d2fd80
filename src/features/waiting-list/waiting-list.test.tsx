// @vitest-environment jsdom
/** The waiting list: what can be done with who waits. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { WaitingListPart } from "@/features/waiting-list/waiting-list-part";
import { makeApplicant } from "@/testing/applicants";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const applicant = makeApplicant({ _id: "applicant1" as never, name: "Quentin Marlowe" });

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.litters.waitingList.list, () => ({ active: [applicant], former: [] }));
  fakeConvex.query(api.history.history.ofRecord, () => []);
});

it("tells of an applicant what was changed", async () => {
  const { user } = renderScreen(<WaitingListPart />);
  await user.click(screen.getByRole("button", { name: "History of Quentin Marlowe" }));
  expect(await screen.findByRole("dialog", { name: "History of Quentin Marlowe" })).toBeTruthy();
  expect(fakeConvex.subscriptionsOf(api.history.history.ofRecord)).toMatchObject([
    { table: "waitingList", recordId: "applicant1" },
  ]);
});
