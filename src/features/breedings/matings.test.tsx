// @vitest-environment jsdom
/** The matings of a breeding. */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { Matings } from "@/features/breedings/matings";
import { makeBreeding } from "@/testing/breedings";
import { fakeConvex } from "@/testing/fake-convex";
import { dialog, field } from "@/testing/open-dialog";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const { matings, breedings } = api.breedings;
const stored = (number: number, fields: object) => ({
  ...{ _id: `mating${number}`, kennelId: "kennel1", breedingId: "breeding1", createdAt: 1, updatedAt: 1 },
  ...{ at: null, place: null, witnesses: null, semenSource: null, notes: null },
  ...{ otherOwnerName: null, otherOwnerId: null },
  ...{ kind: "natural", isCounting: false, ...fields },
});

const show = (rows: readonly object[], fields: Parameters<typeof makeBreeding>[0] = {}) => {
  fakeConvex.query(matings.list, () => rows);
  fakeConvex.mutation(matings.create, () => rows[0]);
  fakeConvex.mutation(breedings.update, () => null);
  const breeding = makeBreeding({ status: "bred", breedingDate: "2025-05-01", ...fields });
  return renderScreen(<Matings breeding={breeding} today="2025-05-03" canWrite />);
};

beforeEach(() => {
  localStorage.clear();
  fakeConvex.reset();
});

it("the section of matings shows the breeding's own date while no mating is recorded, and nothing for a plan", () => {
  show([], { status: "planned" }).unmount();
  expect(screen.queryByRole("heading", { name: "Matings" })).toBeNull();
  show([]);
  expect(screen.getByRole("list", { name: "Matings" }).textContent).toBe(
    "May 1, 2025, naturalCounts for the due date",
  );
});

it("the section of matings makes another mating count with one press", async () => {
  const { user } = show([
    stored(1, { on: "2025-05-01", isCounting: true }),
    stored(2, { on: "2025-05-03", kind: "chilled_semen", place: "Clinic", witnesses: "Anna Berg" }),
  ]);
  expect(screen.getByText("Clinic · Anna Berg")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Count the due date from May 3, 2025" }));
  const [sent] = fakeConvex.callsOf(breedings.update);
  expect(sent).toMatchObject({ breedingDate: "2025-05-03", breedingType: "artificial_insemination" });
});

it("the section of matings presets the breeding's day in the form, or today and the place of the last mating", async () => {
  const first = show([], { breedingType: "frozen_semen" });
  await first.user.click(screen.getByRole("button", { name: "Add place and witnesses of May 1, 2025" }));
  expect([field("Day").value, field("Place").value]).toEqual(["2025-05-01", ""]);
  await first.user.click(dialog().getByRole("button", { name: "Add Mating" }));
  await waitFor(() =>
    expect(fakeConvex.callsOf(matings.create)).toMatchObject([
      { breedingId: expect.any(String), on: "2025-05-01", kind: "frozen_semen" },
    ]),
  );
  first.unmount();

  const { user } = show([
    stored(1, { on: "2025-05-01", isCounting: true, place: "Clinic", witnesses: "Jo" }),
  ]);
  await user.click(screen.getByRole("button", { name: "Add Mating" }));
  const begun = [field("Day").value, field("Place").value, field("Witnesses").value];
  expect(begun).toEqual(["2025-05-03", "Clinic", "Jo"]);
});

it("the section of matings presets the method of the breeding for its own day, and lets another mating of that day count", async () => {
  const { user } = show([stored(1, { on: "2025-05-01", kind: "chilled_semen", place: "Clinic" })]);
  await user.click(screen.getByRole("button", { name: "Add place and witnesses of May 1, 2025" }));
  await user.click(dialog().getByRole("button", { name: "Add Mating" }));
  await waitFor(() =>
    expect(fakeConvex.callsOf(matings.create)).toMatchObject([{ on: "2025-05-01", kind: "natural" }]),
  );
  await user.click(screen.getByRole("button", { name: "Count the due date from May 1, 2025" }));
  expect(fakeConvex.callsOf(breedings.update)).toMatchObject([{ breedingType: "artificial_insemination" }]);
});

it("the section of matings names the owner of the other dog and asks for the owner's contact, but not for users who may not see contacts", async () => {
  const rows = [
    stored(1, { on: "2025-05-01", isCounting: true, otherOwnerName: "Anna Berg", place: "Clinic" }),
  ];
  const seen = show(rows);
  expect(screen.getByText(/Anna Berg/u).textContent).toBe("Anna Berg · Clinic");
  await seen.user.click(screen.getByRole("button", { name: "Add Mating" }));
  expect(field("Owner of the Other Dog").value).toBe("");
  seen.unmount();

  fakeConvex.query(matings.list, () => rows);
  const breeding = makeBreeding({ status: "bred", breedingDate: "2025-05-01" });
  const options = { role: "staff", rights: { finances: "none" } } as const;
  const { user } = renderScreen(<Matings breeding={breeding} today="2025-05-03" canWrite />, options);
  await user.click(screen.getByRole("button", { name: "Add Mating" }));
  expect(dialog().queryByLabelText("Owner of the Other Dog")).toBeNull();
  expect(field("Witnesses").value).toBe("");
});
