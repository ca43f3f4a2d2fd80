/** Tests the printed list of breedings. */
import { describe, expect, it } from "vitest";
import { linesOf, readPdf } from "../support/pdf-text";
import type { ExportedBreeding } from "../../domain/breedings/export";
import { makeBreedingList } from "../../domain/pdf/breeding-list";

const breeding: ExportedBreeding = {
  sire: { name: "Rex" },
  sireName: null,
  dam: null,
  damName: "Bella",
  status: "whelped",
  breedingType: "frozen_semen",
  breedingDate: "2025-01-01",
  expectedDueDate: "2025-03-05",
  actualDueDate: null,
  numberBorn: 7,
  numberAlive: 6,
  studFeeCents: 150_050,
  contractTerms: null,
  notes: null,
};
const facts = { kennelName: "Oakhollow", title: "Breedings", printedOn: "2025-06-15" };

describe("the printed list of breedings", () => {
  it("names the parents, even a deleted one, with status, puppies born and alive, and fee", async () => {
    const { texts } = await readPdf(await makeBreedingList({ ...facts, breedings: [breeding] }));
    expect(linesOf(texts)).toEqual(
      expect.arrayContaining(["Oakhollow", "Rex", "Bella", "Whelped", "7 / 6", "$1,500.50", "Page 1 of 1"]),
    );
  });

  it("continues over as many pages as needed", async () => {
    const breedings = Array.from({ length: 120 }, () => breeding);
    const { pages, texts } = await readPdf(await makeBreedingList({ ...facts, breedings }));
    expect(pages.length).toBeGreaterThan(2);
    expect(linesOf(texts)).toContain(`Page 1 of ${pages.length}`);
  });

  it("keeps the longest texts on the page", async () => {
    const notes = "Ein Wurf, 子犬が三匹, whatever-happens-without-a-space-".repeat(80);
    const { pages, texts } = await readPdf(
      await makeBreedingList({ ...facts, kennelName: "Ö".repeat(200), breedings: [{ ...breeding, notes }] }),
    );
    const width = pages[0]?.width ?? 0;
    for (const { x, y, width: length } of texts) {
      expect(x).toBeGreaterThan(0);
      expect(x + length).toBeLessThanOrEqual(width - 33);
      expect(y).toBeGreaterThan(20);
    }
  });

  it("has a notice when it is empty", async () => {
    const { texts } = await readPdf(await makeBreedingList({ ...facts, breedings: [] }));
    expect(linesOf(texts)).toEqual(expect.arrayContaining(["No breedings found"]));
  });
});
