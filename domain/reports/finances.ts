/**
 * Income and costs of breedings in whole cents: the stud fee, the sales of puppies and manual entries, added up by
 * breeding and year.
 */
import type { BreedingStatus, StudFeeWay } from "../breedings/rules";

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

export const addMoney = (one: Money, other: Money): Money => ({
  salesCents: one.salesCents + other.salesCents,
  studIncomeCents: one.studIncomeCents + other.studIncomeCents,
  otherIncomeCents: one.otherIncomeCents + other.otherIncomeCents,
  studCostCents: one.studCostCents + other.studCostCents,
  otherCostCents: one.otherCostCents + other.otherCostCents,
});

export const incomeOf = (money: Money): number =>
  money.salesCents + money.studIncomeCents + money.otherIncomeCents;

export const costOf = (money: Money): number => money.studCostCents + money.otherCostCents;

export const balanceOf = (money: Money): number => incomeOf(money) - costOf(money);

/**
 * A stud fee is a cost if only the dam belongs to the kennel, and income if only the sire belongs to the kennel.
 */
export function studFeeWayOf({ isSireOwn, isDamOwn }: { isSireOwn: boolean; isDamOwn: boolean }): StudFeeWay {
  if (isSireOwn === isDamOwn) return "none";
  return isSireOwn ? "earned" : "paid";
}

interface StudService {
  readonly studFeeCents: number;
  readonly status: BreedingStatus;
  /** The breeding was canceled before the mating. */
  readonly isCalledOff?: boolean | undefined;
  /** The mating is in the future, regardless of the status. */
  readonly isAhead?: boolean | undefined;
  readonly way: StudFeeWay;
}

/** The fee is due at the mating. Before the mating, and for a canceled breeding, it is 0. */
export function studFeeOf({ studFeeCents, status, isCalledOff, isAhead, way }: StudService): Money {
  if (status === "planned" || isCalledOff || isAhead || way === "none") return NO_MONEY;
  return way === "earned"
    ? { ...NO_MONEY, studIncomeCents: studFeeCents }
    : { ...NO_MONEY, studCostCents: studFeeCents };
}
