// @vitest-environment jsdom
/** The waiting list. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { ConvexError } from "convex/values";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { WaitingListPart } from "@/features/litters/waiting-list-part";
import { makeApplicant } from "@/testing/applicants";
import { readyText } from "@/features/litters/waiting-list-words";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { OFFER_DAYS } from "@domain/litters/rules";
import { addDays } from "@domain/dates/calendar-days";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);
vi.mock("@/hooks/use-today", () => ({ useToday: () => "2025-06-15" }));

const applicant = makeApplicant({ _id: "applicant1" as never, name: "Quentin Marlowe" });

const finn = {
  _id: "puppy1",
  name: "Finn",
  gender: "male",
  color: "Tan",
  parents: "Rex × Bella",
  bornOn: "2025-06-01",
  collarColor: "Blue",
};

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.litters.waitingList.list, () => ({ active: [applicant], former: [] }));
  fakeConvex.query(api.history.history.ofRecord, () => []);
});

it("the waiting list lists the changes of an applicant", async () => {
  const { user } = renderScreen(<WaitingListPart />);
  await user.click(screen.getByRole("button", { name: "Actions for Quentin Marlowe" }));
  await user.click(await screen.findByRole("menuitem", { name: "History" }));
  expect(await screen.findByRole("dialog", { name: "History of Quentin Marlowe" })).toBeTruthy();
  expect(fakeConvex.subscriptionsOf(api.history.history.ofRecord)).toMatchObject([
    { table: "waitingList", recordId: "applicant1" },
  ]);
});

it("the waiting list cannot move the first applicant up or the last applicant down", async () => {
  const other = makeApplicant({ _id: "applicant2" as never, name: "Ida Brook" });
  fakeConvex.query(api.litters.waitingList.list, () => ({ active: [applicant, other], former: [] }));
  const { user } = renderScreen(<WaitingListPart />);
  const isOff = (name: string) =>
    screen.getByRole("menuitem", { name }).getAttribute("aria-disabled") === "true";
  const moves: boolean[][] = [];
  for (const name of ["Quentin Marlowe", "Ida Brook"]) {
    await user.click(screen.getByRole("button", { name: `Actions for ${name}` }));
    moves.push(["Move Up", "Move Down"].map((entry) => !isOff(entry)));
    await user.keyboard("{Escape}");
  }
  expect(moves).toEqual([
    [false, true],
    [true, false],
  ]);
});

it("the waiting list names the puppies that match an applicant, and no puppies if the applicant has an offer", () => {
  const sisters = ["Ada", "Bo", "Cleo", "Dot"].map((name) => ({
    ...finn,
    _id: name,
    name,
    gender: "female",
  }));
  fakeConvex.query(api.litters.waitingList.offerable, () => [finn, ...sisters]);
  const other = makeApplicant({ name: "Ida Brook", gender: "male" });
  const third = makeApplicant({ name: "Jo Fields", gender: "male", status: "offered" });
  const active = [{ ...applicant, gender: "female" }, other, third];
  fakeConvex.query(api.litters.waitingList.list, () => ({ active, former: [] }));
  renderScreen(<WaitingListPart />);
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows[0]).toContain("4 puppies suit");
  expect(rows[1]).toContain("Finn suits");
  expect(rows[2]).not.toContain("suits");
});

it("the waiting list finds applicants of a long list by a word, and those whom a puppy suits, each with their own place", async () => {
  fakeConvex.query(api.litters.waitingList.offerable, () => [finn]);
  const active = Array.from({ length: 21 }, (_, index) =>
    makeApplicant({
      name: index === 19 ? "José Ortega" : `Person ${index}`,
      gender: index === 4 || index === 19 ? "male" : "female",
    }),
  );
  fakeConvex.query(api.litters.waitingList.list, () => ({ active, former: [] }));
  const { user } = renderScreen(<WaitingListPart />);
  const places = () => screen.getAllByRole("listitem").map((row) => row.textContent.slice(0, 2));
  await user.type(screen.getByRole("searchbox", { name: "Search the waiting list" }), "ortega jose");
  await waitFor(() => expect(places()).toEqual(["20"]));
  expect(screen.getByText("1 of 21 people")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  await user.click(screen.getByRole("button", { name: "A Puppy Suits", pressed: false }));
  await waitFor(() => expect(places()).toEqual(["5P", "20"]));
  await user.type(screen.getByRole("searchbox", { name: "Search the waiting list" }), "nobody");
  expect(await screen.findByText("No applicant matches.")).toBeTruthy();
});

it("the waiting list offers a puppy until a date, and shows at the date why the offer is refused", async () => {
  fakeConvex.query(api.litters.waitingList.offerable, () => [finn]);
  const fields = { offerUntil: "Answer by cannot be in the past" };
  fakeConvex.mutation(api.litters.waitingList.offer, () => {
    throw new ConvexError({ code: "VALIDATION_FAILED", message: "Check the fields", details: { fields } });
  });
  const { user } = renderScreen(<WaitingListPart />);
  await user.click(screen.getByRole("button", { name: "Offer Puppy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Offer a Puppy to Quentin Marlowe" }));
  const save = dialog.getByRole<HTMLButtonElement>("button", { name: "Offer Puppy" });
  expect(save.disabled).toBe(true);
  await user.click(dialog.getByRole("radio", { name: /Finn/u }));
  await user.click(save);
  expect(await dialog.findByText(fields.offerUntil)).toBeTruthy();
  expect(dialog.queryByText(/Failed to offer/u)).toBeNull();
  fakeConvex.mutation(api.litters.waitingList.offer, () => applicant);
  await user.click(save);
  expect(await screen.findByText("Offered to Quentin Marlowe")).toBeTruthy();
  const sent = { applicantId: "applicant1", puppyId: "puppy1", today: "2025-06-15" };
  const offerUntil = addDays("2025-06-15", OFFER_DAYS);
  expect(fakeConvex.callsOf(api.litters.waitingList.offer).at(-1)).toEqual({ ...sent, offerUntil });
  fakeConvex.mutation(api.litters.waitingList.revert, () => applicant);
  fireEvent.click(screen.getByText("Undo"));
  expect(await screen.findByText("Offer withdrawn")).toBeTruthy();
  expect(fakeConvex.callsOf(api.litters.waitingList.revert)).toEqual([{ applicantId: "applicant1" }]);
});

it("lists suitable puppies first, then in the order of the litter, each with the dot of its collar", async () => {
  const ada = { ...finn, _id: "ada", name: "Ada", gender: "female", collarColor: "Red" };
  const bo = { ...finn, _id: "bo", name: "Bo", gender: "female", color: "Black", collarColor: null };
  fakeConvex.query(api.litters.waitingList.offerable, () => [bo, ada, finn]);
  const wishes = { ...applicant, gender: "male", color: "Tan" };
  fakeConvex.query(api.litters.waitingList.list, () => ({ active: [wishes], former: [] }));
  const { user } = renderScreen(<WaitingListPart />);
  await user.click(screen.getByRole("button", { name: "Offer Puppy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Offer a Puppy to Quentin Marlowe" }));
  const puppies = dialog.getAllByText(/^(?:Finn|Bo|Ada)$/u);
  expect(puppies.map((name) => name.textContent)).toEqual(["Finn", "Bo", "Ada"]);
  const collars = puppies.map((name) => name.querySelector("[data-collar]")?.getAttribute("data-collar"));
  expect(collars).toEqual(["Blue", "none", "Red"]);
});

it("withdraws an offer in the menu, and undoes an acceptance by the applicant's newest change", async () => {
  const puppy = { _id: "puppy1", litterId: "litter1", name: "Finn" };
  const offered = { ...applicant, status: "offered", offerUntil: "2025-06-20", puppy };
  fakeConvex.query(api.litters.waitingList.list, () => ({ active: [offered], former: [] }));
  fakeConvex.mutation(api.litters.waitingList.revert, () => applicant);
  fakeConvex.mutation(api.litters.waitingList.answerOffer, () => applicant);
  fakeConvex.mutation(api.history.history.undo, () => ({ restored: [], kept: [] }));
  const newest = { kind: "changed", fields: [], _id: "change1", isSelf: true, remedy: "undo" };
  fakeConvex.query(api.history.history.ofRecord, () => ({ page: [newest], isDone: true }));
  const { user } = renderScreen(<WaitingListPart />);
  await user.click(screen.getByRole("button", { name: "Actions for Quentin Marlowe" }));
  await user.click(await screen.findByRole("menuitem", { name: "Withdraw Offer" }));
  expect(await screen.findByText("Offer withdrawn")).toBeTruthy();
  expect(fakeConvex.callsOf(api.litters.waitingList.revert)).toEqual([{ applicantId: "applicant1" }]);
  await user.click(screen.getByRole("button", { name: "Accepted" }));
  const toast = (await screen.findByText("Finn is reserved for Quentin Marlowe")).closest("li");
  fireEvent.click(within(toast ?? document.body).getByText("Undo"));
  expect(await screen.findByText("Finn is offered to Quentin Marlowe again")).toBeTruthy();
  expect(fakeConvex.callsOf(api.history.history.undo)).toMatchObject([{ changeId: "change1" }]);
});

it("the waiting list shows what other users changed about an offer, and then sends no offer", async () => {
  const other = makeApplicant({ name: "Ida Brook" });
  const list = (...active: object[]) =>
    act(() => fakeConvex.query(api.litters.waitingList.list, () => ({ active, former: [] })));
  const offerable = (...puppies: object[]) =>
    act(() => fakeConvex.query(api.litters.waitingList.offerable, () => puppies));
  fakeConvex.query(api.litters.waitingList.offerable, () => [finn]);
  const { user } = renderScreen(<WaitingListPart />);
  await user.click(screen.getByRole("button", { name: "Offer Puppy" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Offer a Puppy to Quentin Marlowe" }));
  const canOffer = () => !dialog.getByRole<HTMLButtonElement>("button", { name: "Offer Puppy" }).disabled;
  await user.click(dialog.getByRole("radio", { name: /Finn/u }));
  expect(canOffer()).toBe(true);

  list({ ...applicant, gender: "female" });
  expect(dialog.getByText("Wishes: Female")).toBeTruthy();
  expect(dialog.getByText("Prefers the other sex")).toBeTruthy();
  offerable();
  expect(dialog.getByText("Finn is no longer available.")).toBeTruthy();
  expect(canOffer()).toBe(false);
  offerable(finn);
  expect(canOffer()).toBe(true);

  const puppy = { _id: "puppy1", litterId: "litter1", name: "Finn" };
  list(applicant, { ...other, status: "offered", offerUntil: "2025-06-14", puppy });
  expect(canOffer()).toBe(true);
  list(applicant, { ...other, status: "offered", offerUntil: "2025-06-15", puppy });
  expect(dialog.getByText("Finn is offered to Ida Brook.")).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>("radio", { name: /Finn.*Offered to Ida Brook/u }).disabled).toBe(
    true,
  );
  expect(canOffer()).toBe(false);

  list({ ...applicant, status: "offered", offerUntil: "2025-06-15", puppy: { ...puppy, _id: "puppy2" } });
  expect(dialog.getByText("Quentin Marlowe already has an offer.")).toBeTruthy();
  list();
  expect(dialog.getByText("Quentin Marlowe is no longer on the waiting list.")).toBeTruthy();
  expect(canOffer()).toBe(false);
});

it("the waiting list says from when a puppy may go home, in the past tense for a past date", () => {
  expect(readyText("2025-06-20", "2025-06-15")).toBe("Ready June 20, 2025, in 5 days");
  expect(readyText("2025-06-16", "2025-06-15")).toBe("Ready June 16, 2025, in 1 day");
  expect(readyText("2025-06-15", "2025-06-15")).toBe("Ready now");
});
