// @vitest-environment jsdom
/** The growth of a litter on its page. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import GrowthChart from "@/features/litters/growth-chart";
import { LitterPage } from "@/features/litters/litter-page";
import { fakeConvex } from "@/testing/fake-convex";
import { makeLitter, makePuppy } from "@/testing/litters";
import { renderScreen } from "@/testing/render";
import type { Growth } from "@domain/litters/growth";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-02-10" }));

const puppies = ["Red", "Yellow", "Tartan"].map((collarColor, order) =>
  makePuppy({ _id: `puppy${order}` as Id<"puppies">, name: null, collarColor, order }),
);

const ofEach = (weighedOn: string, grams: number) =>
  puppies.map(({ _id: puppyId }, order) => ({
    ...{ _id: `${weighedOn} ${order}`, puppyId, litterId: "litter1", grams: grams + 20 * order, notes: null },
    weighedAt: new Date(`${weighedOn}T09:00:00`).getTime(),
  }));

function open(...weighings: ReturnType<typeof ofEach>[]) {
  fakeConvex.query(api.litters.litters.get, () =>
    makeLitter({ puppies, numberBorn: 3, whelpingDate: "2025-02-01" }),
  );
  fakeConvex.query(api.litters.puppyWeights.list, () => weighings.flat());
  return renderScreen(<LitterPage />, {
    path: "/dashboard/litters/:litterId",
    at: "/dashboard/litters/litter1",
  });
}
const cardOf = (name: string) => screen.getByRole("article", { name }).textContent;

beforeEach(() => fakeConvex.reset());

it.each([
  ["2025-02-10", "Weighed today"],
  ["2025-02-09", "Weighed 1 day ago"],
  ["2025-02-08", "Weighed 2 days ago"],
])("a weighing on %s is described before the puppies as: %s", (weighedOn, text) => {
  open(ofEach(weighedOn, 480));
  const said = screen.getByText(text);
  const list = screen.getByRole("list", { name: "Puppies" });
  expect(said.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it.each([
  ["2025-02-09", false],
  ["2025-02-08", true],
])("the date of a weighing on %s is amber once the next weighing is late: %s", (weighedOn, isLate) => {
  open(ofEach(weighedOn, 480));
  expect(screen.getByText(/^Weighed \d/u).classList.contains("text-warning")).toBe(isLate);
});

it("the growth section counts the puppies while only some are weighed, and is amber if another puppy's weighing is late", () => {
  const { unmount } = open(ofEach("2025-02-09", 480), ofEach("2025-02-10", 500).slice(0, 2));
  expect(screen.getByText("2 of 3 weighed today").classList.contains("text-warning")).toBe(false);
  unmount();
  open(ofEach("2025-02-06", 480), ofEach("2025-02-10", 500).slice(0, 2));
  expect(screen.getByText("2 of 3 weighed today").classList.contains("text-warning")).toBe(true);
});

it("the growth section explains the median line under a chart only if the chart has one", () => {
  const growthOf = (members: typeof puppies) => ({
    puppies: members.map((puppy) => ({
      ...{ puppy, bornAt: 0, growth: {} as Growth, toMedian: null, standings: [] },
    })),
    rows: [{ age: 1, median: 400 }],
  });
  const { unmount } = renderScreen(<GrowthChart growth={growthOf(puppies)} chosenId={null} />);
  expect(screen.getByText("The dashed line is the litter median.")).toBeTruthy();
  unmount();
  renderScreen(<GrowthChart growth={growthOf(puppies.slice(0, 1))} chosenId={null} />);
  expect(screen.queryByText("The dashed line is the litter median.")).toBeNull();
});

it("[GAP-LIT-01] the growth section shows a row for each puppy on a phone, with the details under it", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(width < 40rem)",
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const { user } = open(ofEach("2025-02-08", 450), ofEach("2025-02-09", 480));
  expect(cardOf("Red collar")).toContain("Red480 g+30 g a day");
  expect(cardOf("Red collar")).not.toContain("Weighed on Feb 9");
  expect(
    within(screen.getByRole("article", { name: "Red collar" })).getByRole("button", { name: "Reserve" }),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Details of Red collar" }));
  expect(cardOf("Red collar")).toContain("Weighed on Feb 9");
});

it("[GAP-LIT-01] the growth section shows each puppy's last weight and gain on its card, and has no table", () => {
  open(ofEach("2025-02-08", 450), ofEach("2025-02-09", 480));
  expect(cardOf("Red collar")).toContain("480 gWeighed on Feb 9 · +30 g a day");
  expect(cardOf("Tartan collar")).toContain("520 gWeighed on Feb 9 · +30 g a day");
  expect(screen.queryByRole("table")).toBeNull();
});

it("the growth section highlights a puppy by a press on its small curve, until the curve is pressed again", async () => {
  const { user } = open(ofEach("2025-02-08", 450), ofEach("2025-02-09", 480));
  const pictures = within(screen.getByRole("list", { name: "Growth by puppy" })).getAllByRole("button");
  expect(pictures.map((each) => each.textContent)).toEqual([
    "Red collar −4%",
    "Yellow collar +0%",
    "Tartan collar +4%",
  ]);
  const pressed = () => pictures.map((each) => each.getAttribute("aria-pressed"));
  expect(pressed()).toEqual(["false", "false", "false"]);
  await user.click(screen.getByRole("button", { name: /^Yellow collar/ }));
  expect(pressed()).toEqual(["false", "true", "false"]);
  await user.click(screen.getByRole("button", { name: /^Tartan collar/ }));
  expect(pressed()).toEqual(["false", "false", "true"]);
  await user.click(screen.getByRole("button", { name: /^Tartan collar/ }));
  expect(pressed()).toEqual(["false", "false", "false"]);
});

it("the growth section has no small curves before there are two weighings to compare", () => {
  open(ofEach("2025-02-09", 480));
  expect(screen.queryByRole("list", { name: "Growth by puppy" })).toBeNull();
  expect(screen.getByText("Curves appear here after the next weighing.")).toBeTruthy();
});
