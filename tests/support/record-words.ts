/** A kennel's records as texts without ids, so that two states of a kennel, or two kennels, can be compared. */
import type { KennelTable } from "../../convex/platform/model/changes/kennelTables";
import { mapReferences } from "../../convex/platform/model/changes/tableReferences";
import type { BackupData, BackupRow } from "../../domain/backups/format";

/** These fields depend on the time of a restore, or a restore creates them again. */
const MOVING = new Set(["_id", "_creationTime", "kennelId", "notifyAt", "setAt", "ownerId", "pedigreePlace"]);

const plain = (fields: BackupRow, leftOut: readonly string[]): string =>
  JSON.stringify(
    Object.entries(fields)
      .filter(([name, value]) => !MOVING.has(name) && !leftOut.includes(name) && value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    // Sorted, because the order of fields is not compared.
    (name, value: unknown) =>
      MOVING.has(name)
        ? undefined
        : typeof value === "object" && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
          : value,
  );

const tableOf = (kind: string): KennelTable | "kennels" =>
  // The compared records were read under these names.
  kind === "kennel" ? "kennels" : (kind as KennelTable);

/**
 * By kind. A reference is replaced by the fields of its record, and a file by its content. Some fields are left
 * out.
 */
export function wordsOf(
  data: BackupData,
  contentOf: (file: string) => string,
  leftOut: readonly string[] = [],
): Record<string, string[]> {
  const rows = new Map<string, { kind: string; row: BackupRow }>();
  for (const [kind, list] of Object.entries(data)) {
    for (const row of list) if (typeof row._id === "string") rows.set(row._id, { kind, row });
  }
  // A record is identified by its own values without its references.
  const nameOf = (id: string): string => {
    const found = rows.get(id);
    if (!found) return "elsewhere";
    const { kind, row } = found;
    return `${kind} ${plain(
      mapReferences(tableOf(kind), { ...row, source: undefined }, () => ""),
      leftOut,
    )}`;
  };
  const sourceIn = (source: string): string =>
    source
      .split(/([:@])/)
      .map((part) => (rows.has(part) ? nameOf(part) : part))
      .join("");
  const words = (kind: string, row: BackupRow): string =>
    plain(
      mapReferences(
        tableOf(kind),
        typeof row.source === "string" ? { ...row, source: sourceIn(row.source) } : row,
        (id, owner) => {
          if (owner === "_storage") return contentOf(id);
          if (owner === "users") return "somebody";
          return owner === undefined && !rows.has(id) ? id : nameOf(id);
        },
      ),
      leftOut,
    );
  return Object.fromEntries(
    Object.entries(data)
      .filter(([, list]) => list.length > 0)
      .map(([kind, list]) => [kind, list.map((row) => words(kind, row)).sort()]),
  );
}
