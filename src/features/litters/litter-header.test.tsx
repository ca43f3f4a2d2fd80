// @vitest-environment jsdom
/** The head of a litter's page, and the forms that an address opens over the page. */
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { LitterHeader, LitterPage } from "@/features/litters/litter-page";
import { fakeConvex } from "@/testing/fake-convex";
import { makeLitter, makePuppy } from "@/testing/litters";
import { api } from "@convex/_generated/api";
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

const page = (search: string, puppy: ReturnType<typeof makePuppy>) => {
  const litter = makeLitter({ puppies: [puppy] });
  fakeConvex.query(api.litters.litters.get, () => litter);
  fakeConvex.query(api.litters.puppies.get, () => puppy);
  return renderScreen(<LitterPage />, {
    path: "/dashboard/litters/:litterId",
    at: `/dashboard/litters/litter1?${search}`,
  });
};
const address = () => screen.getByTestId("address").textContent;
const focused = (label: RegExp) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));

it("an address opens the puppy's form at a field, also in a closed section", async () => {
  const { unmount } = page("puppy=puppy1&field=microchipNumber", here);
  await focused(/^Microchip/u);
  unmount();
  const { user } = page("puppy=puppy1&field=chippedOn", here);
  await focused(/^Chipped/u);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(address()).toBe("/dashboard/litters/litter1"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("an address opens the sale of a puppy at a field, or its correction if the puppy is sold", async () => {
  const { unmount } = page("sale=puppy1&field=deposit", here);
  await focused(/^Deposit/u);
  unmount();
  page("sale=puppy1&field=deposit", sold);
  expect(await screen.findByRole("dialog", { name: /^Correct the Sale/u })).toBeTruthy();
  await focused(/^Deposit/u);
});
