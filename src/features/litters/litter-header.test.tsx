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
/** The litter is older than 8 weeks, the age at which puppies may leave. */
const GROWN = "2024-12-06";
const open = (puppies: ReturnType<typeof makePuppy>[], canWrite = true, whelpingDate = GROWN) =>
  renderScreen(<LitterHeader litter={makeLitter({ puppies, whelpingDate })} canWrite={canWrite} />);
const weigh = () => screen.queryByRole("link", { name: "Weigh Puppies" });

beforeEach(() => fakeConvex.reset());

it("the head of the litter links to the weighing board while a puppy is alive in the kennel", () => {
  open([sold, here]);
  expect(weigh()?.getAttribute("href")).toBe("/dashboard/litters/litter1/weigh");
});

it("the head of the litter offers weighing of a sold puppy until the day when it may leave", () => {
  open([sold], true, "2024-12-07");
  expect(weigh()).not.toBeNull();
});

it.each([
  ["every puppy is sold or dead", [sold, makePuppy({ status: "deceased" })], true],
  ["no puppy is recorded", [], true],
  ["somebody may only look", [here], false],
])("the head of the litter offers no weighing if %s", (_why, puppies, canWrite) => {
  open(puppies, canWrite);
  expect(weigh()).toBeNull();
});
