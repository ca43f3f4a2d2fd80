/**
 * Creates a backup of the demo kennel from `demo-kennel.json`, with today's dates. The file contains the tables of
 * a backup with their rows. Its part `each` contains the fields of every row of a table, unless the row has its own
 * value (`{id}` is replaced by the row's id). Some of these fields are placeholders for values that a restore
 * calculates. The dates in the file belong to a kennel whose current day is `today`, in the kennel's time zone. All
 * dates are moved by the number of days that have passed since then.
 */
import { addDays, daysBetween, isCalendarDay } from "../domain/dates/calendar-days";
import { dayIn, instantOf } from "../domain/dates/zones";
import { sha256Of } from "../domain/backups/checksum";
import type { BackupData, BackupRow } from "../domain/backups/format";
import { fileInJson } from "../domain/backups/writing";
import demo from "./demo-kennel.json";

/** The users of the demo. The first user owns the kennel. */
export const DEMO_PEOPLE = [
  { firstName: "Margaret", lastName: "Holloway", email: "margaret@alderbrook.example", role: "owner" },
  { firstName: "Tomás", lastName: "Reyes", email: "tomas@alderbrook.example", role: "staff" },
] as const;

export const DEMO_KENNEL = { name: "", timeZone: "UTC", ...demo.data.kennel.rows[0] };

/** Each row has its own fields and those of `each`. A field with the value `null` is removed. */
export function demoRows(): BackupData {
  const tables: Record<string, { each: BackupRow; rows: BackupRow[] }> = demo.data;
  const rowsOf = ({ each, rows }: { each: BackupRow; rows: BackupRow[] }, table: string) =>
    rows.map((row, index) => {
      const { _id = `${table}-${index + 1}` } = row;
      const common = JSON.parse(JSON.stringify(each).replaceAll("{id}", String(_id))) as BackupRow;
      const fields = Object.entries({ _id, ...common, ...row });
      return Object.fromEntries(fields.filter(([, value]) => value !== null));
    });
  return Object.fromEntries(Object.entries(tables).map(([table, all]) => [table, rowsOf(all, table)]));
}

/** `read` returns a photo by its file's name. */
export async function demoBackup(
  now: number,
  read: (file: string) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<string> {
  const { timeZone } = DEMO_KENNEL;
  const passed = daysBetween(demo.today, dayIn(timeZone, now));
  const rows = demoRows();
  const hashes = new Map<string, string>();
  const files = new Map<string, string>();
  for (const name of new Set(JSON.stringify(rows).match(/[\w-]+\.webp/gu))) {
    const bytes = await read(name);
    const sha256 = await sha256Of(bytes);
    hashes.set(name, sha256);
    files.set(sha256, fileInJson({ sha256, type: "image/webp", size: bytes.length, bytes }));
  }
  const moved = JSON.stringify(rows, (_, value: unknown) => {
    if (typeof value !== "string") return value;
    const [day = "", time] = value.split("T");
    if (!isCalendarDay(day)) return hashes.get(value) ?? value;
    const today = addDays(day, passed);
    return time === undefined ? today : instantOf(today, time, timeZone);
  });
  return `{"metadata":{},"data":${moved},"files":{${[...files.values()].join(",")}}}`;
}
