/**
 * Tests workbooks that are written page by page: the position and content of each cell. No text may break the file.
 */
import { strFromU8, unzipSync } from "fflate";
import { expect, it } from "vitest";
import { makeWorkbook, type WorkbookSheet } from "./workbook";

async function sheetsOf(sheets: readonly WorkbookSheet[]): Promise<Record<string, string>> {
  const file = await new Blob(await makeWorkbook(sheets)).arrayBuffer();
  const entries = Object.entries(unzipSync(new Uint8Array(file)));
  return Object.fromEntries(entries.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

const sheetOf = (
  title: string,
  labels: readonly string[],
  pages: (string | number | null)[][][],
): WorkbookSheet => ({
  title,
  columns: labels.map((label) => ({ label, width: 14, isMoney: label === "Cost" })),
  pages: async function* () {
    for (const page of pages) yield await Promise.resolve(page);
  },
});

it("a workbook numbers the rows across all pages and formats money as money", async () => {
  const sheet = sheetOf(
    "Costs",
    ["Name", "Cost"],
    [
      [["Vet", 85.5]],
      [],
      [
        ["Food", 3],
        [null, null],
      ],
    ],
  );
  const files = await sheetsOf([sheetOf("Empty", ["Name"], []), sheet]);
  const [, rows = ""] =
    /<row r="1">.*?<\/row>(.*)<\/sheetData>/u.exec(files["xl/worksheets/sheet2.xml"] ?? "") ?? [];
  const text = (place: string, value: string) =>
    `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  const style = /<c r="B2" s="(\d+)">/u.exec(rows)?.[1] ?? "";
  expect(rows).toBe(
    [
      `<row r="2">${text("A2", "Vet")}<c r="B2" s="${style}"><v>85.5</v></c></row>`,
      `<row r="3">${text("A3", "Food")}<c r="B3" s="${style}"><v>3</v></c></row>`,
      '<row r="4"></row>',
    ].join(""),
  );
  const looks = [...(files["xl/styles.xml"] ?? "").matchAll(/<xf ([^>]*)>/gu)].map(([, look]) => look);
  expect(looks[Number(style)]).toContain("numFmtId");
  expect(files["xl/worksheets/sheet1.xml"]).toMatch(/<\/row><\/sheetData>/u);
});

it("a workbook names columns past Z, and leaves out characters that XML does not allow", async () => {
  const labels = Array.from({ length: 54 }, (_, index) => `Column ${index}`);
  const cells = labels.map(() => "");
  cells[26] = "a\u0000b\u001f<&>\ud800\u{1f415}";
  cells[53] = "x".repeat(40_000);
  const files = await sheetsOf([sheetOf("Wide", labels, [[cells]])]);
  const xml = files["xl/worksheets/sheet1.xml"] ?? "";
  expect(xml).toContain('<c r="AA2" t="inlineStr"><is><t xml:space="preserve">ab&lt;&amp;&gt;\u{1f415}</t>');
  expect(/<c r="BB2"[^>]*><is><t[^>]*>(x+)</u.exec(xml)?.[1]).toHaveLength(32_767);
});
