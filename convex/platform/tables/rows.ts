/**
 * The properties of a table other than its fields and indexes. Every list of tables is derived from these
 * properties (tables.gen.ts).
 */
import type { TableDefinition } from "convex/server";
import type { GenericId, PropertyValidators, Validator } from "convex/values";
import type { AlertKind } from "../../../domain/dashboard/rules";
import type { ErrorCode } from "../../../domain/errors";
import type { ExportDescription } from "../../../domain/exports/kinds";
import type { HistoryDescription } from "../../../domain/history/describing";

/**
 * - `record`: people enter its rows. It has a history, and every backup and copy of the kennel contains it.
 * - `calculated`: derived from records and can be calculated from them again.
 * - `log`: a log of events. Studbook writes its rows, and people never change them.
 * - `personal`: how one person uses the kennel. It contains addresses that must remain secret.
 * - `work`: progress and results of jobs, which are not needed after the job has ended.
 */
export type KennelTableKind = "record" | "calculated" | "log" | "personal" | "work";

/**
 * The rule for a row when a record that one of its fields refers to is deleted. `by` is the index over that field.
 * - `cascade`: the row belongs to that record and is deleted with it. In batches, it may be deleted and restored
 *   later, or only restored later (`back`). With `isLoose`, it is restored without the record, too. Rows whose next
 *   field of the index has the value `atOnce` are never left to batches. If the record counts its rows in
 *   `countedIn` and the count is zero, no rows are searched.
 * - `follow`: the row also belongs to that record, through the owner that it is deleted with.
 * - `outlive`: the row belongs to that record and is kept when the record is deleted.
 * - `clear`: the field is emptied.
 * - `keepName`: the field is emptied and another field keeps the name as text.
 * - `refuse`: the record cannot be deleted as long as such a row exists; `code` is the error.
 * - `stay`: the field keeps the id, although no record has that id any longer.
 * A deletion applies these rules (platform/model/changes/removing.ts).
 */
export type DeletionRule<Index = string, Column = string> =
  | {
      readonly does: "cascade";
      readonly by: Index;
      readonly inBatches?: "both" | "back";
      readonly isLoose?: true;
      readonly atOnce?: readonly [field: string, value: string];
      readonly countedIn?: string;
    }
  | { readonly does: "clear"; readonly by: Index; readonly inBatches?: "both" }
  | { readonly does: "keepName"; readonly by: Index; readonly as: Column }
  | { readonly does: "refuse"; readonly by: Index; readonly code: ErrorCode }
  | { readonly does: "follow" | "outlive" | "stay" };

export interface KennelRows extends Pick<TableDefinition, " indexes"> {
  readonly validator: {
    readonly fields: PropertyValidators & { readonly kennelId: { readonly kind: "id" } };
  };
}

/** Deleting kennels and people has separate code. Files and jobs are not rows. */
type Apart = "kennels" | "users" | "_storage" | "_scheduled_functions";

type Columns<Table extends KennelRows> = Table["validator"]["fields"];

type Reference<Table extends KennelRows> = {
  [Name in keyof Columns<Table>]: Columns<Table>[Name] extends Validator<
    infer Value,
    "required" | "optional"
  > & {
    kind: "id";
  }
    ? NonNullable<Value> extends GenericId<infer Of>
      ? Of extends Apart
        ? never
        : Name
      : never
    : never;
}[keyof Columns<Table>];

/** The index finds a kennel's rows by the record in one column. */
type IndexOver<Table, Name> =
  Table extends TableDefinition<infer _Document, infer Indexes, infer _Search, infer _Vector>
    ? {
        [Index in keyof Indexes]: Indexes[Index] extends ["kennelId", Name, ...string[]] ? Index : never;
      }[keyof Indexes]
    : never;

export type Rules<Table extends KennelRows> = {
  readonly [Name in Reference<Table>]: DeletionRule<IndexOver<Table, Name>, keyof Columns<Table>>;
};

/** Jobs end when their record is deleted, and derived data is calculated again. */
type WithoutRules = "calculated" | "work";

/** A backup's list of contents shows these words. */
interface BackupWords {
  /** The lowest is first in the list. */
  readonly place: number;
  /** Set if the words differ from the words of the history. */
  readonly one?: string;
  readonly many?: string;
}

export interface Options {
  readonly isLarge?: boolean;
  /** When the row is deleted, dismissals of its alert are also deleted. */
  readonly alertKind?: AlertKind;
  /** Absent for kinds that a breeder would not look for. The list then counts them under "other". */
  readonly backup?: BackupWords;
}

/** Only tables whose rows people enter have these properties. */
interface Entered {
  readonly history: HistoryDescription;
  readonly export: ExportDescription;
}

type NotEntered = Exclude<KennelTableKind, "record">;

/**
 * The rows are copied and deleted with the kennel, in the order of the table's first index. Large rows have up to
 * half a megabyte. Tables of records and logs must state the rules for rows whose record is deleted. Tables of
 * records must also state their history and export.
 */
export function rows<Table extends KennelRows, const OnDelete extends Rules<Table>>(
  kind: "record",
  table: Table,
  options: Options & Entered & { readonly onDelete: OnDelete },
): Described<"record", Table, OnDelete> & Entered;
export function rows<Kind extends NotEntered, Table extends KennelRows, const OnDelete extends Rules<Table>>(
  kind: Kind,
  table: Table,
  options: Options & { readonly onDelete: OnDelete },
): Described<Kind, Table, OnDelete>;
export function rows<Kind extends NotEntered, Table extends KennelRows>(
  kind: Reference<Table> extends never ? Kind : Kind & WithoutRules,
  table: Table,
  options?: Options,
): Described<Kind, Table, Readonly<Record<never, DeletionRule>>>;
export function rows<Kind extends KennelTableKind, Table extends KennelRows, OnDelete>(
  kind: Kind,
  table: Table,
  {
    isLarge = false,
    alertKind,
    onDelete,
    ...others
  }: Options & Partial<Entered> & { readonly onDelete?: OnDelete } = {},
): Described<Kind, Table, OnDelete | object> & Partial<Entered> {
  const [first] = table[" indexes"]();
  if (first?.fields[0] !== "kennelId")
    throw new Error(`the first index does not begin with the kennel: ${kind}`);
  return {
    kind,
    table,
    walk: first.indexDescriptor,
    isLarge,
    alertKind,
    onDelete: onDelete ?? {},
    ...others,
  };
}

interface Described<Kind, Table, OnDelete> {
  readonly kind: Kind;
  readonly table: Table;
  readonly walk: string;
  readonly isLarge: boolean;
  readonly alertKind: AlertKind | undefined;
  readonly backup?: BackupWords;
  readonly onDelete: OnDelete;
}
