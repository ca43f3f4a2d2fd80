/** The Actions menu and the status dialog. */
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { fetchLateDogParts } from "@/features/dogs/list/late-parts";
import { DogsPage } from "@/features/dogs/list/dogs-page";
import { stopClock, TODAY as today } from "@/testing/clock";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { coded } from "@/testing/failures";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

beforeAll(fetchLateDogParts);
beforeEach(stopClock);

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DOGS = "/dashboard/dogs";
const HEADER = "Name,Call Name,Breed,Gender,Date of Birth,Registration Number,Status,Breeding Dog";

const openDogs = (at = DOGS, role: "owner" | "viewer" = "owner") =>
  renderScreen(<DogsPage />, { path: DOGS, at, role });
type User = ReturnType<typeof openDogs>["user"];

function showDogs(dogs: ReturnType<typeof makeDog>[]) {
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage(dogs, args));
}

/** Catches files that the page gives to the browser for saving. */
function catchDownloads() {
  const files: { name: string; blob: Blob }[] = [];
  let last: Blob | undefined;
  vi.stubGlobal("URL", {
    createObjectURL: (blob: Blob) => {
      last = blob;
      return "blob:file";
    },
    revokeObjectURL: () => {},
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    if (last) files.push({ name: this.download, blob: last });
  });
  return files;
}

/** Only jsdom's FileReader can read jsdom's Blob. */
async function textOf(blob: Blob | undefined): Promise<string> {
  if (!blob) throw new Error("Nothing was saved");
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener("load", resolve, { once: true }));
  reader.readAsArrayBuffer(blob);
  await read;
  if (!(reader.result instanceof ArrayBuffer)) throw new Error("No bytes");
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(reader.result);
}

async function choose(user: User, item: string) {
  await user.click(screen.getByRole("button", { name: "Actions" }));
  await user.click(screen.getByRole("menuitem", { name: item }));
}

beforeEach(() => {
  vi.restoreAllMocks();
  fakeConvex.reset();
});

describe("exporting dogs", () => {
  it("[DOG-31] [DOG-32] [DOG-33] [DOG-34] saves the current page as dogs.csv", async () => {
    const files = catchDownloads();
    const rex = { name: "Rex, of Oak", callName: "Rex", gender: "male", dateOfBirth: "2020-01-02" } as const;
    const dogs = Array.from({ length: 24 }, () => makeDog());
    showDogs([makeDog({ ...rex, registrationNumber: "AKC1", isBreedingDog: true }), ...dogs]);
    const { user } = openDogs();
    await choose(user, "Export to CSV");
    expect(files.map((file) => file.name)).toEqual(["dogs.csv"]);
    const lines = (await textOf(files[0]?.blob)).split("\r\n");
    expect(lines).toHaveLength(1 + 12 + 1);
    expect(lines[0]).toBe(`\uFEFF${HEADER}`);
    expect(lines[1]).toBe('"Rex, of Oak",Rex,Beagle,male,2020-01-02,AKC1,active,Yes');
    expect(lines[2]).toMatch(/,No$/);
    expect(await screen.findByText("Data exported successfully")).toBeTruthy();
    expect(screen.getByText(/^This page, 12 of 25 dogs\. “Export All to CSV”/u)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Actions" }));
    expect(screen.getByText("This page, 12 of 25 dogs")).toBeTruthy();
  });

  it("[GAP-DOG-13] saves all matching dogs, read page by page with the filters", async () => {
    const files = catchDownloads();
    showDogs(Array.from({ length: 600 }, () => makeDog()));
    const { user } = openDogs(`${DOGS}?gender=female&search=dog`);
    await choose(user, "Export All to CSV");
    expect(await screen.findByText("Data exported successfully")).toBeTruthy();
    expect((await textOf(files[0]?.blob)).split("\r\n")).toHaveLength(1 + 600 + 1);
    expect(fakeConvex.reads.map((read) => read.args.page)).toEqual([1, 2, 3]);
    expect(fakeConvex.reads[0]?.args).toMatchObject({ gender: "female", search: "dog" });
  });

  it("[GAP-DOG-13] saves all matching dogs as a spreadsheet", async () => {
    const files = catchDownloads();
    showDogs([makeDog({ name: "=1+1" })]);
    const { user } = openDogs();
    await choose(user, "Export All to Excel");
    await waitFor(() => expect(files.map((file) => file.name)).toEqual(["dogs.xlsx"]));
    expect((await textOf(files[0]?.blob)).slice(0, 2)).toBe("PK");
  });

  it("says that an export failed", async () => {
    showDogs([makeDog()]);
    const { user } = openDogs();
    fakeConvex.query(api.dogs.dogs.list, () => coded("FORBIDDEN"));
    await choose(user, "Export All to CSV");
    expect(await screen.findByText(/^Failed to export data/)).toBeTruthy();
  });

  it("is possible for a viewer", async () => {
    const files = catchDownloads();
    showDogs([makeDog()]);
    const { user } = openDogs(DOGS, "viewer");
    await choose(user, "Export to CSV");
    expect(files).toHaveLength(1);
  });
});

describe("printing dogs", () => {
  it("[GAP-DOG-02] prints all matching dogs, one line each, and then removes the sheet", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    showDogs(Array.from({ length: 30 }, () => makeDog()));
    const { user } = openDogs(`${DOGS}?gender=female`);
    await choose(user, "Print Dog List");
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    const table = screen.getByRole("table", { hidden: true });
    expect(within(table).getAllByRole("row", { hidden: true })).toHaveLength(31);
    expect(table.parentElement?.textContent).toContain("Gender: Female");
    act(() => void window.dispatchEvent(new Event("afterprint")));
    expect(screen.queryByRole("table", { hidden: true })).toBeNull();
  });
});

describe("changing the status of a dog", () => {
  async function openStatus(changes: Parameters<typeof makeDog>[0] = {}) {
    const dog = makeDog({ name: "Rex", currentOwnerName: "Anna", ...changes });
    showDogs([dog]);
    fakeConvex.mutation(api.dogs.dogs.update, () => ({ ...dog, warnings: [] }));
    const { user } = openDogs();
    await user.click(screen.getByRole("button", { name: "Actions for Rex" }));
    await user.click(screen.getByRole("menuitem", { name: "Change Status" }));
    const dialog = screen.getByRole("dialog", { name: "Change Status of Rex" });
    const chooseStatus = async (status: string) => {
      await user.click(within(dialog).getByRole("combobox", { name: "Status" }));
      await user.click(screen.getByRole("option", { name: status }));
    };
    const submit = () => user.click(within(dialog).getByRole("button", { name: "Change Status" }));
    return { dog, user, dialog, chooseStatus, submit };
  }
  const sent = () => fakeConvex.callsOf(api.dogs.dogs.update);

  it("[GAP-DOG-04] retires a dog on the breeder's current day", async () => {
    const { dog, chooseStatus, submit } = await openStatus();
    await chooseStatus("Retired");
    await submit();
    const change = { status: "retired", statusChangedOn: today };
    expect(sent()).toEqual([{ dogId: dog._id, today, expectedUpdatedAt: dog.updatedAt, ...change }]);
    expect(await screen.findByText("Dog updated successfully")).toBeTruthy();
  });

  it("[GAP-DOG-04] asks for the buyer of a sold dog, who becomes its owner", async () => {
    const { user, dialog, chooseStatus, submit } = await openStatus();
    await chooseStatus("Sold");
    const name = within(dialog).getByRole<HTMLInputElement>("combobox", { name: "Name" });
    expect(name.value).toBe("");
    await user.type(name, "Berta");
    await submit();
    expect(sent()).toMatchObject([{ status: "sold", currentOwnerName: "Berta" }]);
  });

  it("[GAP-DOG-04] keeps the recorded owner if no buyer is entered", async () => {
    const { chooseStatus, submit } = await openStatus();
    await chooseStatus("Sold");
    await submit();
    expect(sent()[0]).not.toHaveProperty("currentOwnerName");
  });

  it("[GAP-DOG-05] records a death only after a confirmation", async () => {
    const { user, chooseStatus, submit } = await openStatus();
    await chooseStatus("Deceased");
    await submit();
    expect(sent()).toEqual([]);
    const question = screen.getByRole("alertdialog", { name: "Record Rex as deceased?" });
    await user.click(within(question).getByRole("button", { name: "Mark as Deceased" }));
    expect(sent()).toMatchObject([{ status: "deceased", causeOfDeath: null }]);
  });

  it("asks for the cause of a death, which may stay empty", async () => {
    const { user, dialog, chooseStatus, submit } = await openStatus();
    expect(within(dialog).queryByRole("combobox", { name: "Cause of Death" })).toBeNull();
    await chooseStatus("Deceased");
    await user.click(within(dialog).getByRole("combobox", { name: "Cause of Death" }));
    await user.click(screen.getByRole("option", { name: "Old age" }));
    await user.type(within(dialog).getByLabelText("Cause of Death, Details"), "In her sleep");
    await submit();
    await user.click(screen.getByRole("button", { name: "Mark as Deceased" }));
    expect(sent()).toMatchObject([{ causeOfDeath: "old_age", causeOfDeathNotes: "In her sleep" }]);
  });

  it("shows a refusal of the server at its field and stays open", async () => {
    const { dialog, chooseStatus, submit } = await openStatus();
    const message = "Status date cannot be before the date of birth";
    fakeConvex.mutation(api.dogs.dogs.update, () => {
      throw coded("VALIDATION_FAILED", { fields: { statusChangedOn: message } });
    });
    await chooseStatus("Retired");
    await submit();
    expect(within(dialog).getByText(message)).toBeTruthy();
    expect(screen.getByRole("dialog", { name: "Change Status of Rex" })).toBeTruthy();
  });

  /** Somebody else saves the dog. */
  const storeMeanwhile = (dog: ReturnType<typeof makeDog>, changes: Partial<typeof dog>) => {
    const newer = { ...dog, ...changes, updatedAt: dog.updatedAt + 1000 };
    const edit = { savedAt: newer.updatedAt, fields: Object.keys(changes), name: "Carl", isSelf: false };
    act(() => {
      fakeConvex.query(api.dogs.dogs.editsSince, () => [edit]);
      fakeConvex.query(api.dogs.dogs.get, () => newer);
    });
    return newer.updatedAt;
  };

  it("[GAP-API-11] saves over the newest version if somebody else changed another field", async () => {
    const { dog, chooseStatus, submit } = await openStatus();
    await chooseStatus("Retired");
    const expectedUpdatedAt = storeMeanwhile(dog, { weight: 60 });
    await submit();
    expect(sent()).toEqual([
      { dogId: dog._id, today, expectedUpdatedAt, status: "retired", statusChangedOn: today },
    ]);
  });

  it("[GAP-API-11] merges and saves again if the server refuses an older version", async () => {
    const { dog, chooseStatus, submit } = await openStatus();
    let expectedUpdatedAt = 0;
    fakeConvex.mutation(api.dogs.dogs.update, () => {
      if (expectedUpdatedAt > 0) return { ...dog, warnings: [] };
      expectedUpdatedAt = storeMeanwhile(dog, { color: "Fawn" });
      throw coded("STALE_UPDATE");
    });
    await chooseStatus("Retired");
    await submit();
    expect(await screen.findByText("Dog updated successfully")).toBeTruthy();
    expect(sent()).toMatchObject([
      { expectedUpdatedAt: dog.updatedAt, status: "retired" },
      { expectedUpdatedAt, status: "retired" },
    ]);
  });

  it("[GAP-API-11] shows changes of the record until the user chooses something", async () => {
    const { dog, dialog } = await openStatus();
    storeMeanwhile(dog, { status: "sold", statusChangedOn: "2025-06-01", currentOwnerName: "Berta" });
    expect(within(dialog).getByRole("combobox", { name: "Status" }).textContent).toBe("Sold");
    expect(within(dialog).getByRole<HTMLInputElement>("combobox", { name: "Name" }).value).toBe("Berta");
    expect(within(dialog).getByText(/^Carl changed Status and Owner in the meantime/)).toBeTruthy();
  });

  it.each([
    ["Mine", { status: "sold", currentOwnerName: "Berta" }],
    ["Theirs", { status: "retired", statusChangedOn: "2025-06-01" }],
  ])("[GAP-API-11] asks if both users changed the status, and saves %s", async (choice, stored) => {
    const { dog, user, dialog, chooseStatus, submit } = await openStatus();
    await chooseStatus("Sold");
    await user.type(within(dialog).getByRole("combobox", { name: "Name" }), "Berta");
    const expectedUpdatedAt = storeMeanwhile(dog, { status: "retired", statusChangedOn: "2025-06-01" });
    expect(within(dialog).getByText("Carl changed Status, and so did you.")).toBeTruthy();
    await submit();
    expect(sent()).toEqual([]);
    const versions = screen.getByRole("dialog", { name: "Two Versions of Rex" });
    expect(within(versions).getByText("Retired on June 1, 2025")).toBeTruthy();
    await user.click(within(versions).getByRole("radio", { name: new RegExp(choice) }));
    await user.click(within(versions).getByRole("button", { name: "Save Chosen" }));
    expect(sent()).toMatchObject([{ expectedUpdatedAt, ...stored }]);
  });

  it("[GAP-API-11] asks if two users entered different buyers, and keeps the chosen buyer's fields together", async () => {
    const { dog, user, dialog, chooseStatus, submit } = await openStatus();
    await chooseStatus("Sold");
    await user.type(within(dialog).getByRole("combobox", { name: "Name" }), "Berta");
    const other = { currentOwnerName: "Dora", currentOwnerPhone: "(555) 123-4567" };
    storeMeanwhile(dog, { status: "sold", statusChangedOn: today, ...other });
    await submit();
    const versions = screen.getByRole("dialog", { name: "Two Versions of Rex" });
    expect(within(versions).getByText("Dora, (555) 123-4567")).toBeTruthy();
    await user.click(within(versions).getByRole("radio", { name: /Theirs/ }));
    await user.click(within(versions).getByRole("button", { name: "Save Chosen" }));
    expect(sent()).toMatchObject([{ status: "sold", ...other, currentOwnerEmail: "" }]);
  });

  it("says that the dog was deleted by somebody else", async () => {
    const { dialog } = await openStatus();
    act(() => fakeConvex.query(api.dogs.dogs.get, () => null));
    expect(within(dialog).getByText(/^Somebody else deleted this dog/)).toBeTruthy();
    const button = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Change Status" });
    expect(button.disabled).toBe(true);
  });
});
