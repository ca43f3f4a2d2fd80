/** What an import would change of a known dog: field by field, what stands there and what the file says. Pure. */
import { IMPORT_FIELDS, type ImportField } from "./import-fields";
import type { ImportEntry, ParentRef } from "./import-steps";

interface Known<Id> {
  readonly isExternal: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  readonly sire: { readonly id: Id; readonly name: string } | null;
  readonly dam: { readonly id: Id; readonly name: string } | null;
}

interface FieldChange {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

const show = (value: unknown): string => {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

const labelOf = (field: string): string => IMPORT_FIELDS[field as ImportField]?.label ?? field; // fields of a file have labels

/** Lists the fields that become another value; a completion changes only what the dog lacks. */
export function compareKnown<Id extends string>(
  entry: Extract<ImportEntry<Id>, { kind: "change" }>,
  known: Known<Id>,
  nameOf: (ref: ParentRef<Id>) => string,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const [field, to] of Object.entries(entry.values)) {
    const from = known.values[field] ?? null;
    if (from === to || (entry.isCompletion && from !== null)) continue;
    changes.push({ label: labelOf(field), from: show(from), to: show(to) });
  }
  for (const role of ["sire", "dam"] as const) {
    const ref = entry[role];
    if (!ref || ("dogId" in ref && ref.dogId === known[role]?.id)) continue;
    changes.push({ label: labelOf(role), from: known[role]?.name ?? "", to: nameOf(ref) });
  }
  if (entry.isAdoption && known.isExternal) {
    changes.push({ label: "Record", from: "external ancestor", to: "dog of the kennel" });
  }
  return changes;
}
