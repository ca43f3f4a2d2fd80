/** The drawn pedigree, in its dialog and in the tab. */
import { act, fireEvent, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@convex/_generated/api";
import { fetchLateDogParts } from "@/features/dogs/list/late-parts";
import { DogsPage } from "@/features/dogs/list/dogs-page";
import { stopClock } from "@/testing/clock";
import { makeDog, makeDogPage } from "@/testing/dogs";
import { fakeConvex } from "@/testing/fake-convex";
import { renderScreen } from "@/testing/render";

beforeAll(fetchLateDogParts);

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DOGS = "/dashboard/dogs";
const sire = makeDog({ name: "Rex of Oak", callName: "Rex", gender: "male" });
const dam = makeDog({ name: "Bella", callName: "Bella", gender: "female", sireId: sire._id });
const pup = makeDog({
  name: "Pup",
  gender: "male",
  dateOfBirth: "2020-03-01",
  sireId: sire._id,
  damId: dam._id,
});

function showPedigree(dogs: readonly ReturnType<typeof makeDog>[]) {
  fakeConvex.query(api.pedigree.ancestry.tree, ({ generations }) => ({
    kennelId: "kennel1",
    generations,
    dogs,
  }));
}

beforeEach(() => {
  stopClock();
  fakeConvex.reset();
  fakeConvex.query(api.dogs.dogs.breeds, () => ["Beagle"]);
  fakeConvex.query(api.dogs.dogs.list, (args) => makeDogPage([pup], args));
  fakeConvex.query(
    api.dogs.dogs.get,
    ({ dogId }) => [pup, sire, dam].find((dog) => dog._id === dogId) ?? null,
  );
  fakeConvex.query(api.pedigree.ancestry.inbreeding, ({ generations }) => ({
    kennelId: "kennel1",
    generations,
    method: "Wright's coefficient",
    coefficient: 0.25,
    percentage: 25,
    progress: null,
    commonAncestors: [{ _id: sire._id, name: sire.name, contribution: 0.25, inbreeding: 0 }],
    further: 0,
    completeness: [{ generation: 1, known: 2, possible: 2, completeness: 1 }],
    ancestorLoss: {
      ...{ generations: 3, possible: 14, known: 14, different: 13 },
      ...{ coefficient: 13 / 14, coefficientOfKnown: 13 / 14 },
    },
  }));
  showPedigree([pup, sire, dam]);
});

const openDialog = () =>
  renderScreen(<DogsPage />, {
    path: DOGS,
    at: `${DOGS}?ancestry=${pup._id}`,
    children: [{ path: ":dogId", element: null }],
  });
const openTab = async () => {
  const view = renderScreen(<DogsPage />, {
    path: DOGS,
    at: `${DOGS}/${pup._id}`,
    children: [{ path: ":dogId", element: null }],
  });
  await view.user.click(screen.getByRole("tab", { name: "Ancestry" }));
  return view;
};
const level = () => screen.getByRole("status", { name: "Zoom level" }).textContent;
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const lastTreeArgs = () => fakeConvex.subscriptionsOf(api.pedigree.ancestry.tree).at(-1);

describe("the ancestry dialog", () => {
  it("opens from the card's menu, and closing returns to the list", async () => {
    const { user } = renderScreen(<DogsPage />, { path: DOGS });
    await user.click(screen.getByRole("button", { name: "Actions for Pup" }));
    await user.click(screen.getByRole("menuitem", { name: "View Ancestry" }));
    expect(screen.getByRole("group", { name: "Ancestry of Pup" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.getByTestId("address").textContent).toBe(DOGS);
  });

  it("[ANC-01] shows 3 generations by default and offers 2 to 5", async () => {
    const { user } = openDialog();
    expect(lastTreeArgs()).toEqual({ dogId: pup._id, generations: 3 });
    await user.click(screen.getByRole("combobox", { name: "Generations" }));
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["2", "3", "4", "5"]);
    await user.click(screen.getByRole("option", { name: "5" }));
    expect(lastTreeArgs()).toEqual({ dogId: pup._id, generations: 5 });
  });

  it("[ANC-03] [ANC-04] zooms in tenths from 1, down to 0.5 and up to 2", () => {
    openDialog();
    expect(level()).toBe("100%");
    press("Zoom in");
    press("Zoom in");
    expect(level()).toBe("120%");
    press("Reset zoom");
    expect(level()).toBe("100%");
    for (let times = 0; times < 10; times += 1) press("Zoom out");
    expect(level()).toBe("50%");
    for (let times = 0; times < 20; times += 1) press("Zoom in");
    expect(level()).toBe("200%");
  });

  it("[GAP-SET-05] exports the pedigree as GEDCOM with the dog's ancestors and no other dogs", async () => {
    fakeConvex.mutation(api.exports.dataExports.start, () => "export1");
    fakeConvex.query(api.exports.dataExports.get, () => ({
      _id: "export1",
      format: "gedcom",
      state: "writing",
      done: 1,
      total: 2,
      fileName: "pedigree.ged",
      startedAt: 0,
      expiresAt: 1,
      filePath: null,
    }));
    const { user } = openDialog();
    await user.click(screen.getByRole("button", { name: "Export GEDCOM" }));
    expect(await screen.findByText("Writing the file... 50%")).toBeTruthy();
    expect(fakeConvex.callsOf(api.exports.dataExports.start)).toMatchObject([
      { format: "gedcom", dogId: pup._id },
    ]);
  });

  it("[ANC-03] zooms by the wheel with Ctrl or Cmd; the wheel alone scrolls", () => {
    openDialog();
    const tree = screen.getByRole("group", { name: "Ancestry of Pup" });
    fireEvent.wheel(tree, { deltaY: 120 });
    expect(level()).toBe("100%");
    fireEvent.wheel(tree, { deltaY: -120, ctrlKey: true });
    expect(level()).toBe("110%");
    fireEvent.wheel(tree, { deltaY: 120, metaKey: true });
    fireEvent.wheel(tree, { deltaY: 120, metaKey: true });
    expect(level()).toBe("90%");
  });

  it("[ANC-05] [ANC-06] [ANC-07] shows sex in its color, the call name if different, and age in years", () => {
    openDialog();
    const node = screen.getByRole("button", { name: /^Pup, Beagle, 5 years, Male/u });
    expect(node.textContent).toContain("5 years");
    expect(node.querySelector(".text-male")).not.toBeNull();
    const [rex] = screen.getAllByRole("button", { name: /Rex of Oak/u });
    expect(rex?.textContent).toContain("“Rex”");
    const bella = screen.getByRole("button", { name: /^Dam: Bella/u });
    expect(bella.textContent).not.toContain("“");
    expect(bella.querySelector(".text-female")).not.toBeNull();
  });

  it("marks a dog that has several positions in the pedigree", () => {
    openDialog();
    const places = screen.getAllByRole("button", { name: /Rex of Oak.*appears 2 times in this pedigree/u });
    expect(places.map((place) => place.getAttribute("aria-label")?.split(":")[0])).toEqual([
      "Sire",
      "Dam’s sire",
    ]);
  });

  it("[ANC-08] shows a missing parent as unknown, or by its recorded name", () => {
    showPedigree([makeDog({ name: "Alone" })]);
    openDialog();
    expect(screen.getByText("Sire Unknown")).toBeTruthy();
    expect(screen.getByText("Dam Unknown")).toBeTruthy();
    act(() => showPedigree([makeDog({ name: "Alone", sireName: "Old Tom" })]));
    expect(screen.queryByText("Sire Unknown")).toBeNull();
    expect(screen.getByText("Old Tom")).toBeTruthy();
  });

  it("[ANC-09] says that there is no pedigree data", () => {
    fakeConvex.query(api.pedigree.ancestry.tree, () => null);
    openDialog();
    expect(screen.getByText("No ancestry data available")).toBeTruthy();
  });

  it("[ANC-10] says that loading failed", async () => {
    fakeConvex.query(api.pedigree.ancestry.tree, () => new Error("down"));
    openDialog();
    expect(await screen.findByText("Failed to load ancestry data")).toBeTruthy();
  });

  it("[GAP-ANC-05] prints only the tree, as shown", () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    openDialog();
    press("Print");
    expect(print).toHaveBeenCalledOnce();
    expect(document.querySelector("body > .ancestry-sheet")?.textContent).toContain("Ancestry of Pup");
    act(() => void window.dispatchEvent(new Event("afterprint")));
    expect(document.querySelector(".ancestry-sheet")).toBeNull();
  });

  it("opens a dog's page from its position", async () => {
    const { user } = openDialog();
    await user.click(screen.getByRole("button", { name: /^Dam: Bella/u }));
    expect(screen.getByTestId("address").textContent).toBe(`${DOGS}/${dam._id}`);
  });

  it("shows a change of an ancestor at once", () => {
    openDialog();
    act(() => showPedigree([pup, { ...sire, name: "Rex the Great" }, dam]));
    expect(screen.getAllByRole("button", { name: /Rex the Great/u })).toHaveLength(2);
  });
});

describe("the Ancestry tab", () => {
  it("[DOGD-01] is closed when the page opens again, with Overview open instead", async () => {
    const { user } = await openTab();
    expect(screen.getByRole("tab", { name: "Ancestry" }).getAttribute("aria-selected")).toBe("true");
    await user.click(screen.getByRole("button", { name: "Close" }));
    await user.click(screen.getByRole("link", { name: "Pup" }));
    expect(screen.getByRole("tab", { name: "Overview" }).getAttribute("aria-selected")).toBe("true");
  });

  it("[GAP-DOG-06] [GAP-ANC-02] shows tree and coefficient with ancestors, completeness and method", async () => {
    const { user } = await openTab();
    expect(screen.getByRole("group", { name: "Ancestry of Pup" })).toBeTruthy();
    const section = within(screen.getByRole("region", { name: "Coefficient of inbreeding" }));
    expect(section.getAllByText("25.00%").length).toBeGreaterThan(0);
    expect(section.getByText(/F = 0\.250000\. Wright's coefficient/u)).toBeTruthy();
    expect(section.getByRole("cell", { name: "Rex of Oak" })).toBeTruthy();
    expect(section.getByText("2 of 2 (100%)")).toBeTruthy();
    await user.click(section.getByRole("combobox", { name: "Generations" }));
    await user.click(screen.getByRole("option", { name: "Whole pedigree" }));
    expect(screen.queryByText("Inbreeding measured in the genome")).toBeNull();
    expect(fakeConvex.subscriptionsOf(api.pedigree.ancestry.inbreeding).at(-1)).toEqual({
      dogId: pup._id,
      generations: null,
    });
  });

  it("shows the genomic measurement beside the pedigree's figure, as two separate values", async () => {
    fakeConvex.query(api.genetics.geneticFiles.genomicInbreeding, () => [
      { fileId: "file1", sampleNumber: "3100", testedOn: "2025-05-01", coefficient: 0.1446 },
    ]);
    await openTab();
    const section = within(screen.getByRole("region", { name: "Coefficient of inbreeding" }));
    expect(section.getAllByText("25.00%").length).toBeGreaterThan(0);
    const measured = section.getByRole("heading", {
      name: "Inbreeding measured in the genome",
    }).parentElement;
    expect(within(measured ?? document.body).getByRole("listitem").textContent).toBe(
      "14.5% Embark · sample 3100 · May 1, 2025",
    );
    expect(section.getByText(/the two are never combined/u)).toBeTruthy();
  });

  it("shows the progress instead of a coefficient that is still being calculated", async () => {
    fakeConvex.query(api.pedigree.ancestry.inbreeding, ({ generations }) => ({
      kennelId: "kennel1",
      generations,
      method: "Wright's coefficient",
      coefficient: null,
      percentage: null,
      progress: { done: 3, total: 4 },
      commonAncestors: [],
      further: 0,
      completeness: [{ generation: 1, known: 2, possible: 2, completeness: 1 }],
    }));
    await openTab();
    const section = within(screen.getByRole("region", { name: "Coefficient of inbreeding" }));
    expect(section.getByText(/being recalculated: 75%/u)).toBeTruthy();
  });

  it("[GAP-ANC-02] shows a coefficient only if both parents are recorded", async () => {
    fakeConvex.query(api.pedigree.ancestry.inbreeding, ({ generations }) => ({
      kennelId: "kennel1",
      generations,
      method: "Wright's coefficient",
      coefficient: 0,
      percentage: 0,
      progress: null,
      commonAncestors: [],
      further: 0,
      completeness: [{ generation: 1, known: 1, possible: 2, completeness: 0.5 }],
    }));
    fakeConvex.query(api.pedigree.coefficients.ofDog, () => ({ coefficient: 0, mean: 0.0312, dogs: 526 }));
    await openTab();
    const section = within(screen.getByRole("region", { name: "Coefficient of inbreeding" }));
    expect(section.getByText("Not known")).toBeTruthy();
    expect(section.getByText("1 of 2 (50%)")).toBeTruthy();
    expect(section.queryByText(/0\.00%|no common ancestor/u)).toBeNull();
    expect(section.getByText(/the mean of all 526 dogs and ancestors is 3\.12%/u)).toBeTruthy();
  });
});

describe("trying a mating", () => {
  beforeEach(() => {
    fakeConvex.query(api.dogs.dogs.searchParents, ({ gender }) =>
      gender === "female" ? [dam] : [sire, pup],
    );
    fakeConvex.query(api.pedigree.ancestry.mating, ({ generations }) => ({
      kennelId: "kennel1",
      generations,
      method: "Wright's coefficient",
      coefficient: 0.25,
      percentage: 25,
      relationship: 0.5,
      sire: { _id: pup._id, name: "Pup", coefficient: 0.125 },
      dam: { _id: dam._id, name: "Bella", coefficient: 0 },
      progress: null,
      commonAncestors: [{ _id: sire._id, name: sire.name, contribution: 0.25, inbreeding: 0 }],
      further: 0,
      completeness: [{ generation: 1, known: 2, possible: 2, completeness: 1 }],
      ancestorLoss: {
        ...{ generations: 3, possible: 14, known: 10, different: 9 },
        ...{ coefficient: 13 / 14, coefficientOfKnown: 0.9 },
      },
    }));
  });

  it("shows how many known ancestors are different, and the share if the unknown ancestors are different dogs", async () => {
    const { user } = await openTab();
    const ofDog = within(screen.getByRole("region", { name: "Coefficient of inbreeding" }));
    expect(ofDog.getByText("13 of 14 different (92.9%)")).toBeTruthy();
    expect(ofDog.getByText(/Over 3 generations.*AVK/u).textContent).not.toContain("unknown");
    const trial = within(screen.getByRole("region", { name: "Try a mating" }));
    await user.click(trial.getByRole("combobox", { name: "Dam" }));
    await user.click(screen.getByRole("option", { name: /Bella/u }));
    expect(trial.getByText("9 of 10 different (90.0%)")).toBeTruthy();
    expect(trial.getByText(/if the 4 unknown ancestors are different dogs, it is 92\.9%/u)).toBeTruthy();
  });

  it("starts on the dog's own side, and calculates again for another mate or number of generations", async () => {
    const { user } = await openTab();
    const trial = within(screen.getByRole("region", { name: "Try a mating" }));
    expect(trial.getByRole<HTMLInputElement>("combobox", { name: "Sire" }).value).toBe("Pup");
    expect(trial.getByText(/Choose a dam/u)).toBeTruthy();
    await user.click(trial.getByRole("combobox", { name: "Dam" }));
    await user.click(trial.getByRole("option", { name: /Bella/u }));
    expect(fakeConvex.subscriptionsOf(api.pedigree.ancestry.mating).at(-1)).toEqual({
      kennelId: "kennel1",
      sireId: pup._id,
      damId: dam._id,
      generations: 5,
    });
    expect(
      trial.getByText(/^As close as a mating of full siblings, or of a parent and its offspring/u),
    ).toBeTruthy();
    expect(trial.getByText("50.00%")).toBeTruthy();
    expect(trial.getByRole("cell", { name: "Rex of Oak" })).toBeTruthy();
    await user.click(trial.getByRole("combobox", { name: "Generations" }));
    await user.click(screen.getByRole("option", { name: "Whole pedigree" }));
    expect(fakeConvex.subscriptionsOf(api.pedigree.ancestry.mating).at(-1)).toMatchObject({
      generations: null,
    });
  });

  it("[GAP-DOG-05] does not suggest a dog that has left the kennel as a mate, but finds it by its name", async () => {
    const gone = makeDog({ name: "Beate", status: "deceased" });
    fakeConvex.query(api.dogs.dogs.searchParents, () => [dam, gone]);
    const { user } = await openTab();
    const trial = within(screen.getByRole("region", { name: "Try a mating" }));
    const field = trial.getByRole("combobox", { name: "Dam" });
    await user.click(field);
    expect(trial.getAllByRole("option")).toHaveLength(1);
    await user.type(field, "Beate");
    expect(await trial.findByRole("option", { name: /Beate.*Deceased/u })).toBeTruthy();
  });

  it("asks for a dog again after one side was cleared", async () => {
    const { user } = await openTab();
    const trial = within(screen.getByRole("region", { name: "Try a mating" }));
    await user.clear(trial.getByRole("combobox", { name: "Sire" }));
    await user.tab();
    expect(trial.getByText(/Choose a sire/u)).toBeTruthy();
  });
});
