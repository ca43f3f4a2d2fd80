// @vitest-environment jsdom
/** How a litter grows: when it was weighed, each puppy once in its order, and one lifted out by a press. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { GrowthSection } from "@/features/litters/growth-section";
import { fakeConvex } from "@/testing/fake-convex";
import { makeLitter, makePuppy } from "@/testing/litters";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-02-10" }));

const puppies = ["Red", "Yellow", "Tartan"].map((collarColor, order) =>
  makePuppy({ _id: `puppy${order}` as Id<"puppies">, name: null, collarColor, order }),
);

function open(weighedOn: string) {
  const weighedAt = new Date(`${weighedOn}T09:00:00`).getTime();
  const rows = puppies.map(({ _id: puppyId }, order) => ({
    ...{ _id: `w${order}`, puppyId, litterId: "litter1", grams: 400 + order, weighedAt, notes: null },
  }));
  fakeConvex.query(api.litters.puppyWeights.list, () => rows);
  return renderScreen(<GrowthSection litter={makeLitter({ puppies })} />);
}

beforeEach(() => fakeConvex.reset());

it.each([
  ["2025-02-10", "Weighed today"],
  ["2025-02-09", "Weighed 1 day ago"],
  ["2025-02-08", "Weighed 2 days ago"],
])("says of a weighing on %s: %s", (weighedOn, text) => {
  open(weighedOn);
  expect(screen.getByText(text)).toBeTruthy();
});

it("[GAP-LIT-01] lists each puppy once in its order, and lifts one out by a press, until it is pressed again", async () => {
  const { user } = open("2025-02-09");
  const names = within(screen.getByRole("region", { name: "Weights by puppy" })).getAllByRole("button");
  expect(names.map((name) => name.textContent)).toEqual(["Red collar", "Yellow collar", "Tartan collar"]);
  const pressed = () => names.map((name) => name.getAttribute("aria-pressed"));
  expect(pressed()).toEqual(["false", "false", "false"]);
  await user.click(screen.getByRole("button", { name: "Yellow collar" }));
  expect(pressed()).toEqual(["false", "true", "false"]);
  await user.click(screen.getByRole("button", { name: "Tartan collar" }));
  expect(pressed()).toEqual(["false", "false", "true"]);
  await user.click(screen.getByRole("button", { name: "Tartan collar" }));
  expect(pressed()).toEqual(["false", "false", "false"]);
});
