/**
 * What the tables say becomes of their rows when a record goes that they name (tables/rows.ts), as lists: whom a row
 * belongs to, which children go in batches, and which come back in them.
 */
import { TABLES } from "../../../tables.gen";
import type { DeletionRule } from "../../tables/rows";
import { KENNEL_TABLES, type KennelTable } from "./kennelTables";
import { hasTextsWithIds, partsOfTexts, type TableName } from "./tableReferences";

/** A field that names a record, and what becomes of its row when that one goes. */
interface Reference {
  readonly table: KennelTable;
  readonly field: string;
  /** The table of the record that it names. */
  readonly owner: KennelTable;
  readonly rule: DeletionRule;
}

const referencesOf = (table: KennelTable): Reference[] => {
  // The fields with a rule are those that name a record.
  const fields = TABLES[table].table.validator.fields as unknown as Record<
    string,
    { tableName: KennelTable }
  >;
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

/** Lists the fields that name the record which a row goes with when that one is deleted; the first that is there counts. */
export const ownersOf = (table: string): readonly string[] => NAMES.get(table)?.owners ?? [];

/** Finds the record among some with which a row goes: one that it belongs to, or else one that its texts name. */
export const ownerAmong = (
  table: TableName,
  row: Readonly<Record<string, unknown>>,
  has: (id: string) => boolean,
): string | undefined =>
  [...ownersOf(table).map((name) => String(row[name])), ...partsOfTexts(table, row)].find(has);

/** Lists the same fields with the widest owner first: a litter before its puppy. */
export const subjectsOf = (table: string): readonly string[] => NAMES.get(table)?.subjects ?? [];

/** Says whether a row cannot come back without the record that a field names. */
export function isNothingWithout(table: string, field: string): boolean {
  const rule = REFERENCES.find((each) => each.table === table && each.field === field)?.rule;
  if (rule?.does === "refuse") return true;
  return rule?.does === "cascade" && !rule.isLoose && ownersOf(table)[0] === field;
}

/** Returns the column that keeps the name of a record which a field named, where there is one. */
export function nameColumnOf(table: string, field: string): string | undefined {
  const rule = REFERENCES.find((each) => each.table === table && each.field === field)?.rule;
  return rule?.does === "keepName" ? rule.as : undefined;
}

const returning = new Set(
  REFERENCES.flatMap(({ table, rule }) =>
    rule.does === "cascade" && rule.inBatches !== undefined ? [table] : [],
  ),
);

/** How many others come before a table's rows, as these name them; what names any record within a text comes last. */
const depthOf = (table: KennelTable): number =>
  hasTextsWithIds(table)
    ? KENNEL_TABLES.length
    : Math.max(
        0,
        ...referencesOf(table).flatMap(({ owner }) => (returning.has(owner) ? [1 + depthOf(owner)] : [])),
      );

/** A field that rows are found by when the record goes that it names. */
export interface Naming extends Reference {
  readonly rule: Extract<DeletionRule, { by: string }>;
}

/**
 * What refuses comes first, and what a record leaves behind last, so that its own rows have the room of the transaction.
 * Of its own rows those that name others go before these, which have nothing to be taken out of then.
 */
const NAMINGS = (["refuse", "keepName", "cascade", "clear"] as const).flatMap((does) =>
  REFERENCES.filter((reference): reference is Naming => reference.rule.does === does).sort(
    (one, other) => depthOf(other.table) - depthOf(one.table),
  ),
);

/** Lists the fields by which rows name a record of a table, in the order in which its removal sees to them. */
export const namingsOf = (owner: string): Naming[] => NAMINGS.filter((naming) => naming.owner === owner);

/** The kinds of children that may be left to batches, by their table and the field that names whom they belong to. */
export const CHILDREN: ReadonlyMap<string, Naming> = new Map(
  NAMINGS.flatMap((naming): [string, Naming][] =>
    "inBatches" in naming.rule && naming.rule.inBatches === "both"
      ? [[`${naming.table}.${naming.field}`, naming]]
      : [],
  ),
);

/** Lists the kinds of children of a table that go with an owner, and may do so in batches. */
export const childrenIn = (table: string): Naming[] =>
  [...CHILDREN.values()].filter((children) => children.table === table && children.rule.does === "cascade");

/** The tables of records with children that may have gone in batches. */
export const OWNERS_OF_CHILDREN: ReadonlySet<string> = new Set(
  [...CHILDREN.values()].flatMap(({ owner, rule }) => (rule.does === "cascade" ? [owner] : [])),
);

/** The tables of records that may come back after the others, each after those that it names. */
export const RETURNING: readonly string[] = [...returning].sort(
  (one, other) => depthOf(one) - depthOf(other),
);
