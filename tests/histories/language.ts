/**
 * The small language of the histories: the steps of mutations and queries. The functions of
 * `tests/fixtures/histories` and the model each interpret it in their own way. If a field is omitted in place of a
 * value, the document has no such field.
 */

export type Scalar = null | bigint | number | string | boolean;

export interface Bound {
  readonly value?: Scalar;
  readonly isInclusive: boolean;
}

/** A part of `by_rank`, or of one group in `by_group_and_rank`. */
export interface Range {
  readonly group?: { readonly value?: string };
  readonly lower?: Bound;
  readonly upper?: Bound;
  readonly isDescending: boolean;
}

export type Operator = "eq" | "neq" | "lt" | "gte";

export type Question =
  | { readonly ask: "item"; readonly name: string }
  | { readonly ask: "range"; readonly range: Range; readonly take: number | null }
  | { readonly ask: "page"; readonly range: Range; readonly numItems: number }
  | {
      readonly ask: "filter";
      readonly field: "rank" | "group";
      readonly operator: Operator;
      readonly value?: Scalar;
      readonly take: number | null;
    }
  | { readonly ask: "linked"; readonly group: string }
  | { readonly ask: "atMost"; readonly group: string; readonly count: number };

export type Step =
  | { readonly do: "insert"; readonly name: string; readonly group?: string; readonly rank?: Scalar }
  | { readonly do: "replace"; readonly name: string; readonly group?: string; readonly rank?: Scalar }
  | { readonly do: "setRank"; readonly name: string; readonly rank?: Scalar }
  | { readonly do: "setGroup"; readonly name: string; readonly group?: string }
  | { readonly do: "bump"; readonly name: string }
  | { readonly do: "copy"; readonly from: string; readonly to: string }
  | { readonly do: "remove"; readonly name: string }
  | { readonly do: "link"; readonly group: string; readonly name: string }
  | { readonly do: "unlink"; readonly group: string }
  | { readonly do: "ask"; readonly question: Exclude<Question, { ask: "page" }> }
  | { readonly do: "nest"; readonly steps: readonly Step[]; readonly fails: boolean };

export interface Work {
  readonly client: string;
  readonly number: number;
  readonly steps: readonly Step[];
  /** Whether the mutation throws at its end. It must then leave nothing behind. */
  readonly fails: boolean;
}

/** An item as functions return it. */
export interface ItemView {
  readonly name: string;
  readonly version: number;
  readonly group?: string;
  readonly rank?: Scalar;
}

/** The result of a query, or the reads of one step of a mutation. */
export type Seen =
  | null
  | number
  | ItemView
  | readonly Seen[]
  | { readonly page: readonly ItemView[]; readonly isDone: boolean }
  | { readonly found: number }
  | { readonly kept: readonly Seen[] }
  | { readonly undone: readonly Seen[] }
  | { readonly tooMany: number };

/** Committed mutations write these lines. */
export interface JournalLine {
  readonly client: string;
  readonly number: number;
  readonly seen: readonly Seen[];
}
