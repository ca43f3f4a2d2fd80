/** Takes references that lead nowhere out of a record: the field itself, or the whole part that is about it. */
import type { BackupRow } from "../../../domain/backups/format";

/** Stands for a reference that leads nowhere until it is taken out. */
export const DROPPED = "\u0000dropped";

const isPart = (value: unknown): value is BackupRow =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer);

/** A part of a record goes as a whole when one of its own fields leads nowhere. */
function prunePart(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((element) => element !== DROPPED).map(prunePart);
  if (!isPart(value)) return value;
  return Object.values(value).includes(DROPPED) ? DROPPED : pruneDropped(value);
}

/** Takes the dropped references out of a record's fields. */
export const pruneDropped = (fields: BackupRow): BackupRow =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, prunePart(value)] as const)
      .filter(([, value]) => value !== DROPPED),
  );
