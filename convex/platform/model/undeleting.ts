/**
 * What follows from a deleted record that is there again, by its kind: the counts that its deletion moved, the numbers
 * of what it belongs to, and the rules that it must still keep. Each area says it of its own kinds.
 */
import type { HistoryTable } from "../../../domain/history/tables.gen";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** What is known while records come back. */
export interface Return {
  /** Says whether the record of a new id comes back in the same step. */
  readonly isWithin: (id: string) => boolean;
}

/** Makes everything follow from a record that is there again; throws what its rules throw. */
export type AfterUndelete<Table extends HistoryTable> = (
  ctx: MutationCtx,
  row: Doc<Table>,
  step: Return,
) => Promise<void>;

/** What follows, by the kind of the record. */
export type UndeleteEffects = { readonly [Table in HistoryTable]?: AfterUndelete<Table> };
