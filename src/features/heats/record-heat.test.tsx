/** The form for a heat that the address opens: for one bitch over her log, or for a bitch that the user chooses. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { HeatsPart } from "@/features/heats/heats-part";
import { Link } from "@/lib/router";
import { makeDog } from "@/testing/dogs";
import { stopClock } from "@/testing/clock";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { api } from "@convex/_generated/api";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const PATH = "/dashboard/breeding";
const bella = makeDog({ name: "Bella", gender: "female" });
const log = { heats: [], prevention: null as "spayed" | null, prediction: null, spayedOn: null };

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.heats.heats.overview, () => ({ inHeat: [], next: [], unrecorded: [] }));
  fakeConvex.query(api.heats.heats.ofDog, () => log);
  fakeConvex.query(api.dogs.dogs.get, () => bella);
  fakeConvex.query(api.dogs.dogs.searchParents, () => [bella]);
});

const open = (search: string, role: "owner" | "viewer" = "owner") =>
  renderScreen(<HeatsPart />, { path: PATH, at: `${PATH}?tab=heats&${search}`, role });
const address = () => screen.getByTestId("address").textContent;
const form = { name: /^Record a Heat/u };

it("the form opens over the log of the bitch, and closing the form leaves the log open", async () => {
  const { user } = open(`bitch=${bella._id}&heat=new`);
  await screen.findByRole("button", { name: "Add Heat" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(address()).toBe(`${PATH}?tab=heats&bitch=${bella._id}`));
  expect(screen.queryByRole("button", { name: "Add Heat" })).toBeNull();
  expect(screen.getByRole("dialog", { name: "Bella" })).toBeTruthy();
});

it.each([
  [{ gender: "male" }, "Bella is a male dog. Heats are recorded for bitches only."],
  [{ isExternal: true }, "Bella is an ancestor outside the kennel. Its heats are not recorded."],
] as const)(
  "the form does not open for a dog like %o, and the log shows the reason",
  async (fields, reason) => {
    fakeConvex.query(api.dogs.dogs.get, () => ({ ...bella, ...fields }));
    fakeConvex.query(api.heats.heats.ofDog, () => null);
    open(`bitch=${bella._id}&heat=new`);
    const dialog = within(await screen.findByRole("dialog", { name: "Bella" }));
    expect(dialog.getByText(reason)).toBeTruthy();
    expect(dialog.getByRole("link", { name: "Open in the Register" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Add Heat" })).toBeNull();
  },
);

it("the form opens again over the same log when a link has the same address", async () => {
  const search = `?tab=heats&bitch=${bella._id}&heat=new`;
  const screenWithLink = (
    <>
      <Link to={search}>Again</Link>
      <HeatsPart />
    </>
  );
  const { user } = renderScreen(screenWithLink, { path: PATH, at: `${PATH}${search}` });
  await screen.findByRole("button", { name: "Add Heat" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Add Heat" })).toBeNull());
  fireEvent.click(screen.getByText("Again"));
  expect(await screen.findByRole("button", { name: "Add Heat" })).toBeTruthy();
});

it("the form stays open with the typed text when another user records that the bitch is spayed", async () => {
  const { user } = open(`bitch=${bella._id}&heat=new`);
  await screen.findByRole("button", { name: "Add Heat" });
  await user.type(screen.getByRole("textbox", { name: /^Notes/u }), "Early");
  act(() => fakeConvex.query(api.heats.heats.ofDog, () => ({ ...log, prevention: "spayed" })));
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: /^Notes/u }).value).toBe("Early");
});

it("the form does not open for a spayed bitch, or for users who may only read", async () => {
  fakeConvex.query(api.heats.heats.ofDog, () => ({ ...log, prevention: "spayed" }));
  const { unmount } = open(`bitch=${bella._id}&heat=new`);
  await screen.findByText("No heats recorded.");
  expect(screen.queryByRole("button", { name: "Add Heat" })).toBeNull();
  unmount();
  open("heat=new", "viewer");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("the form asks for the bitch if the address names none", async () => {
  const { user } = open("heat=new");
  expect(await screen.findByRole("dialog", form)).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(address()).toBe(`${PATH}?tab=heats`));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("the screen offers to add a dog if the kennel has no female dog", async () => {
  fakeConvex.query(api.dogs.dogs.searchParents, () => []);
  const { user } = open("");
  await user.click(await screen.findByRole("button", { name: "Record Heat" }));
  const link = await screen.findByRole("link", { name: "Add her first" });
  expect(link.getAttribute("href")).toMatch(/\/dashboard\/dogs\?add=1$/u);
  act(() => fakeConvex.query(api.dogs.dogs.searchParents, () => [bella]));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Add her first" })).toBeNull());
});

const READING = { value: 1.2, unit: "ng/mL", takenOn: "2025-06-14" };
const UNREAD = {
  ...{ ovulationOn: null, isMeasured: false, isSure: false, isMissed: false },
  ...{ bestFrom: null, bestTo: null, lastReading: null },
};
const READ = {
  ...{ ovulationOn: "2025-06-12", isMeasured: true, isSure: true, isMissed: false },
  ...{ bestFrom: "2025-06-14", bestTo: "2025-06-16", lastReading: { ...READING, value: 6 } },
};
const breedingOf = (fields: object) => ({
  ...{ _id: "b1", breedingDate: "2025-06-15", status: "planned", sireName: "Rex" },
  ...{ expectedDueDate: "2025-08-17", ...fields },
});
const inHeat = (startOn: string, estimate: object = {}, breeding: object | null = null, dog = bella) => ({
  ...{ dog, breeding, heat: { _id: `heat ${startOn}`, startOn } },
  estimate: { ...UNREAD, ...estimate },
});
const show = (...bitches: object[]) =>
  act(() =>
    fakeConvex.query(api.heats.heats.overview, () => ({ inHeat: bitches, next: [], unrecorded: [] })),
  );
/** The buttons on the card, in their order. */
const steps = () => screen.getByRole("listitem").textContent.match(/Add Progesterone|Plan Breeding/gu);

it("the card of a bitch in heat says what comes next, and its first button does it", async () => {
  stopClock();
  open("");
  show(inHeat("2025-06-10"));
  expect(await screen.findByText(/^Fertile days begin around Jun 19/u)).toBeTruthy();
  expect(steps()).toEqual(["Plan Breeding", "Add Progesterone"]);
  const link = screen.getByRole("link", { name: "Plan a Breeding of Bella" });
  expect(link.getAttribute("href")).toMatch(
    new RegExp(`/dashboard/breeding\\?tab=heats&add=1&dam=${bella._id}$`, "u"),
  );
  show(inHeat("2025-06-06"));
  expect(await screen.findByText(/^Fertile until around Jun 24/u)).toBeTruthy();
  expect(steps()).toEqual(["Add Progesterone", "Plan Breeding"]);
  show(inHeat("2025-05-28"));
  expect(await screen.findByText("Fertile days are over on average.")).toBeTruthy();
  expect(steps()).toEqual(["Plan Breeding"]);
  show(inHeat("2025-06-06", { lastReading: READING }));
  expect(await screen.findByText("Progesterone 1.2 ng/mL on Jun 14")).toBeTruthy();
  expect(screen.getByText("Read again by Jun 17 to be sure of the day of ovulation.")).toBeTruthy();
  show(inHeat("2025-06-01", READ));
  expect(await screen.findByText("Ovulation about Jun 12, best Jun 14 – Jun 16")).toBeTruthy();
  expect(steps()).toEqual(["Plan Breeding"]);
});

it.each([
  [{}, "Planned Jun 15 with Rex", null],
  [{ breedingDate: "2025-06-17" }, "Planned Jun 17 with Rex", "Outside the best days"],
  [{ breedingDate: "2025-06-14" }, "Planned Jun 14 with Rex", "Not recorded?"],
  [{ status: "bred" }, "Bred Jun 15 with Rex, due Aug 17", null],
  [{ status: "confirmed", sireName: null }, "Pregnant by an unknown sire, due Aug 17", null],
])("the card of a bitch with the breeding %j links to it", async (fields, words, badge) => {
  stopClock();
  open("");
  show(inHeat("2025-06-01", READ, breedingOf(fields)));
  const link = await screen.findByRole("link", { name: words });
  expect(link.getAttribute("href")).toMatch(/\/dashboard\/breeding\/b1$/u);
  expect(screen.queryByText(/^(?:Outside the best days|Not recorded\?)$/u)?.textContent ?? null).toBe(badge);
  expect(steps()).toBeNull();
});

it("a reading is still asked for while a breeding is planned, but not once she is bred", async () => {
  stopClock();
  open("");
  show(inHeat("2025-06-06", {}, breedingOf({})));
  expect(await screen.findByText(/^Fertile until/u)).toBeTruthy();
  expect(steps()).toEqual(["Add Progesterone"]);
  show(inHeat("2025-06-06", {}, breedingOf({ status: "bred" })));
  expect(await screen.findByRole("link", { name: /^Bred/u })).toBeTruthy();
  expect(screen.queryByText(/best days|Fertile/u)).toBeNull();
  expect(steps()).toBeNull();
});

it("a reading is saved with two presses, and the value's field has the focus", async () => {
  stopClock();
  fakeConvex.mutation(api.heats.heats.addProgesterone, () => null);
  const { user } = open("");
  show(inHeat("2025-06-06"));
  await user.click(await screen.findByRole("button", { name: "Add Progesterone of Bella" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Progesterone of Bella" }));
  expect(document.activeElement).toBe(dialog.getByRole("textbox", { name: /^Progesterone/u }));
  await user.keyboard("2.4");
  await user.click(dialog.getByRole("button", { name: "Save Reading" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(fakeConvex.callsOf(api.heats.heats.addProgesterone)).toMatchObject([
    { heatId: "heat 2025-06-06", value: 2.4, takenOn: "2025-06-15" },
  ]);
});

it("viewers see no button on the card", async () => {
  stopClock();
  open("", "viewer");
  show(inHeat("2025-06-06"));
  expect(await screen.findByText(/^Fertile until/u)).toBeTruthy();
  expect(steps()).toBeNull();
});

it("a long group can be searched, and the search is in the address", async () => {
  stopClock();
  const bitches = Array.from({ length: 13 }, (_, index) =>
    inHeat("2025-06-06", {}, null, makeDog({ name: `Dog ${index}`, gender: "female" })),
  );
  const { user } = open("");
  show(...bitches.slice(1));
  expect(await screen.findByRole("button", { name: "Dog 12" })).toBeTruthy();
  expect(screen.queryByRole("search")).toBeNull();
  show(...bitches);
  await user.type(await screen.findByRole("searchbox", { name: "Find a bitch" }), "dog 7");
  await waitFor(() => expect(address()).toBe(`${PATH}?tab=heats&find=dog+7`));
  const group = within(screen.getByRole("region", { name: "In heat" }));
  expect(group.getByRole("button", { name: "Dog 7" })).toBeTruthy();
  expect(group.queryByRole("button", { name: "Dog 12" })).toBeNull();
  expect(group.getByText("1 of 13")).toBeTruthy();
  await user.clear(screen.getByRole("searchbox"));
  await waitFor(() => expect(address()).toBe(`${PATH}?tab=heats`));
  await user.type(screen.getByRole("searchbox"), "zz");
  expect(await screen.findByText("Nothing here matches “zz”")).toBeTruthy();
});

it("a heat that may have begun can be recorded on its card", async () => {
  stopClock();
  const next = (name: string, fromOn: string, toOn: string) => ({
    dog: makeDog({ name, gender: "female" }),
    lastStartOn: "2025-01-01",
    prediction: {
      expectedOn: toOn,
      fromOn,
      toOn,
      intervalDays: 182,
      ownIntervals: 2,
      isAfterWhelping: false,
    },
  });
  fakeConvex.query(api.heats.heats.overview, () => ({
    ...{ inHeat: [], unrecorded: [] },
    next: [
      next("Late", "2025-05-01", "2025-06-01"),
      next("Due", "2025-06-10", "2025-06-20"),
      next("Far", "2025-08-01", "2025-09-01"),
    ],
  }));
  open("");
  expect(await screen.findByRole("button", { name: "Record a Heat of Late" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Record a Heat of Due" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Record a Heat of Far" })).toBeNull();
});

it("after the reading's dialog the focus is on the button that opened it", async () => {
  stopClock();
  const { user } = open("");
  show(inHeat("2025-06-06"));
  const button = await screen.findByRole("button", { name: /^Add Progesterone/u });
  await user.click(button);
  const value = await screen.findByRole("textbox", { name: /^Value|^Progesterone/u });
  await waitFor(() => expect(document.activeElement).toBe(value));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it("after the form of a chosen bitch the focus is on the button that asked for her", async () => {
  const { user } = open("");
  const button = await screen.findByRole("button", { name: "Record Heat" });
  await user.click(button);
  await user.type(await screen.findByRole("combobox", { name: /^Bitch/u }), "Bel");
  await user.click(await screen.findByRole("option", { name: /Bella/u }));
  await screen.findByRole("button", { name: "Add Heat" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it("if the save removes the button of the dialog, the focus is on the row of the bitch", async () => {
  stopClock();
  const { user } = open("");
  show(inHeat("2025-06-06"));
  fakeConvex.mutation(api.heats.heats.addProgesterone, () => {
    show(inHeat("2025-06-06", READ));
    return null;
  });
  await user.click(await screen.findByRole("button", { name: /^Add Progesterone/u }));
  await user.type(await screen.findByRole("textbox", { name: /^Value|^Progesterone/u }), "6{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Bella" })));
});
