/**
 * Decides whether a breeding's stud fee is income or cost. While the breeding is planned, and when its parents
 * change, the decision depends on where the parents live. From the mating on it is fixed, so adopting or deleting a
 * dog later does not change past sums.
 */
import { isMatingAhead } from "../../../domain/breedings/dates";
import type { StudFeeWay } from "../../../domain/breedings/rules";
import { studFeeOf, studFeeWayOf, type Money } from "../../../domain/reports/finances";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { ParentReader } from "../../platform/model/paging/parents";

type Parents = Pick<Doc<"breedings">, "sireId" | "damId">;

/** Depends on where the parents live now. A parent without a record counts as another owner's dog. */
async function findWay({ sireId, damId }: Parents, parents: ParentReader): Promise<StudFeeWay> {
  return studFeeWayOf({ isSireOwn: await parents.isOwn(sireId), isDamOwn: await parents.isOwn(damId) });
}

/** If the parents no longer have a record, the former decision is kept. */
export async function settleStudFee(
  ctx: QueryCtx,
  parents: Parents,
  before: StudFeeWay | undefined,
): Promise<StudFeeWay> {
  const isKnown = parents.sireId !== undefined && parents.damId !== undefined;
  return isKnown || before === undefined ? await findWay(parents, new ParentReader(ctx)) : before;
}

/** If a date is given, the fee counts only for a mating on or before that date. */
export const studMoneyOf = async (
  breeding: Doc<"breedings">,
  parents: ParentReader,
  today: string | undefined,
): Promise<Money> =>
  studFeeOf({
    studFeeCents: breeding.studFeeCents,
    status: breeding.status,
    isCalledOff: breeding.isCalledOff,
    isAhead: isMatingAhead(breeding.breedingDate, today),
    way: breeding.studFeeWay ?? (await findWay(breeding, parents)),
  });

/** An older breeding may have no stored decision. Returns undefined if the decision is stored. */
export const settleOldStudFee = async (
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
): Promise<Partial<Doc<"breedings">> | undefined> =>
  breeding.studFeeWay === undefined
    ? { studFeeWay: await settleStudFee(ctx, breeding, undefined) }
    : undefined;
