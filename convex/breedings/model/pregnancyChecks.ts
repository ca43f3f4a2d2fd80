/** The pregnancy checks of a breeding. Confirming a pregnancy records the first check. More checks can be added. */
import { v, type Infer } from "convex/values";
import { MAX_CHECKS_PER_BREEDING, type BreedingStatus } from "../../../domain/breedings/rules";
import { checkLimit } from "../../../domain/errors";
import { PLACES } from "../../../domain/contacts/naming";
import { PREGNANCY_CHECK_FIELDS } from "../../../domain/breedings/record";
import { valuesIn } from "../../../domain/records/record";
import { sentCheckSchema } from "../../../domain/breedings/schemas";
import { parseOrFail } from "../../../domain/records/parse";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { withPeople } from "../../contacts/model/naming";
import { answerFields, answerOf, changeArgs, storedFields } from "../../platform/tables/recordValidators";
import { logBreedingActivity } from "./breedingActivities";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

export const pregnancyCheckShape = v.object({
  _id: v.id("pregnancyChecks"),
  breedingId: v.id("breedings"),
  ...answerFields(PREGNANCY_CHECK_FIELDS),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type PregnancyCheck = Infer<typeof pregnancyCheckShape>;

/** Without a date, the check was made today. Without a result, the status determines the result. */
export const sentCheckArgs = v.object(changeArgs(PREGNANCY_CHECK_FIELDS));
export type SentCheck = Infer<typeof sentCheckArgs>;

type OfBreeding = Pick<Doc<"breedings">, "_id" | "kennelId">;

/** The newest check is first. */
export const queryChecks = (ctx: QueryCtx, { kennelId, _id }: OfBreeding) =>
  ctx.db
    .query("pregnancyChecks")
    .withIndex("by_kennel_and_breeding_and_day", (q) => q.eq("kennelId", kennelId).eq("breedingId", _id))
    .order("desc");

const checksOf = async (ctx: QueryCtx, breeding: OfBreeding): Promise<Doc<"pregnancyChecks">[]> =>
  await queryChecks(ctx, breeding).take(MAX_CHECKS_PER_BREEDING);

/** The newest check is first. */
export const listPregnancyChecks = async (
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
): Promise<PregnancyCheck[]> =>
  (await checksOf(ctx, breeding)).map((row) => ({
    _id: row._id,
    breedingId: row.breedingId,
    ...answerOf(PREGNANCY_CHECK_FIELDS, row),
    createdAt: row._creationTime,
    updatedAt: row.updatedAt,
  }));

/** Throws VALIDATION_FAILED or LIMIT_REACHED. */
export async function addPregnancyCheck(
  ctx: MutationCtx,
  breeding: Doc<"breedings">,
  sent: SentCheck,
  { status, today }: { status: BreedingStatus; today: string },
): Promise<Doc<"pregnancyChecks">> {
  const result = status === "failed" ? "not_pregnant" : "pregnant";
  const asked = { pregnancyCheck: { ...sent, on: sent.on ?? today, result: sent.result ?? result } };
  const { pregnancyCheck } = parseOrFail(sentCheckSchema, asked);
  checkLimit((await checksOf(ctx, breeding)).length, MAX_CHECKS_PER_BREEDING);
  const { kennelId } = breeding;
  const values = await withPeople(ctx, PLACES.pregnancyChecks, kennelId, {
    values: valuesIn(PREGNANCY_CHECK_FIELDS, pregnancyCheck),
    former: null,
  });
  const id = await ctx.db.insert("pregnancyChecks", {
    kennelId,
    breedingId: breeding._id,
    ...storedFields(PREGNANCY_CHECK_FIELDS, values),
    updatedAt: Date.now(),
  });
  return await getOrFail(ctx, "pregnancyChecks", id);
}

/** Adds the deletion to the activity list. */
export async function removePregnancyCheck(ctx: MutationCtx, check: Doc<"pregnancyChecks">): Promise<null> {
  const breeding = await getOrFail(ctx, "breedings", check.breedingId);
  await ctx.db.delete("pregnancyChecks", check._id);
  await logBreedingActivity(ctx, breeding, "Pregnancy check deleted");
  return null;
}

/** Nothing happens if the check is already deleted. */
export async function takeBackCheck(
  ctx: MutationCtx,
  breedingId: Id<"breedings">,
  checkId: string,
): Promise<void> {
  const check = await findRow(ctx, "pregnancyChecks", checkId);
  if (check?.breedingId === breedingId) await ctx.db.delete("pregnancyChecks", check._id);
}
