/**
 * Income and costs of breedings in whole cents: the stud fee, the sales of puppies and what was booked by hand, added up
 * by breeding and year. Pure.
 */
import type { BreedingStatus, StudFeeWay } from "../breedings/rules";

/** What came in and what went out. */
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
 * Says which way a stud fee goes: paid for a sire from elsewhere, earned with one's own on a dam from elsewhere, and
 * neither between two dogs of the kennel.
 */
export function studFeeWayOf({ isSireOwn, isDamOwn }: { isSireOwn: boolean; isDamOwn: boolean }): StudFeeWay {
  if (isSireOwn === isDamOwn) return "none";
  return isSireOwn ? "earned" : "paid";
}

interface StudService {
  readonly studFeeCents: number;
  readonly status: BreedingStatus;
  /** Whether the plan was called off before the mating. */
  readonly isCalledOff?: boolean | undefined;
  /** Whether the mating is still to come, whatever the status says. */
  readonly isAhead?: boolean | undefined;
  readonly way: StudFeeWay;
}

/** Says what a stud fee moves. It is due with the mating, so one of a mating ahead, or called off as a plan, moves nothing. */
export function studFeeOf({ studFeeCents, status, isCalledOff, isAhead, way }: StudService): Money {
  if (status === "planned" || isCalledOff || isAhead || way === "none") return NO_MONEY;
  return way === "earned"
    ? { ...NO_MONEY, studIncomeCents: studFeeCents }
    : { ...NO_MONEY, studCostCents: studFeeCents };
}
