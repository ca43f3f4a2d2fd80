/**
 * A kennel's data as JSON, one record per line, with the names of the records that a record refers to. The JSON can
 * contain files by hash, and lists the hashes of files that did not fit. It has the layout of a backup and is
 * imported like a backup.
 */
import { EXPORT_ORIGIN } from "../backups/format";
import { fileInJson } from "../backups/writing";
import type { Column } from "./cells";
import type { ExportedRow, KennelReading } from "./kennel-reading";
import type { Write } from "../files/packing";

const INDENT = 2;

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

export async function writeKennelJson(
  { kennelId, name, sheets, nameOf, whole }: KennelReading,
  { today, level = 0 }: { today: string; level?: number },
  write: Write,
): Promise<void> {
  const metadata = {
    ...EXPORT_ORIGIN,
    exportedOn: today,
    kennelId,
    kennelName: name,
    includesPhotos: whole !== undefined,
  };
  write(`{${lineAt(level + 1)}"metadata": ${jsonAt(level + 1, metadata)},${lineAt(level + 1)}"data": {`);
  const kennel = whole?.details;
  if (kennel) write(`${lineAt(level + 2)}"kennel": [${JSON.stringify(kennel)}],`);
  for (const [index, { kind, columns, pages }] of sheets.entries()) {
    write(`${index === 0 ? "" : ","}${lineAt(level + 2)}"${kind.table}": [`);
    let separator = "";
    for await (const rows of pages()) {
      const written = rows.map((row) => {
        const text = JSON.stringify(toJsonRow(row, columns, nameOf));
        const before = separator;
        separator = ",";
        return `${before}${lineAt(level + 3)}${text}`;
      });
      write(written.join(""));
    }
    write(separator === "" ? "]" : `${lineAt(level + 2)}]`);
  }
  write(`${lineAt(level + 1)}}`);
  if (whole) {
    write(`,${lineAt(level + 1)}"files": {`);
    let separator = "";
    for await (const file of whole.files()) {
      write(`${separator}${lineAt(level + 2)}${fileInJson(file)}`);
      separator = ",";
    }
    write(`${lineAt(level + 1)}}`);
    const leftOut = whole.filesLeftOut().map(({ sha256, type, size }) => ({ sha256, type, size }));
    if (leftOut.length > 0) write(`,${lineAt(level + 1)}"filesLeftOut": ${jsonAt(level + 1, leftOut)}`);
  }
  write(`${lineAt(level)}}`);
}
