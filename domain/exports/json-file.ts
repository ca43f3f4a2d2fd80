/** A kennel's data as JSON: the records as they are stored, and beside them the names of what their ids mean. Pure. */
import type { Column } from "./cells";
import type { ExportedRow, KennelReading } from "./kennel-reading";
import type { Write } from "../files/packing";

/** Raised when the layout changes. */
const EXPORT_VERSION = 1;

const INDENT = 2;

/** Writes a value as JSON that stands so many levels deep in another. */
export const jsonAt = (level: number, value: unknown): string =>
  JSON.stringify(value, null, INDENT).replaceAll("\n", `\n${" ".repeat(INDENT * level)}`);

const lineAt = (level: number): string => `\n${" ".repeat(INDENT * level)}`;

type NameOf = KennelReading["nameOf"];

function toJsonRow(row: ExportedRow, columns: readonly Column[], nameOf: NameOf): object {
  const names: Record<string, string> = {};
  for (const { path, kind } of columns) {
    const [field = ""] = path;
    const id: unknown = kind === "name" ? Reflect.get(row, field) : undefined;
    if (typeof id === "string" && nameOf(id) !== "") names[field] = nameOf(id);
  }
  return { ...row, names };
}

/** Writes what the JSON of a kennel holds; `level` says how deep it stands in another. */
export async function writeKennelJson(
  { kennelId, name, sheets, nameOf }: KennelReading,
  { today, level = 0 }: { today: string; level?: number },
  write: Write,
): Promise<void> {
  const metadata = {
    product: "Studbook",
    kind: "export",
    version: EXPORT_VERSION,
    exportedOn: today,
    kennelId,
    kennelName: name,
  };
  write(`{${lineAt(level + 1)}"metadata": ${jsonAt(level + 1, metadata)},${lineAt(level + 1)}"data": {`);
  for (const [index, { kind, columns, pages }] of sheets.entries()) {
    write(`${index === 0 ? "" : ","}${lineAt(level + 2)}"${kind.table}": [`);
    let separator = "";
    for await (const rows of pages()) {
      const written = rows.map((row) => {
        const text = jsonAt(level + 3, toJsonRow(row, columns, nameOf));
        const before = separator;
        separator = ",";
        return `${before}${lineAt(level + 3)}${text}`;
      });
      write(written.join(""));
    }
    write(separator === "" ? "]" : `${lineAt(level + 2)}]`);
  }
  write(`${lineAt(level + 1)}}${lineAt(level)}}`);
}
