/**
 * Which way the stud fee of a breeding goes. It is settled by where the parents live while the breeding is planned or
 * its parents are changed, and stands from the mating on: whoever is adopted or deleted later moves no past money.
 */
import { isMatingAhead } from "../../../domain/breedings/dates";
import type { StudFeeWay } from "../../../domain/breedings/rules";
import { studFeeOf, studFeeWayOf, type Money } from "../../../domain/reports/finances";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { ParentReader } from "../../platform/model/paging/parents";

type Parents = Pick<Doc<"breedings">, "sireId" | "damId">;

/** Finds which way a fee goes by where the parents live now; one without a record is somebody else's. */
async function findWay({ sireId, damId }: Parents, parents: ParentReader): Promise<StudFeeWay> {
  return studFeeWayOf({ isSireOwn: await parents.isOwn(sireId), isDamOwn: await parents.isOwn(damId) });
}

/** Settles which way a fee goes; of parents that are no longer recorded it stays as it was. */
export async function settleStudFee(
  ctx: QueryCtx,
  parents: Parents,
  before: StudFeeWay | undefined,
): Promise<StudFeeWay> {
  const isKnown = parents.sireId !== undefined && parents.damId !== undefined;
  return isKnown || before === undefined ? await findWay(parents, new ParentReader(ctx)) : before;
}

/** Says what the stud fee of a breeding adds to its account by a day, or whenever the mating is. */
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

/** Returns the way of a breeding that was stored without one, or nothing when it is settled. */
export const settleOldStudFee = async (
  ctx: QueryCtx,
  breeding: Doc<"breedings">,
): Promise<Partial<Doc<"breedings">> | undefined> =>
  breeding.studFeeWay === undefined
    ? { studFeeWay: await settleStudFee(ctx, breeding, undefined) }
    : undefined;
