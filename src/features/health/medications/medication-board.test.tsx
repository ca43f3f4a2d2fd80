/** The kennel's board of today's medication. */
import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { MedicationBoard } from "@/features/health/health-screen";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));
vi.mock("@/hooks/use-now", () => ({ useNow: () => new Date("2025-06-15T12:00:00").getTime() }));

const course = {
  _id: "course1",
  dogId: "dog1",
  drug: "Amoxicillin",
  doseAmount: 250,
  doseUnit: "mg",
  schedule: { type: "times", everyDays: 1, times: ["08:00", "20:00"] },
  today: [
    { slot: 0, time: "08:00", dose: null },
    { slot: 1, time: "20:00", dose: null },
  ],
  doses: [],
};

beforeEach(() => fakeConvex.reset());

describe("the kennel's medication board", () => {
  const dog = { _id: "dog1", name: "Bella of Oak Hill", callName: "Bella", breed: "Beagle", photos: [] };

  it("says how many doses are due now and left, and records a dose", async () => {
    fakeConvex.mutation(api.health.medications.giveOne, () => ({ outcome: "stored", other: null }));
    fakeConvex.query(api.health.medications.due, () => [{ dog, courses: [course] }]);
    const { user } = renderScreen(<MedicationBoard />);
    expect(screen.getByText("1 due now")).toBeTruthy();
    expect(screen.getByText("2 of 2 to give")).toBeTruthy();
    await user.click(screen.getByText("Medication today"));
    const ofBella = await screen.findByRole("region", { name: "Bella of Oak Hill" });
    await user.click(within(ofBella).getByRole("button", { name: /^Give Amoxicillin, 8:00.AM$/u }));
    expect(fakeConvex.callsOf(api.health.medications.giveOne)).toHaveLength(1);
  });

  it("is hidden if no dog gets medication", () => {
    fakeConvex.query(api.health.medications.due, () => []);
    renderScreen(<MedicationBoard />);
    expect(screen.queryByText("Medication today")).toBeNull();
  });
});
