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

it("the card of a bitch in heat says what comes next, and begins a breeding with her as the dam", async () => {
  stopClock();
  const reading = { value: 1.2, unit: "ng/mL", takenOn: "2025-06-14" };
  const inHeat = (startOn: string, lastReading: object | null, breeding: object | null = null) => ({
    ...{ dog: bella, breeding },
    heat: { _id: startOn, startOn },
    estimate: { ovulationOn: null, bestFrom: null, bestTo: null, lastReading },
  });
  const show = (...entry: Parameters<typeof inHeat>) =>
    act(() =>
      fakeConvex.query(api.heats.heats.overview, () => ({
        inHeat: [inHeat(...entry)],
        next: [],
        unrecorded: [],
      })),
    );
  open("");
  show("2025-06-10", null);
  expect(await screen.findByText("Fertile days begin around Jun 19 on average.")).toBeTruthy();
  show("2025-06-06", null);
  expect(
    await screen.findByText("Fertile until around Jun 24 on average. Progesterone shows the best days."),
  ).toBeTruthy();
  show("2025-05-28", null);
  expect(await screen.findByText("Fertile days are over on average.")).toBeTruthy();
  show("2025-06-06", reading);
  expect(await screen.findByText("Progesterone 1.2 ng/mL on Jun 14")).toBeTruthy();
  expect(screen.queryByText(/best days|Fertile/u)).toBeNull();
  const link = screen.getByRole("link", { name: `Plan a Breeding of ${bella.name}` });
  expect(link.getAttribute("href")).toMatch(new RegExp(`/dashboard/breeding\\?add=1&dam=${bella._id}$`, "u"));
  show("2025-06-06", null, { _id: "b1", breedingDate: "2025-06-15", isPlanned: false, sireName: "Rex" });
  const bred = await screen.findByRole("link", { name: "Bred Jun 15 with Rex" });
  expect(bred.getAttribute("href")).toMatch(/\/dashboard\/breeding\/b1$/u);
  expect(screen.queryByRole("link", { name: /^Plan a Breeding/u })).toBeNull();
  expect(screen.queryByText(/best days|Fertile/u)).toBeNull();
});
