/** Removes references to records that do not exist: the field itself, or the whole element of a list. */
import type { BackupRow } from "../../../domain/backups/format";

/** Stands for a reference to a missing record until the reference is removed. */
export const DROPPED = "\u0000dropped";

const isPart = (value: unknown): value is BackupRow =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer);

/** If a field of a list element refers to a missing record, the whole element is removed. */
function prunePart(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((element) => element !== DROPPED).map(prunePart);
  if (!isPart(value)) return value;
  return Object.values(value).includes(DROPPED) ? DROPPED : pruneDropped(value);
}

export const pruneDropped = (fields: BackupRow): BackupRow =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, prunePart(value)] as const)
      .filter(([, value]) => value !== DROPPED),
  );
