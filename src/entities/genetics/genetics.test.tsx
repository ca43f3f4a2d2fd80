/** Genetic results on a dog's page and the forecast of a litter. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { GeneticResults, GenotypeDialog, genotypeForm, ResultRow } from "@/entities/genetics/genetic-results";
import { geneticFileForm } from "@/entities/genetics/genetic-files";
import { LitterForecast } from "@/entities/genetics/litter-forecast";
import { missingControls, unseenFields } from "@/testing/described-fields";
import { ContradictionBanner, Contradictions } from "@/entities/genetics/contradictions";
import { fakeConvex } from "@/testing/fake-convex";
import { dialog, field, setField } from "@/testing/open-dialog";
import { renderScreen } from "@/testing/render";
import { api } from "@convex/_generated/api";
import type { Id } from "@convex/_generated/dataModel";
import { GENETIC_FILE_FIELDS, GENOTYPE_FIELDS } from "@domain/genetics/record";
import { omitFields } from "@domain/records/record";

vi.mock("convex/react", async () => (await import("@/testing/fake-convex")).fakeConvexReact);

const DOG = { _id: "dog1" as Id<"dogs">, name: "Bella" };
const EMPTY = {
  ...{ genotype: null, status: null, merleLengths: null, printed: null, laboratory: null },
  ...{ testedOn: null, sampleNumber: null, notes: null, proof: "report" as const },
};
const RESULT = {
  ...{ _id: "result1" as Id<"genotypes">, kennelId: "kennel1" as Id<"kennels">, dogId: DOG._id },
  ...EMPTY,
  ...{ locus: "E", genotype: "E/e", laboratory: "Laboklin", createdAt: 1, updatedAt: 1 },
};
/** The page names the dog, so the form does not. */
const OWN = omitFields(GENOTYPE_FIELDS, ["dogId"]);

const FORECAST = {
  ...{ warnings: [], diseases: [], coats: [], untested: [], disputed: [], inferred: [], lostBeforeBirth: 0 },
  colours: [
    { words: "solid black", chance: 0.75 },
    { words: "recessive red, black nose", chance: 0.25 },
  ],
};

beforeEach(() => {
  fakeConvex.reset();
  fakeConvex.query(api.genetics.genotypes.ofDog, () => [RESULT]);
  fakeConvex.query(api.genetics.geneticFiles.ofDog, () => []);
  fakeConvex.query(api.genetics.genotypes.get, () => RESULT);
  fakeConvex.query(api.genetics.genotypes.editsSince, () => []);
  fakeConvex.mutation(api.genetics.genotypes.create, () => RESULT);
  fakeConvex.mutation(api.genetics.genotypes.remove, () => null);
});

it("a genetic result shows every field in its form and in its line", () => {
  renderScreen(<GenotypeDialog dog={DOG} result={null} onClose={() => {}} />);
  expect(missingControls(OWN)).toEqual([]);
  const show = (values: object) =>
    renderScreen(<ResultRow result={{ ...RESULT, genotype: null, ...values }} actions={null} />);
  expect(unseenFields(OWN, show)).toEqual([]);
  expect(genotypeForm).toBeDefined();
});

it("the list of results adds a result, and refuses an invalid genotype at its field", async () => {
  const { user } = renderScreen(<GeneticResults dog={DOG} />);
  expect(screen.getByText("Extension (E)")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Add Genetic Result" }));
  setField("Locus or Test", "B");
  setField("Genotype", "E/e");
  await user.click(dialog().getByRole("button", { name: "Add Genetic Result" }));
  expect(await screen.findByText("B has the alleles B, b; write two of them like B/B")).toBeTruthy();
  expect(field("Genotype").getAttribute("aria-invalid")).toBe("true");
  setField("Genotype", "B/b");
  await user.click(dialog().getByRole("button", { name: "Add Genetic Result" }));
  await waitFor(() => expect(fakeConvex.callsOf(api.genetics.genotypes.create)).toHaveLength(1));
  expect(fakeConvex.callsOf(api.genetics.genotypes.create)).toMatchObject([
    { dogId: DOG._id, locus: "B", genotype: "B/b" },
  ]);
});

it("the form of a result asks only for the fields of a locus or a test, and keeps fields with a value visible", () => {
  renderScreen(<GenotypeDialog dog={DOG} result={null} onClose={() => {}} />);
  const shown = () =>
    ["Genotype", "Result", "Merle Lengths"].filter((label) => dialog().queryByLabelText(label));
  expect(shown()).toEqual(["Genotype", "Result", "Merle Lengths"]);
  setField("Locus or Test", "K");
  expect(shown()).toEqual(["Genotype"]);
  setField("Genotype", "ky/ky");
  setField("Locus or Test", "Degenerative Myelopathy");
  expect(shown()).toEqual(["Genotype", "Result"]);
  setField("Genotype", "");
  expect(shown()).toEqual(["Result"]);
  setField("Locus or Test", "M");
  expect(shown()).toEqual(["Genotype", "Merle Lengths"]);
});

it("the list of results shows the laboratory's words for a result that was not understood, and no buttons for a viewer", () => {
  fakeConvex.query(api.genetics.genotypes.ofDog, () => [
    { ...RESULT, ...EMPTY, locus: "Wings (FLY1)", printed: "WW" },
  ]);
  renderScreen(<GeneticResults dog={DOG} />, { role: "viewer" });
  expect(screen.getByText("printed as “WW”")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add Genetic Result" })).toBeNull();
});

it("the forecast lists the colors with their shares, and names the loci without a test", () => {
  fakeConvex.query(api.genetics.genotypes.forecast, () => ({
    ...FORECAST,
    ...{ untested: [{ locus: "M", sire: true, dam: false }], lostBeforeBirth: 0.25 },
    inferred: [{ locus: "B", sire: null, dam: "b/b" }],
  }));
  renderScreen(<LitterForecast sireId="dog2" damId="dog1" />);
  expect(screen.getByText("Inferred, not tested: Brown (B) b/b of the dam.")).toBeTruthy();
  const colors = within(screen.getByLabelText("Colors"));
  expect(colors.getAllByRole("definition").map(({ textContent }) => textContent)).toEqual([
    ...["solid black", "recessive red, black nose"],
  ]);
  expect(colors.getByText("75.0%")).toBeTruthy();
  expect(screen.getByText("Not tested: Merle (M): the sire.")).toBeTruthy();
  expect(screen.getByText(/25\.0% of the puppies die before birth/u)).toBeTruthy();
});

it("the forecast says that colors are not predicted, and shows nothing without results", () => {
  const untested = [{ locus: "K", sire: false, dam: true }];
  fakeConvex.query(api.genetics.genotypes.forecast, () => ({ ...FORECAST, colours: null, untested }));
  const { unmount } = renderScreen(<LitterForecast sireId="dog2" damId="dog1" />);
  expect(screen.getByText(/^The colors are not predicted/u)).toBeTruthy();
  unmount();
  fakeConvex.query(api.genetics.genotypes.forecast, () => ({
    ...{ ...FORECAST, colours: null },
    untested: [{ locus: "K", sire: true, dam: true }],
  }));
  renderScreen(<LitterForecast sireId="dog2" damId="dog1" />);
  expect(screen.queryByRole("region", { name: "Forecast of the litter" })).toBeNull();
});

it("the forecast says what puppies may have of each disease, and which results of a parent are missing", () => {
  const exactly = (share: number) => ({ low: share, high: share });
  const copies = (none: number, one: number, all: number) => ({
    ...{ none: exactly(none), one: exactly(one), all: exactly(all) },
  });
  const ranges = { none: { low: 0, high: 0.5 }, one: exactly(0.5), all: { low: 0, high: 0.5 } };
  const disease = {
    ...{
      variant: "a",
      sire: "carrier",
      dam: "carrier",
      disputed: [],
      isSexLinked: false,
      effect: "recessive",
    },
    ...{ name: "prcd-PRA", daughters: copies(0.25, 0.5, 0.25), sons: copies(0.25, 0.5, 0.25) },
  } as const;
  const inAll = (all: typeof ranges) => ({ daughters: all, sons: all });
  fakeConvex.query(api.genetics.genotypes.forecast, () => ({
    ...{ ...FORECAST, colours: null, untested: [{ locus: "K", sire: true, dam: true }] },
    diseases: [
      disease,
      { ...disease, variant: "b", name: "EIC", dam: null, ...inAll(ranges), disputed: ["sire" as const] },
      { ...disease, variant: "c", name: "New", ...inAll(copies(0, 1, 0)), effect: "unknown" as const },
      {
        ...{ ...disease, variant: "d", name: "XL-PRA", isSexLinked: true, sire: "clear" as const },
        ...{ daughters: copies(0.5, 0.5, 0), sons: copies(0.5, 0, 0.5) },
      },
    ],
  }));
  renderScreen(<LitterForecast sireId="dog2" damId="dog1" />);
  const said = within(screen.getByRole("list", { name: "Diseases" })).getAllByRole("listitem");
  expect(said.map(({ textContent }) => textContent)).toEqual([
    "prcd-PRA: 25% affected, 50% with one copyThe sire is a carrier, the dam a carrier.",
    "EIC: 0% to 50% affected, 50% with one copyThe sire is a carrier, the dam not tested. Results of the sire disagree; the worse one counts.",
    "New: 100% with one copyThe sire is a carrier, the dam a carrier. What a copy means is not known here.",
    "XL-PRA: daughters 50% with one copy; sons 50% affectedThe sire is clear, the dam a carrier.",
  ]);
  expect(screen.queryByText("Colors and Coats")).toBeNull();
});

const CSV = [
  "category,name,value",
  "ID,Swab code,# 3100",
  "ID,Name,Willow",
  '"Health","Degenerative Myelopathy, DM (SOD1A)","unbekannt"',
  '"Health","MDR1 Drug Sensitivity (ABCB1)","clear"',
  "Trait,E Locus (MC1R),Ee",
].join("\n");
const LINES = [
  { category: "ID", name: "Swab code", value: "# 3100" },
  { category: "ID", name: "Name", value: "Willow" },
  { category: "Health", name: "Degenerative Myelopathy, DM (SOD1A)", value: "unbekannt" },
  { category: "Health", name: "MDR1 Drug Sensitivity (ABCB1)", value: "clear" },
  { category: "Trait", name: "E Locus (MC1R)", value: "Ee" },
];
const HEALTH = {
  ...{ gene: null, variant: null, copies: null, inheritancePrinted: null },
};
const FILE = {
  ...{ _id: "file1" as Id<"geneticFiles">, kennelId: "kennel1" as Id<"kennels">, dogId: DOG._id },
  ...{ testedOn: null, notes: null, sampleNumber: "3100", lines: LINES, createdAt: 1, updatedAt: 1 },
  results: {
    ...{ dogName: "Willow", sex: null, genomicCoi: 0.1446, notUnderstood: [LINES[2]?.name ?? ""] },
    health: [
      { ...HEALTH, name: LINES[2]?.name ?? "", status: "not understood" as const, printed: "unbekannt" },
      { ...HEALTH, name: LINES[3]?.name ?? "", status: "clear" as const, printed: "clear", copies: 0 },
    ],
    traits: [{ name: "E Locus (MC1R)", locus: "E", genotype: "E/e", printed: "Ee" }],
  },
};

async function choose(text: string): Promise<void> {
  const { user } = renderScreen(<GeneticResults dog={DOG} />);
  await user.upload(screen.getByLabelText("File of genetic results"), new File([text], "embark.csv"));
}

it("the import shows the results of a chosen file before it is imported, and sends its lines", async () => {
  fakeConvex.mutation(api.genetics.geneticFiles.create, () => FILE);
  await choose(CSV);
  const shown = await screen.findByRole("dialog", { name: "Import Genetic Results of Bella" });
  expect(within(shown).getByText("1 not understood, 1 clear, 1 trait")).toBeDefined();
  expect(within(shown).getByText(/1 line is not understood/)).toBeDefined();
  within(shown).getByRole("button", { name: "Import Genetic Results" }).click();
  await waitFor(() =>
    expect(fakeConvex.callsOf(api.genetics.geneticFiles.create)[0]).toMatchObject({
      dogId: DOG._id,
      lines: LINES,
    }),
  );
});

it("the import says that a file contains no results", async () => {
  await choose("name,breed\nBella,Beagle");
  expect(await screen.findByText(/This is not Embark's file of results/)).toBeDefined();
});

it("an imported file is shown with all lines; a result that was not understood is shown as printed and never as clear", () => {
  fakeConvex.query(api.genetics.geneticFiles.ofDog, () => [FILE]);
  fakeConvex.query(api.genetics.genotypes.ofDog, () => []);
  renderScreen(<GeneticResults dog={DOG} />);
  expect(screen.queryByText("No genetic results recorded")).toBeNull();
  const files = screen.getByRole("list", { name: "Imported files" });
  expect(files.textContent).toContain("1 not understood, 1 clear, 1 trait");
  expect(files.textContent).toContain("Inbreeding measured in the genome 14.5%");
  expect(files.textContent).toContain("Degenerative Myelopathy, DM (SOD1A): “unbekannt”");
  expect(within(files).getByText("Clear (1)").parentElement?.textContent).not.toContain("Degenerative");
  const shownFields = omitFields(GENETIC_FILE_FIELDS, ["dogId"]);
  expect(Object.keys(geneticFileForm.emptyValues)).toEqual(expect.arrayContaining(Object.keys(shownFields)));
});

it("the dog's page shows which results follow from the family, and from which dogs", () => {
  const from = [
    { _id: "a", name: "Rex" },
    { _id: "b", name: "Bella" },
  ];
  const inferred = { genotype: null, carries: ["x"], isClearByParents: false, from };
  fakeConvex.query(api.genetics.genotypes.inferred, () => [
    { ...inferred, key: "prcdpra", genotype: "N/N", carries: [], isClearByParents: true },
    { ...inferred, key: "eic", from: from.slice(0, 1) },
    { ...inferred, key: "E", carries: ["e"], from: [...from, { _id: "c", name: "Oak" }] },
  ]);
  renderScreen(<GeneticResults dog={DOG} />);
  const section = screen.getByRole("region", { name: "Inferred from the family" });
  expect([...section.querySelectorAll("dl > div")].map((row) => row.textContent)).toEqual([
    "prcd-PRAN/N, inferred: both parents clear",
    "EICcarries at least one copy, inferred: from results of Rex",
    "Extension (E)carries at least one copy of e, inferred: from results of Rex and 2 others",
  ]);
});

describe("contradictions on a dog's page", () => {
  const rex = { _id: "rex", name: "Rex" };
  const found = {
    ...{ kind: "genotype", dog: DOG, others: [rex], locus: "eic", known: null },
    ...{ message: "Wren cannot have its result for EIC from Rex.", solution: "Compare the sample numbers." },
  };
  const known = {
    _id: "known1",
    saidBy: "Anna Berg",
    notes: "Sample mixed up",
    createdAt: Date.UTC(2025, 5, 15, 12),
  };

  it("name their dogs and a solution, and can be marked as known", async () => {
    fakeConvex.query(api.genetics.contradictions.ofDog, () => [found]);
    const { user } = renderScreen(<Contradictions dog={DOG} />);
    const list = within(screen.getByRole("list", { name: "What cannot be true" }));
    expect(list.getByText("Compare the sample numbers.")).toBeTruthy();
    expect(list.getByRole("link", { name: "Rex" }).getAttribute("href")).toMatch(/\/dogs\/rex$/u);
    await user.click(list.getByRole("button", { name: /^We Know/u }));
    setField("What Is Known", "Sample mixed up");
    await user.click(dialog().getByRole("button", { name: "Save" }));
    await waitFor(() => expect(fakeConvex.callsOf(api.genetics.contradictions.create)).toHaveLength(1));
    expect(fakeConvex.callsOf(api.genetics.contradictions.create)).toMatchObject([
      { dogId: DOG._id, otherId: "rex", kind: "genotype", locus: "eic", notes: "Sample mixed up" },
    ]);
  });

  it("are folded with name and date once they are known; a viewer cannot change them", () => {
    fakeConvex.query(api.genetics.contradictions.ofDog, () => [{ ...found, known }]);
    renderScreen(<Contradictions dog={DOG} />, { role: "viewer" });
    expect(screen.getByText("1 known contradiction")).toBeTruthy();
    expect(screen.getByText("Known to Anna Berg since June 15, 2025: Sample mixed up")).toBeTruthy();
    expect(screen.queryAllByRole("button")).toEqual([]);
  });

  it("are mentioned at the top of the dog's page only if at least one is not yet known", () => {
    fakeConvex.query(api.genetics.contradictions.ofDog, () => [{ ...found, known }]);
    const { unmount } = renderScreen(<ContradictionBanner dogId={DOG._id} />);
    expect(screen.queryByText(/Wren cannot/u)).toBeNull();
    unmount();
    fakeConvex.query(api.genetics.contradictions.ofDog, () => [found, { ...found, kind: "chip" }]);
    renderScreen(<ContradictionBanner dogId={DOG._id} />);
    expect(screen.getByText(/Wren cannot have its result for EIC from Rex\. And 1 more\./u)).toBeTruthy();
    expect(screen.getByRole("link", { name: "See what would solve it" })).toBeTruthy();
  });
});
