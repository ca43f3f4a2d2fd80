/** What a table says of itself beside its fields and indexes; every list of tables is made of it (tables.gen.ts). */
import type { TableDefinition } from "convex/server";
import type { GenericId, PropertyValidators, Validator } from "convex/values";
import type { AlertKind } from "../../../domain/dashboard/rules";
import type { ErrorCode } from "../../../domain/errors";
import type { ExportDescription } from "../../../domain/exports/kinds";
import type { HistoryDescription } from "../../../domain/history/describing";

/**
 * - `record`: what people enter. It has a history and belongs in every copy.
 * - `calculated`: follows from records and can be calculated again from them.
 * - `log`: tells what happened; it is written and never changed by people.
 * - `personal`: how one person uses the kennel, with addresses that are secrets of that person.
 * - `work`: progress and results of jobs, of no use once they are over.
 */
export type KennelTableKind = "record" | "calculated" | "log" | "personal" | "work";

/**
 * What becomes of a row when the record goes that one of its fields names; `by` is the index over that field.
 *
 * - `cascade`: the row belongs to that record and goes with it. In batches, it may go and come back after that one,
 *   `back` where it only comes back so; `isLoose` comes back without it, too. Those whose next field of the index has the
 *   value `atOnce` go in no batch. Of a record that counts its rows in
 *   `countedIn` and has none, none are looked for.
 * - `follow`: the row belongs to that record as well, through the owner with which it goes.
 * - `outlive`: the row belongs to that record and stays when it goes.
 * - `clear`: the field is emptied.
 * - `keepName`: the field is emptied and another keeps the name as text.
 * - `refuse`: the record does not go as long as there is a row; `code` says why.
 * - `stay`: the id stays; who reads it finds nothing.
 *
 * A removal does all that (platform/model/changes/removing.ts).
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

/** Kennels and people have their own ways of going; files and jobs are no rows. */
type Apart = "kennels" | "users" | "_storage" | "_scheduled_functions";

type Columns<Table extends KennelRows> = Table["validator"]["fields"];

/** The columns that name a record. */
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

/** The indexes by which a kennel's rows are found that name one record in a column. */
type IndexOver<Table, Name> =
  Table extends TableDefinition<infer _Document, infer Indexes, infer _Search, infer _Vector>
    ? {
        [Index in keyof Indexes]: Indexes[Index] extends ["kennelId", Name, ...string[]] ? Index : never;
      }[keyof Indexes]
    : never;

export type Rules<Table extends KennelRows> = {
  readonly [Name in Reference<Table>]: DeletionRule<IndexOver<Table, Name>, keyof Columns<Table>>;
};

/** Work is over when its record is gone, and what is calculated follows it. */
type WithoutRules = "calculated" | "work";

/** How it is told what a backup holds. */
interface BackupWords {
  /** Where the kind stands among those that are told, the lowest first. */
  readonly place: number;
  /** What one is called, and many are, where the history does not call them so. */
  readonly one?: string;
  readonly many?: string;
}

export interface Options {
  readonly isLarge?: boolean;
  /** The alerts of which a row is the cause; that they were put away is forgotten when it goes. */
  readonly alertKind?: AlertKind;
  /** Absent where a breeder does not look for the kind by itself; then it is told among the others. */
  readonly backup?: BackupWords;
}

/** What a table of what people enter says beside that. */
interface Entered {
  readonly history: HistoryDescription;
  readonly export: ExportDescription;
}

type NotEntered = Exclude<KennelTableKind, "record">;

/**
 * Describes a table of a kennel's rows, which are copied and deleted with it; its first index goes through them. Large
 * rows have up to half a megabyte. What people enter and what is told of it says what becomes of a row when a record
 * goes that it names; what people enter also says what its history tells, and how it leaves in files.
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
