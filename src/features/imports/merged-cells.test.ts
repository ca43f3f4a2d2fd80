/** The work for merged cells, measured as the number of property reads on rows and merged cells. */
import { expect, it, vi } from "vitest";
import { readImportFile } from "@/features/imports/import-file";

const LITTERS = 1000;
const PUPS = 3;

const looks = vi.hoisted(() => ({ count: 0 }));

const watched = <Each extends object>(each: Each): Each =>
  new Proxy(each, {
    get: (target, name, receiver): unknown => {
      looks.count += 1;
      return Reflect.get(target, name, receiver);
    },
  });

vi.mock("@/features/imports/read-workbook", () => ({
  UnreadableWorkbook: class extends Error {},
  readWorkbook: () => {
    const pups = Array.from({ length: LITTERS * PUPS }, (_, at) => ({
      line: at + 2,
      cells: [`Pup ${at}`, "M", "Boxer", at % PUPS === 0 ? `Sire ${at / PUPS}` : ""],
    }));
    const merged = Array.from({ length: LITTERS }, (_, at) => {
      const first = at * PUPS + 2;
      return { column: 3, first, last: first + PUPS - 1 };
    });
    const lines = [{ line: 1, cells: ["Name", "Sex", "Breed", "Sire"] }, ...pups];
    return Promise.resolve([
      { name: "Dogs", isHidden: false, lines: lines.map(watched), merged: merged.map(watched) },
    ]);
  },
}));

it("[GAP-DOG-03] merged cells are copied to all littermates in one pass over the rows", async () => {
  const zip = new Uint8Array([0x50, 0x4b, 0x03, 0x04]);
  const { rows } = await readImportFile("litters.xlsx", zip);
  expect(rows.map(({ cells }) => cells[3])).toEqual(
    Array.from({ length: LITTERS * PUPS }, (_, at) => `Sire ${Math.floor(at / PUPS)}`),
  );
  // Reading every row for each merged cell would be three million reads.
  expect(looks.count).toBeLessThan(100 * LITTERS);
});
