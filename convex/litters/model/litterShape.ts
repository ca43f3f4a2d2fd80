/** Arguments and results of the functions for litters. A missing value is null in a result. No field is absent. */
import { v, type Infer } from "convex/values";
import { LITTER_FIELDS, WHELPING_FIELDS } from "../../../domain/litters/record";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { changeArgs, newArgs } from "../../platform/tables/recordValidators";
import {
  breedingEntryShape,
  litterShape,
  toLitter,
  type BreedingEntry,
} from "../../breedings/model/breedingShape";
import { paginationShape } from "../../platform/model/paging/paging";
import { puppies } from "./puppies";
import { puppiesOf } from "./puppyRows";

/** The puppies have the order of birth. */
export const litterEntryShape = litterShape.extend({
  kennelId: v.id("kennels"),
  breeding: breedingEntryShape,
  puppies: v.array(puppies.shape),
});
export type LitterEntry = Infer<typeof litterEntryShape>;

/** The warnings are for the user. */
export const savedLitterShape = litterEntryShape.extend({ warnings: v.array(v.string()) });
export type SavedLitter = Infer<typeof savedLitterShape>;

export const litterPageShape = v.object({ data: v.array(litterEntryShape), pagination: paginationShape });
export type LitterPage = Infer<typeof litterPageShape>;

const whelping = v.optional(v.object(changeArgs(WHELPING_FIELDS)));

/** domain/litters/schemas.ts checks the values. */
export const newLitterArgs = { ...newArgs(LITTER_FIELDS), whelping };

/** An omitted field stays unchanged, and null or empty clears a field. */
export const litterChangeArgs = { ...changeArgs(LITTER_FIELDS), whelping };

export const toLitterEntry = async (
  ctx: QueryCtx,
  row: Doc<"litters">,
  breeding: BreedingEntry,
): Promise<LitterEntry> => ({
  ...toLitter(row),
  kennelId: row.kennelId,
  breeding,
  puppies: await Promise.all((await puppiesOf(ctx, row)).map(puppies.answering(ctx))),
});
