/** Creates Excel workbooks for tests, part by part, so that a test can break any part. */
import { strToU8, zipSync } from "fflate";

/** Null leaves a gap. */
export type Cell = string | number | boolean | null | { attributes: string; value: string };

function cellXml(cell: Cell, place: string): string {
  if (cell === null) return "";
  if (typeof cell === "string") return `<c r="${place}" t="inlineStr"><is><t>${cell}</t></is></c>`;
  if (typeof cell === "number") return `<c r="${place}"><v>${cell}</v></c>`;
  if (typeof cell === "boolean") return `<c r="${place}" t="b"><v>${Number(cell)}</v></c>`;
  return `<c r="${place}" ${cell.attributes}><v>${cell.value}</v></c>`;
}

const sheetXml = (rows: readonly (readonly Cell[])[]): string =>
  `<worksheet><sheetData>${rows
    .map((cells, at) => {
      const row = at + 1;
      const written = cells.map((cell, column) => cellXml(cell, String.fromCharCode(65 + column) + row));
      return cells.length === 0 ? "" : `<row r="${row}">${written.join("")}</row>`;
    })
    .join("")}</sheetData></worksheet>`;

/** The keys are the names of the sheets. */
export type Sheets = Readonly<Record<string, readonly (readonly Cell[])[]>>;

/** `states` says which sheets are hidden, and how. */
function partsOf(sheets: Sheets, states: Readonly<Record<string, string>>): Record<string, Uint8Array> {
  const names = Object.keys(sheets);
  const parts: Record<string, string> = {
    "[Content_Types].xml": "<Types/>",
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" state="${states[name] ?? "visible"}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${names.map((_, at) => `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}</Relationships>`,
    // The second format is the format for dates.
    "xl/styles.xml": '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  };
  for (const [at, rows] of Object.values(sheets).entries())
    parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(rows);
  return Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]));
}

/** Creates a workbook. `more` adds or replaces parts. */
export const workbook = (
  sheets: Sheets,
  more: Record<string, Uint8Array> = {},
  states: Readonly<Record<string, string>> = {},
): Uint8Array => zipSync({ ...partsOf(sheets, states), ...more });
