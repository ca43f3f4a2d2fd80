/** The words for backups: where one comes from, and what it holds. */
import type { BackupType } from "@domain/backup/format";

/** What a backup is called by where it comes from. */
export const backupTypeLabels: Record<BackupType, string> = {
  local: "Manual",
  server: "Manual",
  automatic: "Automatic",
  before_restore: "Before a restore",
  upload: "From a file",
};

/** The kinds of record that a breeder looks for, in the order in which they are told. */
const KINDS: readonly (readonly [string, string, string])[] = [
  ["dogs", "dog", "dogs"],
  ["breedings", "breeding", "breedings"],
  ["litters", "litter", "litters"],
  ["puppies", "puppy", "puppies"],
  ["heats", "heat", "heats"],
  ["healthRecords", "health record", "health records"],
  ["healthTests", "health test", "health tests"],
  ["immunizations", "vaccine dose", "vaccine doses"],
  ["medicationCourses", "course of medication", "courses of medication"],
  ["veterinaryRecords", "veterinarian", "veterinarians"],
  ["dogWeights", "dog weight", "dog weights"],
  ["puppyWeights", "puppy weight", "puppy weights"],
  ["reminders", "reminder", "reminders"],
  ["waitingList", "waiting list entry", "waiting list entries"],
  ["photos", "photo", "photos"],
  ["healthAttachments", "attachment", "attachments"],
  ["breedingDocuments", "document", "documents"],
  ["activities", "activity entry", "activity entries"],
];

const number = new Intl.NumberFormat("en-US");

/** Names what a backup holds, each kind with its number; what has no name of its own is told together. */
export function describeCounts(counts: Readonly<Record<string, number>>): string[] {
  const named = new Set(KINDS.map(([kind]) => kind));
  const others = Object.entries(counts)
    .filter(([kind]) => !named.has(kind) && kind !== "kennel")
    .reduce((sum, [, count]) => sum + count, 0);
  const lines = KINDS.flatMap(([kind, one, many]) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${number.format(count)} ${count === 1 ? one : many}`];
  });
  return others === 0
    ? lines
    : [...lines, `${number.format(others)} other ${others === 1 ? "entry" : "entries"}`];
}
