/**
 * Derives lists from the tables' rules about deleted records (tables/rows.ts): the records that own a row, the rows
 * that are deleted with their owner in batches, and the rows that are restored in batches.
 */
import { TABLES } from "../../../tables.gen";
import type { DeletionRule } from "../../tables/rows";
import { KENNEL_TABLES, type KennelTable } from "./kennelTables";
import { hasTextsWithIds, partsOfTexts, type TableName } from "./tableReferences";

interface Reference {
  readonly table: KennelTable;
  readonly field: string;
  /** The table of the referenced record. */
  readonly owner: KennelTable;
  readonly rule: DeletionRule;
}

// Only fields that refer to records have a rule.
const fieldsOf = (table: KennelTable) =>
  TABLES[table].table.validator.fields as unknown as Readonly<
    Record<string, { readonly tableName: KennelTable; readonly isOptional: "required" | "optional" }>
  >;

export const isRequired = (table: KennelTable, field: string): boolean =>
  fieldsOf(table)[field]?.isOptional === "required";

const referencesOf = (table: KennelTable): Reference[] => {
  const fields = fieldsOf(table);
  return Object.entries<DeletionRule>(TABLES[table].onDelete).flatMap(([field, rule]) => {
    const named = fields[field];
    return named ? [{ table, field, owner: named.tableName, rule }] : [];
  });
};

const REFERENCES = KENNEL_TABLES.flatMap(referencesOf);

const namesBy = (table: string, ways: readonly DeletionRule["does"][]): string[] =>
  REFERENCES.filter((each) => each.table === table && ways.includes(each.rule.does)).map(
    ({ field }) => field,
  );

interface Names {
  readonly owners: readonly string[];
  readonly subjects: readonly string[];
}

const NAMES: ReadonlyMap<string, Names> = new Map(
  KENNEL_TABLES.map((table) => {
    const wide = namesBy(table, ["follow"]);
    const owners = [...namesBy(table, ["cascade", "outlive"]), ...wide];
    return [table, { owners, subjects: [...new Set([...wide, ...owners])] }];
  }),
);

/** The row is deleted with its owner. If several fields are set, the first field names the owner. */
export const ownersOf = (table: string): readonly string[] => NAMES.get(table)?.owners ?? [];

/** Returns one of the row's owners, or otherwise a record whose id is in one of the row's texts. */
export const ownerAmong = (
  table: TableName,
  row: Readonly<Record<string, unknown>>,
  has: (id: string) => boolean,
): string | undefined =>
  [...ownersOf(table).map((name) => String(row[name])), ...partsOfTexts(table, row)].find(has);

/** The row's owner by the same fields as `ownersOf`, but the largest owner is first: a litter before its puppy. */
export function subjectIn(
  table: string,
  row: object,
): { readonly table: KennelTable; readonly id: string } | undefined {
  for (const field of NAMES.get(table)?.subjects ?? []) {
    const id: unknown = Reflect.get(row, field);
    const reference = REFERENCES.find((each) => each.table === table && each.field === field);
    if (typeof id === "string" && reference) return { table: reference.owner, id };
  }
  return undefined;
}

/** The row cannot exist without the record that the field refers to. */
export function isNothingWithout(table: string, field: string): boolean {
  const rule = REFERENCES.find((each) => each.table === table && each.field === field)?.rule;
  if (rule?.does === "refuse") return true;
  return rule?.does === "cascade" && !rule.isLoose && ownersOf(table)[0] === field;
}

/** This column keeps the name of a deleted record after the reference to it is cleared. */
export function nameColumnOf(table: string, field: string): string | undefined {
  const rule = REFERENCES.find((each) => each.table === table && each.field === field)?.rule;
  return rule?.does === "keepName" ? rule.as : undefined;
}

const returning = new Set(
  REFERENCES.flatMap(({ table, rule }) =>
    rule.does === "cascade" && rule.inBatches !== undefined ? [table] : [],
  ),
);

/**
 * This many levels of tables must be restored before the table, because its rows refer to rows of those tables.
 * Tables whose texts may refer to any record come last.
 */
const depthOf = (table: KennelTable): number =>
  hasTextsWithIds(table)
    ? KENNEL_TABLES.length
    : Math.max(
        0,
        ...referencesOf(table).flatMap(({ owner }) => (returning.has(owner) ? [1 + depthOf(owner)] : [])),
      );

/** The field finds the rows that refer to a deleted record. */
export interface Naming extends Reference {
  readonly rule: Extract<DeletionRule, { by: string }>;
}

/**
 * Rules that prevent a deletion come first. Rules that only clear a reference come last, so that the record's own
 * rows get the transaction's room first. Among a record's own rows, rows that refer to other rows are deleted
 * first, because their references then need not be cleared.
 */
const NAMINGS = (["refuse", "keepName", "cascade", "clear"] as const).flatMap((does) =>
  REFERENCES.filter((reference): reference is Naming => reference.rule.does === does).sort(
    (one, other) => depthOf(other.table) - depthOf(one.table),
  ),
);

/** The fields have the order of the deletion. */
export const namingsOf = (owner: string): Naming[] => NAMINGS.filter((naming) => naming.owner === owner);

/** These kinds of children may be left to batches, by their table and the field that refers to the owner. */
export const CHILDREN: ReadonlyMap<string, Naming> = new Map(
  NAMINGS.flatMap((naming): [string, Naming][] =>
    "inBatches" in naming.rule && naming.rule.inBatches === "both"
      ? [[`${naming.table}.${naming.field}`, naming]]
      : [],
  ),
);

/** The children are deleted with an owner, possibly in batches. */
export const childrenIn = (table: string): Naming[] =>
  [...CHILDREN.values()].filter((children) => children.table === table && children.rule.does === "cascade");

/** The children of these records may have been deleted in batches. */
export const OWNERS_OF_CHILDREN: ReadonlySet<string> = new Set(
  [...CHILDREN.values()].flatMap(({ owner, rule }) => (rule.does === "cascade" ? [owner] : [])),
);

/**
 * The records of these tables may be restored in later batches. Each table comes after the tables that its rows
 * refer to.
 */
export const RETURNING: readonly string[] = [...returning].sort(
  (one, other) => depthOf(one) - depthOf(other),
);
