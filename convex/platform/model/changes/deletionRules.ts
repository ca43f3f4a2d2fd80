/**
 * Turns the tables' rules about deleted records (tables/rows.ts) into lists: which records own a row, which rows
 * are deleted with their owner in batches, and which rows come back in batches.
 */
import { TABLES } from "../../../tables.gen";
import type { DeletionRule } from "../../tables/rows";
import { KENNEL_TABLES, type KennelTable } from "./kennelTables";
import { hasTextsWithIds, partsOfTexts, type TableName } from "./tableReferences";

/** A field that refers to a record, and what happens to its row when that record is deleted. */
interface Reference {
  readonly table: KennelTable;
  readonly field: string;
  /** The table of the record. */
  readonly owner: KennelTable;
  readonly rule: DeletionRule;
}

// Only fields that refer to records have a rule.
const fieldsOf = (table: KennelTable) =>
  TABLES[table].table.validator.fields as unknown as Readonly<
    Record<string, { readonly tableName: KennelTable; readonly isOptional: "required" | "optional" }>
  >;

/** Says whether a row cannot be without the record to which a field refers. */
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

/**
 * Lists the fields that refer to an owner, with which the row is deleted; the first field that is set names the
 * row's owner.
 */
export const ownersOf = (table: string): readonly string[] => NAMES.get(table)?.owners ?? [];

/**
 * Finds the record among some deleted ones with which a row is deleted: one of its owners, or else a record whose
 * id is in one of its texts.
 */
export const ownerAmong = (
  table: TableName,
  row: Readonly<Record<string, unknown>>,
  has: (id: string) => boolean,
): string | undefined =>
  [...ownersOf(table).map((name) => String(row[name])), ...partsOfTexts(table, row)].find(has);

/** Lists the same fields as `ownersOf`, but with the widest owner first: a litter before its puppy. */
export const subjectsOf = (table: string): readonly string[] => NAMES.get(table)?.subjects ?? [];

/** Says whether a row cannot exist without the record that a field refers to. */
export function isNothingWithout(table: string, field: string): boolean {
  const rule = REFERENCES.find((each) => each.table === table && each.field === field)?.rule;
  if (rule?.does === "refuse") return true;
  return rule?.does === "cascade" && !rule.isLoose && ownersOf(table)[0] === field;
}

/** Returns the column that keeps the name of a deleted record that a field refers to, if there is one. */
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
 * How many tables must be restored before a table because its rows refer to rows of theirs. Tables that refer to
 * any record within a text come last.
 */
const depthOf = (table: KennelTable): number =>
  hasTextsWithIds(table)
    ? KENNEL_TABLES.length
    : Math.max(
        0,
        ...referencesOf(table).flatMap(({ owner }) => (returning.has(owner) ? [1 + depthOf(owner)] : [])),
      );

/** A field by which the rows are found that refer to a deleted record. */
export interface Naming extends Reference {
  readonly rule: Extract<DeletionRule, { by: string }>;
}

/**
 * The order in which rules run: those that prevent a deletion come first. Rules that only clear a reference come
 * last, so that the record's own rows use the transaction's room before. Among a record's own rows, those that
 * refer to others are deleted first, because their references then need no clearing.
 */
const NAMINGS = (["refuse", "keepName", "cascade", "clear"] as const).flatMap((does) =>
  REFERENCES.filter((reference): reference is Naming => reference.rule.does === does).sort(
    (one, other) => depthOf(other.table) - depthOf(one.table),
  ),
);

/** Lists the fields by which rows refer to a record of a table, in the order of its deletion. */
export const namingsOf = (owner: string): Naming[] => NAMINGS.filter((naming) => naming.owner === owner);

/** The kinds of children that may be left to batches, as table and field of the owner. */
export const CHILDREN: ReadonlyMap<string, Naming> = new Map(
  NAMINGS.flatMap((naming): [string, Naming][] =>
    "inBatches" in naming.rule && naming.rule.inBatches === "both"
      ? [[`${naming.table}.${naming.field}`, naming]]
      : [],
  ),
);

/** Lists the kinds of children of a table that are deleted with an owner, possibly in batches. */
export const childrenIn = (table: string): Naming[] =>
  [...CHILDREN.values()].filter((children) => children.table === table && children.rule.does === "cascade");

/** The tables of records whose children may have been deleted in batches. */
export const OWNERS_OF_CHILDREN: ReadonlySet<string> = new Set(
  [...CHILDREN.values()].flatMap(({ owner, rule }) => (rule.does === "cascade" ? [owner] : [])),
);

/** The tables whose records may be restored in later batches, each table after those that its rows refer to. */
export const RETURNING: readonly string[] = [...returning].sort(
  (one, other) => depthOf(one) - depthOf(other),
);
