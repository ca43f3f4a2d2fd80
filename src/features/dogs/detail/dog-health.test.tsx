/** The Health Records tab of a dog's page. */
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { DogHealth } from "@/features/dogs/detail/dog-health-parts";
import { DogVeterinarians } from "@/features/dogs/detail/dog-health-parts";
import { unseenFields } from "@/testing/described-fields";
import { makeDog } from "@/testing/dogs";
import { makeDose } from "@/testing/doses";
import { fakeConvex } from "@/testing/fake-convex";
import { makeHealthRecord, makeVeterinarian } from "@/testing/health";
import { makePage } from "@/testing/pages";
import { renderScreen } from "@/testing/render";
import { text } from "@domain/records/fields";
import { omitFields } from "@domain/records/record";
import { VETERINARIAN_FIELDS } from "@domain/health/record";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const PATH = "/dashboard/dogs/:dogId";
const bella = makeDog({ _id: "bella" as never, name: "Bella" });

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.health.dogHealth.list, () => ({
    records: [makeHealthRecord({ _id: "r1" as never })],
    immunizations: [],
  }));
});

const open = (role: "owner" | "viewer" = "owner") =>
  renderScreen(<DogHealth dog={bella} today="2025-06-15" />, {
    path: PATH,
    at: "/dashboard/dogs/bella?search=be",
    role,
  });
const address = () => screen.getByTestId("address").textContent;

it("the Health Records tab opens the note form and the record form over the dog's page, for this dog", async () => {
  const { user, router } = open();
  await user.click(screen.getByRole("link", { name: "Quick Note" }));
  expect(address()).toBe("/dashboard/dogs/bella?search=be&note=new&for=bella");
  await router.navigate(-1);
  await waitFor(() => expect(address()).toBe("/dashboard/dogs/bella?search=be"));
  await user.click(screen.getByRole("link", { name: "Add Health Record" }));
  expect(address()).toBe("/dashboard/dogs/bella?search=be&record=new&for=bella");
});

it("the Health Records tab shows the note button and one menu of all other actions on a phone", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(width < 40rem)",
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const { user } = open();
  expect(screen.getByRole("link", { name: "Quick Note" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "More" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Add Health Record",
    "Add Immunization",
    "Whole Life",
    "Last 12 Months",
    "Last 3 Years",
    "Another Period...",
  ]);
  await user.click(screen.getByRole("menuitem", { name: "Add Immunization" }));
  expect(address()).toBe("/dashboard/dogs/bella?search=be&dose=new&for=bella");
  vi.unstubAllGlobals();
});

it("the Health Records tab links from each record to its page", () => {
  open();
  expect(screen.getByRole("link", { name: "Yearly check" }).getAttribute("href")).toBe(
    "/dashboard/health/records/r1",
  );
});

it("opens the form for a dose that is overdue or due soon, with dog and vaccine", async () => {
  const { dog: _dog, puppy: _puppy, ...overdue } = makeDose({ nextDueDate: "2025-06-10" });
  const soon = { ...overdue, _id: "soon" as never, vaccineName: "DHPP", dueOn: "2025-07-01" };
  const later = { ...overdue, _id: "later" as never, vaccineName: "Giardia", dueOn: "2026-01-01" };
  const older = { ...overdue, _id: "older" as never, dueOn: null, isNewest: false };
  fakeConvex.query(api.health.dogHealth.list, () => ({
    records: [],
    immunizations: [overdue, soon, later, older],
  }));
  const { user, unmount } = open();
  const names = () =>
    screen.queryAllByRole("link", { name: /^Record dose/u }).map((link) => link.getAttribute("aria-label"));
  expect(names()).toEqual(["Record dose: Rabies of Bella", "Record dose: DHPP of Bella"]);
  await user.click(screen.getByRole("link", { name: "Record dose: DHPP of Bella" }));
  expect(address()).toBe("/dashboard/dogs/bella?search=be&dose=new&for=bella&vaccine=DHPP");
  unmount();
  open("viewer");
  expect(screen.getByRole("link", { name: "DHPP" })).toBeTruthy();
  expect(names()).toEqual([]);
});

it("[GAP-AUTH-03] offers a viewer no forms", () => {
  open("viewer");
  expect(screen.getByRole("link", { name: "Yearly check" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Note|Add/u })).toBeNull();
});

it("the Health Records tab exports the health history for the vet, complete or for a period", async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
  fakeConvex.mutation(api.health.actions.healthPapers.history, () => ({
    fileName: "Health history of Bella.pdf",
    content: new ArrayBuffer(1),
  }));
  const { user } = open("viewer");
  const choose = async (period: string) => {
    await user.click(await screen.findByRole("button", { name: "Vet History (PDF)" }));
    await user.click(screen.getByRole("menuitem", { name: period }));
  };
  await choose("Whole Life");
  expect(await screen.findByText("Health history saved")).toBeTruthy();
  await choose("Another Period...");
  const dialog = within(screen.getByRole("dialog", { name: "Health History of Bella" }));
  fireEvent.change(dialog.getByLabelText("From"), { target: { value: "2025-03-01" } });
  fireEvent.change(dialog.getByLabelText("To"), { target: { value: "2025-02-01" } });
  await user.click(dialog.getByRole("button", { name: "Save PDF" }));
  expect(dialog.getByText("The period cannot end before it begins")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("To"), { target: { value: "2025-04-01" } });
  await user.click(dialog.getByRole("button", { name: "Save PDF" }));
  await waitFor(() => expect(saved).toHaveLength(2));
  const asked = fakeConvex.callsOf(api.health.actions.healthPapers.history);
  expect(asked.map(({ from, to }) => [from, to])).toEqual([
    [undefined, undefined],
    ["2025-03-01", "2025-04-01"],
  ]);
  vi.restoreAllMocks();
});

it("the Health Records tab shows every field of a veterinarian, and the check reports a missing field", () => {
  const show = (values: object) => {
    const vet = { ...makeVeterinarian({ isPrimary: false }), ...values };
    fakeConvex.query(api.health.veterinaryRecords.list, (args) => makePage([vet], args));
    renderScreen(<DogVeterinarians dog={bella} />);
  };
  // The page names the dog, so the list does not.
  const fields = omitFields(VETERINARIAN_FIELDS, ["dogId"]);
  expect(unseenFields({ ...fields, motto: text("Motto") }, show)).toEqual(["motto"]);
});
