// @vitest-environment jsdom
/** The form for births at the end of a whelping. */
import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { LitterPage } from "@/features/litters/litter-page";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { makeLitter, makePuppy } from "@/testing/litters";
import { renderScreen } from "@/testing/render";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const PUPPIES = [1, 2, 3].map((order) =>
  makePuppy({ _id: `puppy${order}` as ReturnType<typeof makePuppy>["_id"], order, name: null }),
);

function show(recorded: number, numberBorn: number, whelpingDate = "2025-06-14"): void {
  const puppies = PUPPIES.slice(0, recorded);
  fakeConvex.query(api.litters.litters.get, () => makeLitter({ puppies, numberBorn, whelpingDate }));
}

const open = () =>
  renderScreen(<LitterPage />, { path: "/dashboard/litters/:litterId", at: "/dashboard/litters/litter1" });
const isLogOpen = () => screen.queryByRole("form", { name: "Record a puppy" }) !== null;
const button = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.litters.puppyWeights.list, () => []);
});

it("the birth form stays open after the last puppy of the typed number until it is closed, and can be opened again", async () => {
  show(1, 2);
  const { user } = open();
  expect(isLogOpen()).toBe(true);
  act(() => show(2, 2));
  expect(isLogOpen()).toBe(true);
  await user.click(button("That Was the Last Puppy"));
  expect(isLogOpen()).toBe(false);
  await user.click(button("Record Another Puppy"));
  expect(isLogOpen()).toBe(true);
  act(() => show(3, 3));
  expect(isLogOpen()).toBe(true);
});

it("the birth form stays open without a typed number until the user says that the last puppy was born", async () => {
  show(0, 0);
  const { user } = open();
  act(() => show(1, 1));
  act(() => show(2, 2));
  expect(isLogOpen()).toBe(true);
  await user.click(button("That Was the Last Puppy"));
  expect(isLogOpen()).toBe(false);
});

it("the birth form stays open while the user enters the puppies of an old litter", () => {
  show(0, 0, "2024-06-13");
  open();
  act(() => show(1, 1, "2024-06-13"));
  act(() => show(2, 2, "2024-06-13"));
  expect(isLogOpen()).toBe(true);
});

it("the birth form is closed if the whelping was two days ago and every puppy is recorded", () => {
  show(2, 2, "2025-06-13");
  open();
  expect(isLogOpen()).toBe(false);
});

const last = async (user: ReturnType<typeof open>["user"]) =>
  await user.click(button("That Was the Last Puppy"));
const sent = () => fakeConvex.callsOf(api.litters.litters.update)[0];

it("the birth form asks how the litter was born: one tap and one digit", async () => {
  fakeConvex.mutation(api.litters.litters.update, () => makeLitter({}));
  show(2, 2);
  const { user } = open();
  await last(user);
  await user.click(button("Natural"));
  await user.type(screen.getByLabelText("Placentae"), "1");
  expect(screen.getByText("One fewer than puppies")).toBeTruthy();
  await user.click(button("Done"));
  expect(sent()).toMatchObject({ birth: "natural", whelping: { placentae: 1 }, today: "2025-06-15" });
  expect(button("Record Another Puppy")).toBeTruthy();
  expect(screen.queryByRole("form", { name: "How the litter was born" })).toBeNull();
});

it("the birth form suggests a caesarean if a puppy was born by caesarean, and asks for the reason", async () => {
  fakeConvex.mutation(api.litters.litters.update, () => makeLitter({}));
  const puppies = PUPPIES.map((puppy, at) => ({
    ...puppy,
    assistance: at === 1 ? ("caesarean" as const) : null,
  }));
  fakeConvex.query(api.litters.litters.get, () =>
    makeLitter({ puppies, numberBorn: 3, whelpingDate: "2025-06-14" }),
  );
  const { user } = open();
  await last(user);
  expect(button("Caesarean").getAttribute("aria-pressed")).toBe("true");
  await user.click(button("Emergency"));
  await user.click(button("Inertia"));
  await user.click(button("Done"));
  expect(sent()).toMatchObject({
    ...{ birth: "caesarean", caesareanPlanned: "emergency", caesareanReason: "inertia" },
  });
});

it("the birth form stays open with the typed values if the server refuses them", async () => {
  fakeConvex.mutation(api.litters.litters.update, () => {
    throw coded("VALIDATION_FAILED", { fields: { "whelping.placentae": "Placentae must be a number" } });
  });
  show(2, 2);
  const { user } = open();
  await last(user);
  await user.type(screen.getByLabelText("Placentae"), "a");
  await user.click(button("Done"));
  expect(await screen.findByText("Placentae must be a number")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Placentae").value).toBe("a");
});

it("the birth form does not ask again once the answers are recorded, and can be left empty", async () => {
  fakeConvex.query(api.litters.litters.get, () =>
    makeLitter({ puppies: PUPPIES, numberBorn: 3, whelpingDate: "2025-06-14", birth: "natural" }),
  );
  const { user } = open();
  await last(user);
  expect(screen.queryByRole("form", { name: "How the litter was born" })).toBeNull();
  expect(screen.getByText("Born naturally")).toBeTruthy();
});
