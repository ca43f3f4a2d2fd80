// @vitest-environment jsdom
/** The head of a litter's page. The button for the daily weighing is there while a puppy is in the kennel. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { LitterHeader } from "@/features/litters/litter-page";
import { fakeConvex } from "@/testing/fake-convex";
import { makeLitter, makePuppy } from "@/testing/litters";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-02-01" }));

const sold = makePuppy({ status: "sold" });
const here = makePuppy({ status: "reserved" });
const open = (puppies: ReturnType<typeof makePuppy>[], canWrite = true) =>
  renderScreen(<LitterHeader litter={makeLitter({ puppies })} canWrite={canWrite} />);
const weigh = () => screen.queryByRole("link", { name: "Weigh Puppies" });

beforeEach(() => fakeConvex.reset());

it("links to the weighing board while a puppy is alive in the kennel", () => {
  open([sold, here]);
  expect(weigh()?.getAttribute("href")).toBe("/dashboard/litters/litter1/weigh");
});

it.each([
  ["every puppy is sold or dead", [sold, makePuppy({ status: "deceased" })], true],
  ["no puppy is recorded", [], true],
  ["somebody may only look", [here], false],
])("offers no weighing if %s", (_why, puppies, canWrite) => {
  open(puppies, canWrite);
  expect(weigh()).toBeNull();
});
