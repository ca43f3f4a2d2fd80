/** The words for the origin and the content of backups. */
import type { BackupType } from "@domain/backups/format";
import { BACKUP_WORDS } from "@domain/backups/words.gen";

export const backupTypeLabels: Record<BackupType, string> = {
  local: "Manual",
  server: "Manual",
  automatic: "Automatic",
  before_restore: "Before a restore",
  upload: "From a file",
};

const number = new Intl.NumberFormat("en-US");

/** One text for each kind of record, with its number. Kinds without a name are counted together. */
export function describeCounts(counts: Readonly<Record<string, number>>): string[] {
  const named = new Set<string>(BACKUP_WORDS.map(([kind]) => kind));
  const others = Object.entries(counts)
    .filter(([kind]) => !named.has(kind) && kind !== "kennel")
    .reduce((sum, [, count]) => sum + count, 0);
  const lines = BACKUP_WORDS.flatMap(([kind, one, many]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${number.format(count)} ${count === 1 ? one : many}`];
  });
  return others === 0
    ? lines
    : [...lines, `${number.format(others)} other ${others === 1 ? "entry" : "entries"}`];
}
