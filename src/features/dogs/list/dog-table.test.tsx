/** The table of dogs. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { ReminderFormDialog } from "@/entities/reminders/use-reminder-dialogs";
import { api } from "@convex/_generated/api";
import { fetchLateDogParts } from "@/features/dogs/list/late-parts";
import { DogsPage } from "@/features/dogs/list/dogs-page";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";
import { fail } from "@domain/errors";
import { sortDogs, type DogSortColumn, type SortDirection } from "@domain/dogs/list-order";

beforeAll(fetchLateDogParts);

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

// The form is loaded before the test opens it.
beforeAll(async () => await ReminderFormDialog.fetch());

const DOGS = "/dashboard/dogs";
const [nine, eight] = [makeDog({ name: "Number 9", breed: "Akita" }), makeDog({ name: "Number 8" })];

beforeEach(() => {
  localStorage.clear();
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.list, ({ sort, direction, ...args }) =>
    makeDogPage(
      sortDogs([nine, eight], (sort ?? "name") as DogSortColumn, (direction ?? "asc") as SortDirection),
      args,
    ),
  );
});

const openDogs = (options: Parameters<typeof renderScreen>[1] = {}) =>
  renderScreen(<DogsPage />, { path: DOGS, children: [{ path: ":dogId", element: null }], ...options });
const address = () => screen.getByTestId("address").textContent;
const names = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);

it("the table is chosen by a toggle beside the cards, is stored in the address, and is shown again on the next visit", async () => {
  const { user, unmount } = openDogs();
  await user.click(screen.getByRole("button", { name: "Table" }));
  await waitFor(() => expect(address()).toBe(`${DOGS}?view=table`));
  expect(names()).toEqual(["Number 8", "Number 9"]);
  unmount();
  openDogs();
  expect(screen.getByRole("table", { name: "Dogs" })).toBeTruthy();
});

it("the table sorts by a column, and in reverse order at the second click", async () => {
  const { user } = openDogs({ at: `${DOGS}?view=table&columns=breed,age` });
  await user.click(screen.getByRole("button", { name: "Breed" }));
  await waitFor(() => expect(address()).toBe(`${DOGS}?view=table&columns=breed%2Cage&sort=breed`));
  expect(names()).toEqual(["Number 9", "Number 8"]);
  await user.click(screen.getByRole("button", { name: "Breed" }));
  await waitFor(() => expect(names()).toEqual(["Number 8", "Number 9"]));
  const sorted = (name: string) =>
    screen.getByRole("columnheader", { name: new RegExp(`^${name}`, "u") }).getAttribute("aria-sort");
  expect(sorted("Breed")).toBe("descending");
  // The youngest dog first.
  await user.click(screen.getByRole("button", { name: "Age" }));
  await waitFor(() => expect(address()).toContain("sort=dateOfBirth&direction=desc"));
  expect(sorted("Age")).toBe("ascending");
});

it("the table changes the status of the selected dogs and shows the reason for a refused dog", async () => {
  fakeConvex.mutation(api.dogs.dogs.changeStatus, () => [
    { dogId: eight._id, problem: null },
    { dogId: nine._id, problem: "Born later" },
  ]);
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  await user.click(screen.getByRole("checkbox", { name: "Select all dogs" }));
  expect(screen.getByText("2 selected")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Change Status" }));
  await user.click(screen.getByRole("menuitem", { name: "Active..." }));
  const dialog = screen.getByRole("dialog", { name: "Change Status of 2 dogs to Active" });
  await user.click(within(dialog).getByRole("button", { name: "Change Status" }));
  expect(await within(dialog).findByText("Number 9: Born later")).toBeTruthy();
  expect(fakeConvex.callsOf(api.dogs.dogs.changeStatus)).toMatchObject([
    { dogIds: [eight._id, nine._id], status: "active", statusChangedOn: null },
  ]);
});

/** The newest change of a dog's status, from its former status. */
const statusChange = (dogId: string, before: string, isSelf = true) => ({
  ...{ _id: `change of ${dogId}`, table: "dogs", recordId: dogId, kind: "changed", isSelf, remedy: "undo" },
  fields: [
    { name: "status", before, after: "retired" },
    { name: "statusChangedOn", before: before === "active" ? null : "2025-01-05", after: "2025-06-15" },
  ],
});

it("brings the former statuses of the selected dogs back with Undo, unless somebody has changed them since", async () => {
  const ten = {
    ...makeDog({ _id: "dog10" as never, name: "Number 10" }),
    ...{ status: "deceased" as const, statusChangedOn: "2025-01-05", causeOfDeath: "cancer" as const },
  };
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([eight, nine, ten], args));
  fakeConvex.mutation(api.dogs.dogs.changeStatus, () => [
    { dogId: eight._id, problem: null },
    { dogId: nine._id, problem: "Born later" },
    { dogId: ten._id, problem: null },
  ]);
  const weight = { _id: "weight", table: "dogWeights", recordId: "weight", kind: "created", fields: [] };
  fakeConvex.query(api.history.history.ofRecord, ({ recordId }) => ({
    page:
      recordId === eight._id
        ? [weight, statusChange(eight._id, "active")]
        : [statusChange(ten._id, "deceased", false), statusChange(ten._id, "deceased")],
  }));
  fakeConvex.mutation(api.history.history.undo, () => ({ restored: ["Status"], kept: [] }));
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  await user.click(screen.getByRole("checkbox", { name: "Select all dogs" }));
  await user.click(screen.getByRole("button", { name: "Change Status" }));
  await user.click(screen.getByRole("menuitem", { name: "Retired..." }));
  const dialog = screen.getByRole("dialog", { name: "Change Status of 3 dogs to Retired" });
  await user.click(within(dialog).getByRole("button", { name: "Change Status" }));
  await screen.findByText("Status of 2 dogs changed");
  fireEvent.click(screen.getByText("Undo"));
  expect(await screen.findByText("Former status restored")).toBeTruthy();
  expect(
    await screen.findByText(/^Failed to restore the status\. This has been changed .* since/u),
  ).toBeTruthy();
  expect(fakeConvex.callsOf(api.history.history.undo)).toMatchObject([
    { changeId: `change of ${eight._id}` },
  ]);
});

it("the table names the deceased dogs among the dogs whose status changes", async () => {
  const dogs = [eight, { ...nine, status: "deceased" as const }];
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(dogs, args));
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  await user.click(screen.getByRole("checkbox", { name: "Select all dogs" }));
  await user.click(screen.getByRole("button", { name: "Change Status" }));
  await user.click(screen.getByRole("menuitem", { name: "Retired..." }));
  const dialog = screen.getByRole("dialog", { name: "Change Status of 2 dogs to Retired" });
  expect(
    within(dialog).getByText("Number 9 is recorded as deceased, and will be retired instead."),
  ).toBeTruthy();
});

it("the table changes the status of one dog in its row", async () => {
  fakeConvex.query(api.dogs.dogs.get, () => eight);
  fakeConvex.mutation(api.dogs.dogs.update, () => ({ warnings: [] }));
  const { user, unmount } = openDogs({ at: `${DOGS}?view=table` });
  await user.click(screen.getByRole("button", { name: "Status of Number 8: Active" }));
  expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
    "Retired...",
    "Deceased...",
    "Sold...",
  ]);
  await user.click(screen.getByRole("menuitem", { name: "Retired..." }));
  const dialog = screen.getByRole("dialog", { name: "Change Status of Number 8" });
  expect(within(dialog).getByLabelText(/^Retired on/u)).toBeTruthy();
  await user.click(within(dialog).getByRole("button", { name: "Change Status" }));
  await waitFor(() =>
    expect(fakeConvex.callsOf(api.dogs.dogs.update)).toMatchObject([{ dogId: eight._id, status: "retired" }]),
  );
  fakeConvex.query(api.history.history.ofRecord, () => ({ page: [statusChange(eight._id, "active")] }));
  fakeConvex.mutation(api.history.history.undo, () => ({ restored: ["Status"], kept: [] }));
  fireEvent.click(await screen.findByText("Undo"));
  await waitFor(() => expect(fakeConvex.callsOf(api.history.history.undo)).toHaveLength(1));
  unmount();
  openDogs({ at: `${DOGS}?view=table`, role: "viewer" });
  expect(screen.queryByRole("button", { name: /^Status of/u })).toBeNull();
  expect(screen.getAllByText("Active")).not.toEqual([]);
});

it("the table labels the status menu by its button, which gets the focus back after the menu and the dialog", async () => {
  fakeConvex.query(api.dogs.dogs.get, () => eight);
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  const label = "Status of Number 8: Active";
  const button = screen.getByRole("button", { name: label });
  button.focus();
  await user.keyboard("{Enter}");
  expect(screen.getByRole("menu", { name: label })).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
  await user.keyboard("{ArrowDown}");
  await user.click(screen.getByRole("menuitem", { name: "Retired..." }));
  await screen.findByRole("dialog", { name: "Change Status of Number 8" });
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it("the table offers the statuses that a dog does not have, and closes the menu if the dog was removed", async () => {
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  const show = (...dogs: readonly (typeof eight)[]) =>
    act(() => fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(dogs, args)));
  const offered = () => screen.queryAllByRole("menuitem").map((item) => item.textContent);
  await user.click(screen.getByRole("button", { name: "Status of Number 8: Active" }));
  show(nine, { ...eight, status: "retired" });
  expect(offered()).toEqual(["Active...", "Deceased...", "Sold..."]);
  show(nine);
  expect(screen.queryByRole("menu")).toBeNull();
  show(nine, eight);
  expect(screen.queryByRole("menu")).toBeNull();
});

it("the table selects and deselects all dogs between two checkboxes with Shift", async () => {
  const dogs = ["A", "B", "C", "D", "E"].map((name) => makeDog({ name }));
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(dogs, args));
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${name}` });
  const selected = () => dogs.filter(({ name }) => box(name).checked).map(({ name }) => name);
  await user.click(box("B"));
  await user.keyboard("{Shift>}");
  await user.click(box("D"));
  expect(selected()).toEqual(["B", "C", "D"]);
  await user.click(box("C"));
  expect(selected()).toEqual(["B"]);
  await user.keyboard("{/Shift}");
  await user.click(box("E"));
  expect(selected()).toEqual(["B", "E"]);
});

it("the table creates one reminder for each selected dog, except for a dog that the user removes", async () => {
  fakeConvex.mutation(api.reminders.reminders.createForDogs, () => ["reminder1"]);
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  await user.click(screen.getByRole("checkbox", { name: "Select all dogs" }));
  await user.click(screen.getByRole("button", { name: "Add Reminder" }));
  const dialog = screen.getByRole("dialog", { name: "Add New Reminder" });
  await user.type(within(dialog).getByLabelText(/^Title/u), "Worming");
  expect(within(dialog).getByRole("button", { name: "Add Reminder for 2 Dogs" })).toBeTruthy();
  await user.click(within(dialog).getByRole("button", { name: "Take out Number 9" }));
  await user.click(within(dialog).getByRole("button", { name: "Add Reminder" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(fakeConvex.callsOf(api.reminders.reminders.createForDogs)).toMatchObject([
    { title: "Worming", dogIds: [eight._id] },
  ]);
});

it("the table shows at a dog why no reminder was created", async () => {
  fakeConvex.mutation(api.reminders.reminders.createForDogs, () =>
    fail("VALIDATION_FAILED", { fields: { [`dogIds.${nine._id}`]: "This dog was not found" } }),
  );
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  await user.click(screen.getByRole("checkbox", { name: "Select all dogs" }));
  await user.click(screen.getByRole("button", { name: "Add Reminder" }));
  const dialog = screen.getByRole("dialog", { name: "Add New Reminder" });
  await user.type(within(dialog).getByLabelText(/^Title/u), "Worming");
  await user.click(within(dialog).getByRole("button", { name: "Add Reminder for 2 Dogs" }));
  const [first] = await within(within(dialog).getByRole("list", { name: "Chosen dogs" })).findAllByRole(
    "listitem",
  );
  await waitFor(() => expect(first?.textContent).toBe("Number 9This dog was not found"));
  expect(within(dialog).getByText("Nothing was saved. Remove the dogs with a message.")).toBeTruthy();
});

it("the table opens the vaccination form for the selected dogs through the address", async () => {
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  await user.click(screen.getByRole("checkbox", { name: "Select all dogs" }));
  await user.click(screen.getByRole("button", { name: "Record Vaccination" }));
  await waitFor(() =>
    expect(new URL(address() ?? "", "https://a.test").searchParams.get("for")).toBe(
      `${eight._id} ${nine._id}`,
    ),
  );
});

it("the table offers actions only while dogs are selected; Escape ends the selection", async () => {
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  expect(screen.queryByRole("button", { name: "Change Status" })).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "Select Number 8" }));
  expect(screen.getByRole("button", { name: "Change Status" })).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Change Status" })).toBeNull();
  expect(screen.getByText("0 selected")).toBeTruthy();
});

it("[DOG-02] [DOG-03] the table has Per Page and the page controls below it, disabled if there is one page", async () => {
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  for (const name of ["First page", "Last page"]) {
    expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
  }
  await user.click(screen.getByRole("combobox", { name: "Per Page" }));
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
    "All",
    "12",
    "24",
    "48",
    "96",
  ]);
  await user.click(screen.getByRole("option", { name: "24" }));
  await waitFor(() => expect(address()).toBe(`${DOGS}?view=table&perPage=24`));
});

it("the table shows parents by call name, inbreeding if both are recorded, and what is due next", async () => {
  const parent = { _id: nine._id, name: "Alderbrook's Falk", breed: "Beagle" };
  const pup = makeDog({ name: "Pup", dateOfBirth: "2024-02-01", sire: parent, dam: parent });
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([pup, eight], args));
  const next = { kind: "dose", id: "i1", on: "2020-01-01", title: "Rabies" };
  fakeConvex.query(api.dogs.due.ofDogs, () => [
    { dogId: pup._id, sire: "Falk", dam: "Juni", next },
    { dogId: eight._id, sire: null, dam: null, next: null },
  ]);
  fakeConvex.query(api.pedigree.coefficients.ofDogs, () => [
    { dogId: pup._id, coefficient: 0.0938 },
    { dogId: eight._id, coefficient: 0 },
  ]);
  openDogs({ at: `${DOGS}?view=table&columns=sire,dam,coi,nextDue` });
  const cellsOf = (name: RegExp) =>
    within(screen.getByRole("row", { name }))
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
  expect(cellsOf(/Pup/u)).toEqual([
    "Falk",
    "Juni",
    "9.4%",
    expect.stringMatching(/^\d+ days overdue Rabies$/u),
  ]);
  expect(cellsOf(/Number 8/u)).toEqual(["", "", "", ""]);
});

it("the table resizes a column by keys on its edge or to fit its content, for this user, until the columns are reset", async () => {
  fakeConvex.query(api.accounts.userSettings.get, () => ({
    dogColumns: null,
    dogColumnWidths: { breed: 200 },
  }));
  fakeConvex.mutation(api.accounts.userSettings.update, (changes) => {
    fakeConvex.query(api.accounts.userSettings.get, () => ({ dogColumns: null, ...changes }));
  });
  const width = vi
    .spyOn(Element.prototype, "getBoundingClientRect")
    .mockReturnValue(new DOMRect(0, 0, 120, 40));
  onTestFinished(() => width.mockRestore());
  const { user } = openDogs({ at: `${DOGS}?view=table&columns=breed,color` });
  const edge = screen.getByRole("separator", { name: "Width of Color" });
  edge.focus();
  await user.keyboard("{ArrowRight}");
  expect(edge.getAttribute("aria-valuenow")).toBe("136");
  await user.keyboard("{ArrowLeft}{Enter}");
  await user.dblClick(edge);
  const calls = fakeConvex.callsOf(api.accounts.userSettings.update);
  expect(calls.slice(0, 2)).toEqual([
    { dogColumnWidths: { breed: 200, color: 136 } },
    { dogColumnWidths: { breed: 200, color: 104 } },
  ]);
  expect(calls[2]).toEqual(calls[3]);
  expect(screen.getAllByRole("row")[0]?.style.getPropertyValue("--columns")).toContain(" 200px ");
});

const heads = () =>
  screen
    .getAllByRole("columnheader")
    .slice(1)
    .map((head) => head.textContent);

it("the table shows the user's own columns in their order, and stores the next choice", async () => {
  fakeConvex.query(api.accounts.userSettings.get, () => ({ dogColumns: ["color", "breed"] }));
  fakeConvex.mutation(api.accounts.userSettings.update, ({ dogColumns }) => {
    fakeConvex.query(api.accounts.userSettings.get, () => ({ dogColumns }));
  });
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  expect(heads()).toEqual(["Color", "Breed"]);
  await user.click(screen.getByRole("button", { name: "Columns" }));
  const dialog = screen.getByRole("dialog", { name: "Columns" });
  await user.click(within(dialog).getByRole("button", { name: "Move Breed up" }));
  await user.click(within(dialog).getByRole("switch", { name: "Show Status" }));
  await user.click(within(dialog).getByRole("switch", { name: "Show Color" }));
  await user.click(within(dialog).getByRole("button", { name: "Done" }));
  expect(heads()).toEqual(["Breed", "Status"]);
  expect(fakeConvex.callsOf(api.accounts.userSettings.update)).toEqual([
    { dogColumns: ["breed", "color"] },
    { dogColumns: ["breed", "color", "status"] },
    { dogColumns: ["breed", "status"] },
  ]);
  expect(address()).toBe(`${DOGS}?view=table`);
});

it("the table resets the columns to the defaults", async () => {
  fakeConvex.query(api.accounts.userSettings.get, () => ({ dogColumns: ["color"] }));
  fakeConvex.mutation(api.accounts.userSettings.update, ({ dogColumns }) => {
    fakeConvex.query(api.accounts.userSettings.get, () => ({ dogColumns }));
  });
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  await user.click(screen.getByRole("button", { name: "Columns" }));
  await user.click(screen.getByRole("button", { name: "Reset Columns" }));
  await user.click(screen.getByRole("button", { name: "Done" }));
  expect(heads()[0]).toBe("Status");
});

it("the table prefers the columns in the address to the user's own, and changes them in the address", async () => {
  fakeConvex.query(api.accounts.userSettings.get, () => ({ dogColumns: ["color"] }));
  const { user } = openDogs({ at: `${DOGS}?view=table&columns=status,paw` });
  expect(heads()).toEqual(["Status"]);
  await user.click(screen.getByRole("button", { name: "Columns" }));
  await user.click(screen.getByRole("switch", { name: "Show Breed" }));
  await waitFor(() => expect(address()).toBe(`${DOGS}?view=table&columns=status%2Cbreed`));
  await user.click(screen.getByRole("button", { name: "Use My Columns" }));
  await waitFor(() => expect(address()).toBe(`${DOGS}?view=table`));
  expect(fakeConvex.callsOf(api.accounts.userSettings.update)).toEqual([]);
});

const STATE = {
  filters: { status: "sold" },
  layout: "table",
  sort: "breed",
  direction: "asc",
  columns: ["status"],
};

it("the table saves the current list as a view, also for a viewer, and opens it again through the address", async () => {
  const views: object[] = [];
  fakeConvex.query(api.dogs.dogViews.list, () => [...views]);
  fakeConvex.mutation(api.dogs.dogViews.create, ({ name, state }) => {
    views.push({ id: "view1", name, state });
    fakeConvex.query(api.dogs.dogViews.list, () => [...views]);
  });
  const { user } = openDogs({
    at: `${DOGS}?view=table&sort=breed&status=sold&columns=status`,
    role: "viewer",
  });
  await user.click(screen.getByRole("button", { name: "Views" }));
  await user.click(screen.getByRole("menuitem", { name: "Save This View" }));
  await user.type(screen.getByLabelText(/^Name/u), "Sold ones");
  await user.click(screen.getByRole("button", { name: "Save View" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(fakeConvex.callsOf(api.dogs.dogViews.create)).toEqual([
    { kennelId: "kennel1", name: "Sold ones", state: STATE },
  ]);
  await user.click(screen.getByRole("button", { name: "Views" }));
  expect(screen.getByRole("menuitem", { name: "Sold ones" }).getAttribute("aria-current")).toBe("true");
  await user.click(screen.getByRole("menuitem", { name: "In the Kennel" }));
  await waitFor(() => expect(address()).toBe(`${DOGS}?view=table&sort=breed&columns=status&isInKennel=true`));
  await user.click(screen.getByRole("button", { name: "Views" }));
  await user.click(screen.getByRole("menuitem", { name: "Sold ones" }));
  await waitFor(() => expect(address()).toBe(`${DOGS}?view=table&sort=breed&columns=status&status=sold`));
});

it("the table replaces a view of the same name, renames a view, and restores a deleted one", async () => {
  fakeConvex.query(api.dogs.dogViews.list, () => [{ id: "view1", name: "Sold ones", state: STATE }]);
  for (const name of ["create", "update", "remove"] as const)
    fakeConvex.mutation(api.dogs.dogViews[name], () => null);
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  const choose = async (name: string) => {
    await user.click(screen.getByRole("button", { name: "Views" }));
    await user.click(screen.getByRole("menuitem", { name }));
  };
  await choose("Save This View");
  await user.type(screen.getByLabelText(/^Name/u), "sold ONES");
  await user.click(screen.getByRole("button", { name: "Replace View" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await choose("Edit Saved Views");
  const field = screen.getByRole("textbox", { name: "Name of Sold ones" });
  await user.clear(field);
  await user.type(field, "Gone{Enter}");
  await user.click(screen.getByRole("button", { name: "Delete Sold ones" }));
  await user.click(screen.getByRole("button", { name: "Done" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  expect(fakeConvex.callsOf(api.dogs.dogViews.update)).toMatchObject([
    { viewId: "view1", state: { sort: "name", filters: {} } },
    { viewId: "view1", name: "Gone" },
  ]);
  expect(fakeConvex.callsOf(api.dogs.dogViews.remove)).toMatchObject([{ viewId: "view1" }]);
  expect(fakeConvex.callsOf(api.dogs.dogViews.create)).toMatchObject([{ name: "Sold ones", state: STATE }]);
});

it("the table says how many views are allowed", async () => {
  fakeConvex.mutation(api.dogs.dogViews.create, () => fail("LIMIT_REACHED", { count: 30 }));
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  await user.click(screen.getByRole("button", { name: "Views" }));
  await user.click(screen.getByRole("menuitem", { name: "Save This View" }));
  await user.type(screen.getByLabelText(/^Name/u), "One more");
  await user.click(screen.getByRole("button", { name: "Save View" }));
  expect(await screen.findByText(/^You have 30 saved views in this kennel/u)).toBeTruthy();
});

it("the table renders only the visible rows, gives their total, and selects all of them", async () => {
  // The test has no layout, so each row reports its own height.
  const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(53);
  onTestFinished(() => height.mockRestore());
  const many = Array.from({ length: 300 }, (_, number) => makeDog({ name: `Dog ${number}` }));
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(many, args));
  const { user } = openDogs({ at: `${DOGS}?view=table` });
  const table = screen.getByRole("table", { name: "Dogs" });
  expect(table.getAttribute("aria-rowcount")).toBe("301");
  expect(names().length).toBeGreaterThan(10);
  expect(names().length).toBeLessThan(60);
  const second = within(table).getByRole("rowheader", { name: /Dog 1$/u });
  expect(second.closest('[role="row"]')?.getAttribute("aria-rowindex")).toBe("3");
  await user.click(screen.getByRole("checkbox", { name: "Select all dogs" }));
  expect(screen.getByText("300 selected")).toBeTruthy();
});

it("the table lets a viewer select and export, but change nothing", async () => {
  const { user } = openDogs({ at: `${DOGS}?view=table`, role: "viewer" });
  await user.click(screen.getByRole("checkbox", { name: "Select all dogs" }));
  expect(screen.getByRole("button", { name: "Print" })).toBeTruthy();
  for (const name of ["Change Status", "Add Reminder", "Record Vaccination"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});
