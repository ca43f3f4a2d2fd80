/** The place of a database's newest backup, written to a file beside the database after each backup. */
import { readFileSync, writeFileSync } from "node:fs";

export interface NewestBackup {
  readonly file: string;
  /** In ISO 8601. */
  readonly madeAt: string;
}

const noteOf = (path: string): string => `${path}-backup`;

export function noteBackup(path: string, file: string): void {
  const note: NewestBackup = { file, madeAt: new Date().toISOString() };
  writeFileSync(noteOf(path), `${JSON.stringify(note)}\n`, { mode: 0o600 });
}

export function newestBackup(path: string): NewestBackup | null {
  try {
    const { file, madeAt } = JSON.parse(readFileSync(noteOf(path), "utf8")) as Partial<NewestBackup>;
    return typeof file === "string" && typeof madeAt === "string" ? { file, madeAt } : null;
  } catch {
    return null;
  }
}
