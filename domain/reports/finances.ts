/**
 * Income and costs of breedings in whole cents: the stud fee, the sales of puppies and manual entries, added up by
 * breeding and year. Pure.
 */
import type { BreedingStatus, StudFeeWay } from "../breedings/rules";

/** Income and costs. */
export interface Money {
  readonly salesCents: number;
  readonly studIncomeCents: number;
  readonly otherIncomeCents: number;
  readonly studCostCents: number;
  readonly otherCostCents: number;
}

export const NO_MONEY: Money = {
  salesCents: 0,
  studIncomeCents: 0,
  otherIncomeCents: 0,
  studCostCents: 0,
  otherCostCents: 0,
};

/** Adds two accounts. */
export const addMoney = (one: Money, other: Money): Money => ({
  salesCents: one.salesCents + other.salesCents,
  studIncomeCents: one.studIncomeCents + other.studIncomeCents,
  otherIncomeCents: one.otherIncomeCents + other.otherIncomeCents,
  studCostCents: one.studCostCents + other.studCostCents,
  otherCostCents: one.otherCostCents + other.otherCostCents,
});

/** Everything that came in. */
export const incomeOf = (money: Money): number =>
  money.salesCents + money.studIncomeCents + money.otherIncomeCents;

/** Everything that went out. */
export const costOf = (money: Money): number => money.studCostCents + money.otherCostCents;

/** What remains. */
export const balanceOf = (money: Money): number => incomeOf(money) - costOf(money);

/**
 * Says whether a stud fee is paid, for a sire from elsewhere, or earned, with one's own sire on a dam from
 * elsewhere; neither between two dogs of the kennel.
 */
export function studFeeWayOf({ isSireOwn, isDamOwn }: { isSireOwn: boolean; isDamOwn: boolean }): StudFeeWay {
  if (isSireOwn === isDamOwn) return "none";
  return isSireOwn ? "earned" : "paid";
}

interface StudService {
  readonly studFeeCents: number;
  readonly status: BreedingStatus;
  /** Whether it was called off before the mating. */
  readonly isCalledOff?: boolean | undefined;
  /** Whether the mating is in the future, whatever the status. */
  readonly isAhead?: boolean | undefined;
  readonly way: StudFeeWay;
}

/**
 * Returns the amount of a stud fee. It is due with the mating, so that of a future mating, or of a called-off plan,
 * is 0.
 */
export function studFeeOf({ studFeeCents, status, isCalledOff, isAhead, way }: StudService): Money {
  if (status === "planned" || isCalledOff || isAhead || way === "none") return NO_MONEY;
  return way === "earned"
    ? { ...NO_MONEY, studIncomeCents: studFeeCents }
    : { ...NO_MONEY, studCostCents: studFeeCents };
}
